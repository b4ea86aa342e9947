//! What is known of the Grundy value of a set.

use std::fmt;

/// The statement of a step about its set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    /// The Grundy value is this one.
    Is(u32),
    /// The Grundy value is not this one.
    IsNot(u32),
    /// The Grundy value is greater than this one.
    Above(u32),
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Says::Is(value) => write!(f, "= {value}"),
            Says::IsNot(value) => write!(f, "! {value}"),
            Says::Above(value) => write!(f, "> {value}"),
        }
    }
}
