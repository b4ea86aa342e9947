//! A layer split by hash, for layers that do not fit into memory.

/// The number of values of a mixed hash.
const ALL: u64 = 1 << 32;

/// The classes whose mixed hash lies in a range. This does not depend on the number of workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HashRange {
    start: u64,
    width: u64,
}

impl HashRange {
    /// All classes.
    pub(crate) const WHOLE: HashRange = HashRange { start: 0, width: ALL };

    /// The first of `parts` equal parts.
    pub(crate) fn first_of(parts: u64) -> Self {
        HashRange { start: 0, width: ALL.div_ceil(parts.clamp(1, ALL)) }
    }

    /// The part after this one, of the same width if enough is left.
    pub(crate) fn next(self) -> Option<Self> {
        let start = self.start + self.width;
        (start < ALL).then(|| HashRange { start, width: self.width.min(ALL - start) })
    }

    /// The first half of this part, unless it is too narrow to split.
    pub(crate) fn halved(self) -> Option<Self> {
        (self.width > 1).then(|| HashRange { width: self.width.div_ceil(2), ..self })
    }

    /// The expected number of `classes` classes that belong to this part.
    pub(crate) fn share(self, classes: u64) -> u64 {
        (u128::from(classes) * u128::from(self.width)).div_ceil(u128::from(ALL)) as u64
    }

    /// Whether a class with this hash belongs to this part.
    #[inline(always)]
    pub(crate) fn holds(self, hash: u32) -> bool {
        u64::from(mixed(hash).wrapping_sub(self.start as u32)) < self.width
    }
}

/// Spreads hashes that are close together. The upper bits of a hash choose the worker, and every
/// worker should get an equal share of a part.
#[inline(always)]
fn mixed(hash: u32) -> u32 {
    (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_belongs_to_one_part() {
        for count in [1, 2, 3, 7, 1000] {
            let mut parts: Vec<HashRange> =
                std::iter::successors(Some(HashRange::first_of(count)), |part| part.next()).collect();
            assert_eq!(parts.len() as u64, count);
            // A part that was too large is split in two.
            let last = parts.pop().unwrap();
            let half = last.halved().unwrap();
            parts.extend([half, half.next().unwrap()]);
            let mut held = vec![0u64; parts.len()];
            for hash in (0..20_000u32).map(|i| i.wrapping_mul(0x9e37_79b9)).chain([0, u32::MAX]) {
                let holding: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].holds(hash)).collect();
                assert_eq!(holding.len(), 1, "{hash:x} of {count}");
                held[holding[0]] += 1;
            }
            for (part, held) in parts.iter().zip(held) {
                let expected = part.share(20_000);
                assert!(count > 10 || held.abs_diff(expected) < expected / 5 + 20, "{held} instead of {expected}");
            }
        }
        assert_eq!(HashRange { start: 5, width: 1 }.halved(), None);
    }
}
