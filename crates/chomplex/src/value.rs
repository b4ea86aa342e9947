//! Outcomes and Grundy values.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// Who wins if both play perfectly.
#[doc(alias = "N-position")]
#[doc(alias = "P-position")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// A Grundy value: the size of the Nim heap a position is equal to. `+` is the nim-sum.
///
/// ```
/// use chomplex::value::{Grundy, mex};
/// assert_eq!(Grundy(5) + Grundy(3), Grundy(6));
/// assert_eq!(mex([Grundy(0), Grundy(1), Grundy(5), Grundy(8)]), Grundy(2));
/// ```
#[doc(alias = "nimber")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grundy(pub u32);

impl Grundy {
    /// The value of the position without moves.
    pub const ZERO: Grundy = Grundy(0);

    /// Who wins a position of this value.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        if self == Grundy::ZERO { Outcome::Second } else { Outcome::First }
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

// The nim-sum is the bitwise exclusive or (Sprague 1936, Grundy 1939).
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for Grundy {
    type Output = Grundy;
    fn add(self, other: Grundy) -> Grundy {
        Grundy(self.0 ^ other.0)
    }
}

impl Sum for Grundy {
    fn sum<I: Iterator<Item = Grundy>>(values: I) -> Grundy {
        values.fold(Grundy::ZERO, Add::add)
    }
}

/// The least value that is not among these.
pub fn mex(values: impl IntoIterator<Item = Grundy>) -> Grundy {
    let seen: BTreeSet<Grundy> = values.into_iter().collect();
    (0..).map(Grundy).find(|v| !seen.contains(v)).expect("finitely many values are seen")
}

/// A non-empty set of values one of which is the right one: what is known when the value is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates(BTreeSet<Grundy>);

impl Candidates {
    /// The one value.
    #[must_use]
    pub fn exactly(value: Grundy) -> Self {
        Candidates([value].into())
    }

    /// What the mex can be when these values of options are known and `unknown` further options are not:
    /// a value that is not known to be reached, with no more gaps below it than unknown options could fill.
    #[must_use]
    pub fn mex(known: &BTreeSet<Grundy>, unknown: usize) -> Self {
        Candidates((0..).map(Grundy).filter(|v| !known.contains(v)).take(unknown + 1).collect())
    }

    /// The set without one value that it is known not to be.
    #[must_use]
    pub fn without(mut self, value: Grundy) -> Self {
        self.0.remove(&value);
        self
    }

    /// The value, if only one is left.
    #[must_use]
    pub fn value(&self) -> Option<Grundy> {
        (self.0.len() == 1).then(|| self.0.first().copied()).flatten()
    }

    /// The outcome, if all candidates agree on it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.0.contains(&Grundy::ZERO), self.0.len()) {
            (false, _) => Some(Outcome::First),
            (true, 1) => Some(Outcome::Second),
            (true, _) => None,
        }
    }

    /// The candidates in increasing order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Grundy> + '_ {
        self.0.iter().copied()
    }
}

/// The nim-sums of one candidate from each side.
impl Add for &Candidates {
    type Output = Candidates;
    fn add(self, other: &Candidates) -> Candidates {
        Candidates(self.iter().flat_map(|a| other.iter().map(move |b| a + b)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_of_a_half_known_position() {
        // subsets(8,3): options 0 and 2 are known, and 4; one is not (Brouwer-Christensen 2.4).
        let known = [0, 2, 4].map(Grundy).into();
        assert_eq!(Candidates::mex(&known, 1).iter().collect::<Vec<_>>(), [Grundy(1), Grundy(3)]);
        assert_eq!(Candidates::mex(&known, 0).value(), Some(Grundy(1)));
        assert_eq!(Candidates::mex(&known, 1).outcome(), Some(Outcome::First));
    }
}
