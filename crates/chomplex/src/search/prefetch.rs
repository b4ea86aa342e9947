//! A wish that something be in the cache soon.

/// Has a value fetched into the cache. It changes nothing but the time.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing and cannot fault; every x86-64 processor has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Elsewhere the processor must see to it itself.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn prefetch<T>(_: &T) {}
