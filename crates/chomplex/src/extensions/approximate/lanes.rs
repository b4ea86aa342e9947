//! Several numbers side by side: one instruction of the processor does the same to all of them.

use crate::extensions::chance::Chance;

/// How many samples are drawn side by side.
pub(super) const LANES: usize = 8;

/// A number in each lane.
pub(super) type Numbers = [f64; LANES];

/// The larger number in each lane; neither is a NaN.
#[inline(always)]
pub(super) fn larger(a: &Numbers, b: &Numbers) -> Numbers {
    std::array::from_fn(|lane| if a[lane] > b[lane] { a[lane] } else { b[lane] })
}

/// The smaller number in each lane; neither is a NaN.
#[inline(always)]
pub(super) fn smaller(a: &Numbers, b: &Numbers) -> Numbers {
    std::array::from_fn(|lane| if a[lane] < b[lane] { a[lane] } else { b[lane] })
}

/// A random number from 0 up to 1 in each lane, again and again: xoshiro256+ (Blackman and Vigna, 2021), whose authors recommend it
/// for just this.
#[derive(Clone, Debug)]
pub(super) struct Dice([[u64; LANES]; 4]);

impl Dice {
    pub(super) fn new(chance: &mut Chance) -> Self {
        Dice(std::array::from_fn(|_| std::array::from_fn(|_| chance.word())))
    }

    #[inline(always)]
    pub(super) fn roll(&mut self) -> Numbers {
        let [a, b, c, d] = &mut self.0;
        std::array::from_fn(|i| {
            let word = a[i].wrapping_add(d[i]);
            let shifted = b[i] << 17;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= shifted;
            d[i] = d[i].rotate_left(45);
            // The upper bits after the point of a number from 1 to 2.
            f64::from_bits(word >> 12 | 1.0f64.to_bits()) - 1.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each of ten parts of the interval a tenth: the statistic has 9 degrees of freedom and exceeds 33.7 once in ten thousand.
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
