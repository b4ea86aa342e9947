//! Numbers so large that only their logarithms are stored.

use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// A positive number, stored as its natural logarithm.
///
/// ```
/// use chomplex::extensions::approximate::Magnitude;
/// assert_eq!(Magnitude::from_ln(500.0).to_string(), "1.40359e+217");
/// assert_eq!(format!("{:.1}", Magnitude::from_ln(0.0)), "1.0e+0");
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Magnitude(f64);

impl Magnitude {
    /// The number with this natural logarithm.
    #[must_use]
    pub fn from_ln(logarithm: f64) -> Self {
        Magnitude(logarithm)
    }

    /// The magnitude of a number, which must not be 0.
    #[must_use]
    pub fn from_integer(number: &UBig) -> Self {
        // The leading 64 bits are more than the logarithm can represent.
        let excess = number.bit_len().saturating_sub(64);
        let leading = u64::try_from(number >> excess).expect("64 bits");
        Magnitude((leading as f64).ln() + excess as f64 * std::f64::consts::LN_2)
    }

    /// Its natural logarithm.
    #[must_use]
    pub fn ln(self) -> f64 {
        self.0
    }

    /// The nearest integer, if it is small enough for all its digits to be meaningful: below 10^15.
    #[must_use]
    pub fn to_integer(self) -> Option<u64> {
        let number = self.0.exp().round();
        (number < 1e15).then_some(number as u64)
    }
}

/// Prints `6.30470e+134`, with the requested number of digits after the point, five by default.
impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(5);
        let decimal = self.0 / std::f64::consts::LN_10;
        let mut exponent = decimal.floor();
        let mut mantissa = format!("{:.digits$}", 10f64.powf(decimal - exponent));
        if mantissa.starts_with("10") {
            exponent += 1.0;
            mantissa = format!("{:.digits$}", 1.0);
        }
        write!(f, "{mantissa}e{exponent:+}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitudes_of_whole_numbers() {
        for (number, printed) in [("1", "1.00000e+0"), ("7", "7.00000e+0"), ("99999999", "1.00000e+8")] {
            assert_eq!(Magnitude::from_integer(&number.parse().unwrap()).to_string(), printed);
        }
        let large = UBig::from(17u32).pow(300);
        assert!((Magnitude::from_integer(&large).ln() - 300.0 * 17f64.ln()).abs() < 1e-11);
        assert_eq!(Magnitude::from_integer(&UBig::from(14_745u32)).to_integer(), Some(14_745));
        assert_eq!(Magnitude::from_integer(&large).to_integer(), None);
    }
}
