//! Lists that grow without moving their values, in huge pages where the system has them.
//!
//! A list is read and written at random places. With 4 KiB pages nearly every access would miss the
//! TLB, which costs as much as the access itself; with 2 MiB pages misses are rare. A list keeps
//! its memory when it is cleared: freeing and allocating it again costs more than filling it.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use memmap2::MmapMut;

use crate::budget::Stop;

/// A list of values, in chunks of `1 << shift`.
pub(super) struct Arena<T> {
    chunks: Vec<Chunk<T>>,
    shift: u32,
    len: usize,
}

impl<T> Arena<T> {
    pub(super) fn new(shift: u32) -> Self {
        Arena { chunks: Vec::new(), shift, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of values that fit without more memory.
    pub(super) fn room(&self) -> usize {
        self.chunks.len() << self.shift
    }

    pub(super) fn shift(&self) -> u32 {
        self.shift
    }

    /// Whether the next value needs another chunk.
    pub(super) fn is_full(&self) -> bool {
        self.len == self.room()
    }

    #[allow(unsafe_code)]
    pub(super) fn clear(&mut self) {
        let len = std::mem::take(&mut self.len);
        if std::mem::needs_drop::<T>() {
            for i in 0..len {
                let (chunk, place) = self.place(i);
                // SAFETY: the first `len` values have been written, and are not used again.
                unsafe { self.chunks[chunk].values_mut()[place].assume_init_drop() };
            }
        }
    }

    /// Frees all memory.
    pub(super) fn release(&mut self) {
        self.clear();
        self.chunks = Vec::new();
    }

    /// Adds a chunk.
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        self.chunks.push(Chunk::new(1 << self.shift)?);
        Ok(())
    }

    /// Appends a value; there must be room for it.
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        let (chunk, place) = self.place(self.len);
        self.chunks[chunk].values_mut()[place].write(value);
        self.len += 1;
    }

    #[inline]
    fn place(&self, i: usize) -> (usize, usize) {
        (i >> self.shift, i & ((1 << self.shift) - 1))
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn get(&self, i: usize) -> &T {
        assert!(i < self.len);
        let (chunk, place) = self.place(i);
        // SAFETY: the first `len` values have been written.
        unsafe { self.chunks[chunk].values()[place].assume_init_ref() }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn get_mut(&mut self, i: usize) -> &mut T {
        assert!(i < self.len);
        let (chunk, place) = self.place(i);
        // SAFETY: the first `len` values have been written.
        unsafe { self.chunks[chunk].values_mut()[place].assume_init_mut() }
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Memory for `len` values.
struct Chunk<T> {
    map: MmapMut,
    len: usize,
    of: PhantomData<T>,
}

impl<T> Chunk<T> {
    fn new(len: usize) -> Result<Self, Stop> {
        const { assert!(align_of::<T>() <= 4096, "a map begins at the beginning of a page") };
        let map = MmapMut::map_anon((len * size_of::<T>()).max(1)).map_err(|_| Stop::Memory)?;
        // This is only a hint: small pages work too.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Chunk { map, len, of: PhantomData })
    }

    #[inline]
    #[allow(unsafe_code)]
    fn values(&self) -> &[MaybeUninit<T>] {
        // SAFETY: the map has room for `len` values, is aligned, private to us and lives as long as
        // the reference. Its contents need not be initialised.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn values_mut(&mut self) -> &mut [MaybeUninit<T>] {
        // SAFETY: as above, and we hold the only reference to it.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

/// An array of `u64` whose length is a power of two.
pub(super) struct Slots {
    room: Option<Chunk<u64>>,
    used: usize,
}

impl Slots {
    pub(super) fn new() -> Self {
        Slots { room: None, used: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.room() * size_of::<u64>()
    }

    /// The number of values that fit without more memory.
    pub(super) fn room(&self) -> usize {
        self.room.as_ref().map_or(0, |chunk| chunk.len)
    }

    /// Makes this an array of `len` zeros.
    pub(super) fn reset(&mut self, len: usize) -> Result<(), Stop> {
        if len > self.room() {
            // Free the old memory before allocating the new.
            self.room = None;
            self.room = Some(Chunk::new(len)?);
        }
        self.used = len;
        if let Some(chunk) = &mut self.room {
            chunk.values_mut()[..len].fill(MaybeUninit::new(0));
        }
        Ok(())
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn as_slice(&self) -> &[u64] {
        let Some(chunk) = &self.room else { return &[] };
        let values = &chunk.values()[..self.used];
        // SAFETY: a map begins with zeros, and only numbers are written to it.
        unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [u64] {
        let Some(chunk) = &mut self.room else { return &mut [] };
        let values = &mut chunk.values_mut()[..self.used];
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), values.len()) }
    }
}
