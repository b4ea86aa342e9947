//! Cache prefetch hints.

/// Prefetches a value into the cache. This affects only speed.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing and cannot fault; every x86-64 processor has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Prefetches all cache lines of a value that is larger than one line.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch_lines<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let start = std::ptr::from_ref(value).cast::<i8>();
    for line in (0..size_of::<T>()).step_by(64) {
        // SAFETY: as above, at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line)) };
    }
}

/// On other architectures this does nothing.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn prefetch<T>(_: &T) {}

/// On other architectures this does nothing.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn prefetch_lines<T>(_: &T) {}
