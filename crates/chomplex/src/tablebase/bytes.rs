//! Reads little-endian numbers from bytes. Returns `None` if there are too few bytes.

/// The 4-byte number at `at`.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u32::from_le_bytes(chunk))
}

/// The 8-byte number at `at`.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u64::from_le_bytes(chunk))
}

/// The 16-byte number at `at`.
pub(super) fn u128_at(bytes: &[u8], at: usize) -> Option<u128> {
    bytes.get(at..)?.first_chunk().map(|&chunk| u128::from_le_bytes(chunk))
}
