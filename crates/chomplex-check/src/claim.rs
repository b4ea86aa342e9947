//! What a certificate claims.

use std::fmt;

use crate::failure::escaped;

/// Who wins if both play perfectly.
#[doc(alias = "N-position")]
#[doc(alias = "P-position")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The player to move wins.
    First,
    /// The other player wins.
    Second,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::First => "first",
            Outcome::Second => "second",
        })
    }
}

/// A statement about the position in which all elements of the poset remain.
///
/// It prints as a sentence in which nothing of the file can disturb a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What the position is called: an expression, for people. It is whatever the file says.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the certificate claims one.
    #[doc(alias = "nimber")]
    pub grundy: Option<u32>,
    /// What the Grundy value is greater than, if the certificate claims only that.
    pub above: Option<u32>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position: String = escaped(&self.position).collect();
        if position.is_empty() {
            position.push_str("the position");
        }
        match (self.grundy, self.above) {
            (Some(value), _) => write!(f, "{position} has Grundy value {value}: the {} player wins", self.outcome),
            (None, Some(value)) => {
                write!(f, "{position} has Grundy value greater than {value}: the {} player wins", self.outcome)
            }
            (None, None) => write!(f, "the {} player wins {position}", self.outcome),
        }
    }
}
