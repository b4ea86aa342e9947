//! Cache prefetch hints.

/// Prefetches a value into the cache. This affects only speed.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_line(std::ptr::from_ref(value).cast());
}

/// Prefetches all cache lines of a value that is larger than one line.
#[inline]
pub(crate) fn prefetch_lines<T>(value: &T) {
    let start = std::ptr::from_ref(value).cast::<i8>();
    (0..size_of::<T>()).step_by(64).for_each(|line| prefetch_line(start.wrapping_add(line)));
}

/// Prefetches a cache line; on other architectures than x86-64 this does nothing.
#[inline]
#[allow(unsafe_code)]
fn prefetch_line(line: *const i8) {
    // SAFETY: a prefetch reads nothing and cannot fault; every x86-64 processor has it.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(line);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
