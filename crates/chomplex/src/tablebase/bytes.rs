//! Numbers out of bytes, little endian; none if there are too few bytes.

/// The number of four bytes from `at` on.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u32::from_le_bytes(chunk))
}

/// The number of eight bytes from `at` on.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u64::from_le_bytes(chunk))
}

/// The number of sixteen bytes from `at` on.
pub(super) fn u128_at(bytes: &[u8], at: usize) -> Option<u128> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u128::from_le_bytes(chunk))
}
