//! What a certificate claims.

use std::fmt;

use crate::failure::{escaped, quoted};

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

/// A statement about the poset of a certificate with all its elements remaining.
///
/// It prints as a sentence about "the poset in this file": the name in the file is only a label.
/// Text from the file is escaped, so it cannot disturb a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The name of the position: an expression, for people. It is only a label; nothing depends on
    /// it.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the certificate claims one.
    #[doc(alias = "nimber")]
    pub grundy: Option<u32>,
    /// A bound that the Grundy value exceeds, if the certificate claims only that.
    pub above: Option<u32>,
}

impl Claim {
    /// The claim as a sentence about a position, for callers who know that the poset of the
    /// certificate is that position.
    #[must_use]
    pub fn about(&self, position: &str) -> String {
        let position: String = escaped(position).collect();
        self.sentence(&position, &position)
    }

    /// The claim as a sentence, with its subject before the verb or at the end.
    fn sentence(&self, subject: &str, last: &str) -> String {
        let outcome = self.outcome;
        match (self.grundy, self.above) {
            (Some(value), _) => format!("{subject} has Grundy value {value}: the {outcome} player wins"),
            (None, Some(value)) => {
                format!("{subject} has a Grundy value greater than {value}: the {outcome} player wins")
            }
            (None, None) => format!("the {outcome} player wins {last}"),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const POSET: &str = "the poset in this file";
        if self.position.is_empty() {
            return f.write_str(&self.sentence(POSET, POSET));
        }
        let labelled = format!("{POSET}, labelled {}", quoted(&self.position));
        f.write_str(&self.sentence(&format!("{labelled},"), &labelled))
    }
}
