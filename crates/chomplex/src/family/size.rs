//! The size of a poset, computed before anything is built.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

use dashu_int::ops::Gcd;

use crate::poset::MAX_ELEMENTS;

/// A number of elements that saturates instead of overflowing: the largest value stands for
/// everything beyond it.
///
/// ```
/// use chomplex::family::size::Size;
/// assert_eq!(Size::subsets(Size::from(40), 40).to_string(), "1099511627775");
/// assert_eq!((Size::subsets(Size::from(400), 400)).to_string(), "more than 10^38");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size(u128);

impl Size {
    /// Any number too large to represent.
    pub const BEYOND: Size = Size(u128::MAX);

    /// The number with these decimal digits.
    #[must_use]
    pub fn from_digits(digits: &str) -> Self {
        digits.parse().map_or(Size::BEYOND, Size)
    }

    /// The number as an index, if a poset of this size may be built.
    #[must_use]
    pub fn within_limit(self) -> Option<usize> {
        usize::try_from(self.0).ok().filter(|&n| n <= MAX_ELEMENTS)
    }

    /// The number, or `most` if it is larger.
    #[must_use]
    pub fn at_most(self, most: usize) -> usize {
        usize::try_from(self.0).map_or(most, |n| n.min(most))
    }

    /// The number minus `n`, or zero if that is negative.
    #[must_use]
    pub fn minus(self, n: u32) -> Self {
        if self == Size::BEYOND { self } else { Size(self.0.saturating_sub(n.into())) }
    }

    /// Half the number, rounded down.
    #[must_use]
    pub fn half(self) -> Self {
        if self == Size::BEYOND { self } else { Size(self.0 / 2) }
    }

    /// The binomial coefficient: the number of subsets of size `k` of an `n`-set.
    #[must_use]
    pub fn binomial(n: Size, k: usize) -> Self {
        if n == Size::BEYOND && k > 0 {
            return Size::BEYOND;
        }
        let mut value: u128 = 1;
        for i in 0..k as u128 {
            if i >= n.0 {
                return Size(0);
            }
            // (n choose i) * (n - i) is divisible by i + 1. Cancel common factors before
            // multiplying.
            let (factor, divisor) = (n.0 - i, i + 1);
            let common = value.gcd(divisor);
            let (left, rest) = (value / common, divisor / common);
            let Some(product) = left.checked_mul(factor / rest) else { return Size::BEYOND };
            value = product;
        }
        Size(value)
    }

    /// The number of non-empty subsets of size at most `k` of an `n`-set.
    #[must_use]
    pub fn subsets(n: Size, k: usize) -> Self {
        // For n ≥ 128 the sizes up to 128 already give more than can be represented.
        (1..=k.min(n.at_most(128))).map(|s| Size::binomial(n, s)).sum()
    }

    /// Two to the power of the number.
    #[must_use]
    pub fn power_of_two(self) -> Self {
        match u32::try_from(self.0) {
            Ok(n) if n < 128 => Size(1 << n),
            _ => Size::BEYOND,
        }
    }
}

impl From<usize> for Size {
    fn from(n: usize) -> Self {
        Size(n as u128)
    }
}

impl Add for Size {
    type Output = Size;
    fn add(self, other: Size) -> Size {
        Size(self.0.saturating_add(other.0))
    }
}

impl Mul for Size {
    type Output = Size;
    fn mul(self, other: Size) -> Size {
        Size(self.0.saturating_mul(other.0))
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size(0), Add::add)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Size::BEYOND { f.write_str("more than 10^38") } else { self.0.fmt(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        let choose = |n: usize, k| Size::binomial(Size::from(n), k);
        assert_eq!(choose(10, 3), Size(120));
        assert_eq!(choose(3, 5), Size(0));
        assert_eq!(choose(128, 64), Size(23_951_146_041_928_082_866_135_587_776_380_551_750));
        assert_eq!(choose(300, 150), Size::BEYOND);
        assert_eq!(Size::binomial(Size::BEYOND, 0), Size(1));
        // Pascal's rule, wherever nothing overflows.
        for n in 1..60 {
            for k in 1..60 {
                assert_eq!(choose(n, k), choose(n - 1, k) + choose(n - 1, k - 1));
            }
        }
    }

    #[test]
    fn subsets_of_large_sets() {
        assert_eq!(Size::subsets(Size::from(127), 500), Size((1 << 127) - 1));
        assert_eq!(Size::subsets(Size::from(129), 500), Size::BEYOND);
        assert_eq!(Size::subsets(Size::from_digits("99999999999999999999"), 1).to_string(), "99999999999999999999");
    }
}
