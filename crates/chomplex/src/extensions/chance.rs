//! Reproducible random choices.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random number generator. The same seed gives the same choices on every machine.
///
/// The generator is xoshiro256++ (Blackman and Vigna, *Scrambled linear pseudorandom number
/// generators*, 2021).
#[derive(Clone, Debug)]
pub(crate) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A generator for another worker. Its stream does not overlap with this one, nor with the next
    /// one split off.
    pub(crate) fn split(&mut self) -> Self {
        let other = self.clone();
        self.0.jump();
        other
    }

    /// 64 random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound`, which must not be 0 (Lemire, *Fast random integer generation
    /// in an interval*, 2019).
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            let low = product as u64;
            // Rejects the few words that would make some numbers more likely than others.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// A uniform number below `bound`, which must not be 0.
    pub(crate) fn below_large(&mut self, bound: &UBig) -> UBig {
        let most = bound - UBig::ONE;
        let words = most.to_le_bytes().len().div_ceil(8);
        let excess = 64 * words - most.bit_len();
        loop {
            let mut bytes: Vec<u8> = (0..words).flat_map(|_| self.word().to_le_bytes()).collect();
            if let Some(last) = bytes.rchunks_exact_mut(8).next() {
                let word = u64::from_le_bytes(last.as_ref().try_into().expect("8 bytes"));
                last.copy_from_slice(&(word >> excess).to_le_bytes());
            }
            let number = UBig::from_le_bytes(&bytes);
            if number <= most {
                return number;
            }
        }
    }
}

/// A uniformly random interleaving of rows: the next element comes from a row with probability
/// proportional to what is left of it.
pub(crate) fn shuffle<T>(mut rows: Vec<Vec<T>>, chance: &mut Chance) -> Vec<T> {
    if rows.len() == 1 {
        return rows.pop().expect("there is one");
    }
    let mut left: u64 = rows.iter().map(|row| row.len() as u64).sum();
    // Filled from the end, so that elements are taken from the ends of the rows.
    let mut shuffled = Vec::new();
    while left > 0 {
        let mut choice = chance.below(left);
        let row = rows.iter_mut().find(|row| {
            let chosen = choice < row.len() as u64;
            if !chosen {
                choice -= row.len() as u64;
            }
            chosen
        });
        shuffled.extend(row.and_then(Vec::pop));
        left -= 1;
    }
    shuffled.reverse();
    shuffled
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve equally likely numbers. The statistic has 11 degrees of freedom and exceeds 31.3 for
    /// one seed in a thousand.
    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut chance = Chance::new(1);
        let (mut small, mut large) = ([0u32; 12], [0u32; 12]);
        for _ in 0..12_000 {
            small[usize::try_from(chance.below(12)).unwrap()] += 1;
            let number = chance.below_large(&(UBig::from(12u32) << 200)) >> 200usize;
            large[usize::try_from(number).unwrap()] += 1;
        }
        for counts in [small, large] {
            let statistic: f64 = counts.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
            assert!(statistic < 31.3, "{counts:?}");
        }
        assert_eq!(chance.below(1), 0);
        assert_eq!(chance.below_large(&UBig::ONE), UBig::ZERO);
    }

    #[test]
    fn a_seed_repeats_and_splits_differ() {
        let words = |mut chance: Chance| [chance.word(), chance.word()];
        let mut first = Chance::new(7);
        assert_eq!(words(first.clone()), words(Chance::new(7)));
        let (a, b) = (first.split(), first.split());
        assert_ne!(words(a), words(b));
    }
}
