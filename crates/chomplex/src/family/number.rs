//! Natural numbers of any length, as written.

use std::fmt;

use dashu_int::UBig;

use super::size::Size;

/// A natural number, stored as its decimal digits without leading zeros.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number(Box<str>);

impl Number {
    /// The largest number of digits for which a number is factored.
    pub const LONGEST: usize = 1000;

    /// The number with these digits, or `None` if some character is not a digit.
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let short = digits.trim_start_matches('0');
        Some(Number(if short.is_empty() { "0" } else { short }.into()))
    }

    /// The number as a size.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::from_digits(&self.0)
    }

    /// The number itself, unless it has more than [`Number::LONGEST`] digits.
    #[must_use]
    pub fn exact(&self) -> Option<UBig> {
        (self.0.len() <= Number::LONGEST).then(|| self.0.parse().ok()).flatten()
    }
}

impl From<usize> for Number {
    fn from(n: usize) -> Self {
        Number(n.to_string().into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number written in this text without leading zeros, if it is small enough to number elements.
pub(crate) fn index(text: &str) -> Option<usize> {
    let canonical =
        text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}
