//! Lists that grow without moving their values, in huge pages where the system has them.
//!
//! A list keeps its memory when it is cleared: freeing and allocating it again costs more than
//! filling it.

use std::mem::MaybeUninit;

use super::pages::Pages;

/// A list of values, in chunks of `1 << shift`.
pub(crate) struct Arena<T> {
    chunks: Vec<Pages<MaybeUninit<T>>>,
    shift: u32,
    len: usize,
}

impl<T> Arena<T> {
    pub(crate) fn new(shift: u32) -> Self {
        Arena { chunks: Vec::new(), shift, len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of values that fit without more memory.
    pub(crate) fn room(&self) -> usize {
        self.chunks.len() << self.shift
    }

    pub(crate) fn shift(&self) -> u32 {
        self.shift
    }

    /// Whether the next value needs another chunk.
    pub(crate) fn is_full(&self) -> bool {
        self.len == self.room()
    }

    #[allow(unsafe_code)]
    pub(crate) fn clear(&mut self) {
        let len = std::mem::take(&mut self.len);
        if std::mem::needs_drop::<T>() {
            for i in 0..len {
                let (chunk, place) = self.place(i);
                // SAFETY: the first `len` values have been written, and are not used again.
                unsafe { self.chunks[chunk][place].assume_init_drop() };
            }
        }
    }

    /// Frees all memory.
    pub(crate) fn release(&mut self) {
        self.clear();
        self.chunks = Vec::new();
    }

    /// Adds a chunk; `None` if the system does not have the memory.
    pub(crate) fn grow(&mut self) -> Option<()> {
        self.chunks.push(Pages::new(1 << self.shift)?);
        Some(())
    }

    /// Appends a value; there must be room for it.
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        let (chunk, place) = self.place(self.len);
        self.chunks[chunk][place].write(value);
        self.len += 1;
    }

    #[inline]
    fn place(&self, i: usize) -> (usize, usize) {
        (i >> self.shift, i & ((1 << self.shift) - 1))
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn get(&self, i: usize) -> &T {
        assert!(i < self.len);
        let (chunk, place) = self.place(i);
        // SAFETY: the first `len` values have been written.
        unsafe { self.chunks[chunk][place].assume_init_ref() }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn get_mut(&mut self, i: usize) -> &mut T {
        assert!(i < self.len);
        let (chunk, place) = self.place(i);
        // SAFETY: the first `len` values have been written.
        unsafe { self.chunks[chunk][place].assume_init_mut() }
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        self.clear();
    }
}
