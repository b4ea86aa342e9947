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

/// What the value can be, when it is not known which of several it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// It is one of these, and there is at least one.
    OneOf(BTreeSet<Grundy>),
    /// It is not less than this.
    AtLeast(Grundy),
}

impl Candidates {
    /// Nothing is known.
    pub const ANY: Candidates = Candidates::AtLeast(Grundy::ZERO);

    /// The one value.
    #[must_use]
    pub fn exactly(value: Grundy) -> Self {
        Candidates::OneOf([value].into())
    }

    /// What the mex can be when these values of options are known, `wins` further options are known not to be 0, and of
    /// `unknown` others nothing is known: a value that is not known to be reached, with no more gaps below it than unknown
    /// options could fill.
    #[must_use]
    pub fn mex(known: &BTreeSet<Grundy>, wins: usize, unknown: usize) -> Self {
        let zero = known.contains(&Grundy::ZERO) || unknown > 0;
        let all = (0..).map(Grundy).filter(|v| !known.contains(v)).take(wins + unknown + 1);
        Candidates::OneOf(all.filter(|&v| zero || v == Grundy::ZERO).collect())
    }

    /// What both say.
    ///
    /// # Panics
    /// If they contradict each other.
    #[must_use]
    pub fn and(self, other: &Candidates) -> Self {
        let both = match (self, other) {
            (Candidates::AtLeast(a), &Candidates::AtLeast(b)) => return Candidates::AtLeast(a.max(b)),
            (Candidates::OneOf(set), &Candidates::AtLeast(a)) => set.into_iter().filter(|&v| v >= a).collect(),
            (Candidates::AtLeast(a), Candidates::OneOf(set)) => set.iter().copied().filter(|&v| v >= a).collect(),
            (Candidates::OneOf(set), Candidates::OneOf(other)) => &set & other,
        };
        assert!(!both.is_empty(), "what is known of a value is true");
        Candidates::OneOf(both)
    }

    /// Whether it can be this value.
    #[must_use]
    pub fn allow(&self, value: Grundy) -> bool {
        match self {
            Candidates::OneOf(set) => set.contains(&value),
            Candidates::AtLeast(least) => value >= *least,
        }
    }

    /// The value, if only one is left.
    #[must_use]
    pub fn value(&self) -> Option<Grundy> {
        match self {
            Candidates::OneOf(set) if set.len() == 1 => set.first().copied(),
            Candidates::OneOf(_) | Candidates::AtLeast(_) => None,
        }
    }

    /// The outcome, if all candidates agree on it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Candidates::OneOf(set) if !set.contains(&Grundy::ZERO) => Some(Outcome::First),
            Candidates::AtLeast(least) if *least > Grundy::ZERO => Some(Outcome::First),
            _ => self.value().map(Grundy::outcome),
        }
    }
}

/// The nim-sums of one candidate from each side.
impl Add for &Candidates {
    type Output = Candidates;
    fn add(self, other: &Candidates) -> Candidates {
        match (self, other) {
            (Candidates::OneOf(these), Candidates::OneOf(those)) => {
                Candidates::OneOf(these.iter().flat_map(|&a| those.iter().map(move |&b| a + b)).collect())
            }
            // Small numbers do not touch the digits that make a number large.
            (Candidates::AtLeast(least), Candidates::OneOf(small))
            | (Candidates::OneOf(small), Candidates::AtLeast(least))
                if least.0.is_power_of_two() && small.last() < Some(least) =>
            {
                Candidates::AtLeast(*least)
            }
            _ => Candidates::ANY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_of<const N: usize>(values: [u32; N]) -> Candidates {
        Candidates::OneOf(values.map(Grundy).into())
    }

    #[test]
    fn candidates_of_a_half_known_position() {
        // subsets(8,3): options 0 and 2 are known, one is not (Brouwer-Christensen 2.4).
        let known = [0, 2].map(Grundy).into();
        assert_eq!(Candidates::mex(&known, 0, 1), one_of([1, 3]));
        assert_eq!(Candidates::mex(&known, 0, 0).value(), Some(Grundy(1)));
        assert_eq!(Candidates::mex(&known, 0, 1).outcome(), Some(Outcome::First));
        // Options that are won do not bring 0.
        let known = [1].map(Grundy).into();
        assert_eq!(Candidates::mex(&known, 2, 0), one_of([0]));
        assert_eq!(Candidates::mex(&known, 1, 1), one_of([0, 2, 3]));
    }

    #[test]
    fn candidates_add_up() {
        assert_eq!(&one_of([1, 3]) + &one_of([2]), one_of([1, 3]));
        let large = Candidates::AtLeast(Grundy(4));
        assert_eq!(&large + &one_of([0, 3]), large);
        assert_eq!(&one_of([4]) + &large, Candidates::ANY);
        assert_eq!(one_of([0, 5, 9]).and(&large), one_of([5, 9]));
        assert_eq!(large.outcome(), Some(Outcome::First));
    }
}
