//! Fractions.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, Gcd};

/// A non-negative fraction in lowest terms.
///
/// ```
/// use chomplex::extensions::Ratio;
/// let ratio = Ratio::new(4u32.into(), 6u32.into());
/// assert_eq!(ratio.to_string(), "2/3");
/// assert_eq!(ratio.decimal(4), "0.6667");
/// assert!(ratio > Ratio::new(1u32.into(), 2u32.into()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: UBig,
    denominator: UBig,
}

impl Ratio {
    /// Zero.
    pub const ZERO: Ratio = Ratio { numerator: UBig::ZERO, denominator: UBig::ONE };
    /// One.
    pub const ONE: Ratio = Ratio { numerator: UBig::ONE, denominator: UBig::ONE };

    /// The quotient of two numbers.
    ///
    /// # Panics
    /// If the second number is 0.
    #[must_use]
    pub fn new(numerator: UBig, denominator: UBig) -> Self {
        assert!(denominator != UBig::ZERO, "nothing is divided by 0");
        let common = (&numerator).gcd(&denominator);
        if common == UBig::ONE {
            return Ratio { numerator, denominator };
        }
        Ratio { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &UBig {
        &self.numerator
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    /// One minus this fraction.
    ///
    /// # Panics
    /// If it is more than one.
    #[must_use]
    pub fn complement(&self) -> Self {
        Ratio { numerator: &self.denominator - &self.numerator, denominator: self.denominator.clone() }
    }

    /// Formats with `digits` digits after the point, rounded to nearest, ties up.
    #[must_use]
    pub fn decimal(&self, digits: usize) -> String {
        let scaled = &self.numerator * UBig::from(10u32).pow(digits) * UBig::from(2u32) + &self.denominator;
        let rounded = (scaled / (&self.denominator * UBig::from(2u32))).to_string();
        if digits == 0 {
            return rounded;
        }
        let padded = format!("{rounded:0>width$}", width = digits + 1);
        let (whole, part) = padded.split_at(padded.len() - digits);
        format!("{whole}.{part}")
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // Chosen so that the quotient has 64 or 65 bits.
        let shift = 64 + self.denominator.bit_len() as i64 - self.numerator.bit_len() as i64;
        let (quotient, rest) = match usize::try_from(shift) {
            Ok(up) => (&self.numerator << up).div_rem(&self.denominator),
            Err(_) => (&self.numerator).div_rem(&self.denominator << shift.unsigned_abs() as usize),
        };
        // Sticky bit: a truncated remainder must not look like exactly half of the last place.
        let quotient = u128::try_from(&quotient).expect("it has at most 65 bits") | u128::from(rest != UBig::ZERO);
        quotient as f64 * (-(shift as f64)).exp2()
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == UBig::ONE {
            return self.numerator.fmt(f);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: u32, denominator: u32) -> Ratio {
        Ratio::new(numerator.into(), denominator.into())
    }

    #[test]
    fn decimals_are_rounded() {
        assert_eq!(ratio(1, 8).decimal(2), "0.13");
        assert_eq!(ratio(1, 3).decimal(6), "0.333333");
        assert_eq!(ratio(1999, 2000).decimal(2), "1.00");
        assert_eq!(ratio(7, 2).decimal(0), "4");
        assert_eq!(Ratio::ZERO.decimal(3), "0.000");
        assert_eq!(ratio(1234, 10).decimal(1), "123.4");
    }

    #[test]
    fn fractions_are_in_lowest_terms_and_in_order() {
        assert_eq!(ratio(0, 7), Ratio::ZERO);
        assert_eq!(ratio(6, 3).to_string(), "2");
        assert_eq!(ratio(2, 6).complement(), ratio(2, 3));
        assert!(ratio(1, 3) < ratio(34, 100) && ratio(2, 4) == ratio(1, 2));
    }

    #[test]
    fn floating_point() {
        for (a, b) in [(1, 3), (0, 5), (7, 2), (1_000_000_007, 3), (5, 1_000_000_007)] {
            let exact = f64::from(a) / f64::from(b);
            assert_eq!(ratio(a, b).to_f64().to_bits(), exact.to_bits(), "{a}/{b}");
        }
        let tiny = Ratio::new(UBig::ONE, UBig::ONE << 1000usize);
        assert!((tiny.to_f64().log2() + 1000.0).abs() < 1e-9);
    }
}
