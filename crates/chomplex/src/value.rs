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

/// The Grundy value of a position: the size of the equivalent Nim heap. `+` is the nim-sum.
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

/// The least value that is not in the collection.
pub fn mex(values: impl IntoIterator<Item = Grundy>) -> Grundy {
    let seen: BTreeSet<Grundy> = values.into_iter().collect();
    (0..).map(Grundy).find(|v| !seen.contains(v)).expect("finitely many values are seen")
}

/// The possible values of a position whose value is not fully known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// One of these values; the set is not empty.
    OneOf(BTreeSet<Grundy>),
    /// This value or a larger one.
    AtLeast(Grundy),
}

impl Candidates {
    /// Nothing is known.
    pub const ANY: Candidates = Candidates::AtLeast(Grundy::ZERO);

    /// Exactly this value.
    #[must_use]
    pub fn exactly(value: Grundy) -> Self {
        Candidates::OneOf([value].into())
    }

    /// The possible values of the mex of options, given the possible values of each option.
    ///
    /// These are the values that no option is known to have and below which different options can
    /// take all values. If there are more than `most` of them, the result tells only whether 0 is
    /// possible.
    ///
    /// ```
    /// use chomplex::{Candidates, Grundy};
    /// let [zero, two] = [0, 2].map(|value| Candidates::exactly(Grundy(value)));
    /// let won = Candidates::AtLeast(Grundy(1));
    /// let mex = Candidates::mex(&[zero, two, won], 64);
    /// assert_eq!(mex, Candidates::OneOf([Grundy(1), Grundy(3)].into()));
    /// ```
    #[must_use]
    pub fn mex(options: &[Candidates], most: usize) -> Self {
        let known: BTreeSet<Grundy> = options.iter().filter_map(Candidates::value).collect();
        let open: Vec<&Candidates> = options.iter().filter(|option| option.value().is_none()).collect();
        let mut assigned: Vec<Option<Grundy>> = vec![None; open.len()];
        let mut all = BTreeSet::new();
        for value in (0..).map(Grundy).filter(|value| !known.contains(value)) {
            all.insert(value);
            if all.len() > most {
                return Candidates::AtLeast(Grundy(u32::from(!all.contains(&Grundy::ZERO))));
            }
            if !assign(value, &open, &mut assigned, &mut vec![false; open.len()]) {
                break;
            }
        }
        Candidates::OneOf(all)
    }

    /// The values possible according to both.
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

    /// Whether this value is possible.
    #[must_use]
    pub fn allow(&self, value: Grundy) -> bool {
        match self {
            Candidates::OneOf(set) => set.contains(&value),
            Candidates::AtLeast(least) => value >= *least,
        }
    }

    /// The value, if only one is possible.
    #[must_use]
    pub fn value(&self) -> Option<Grundy> {
        match self {
            Candidates::OneOf(set) if set.len() == 1 => set.first().copied(),
            Candidates::OneOf(_) | Candidates::AtLeast(_) => None,
        }
    }

    /// The outcome, if it is the same for all possible values.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Candidates::OneOf(set) if !set.contains(&Grundy::ZERO) => Some(Outcome::First),
            Candidates::AtLeast(least) if *least > Grundy::ZERO => Some(Outcome::First),
            _ => self.value().map(Grundy::outcome),
        }
    }
}

/// Assigns a value to one of the options, reassigning others if necessary (an augmenting path).
fn assign(value: Grundy, options: &[&Candidates], assigned: &mut [Option<Grundy>], tried: &mut [bool]) -> bool {
    for i in 0..options.len() {
        if tried[i] || !options[i].allow(value) {
            continue;
        }
        tried[i] = true;
        if assigned[i].is_none_or(|other| assign(other, options, assigned, tried)) {
            assigned[i] = Some(value);
            return true;
        }
    }
    false
}

/// All nim-sums of one possible value from each side.
impl Add for &Candidates {
    type Output = Candidates;
    fn add(self, other: &Candidates) -> Candidates {
        match (self, other) {
            (Candidates::OneOf(these), Candidates::OneOf(those)) => {
                Candidates::OneOf(these.iter().flat_map(|&a| those.iter().map(move |&b| a + b)).collect())
            }
            // Numbers below a power of two do not change the higher binary digits.
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
        let [zero, one, two] = [0, 1, 2].map(|value| one_of([value]));
        let mex = |options: &[&Candidates]| Candidates::mex(&options.iter().copied().cloned().collect::<Vec<_>>(), 64);
        let half_known = mex(&[&zero, &two, &Candidates::ANY]);
        assert_eq!(half_known, one_of([1, 3]));
        assert_eq!(half_known.outcome(), Some(Outcome::First));
        assert_eq!(mex(&[&zero, &two]).value(), Some(Grundy(1)));
        // Options that are won do not have value 0.
        let won = Candidates::AtLeast(Grundy(1));
        assert_eq!(mex(&[&one, &won, &won]), one_of([0]));
        assert_eq!(mex(&[&one, &won, &Candidates::ANY]), one_of([0, 2, 3]));
        // Two options share two values.
        let [low, high] = [one_of([1, 2]), one_of([3, 4])];
        assert_eq!(mex(&[&zero, &low, &low, &high]), one_of([1, 2, 3, 4]));
        assert_eq!(mex(&[&zero, &low, &high]), one_of([1, 2]));
        assert_eq!(Candidates::mex(&vec![Candidates::ANY; 100], 64), Candidates::ANY);
    }

    /// Every choice of values for the options leads to a candidate, and every candidate comes from
    /// a choice.
    #[test]
    fn candidates_are_all_that_can_be() {
        let sets: Vec<BTreeSet<Grundy>> =
            (1_u32..16).map(|bits| (0..4).filter(|v| bits >> v & 1 == 1).map(Grundy).collect()).collect();
        let sets = &sets;
        for (a, b, c) in sets.iter().flat_map(|a| sets.iter().flat_map(move |b| sets.iter().map(move |c| (a, b, c)))) {
            let mut all = BTreeSet::new();
            for (&x, &y, &z) in a.iter().flat_map(|x| b.iter().flat_map(move |y| c.iter().map(move |z| (x, y, z)))) {
                all.insert(mex([x, y, z]));
            }
            let options = [a, b, c].map(|set| Candidates::OneOf(set.clone()));
            assert_eq!(Candidates::mex(&options, 64), Candidates::OneOf(all));
        }
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
