//! Zeroed memory for a large table, in huge pages where the system has them.
//!
//! A table is read at random places. With pages of 4 KiB nearly every read misses the TLB, and the
//! page lookup costs as much as the read itself; with pages of 2 MiB it seldom happens.

use std::ops::Deref;
use std::slice;

use memmap2::MmapMut;

/// Types for which any bytes are a valid value, including all zeros, and which may be shared
/// between threads.
///
/// # Safety
/// All of this must hold, and the type's alignment must not exceed a page.
#[allow(unsafe_code)]
pub(crate) unsafe trait Zeroed: Sync {}

/// A slice of `len` values, all zero at first.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    memory: Memory<T>,
    len: usize,
}

#[derive(Debug)]
enum Memory<T> {
    Mapped(MmapMut),
    /// Used where memory cannot be mapped.
    Owned(Box<[T]>),
}

impl<T: Zeroed + Default> Pages<T> {
    pub(crate) fn new(len: usize) -> Self {
        let bytes = len * size_of::<T>();
        let memory = match MmapMut::map_anon(bytes.max(1)) {
            Ok(map) => {
                // Huge pages are optional.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Memory::Mapped(map)
            }
            Err(_) => Memory::Owned((0..len).map(|_| T::default()).collect()),
        };
        Pages { memory, len }
    }
}

impl<T: Zeroed> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        match &self.memory {
            // SAFETY: the map has room for `len` values, starts at a page boundary, and its bytes
            // are zero until they are written through these values; by `Zeroed`, any such bytes are
            // valid. It is private to us and lives as long as the reference.
            Memory::Mapped(map) => unsafe { slice::from_raw_parts(map.as_ptr().cast(), self.len) },
            Memory::Owned(values) => values,
        }
    }
}
