//! Several numbers side by side, processed with SIMD instructions.
//!
//! - [`Vector`]: the operations. [`Numbers`] implement them on any processor.
//! - `avx2`, `avx512`: the same operations with CPU-specific instructions. The results are the same
//!   to the last bit.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;

use crate::extensions::chance::Chance;

/// Number of samples drawn side by side.
pub(super) const LANES: usize = 8;

/// A number in each lane.
pub(super) type Numbers = [f64; LANES];

/// A word in each lane.
pub(super) type Words = [u64; LANES];

/// A number in each lane, none of them NaN, in the registers of the processor.
pub(super) trait Vector: Copy {
    /// A word in each lane, likewise.
    type Words: Copy;

    fn load(numbers: &Numbers) -> Self;
    fn store(self) -> Numbers;
    fn load_words(words: &Words) -> Self::Words;
    fn store_words(words: Self::Words) -> Words;
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;

    /// Random numbers in [0, 1): one step of the [`Dice`] in each lane.
    fn roll(dice: &mut [Self::Words; 4]) -> Self;

    #[inline(always)]
    fn all(number: f64) -> Self {
        Self::load(&[number; LANES])
    }
}

impl Vector for Numbers {
    type Words = Words;

    fn load(numbers: &Numbers) -> Self {
        *numbers
    }

    fn store(self) -> Numbers {
        self
    }

    fn load_words(words: &Words) -> Words {
        *words
    }

    fn store_words(words: Words) -> Words {
        words
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        std::array::from_fn(|i| if self[i] > other[i] { self[i] } else { other[i] })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        std::array::from_fn(|i| if self[i] < other[i] { self[i] } else { other[i] })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] - other[i])
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] * other[i])
    }

    #[inline(always)]
    fn roll([a, b, c, d]: &mut [Words; 4]) -> Self {
        std::array::from_fn(|i| {
            let word = a[i].wrapping_add(d[i]);
            let shifted = b[i] << 17;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= shifted;
            d[i] = d[i].rotate_left(45);
            // The upper bits become the fraction of a number in [1, 2).
            f64::from_bits(word >> 12 | ONE) - 1.0
        })
    }
}

/// The bits of the number 1.
const ONE: u64 = 1.0f64.to_bits();

/// A random number generator for [0, 1) in each lane: xoshiro256+ (Blackman and Vigna, 2021), which
/// its authors recommend for this purpose.
#[derive(Clone, Debug)]
pub(super) struct Dice([Words; 4]);

impl Dice {
    pub(super) fn new(chance: &mut Chance) -> Self {
        Dice(std::array::from_fn(|_| std::array::from_fn(|_| chance.word())))
    }

    /// Loads the state into registers.
    #[inline(always)]
    pub(super) fn pick_up<V: Vector>(&self) -> [V::Words; 4] {
        [0, 1, 2, 3].map(|i| V::load_words(&self.0[i]))
    }

    /// Stores the state back.
    #[inline(always)]
    pub(super) fn put_down<V: Vector>(&mut self, state: [V::Words; 4]) {
        self.0 = state.map(V::store_words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tenth of the interval should get a tenth of the numbers. The statistic has 9 degrees of
    /// freedom and exceeds 33.7 once in ten thousand.
    #[test]
    fn dice_are_fair_in_every_lane() {
        let mut dice = Dice::new(&mut Chance::new(3)).pick_up::<Numbers>();
        let mut counts = [[0u32; 10]; LANES];
        for _ in 0..10_000 {
            for (count, number) in counts.iter_mut().zip(Numbers::roll(&mut dice)) {
                count[(number * 10.0) as usize] += 1;
            }
        }
        for count in counts {
            let statistic: f64 = count.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
            assert!(statistic < 33.7, "{count:?}");
        }
    }
}
