//! Zeroed memory for a large table, in huge pages where the system has them.
//!
//! A table is read at random places. With pages of 4 KiB nearly every read misses the TLB, and the
//! page lookup costs as much as the read itself; with pages of 2 MiB it seldom happens.

use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// Types for which all bytes zero are a valid value.
///
/// # Safety
/// That must hold, and the type must have no drop glue that matters: values are never dropped.
#[allow(unsafe_code)]
pub(crate) unsafe trait Zeroed {}

// SAFETY: any bytes are valid.
#[allow(unsafe_code)]
unsafe impl Zeroed for AtomicU64 {}

// SAFETY: this need not even be initialised.
#[allow(unsafe_code)]
unsafe impl<T> Zeroed for MaybeUninit<T> {}

/// A slice of values, all zero at first.
pub(crate) struct Pages<T> {
    values: NonNull<[T]>,
    /// Where the values are.
    _memory: Memory<T>,
}

enum Memory<T> {
    #[cfg(not(target_family = "wasm"))]
    Mapped {
        _map: MmapMut,
    },
    Heap {
        _values: Vec<MaybeUninit<T>>,
    },
}

/// Less than this many bytes are on the heap, where memory that was freed is used again: mapping
/// them would take longer than using them.
const FEW_BYTES: usize = 1 << 18;

impl<T: Zeroed> Pages<T> {
    /// `None` if the system does not have that much memory.
    pub(crate) fn new(len: usize) -> Option<Self> {
        const { assert!(align_of::<T>() <= 4096, "a map begins at the beginning of a page") };
        let bytes = len.checked_mul(size_of::<T>())?;
        let (start, memory) = if bytes < FEW_BYTES { on_heap(len)? } else { in_pages(len, bytes)? };
        let start = NonNull::new(start).expect("memory does not begin at 0");
        Some(Pages { values: NonNull::slice_from_raw_parts(start, len), _memory: memory })
    }
}

fn on_heap<T: Zeroed>(len: usize) -> Option<(*mut T, Memory<T>)> {
    let mut values: Vec<MaybeUninit<T>> = Vec::new();
    values.try_reserve_exact(len).ok()?;
    values.resize_with(len, MaybeUninit::zeroed);
    Some((values.as_mut_ptr().cast(), Memory::Heap { _values: values }))
}

#[cfg(not(target_family = "wasm"))]
fn in_pages<T: Zeroed>(_: usize, bytes: usize) -> Option<(*mut T, Memory<T>)> {
    let mut map = MmapMut::map_anon(bytes).ok()?;
    // This is only a hint: small pages work too.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some((map.as_mut_ptr().cast(), Memory::Mapped { _map: map }))
}

/// WebAssembly has a heap and nothing else.
#[cfg(target_family = "wasm")]
fn in_pages<T: Zeroed>(len: usize, _: usize) -> Option<(*mut T, Memory<T>)> {
    on_heap(len)
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory has room for these values, is aligned for them, private to us, and
        // lives as long as the reference. Its bytes were zero at first, which is valid by `Zeroed`,
        // and have only been written through these values.
        unsafe { self.values.as_ref() }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline]
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and we hold the only reference to it.
        unsafe { self.values.as_mut() }
    }
}

impl<T: Zeroed> Default for Pages<T> {
    fn default() -> Self {
        Pages::new(0).expect("this needs no memory")
    }
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pages({} values)", self.len())
    }
}

// SAFETY: this owns its values.
#[allow(unsafe_code)]
unsafe impl<T: Send> Send for Pages<T> {}

// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl<T: Sync> Sync for Pages<T> {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn memory_of_any_size_begins_with_zeros() {
        for len in [0, 1, 100, FEW_BYTES / 8 - 1, FEW_BYTES / 8, 1 << 20] {
            let mut pages: Pages<AtomicU64> = Pages::new(len).unwrap();
            assert!(pages.len() == len && pages.iter().all(|value| value.load(Relaxed) == 0));
            pages.iter_mut().zip(1..).for_each(|(value, i)| *value.get_mut() = i);
            let moved = pages;
            assert!(moved.iter().zip(1..).all(|(value, i)| value.load(Relaxed) == i));
        }
        assert!(Pages::<AtomicU64>::new(usize::MAX).is_none());
        assert!(Pages::<AtomicU64>::new(1 << 57).is_none());
    }
}
