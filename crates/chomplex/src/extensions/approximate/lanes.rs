//! Several numbers side by side.
//!
//! The operations are written so that the compiler turns them into SIMD instructions. The results
//! are the same to the last bit on every processor.
//!
//! Here and where these functions are called, plain loops replace `array::map` and
//! `array::from_fn`. These are not always inlined, and then the numbers leave the registers.
#![allow(clippy::needless_range_loop, reason = "the lanes of several arrays go together")]

use crate::extensions::chance::Chance;

/// Number of samples drawn side by side.
pub(super) const LANES: usize = 8;

/// A number in each lane, none of them NaN.
pub(super) type Numbers = [f64; LANES];

/// A word in each lane.
type Words = [u64; LANES];

#[inline(always)]
pub(super) fn larger(a: Numbers, b: Numbers) -> Numbers {
    let mut result = a;
    for i in 0..LANES {
        result[i] = if a[i] > b[i] { a[i] } else { b[i] };
    }
    result
}

#[inline(always)]
pub(super) fn smaller(a: Numbers, b: Numbers) -> Numbers {
    let mut result = a;
    for i in 0..LANES {
        result[i] = if a[i] < b[i] { a[i] } else { b[i] };
    }
    result
}

#[inline(always)]
pub(super) fn plus(a: Numbers, b: Numbers) -> Numbers {
    let mut result = a;
    for i in 0..LANES {
        result[i] += b[i];
    }
    result
}

#[inline(always)]
pub(super) fn minus(a: Numbers, b: Numbers) -> Numbers {
    let mut result = a;
    for i in 0..LANES {
        result[i] -= b[i];
    }
    result
}

#[inline(always)]
pub(super) fn times(a: Numbers, b: Numbers) -> Numbers {
    let mut result = a;
    for i in 0..LANES {
        result[i] *= b[i];
    }
    result
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

    /// Random numbers in [0, 1): one step in each lane.
    #[inline(always)]
    pub(super) fn roll(&mut self) -> Numbers {
        let Dice([a, b, c, d]) = self;
        let mut numbers = [0.0; LANES];
        for i in 0..LANES {
            let word = a[i].wrapping_add(d[i]);
            let shifted = b[i] << 17;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= shifted;
            d[i] = d[i].rotate_left(45);
            // The upper bits become the fraction of a number in [1, 2).
            numbers[i] = f64::from_bits(word >> 12 | ONE) - 1.0;
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tenth of the interval should get a tenth of the numbers. The statistic has 9 degrees of
    /// freedom and exceeds 33.7 once in ten thousand.
    #[test]
    fn dice_are_fair_in_every_lane() {
        let mut dice = Dice::new(&mut Chance::new(3));
        let mut counts = [[0u32; 10]; LANES];
        for _ in 0..10_000 {
            for (count, number) in counts.iter_mut().zip(dice.roll()) {
                count[(number * 10.0) as usize] += 1;
            }
        }
        for count in counts {
            let statistic: f64 = count.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
            assert!(statistic < 33.7, "{count:?}");
        }
    }
}
