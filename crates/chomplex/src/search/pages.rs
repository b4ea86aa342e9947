//! Zeroed memory for a large table, in large pages where the system has them.
//!
//! A table is read at random places. With pages of 4 KiB nearly every read would have to look for its page first, which costs as much as the
//! read; with pages of 2 MiB it seldom has to.

use std::ops::Deref;
use std::slice;

use memmap2::MmapMut;

/// Types for which any bytes are a value, that are valid when all their bytes are zero, and that may be shared between threads.
///
/// # Safety
/// All of that must hold, and the type must not be aligned to more than a page.
#[allow(unsafe_code)]
pub(crate) unsafe trait Zeroed: Sync {}

/// So many values, all zero at first.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    memory: Memory<T>,
    len: usize,
}

#[derive(Debug)]
enum Memory<T> {
    Mapped(MmapMut),
    /// Where nothing can be mapped.
    Owned(Box<[T]>),
}

impl<T: Zeroed + Default> Pages<T> {
    pub(crate) fn new(len: usize) -> Self {
        let bytes = len * size_of::<T>();
        let memory = match MmapMut::map_anon(bytes.max(1)) {
            Ok(map) => {
                // If there are no large pages, small ones will do.
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
            // SAFETY: the map has room for `len` values, begins at the beginning of a page, and its bytes are zero until they are written
            // through these values, which is a value by `Zeroed`. It is private to us and lives as long as the reference.
            Memory::Mapped(map) => unsafe { slice::from_raw_parts(map.as_ptr().cast(), self.len) },
            Memory::Owned(values) => values,
        }
    }
}
