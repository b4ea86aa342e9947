//! What is known of the options of a set.

use crate::element::ElementSet;
use crate::search::{DownSetSearch, Knowledge};
use crate::value::{Candidates, Grundy, Outcome};

/// The possible values of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OptionAnswer {
    /// The value is this.
    Worth(Grundy),
    /// The value is one of these, and there is more than one.
    Among(Candidates),
}

impl OptionAnswer {
    /// Nothing is known of it.
    pub(crate) const UNKNOWN: Self = OptionAnswer::Among(Candidates::ANY);

    pub(crate) fn with_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::First => OptionAnswer::Among(Candidates::AtLeast(Grundy(1))),
            Outcome::Second => OptionAnswer::Worth(Grundy::ZERO),
        }
    }

    /// What a search knows about it: its value, or at least its winner.
    pub(crate) fn known(search: &mut dyn DownSetSearch, option: &ElementSet) -> Self {
        match search.known(option) {
            Knowledge::Exact(value) => OptionAnswer::Worth(Grundy(value.into())),
            known if known.is(0) == Some(false) => OptionAnswer::with_outcome(Outcome::First),
            Knowledge::Not(_) => OptionAnswer::UNKNOWN,
        }
    }

    /// Its value, if known.
    pub(crate) fn value(&self) -> Option<Grundy> {
        match self {
            OptionAnswer::Worth(value) => Some(*value),
            OptionAnswer::Among(_) => None,
        }
    }

    /// Its possible values.
    pub(crate) fn candidates(&self) -> Candidates {
        match self {
            OptionAnswer::Worth(value) => Candidates::exactly(*value),
            OptionAnswer::Among(candidates) => candidates.clone(),
        }
    }

    /// Combines what both say.
    pub(crate) fn and(self, other: OptionAnswer) -> Self {
        match (self, other) {
            (worth @ OptionAnswer::Worth(_), _) | (_, worth @ OptionAnswer::Worth(_)) => worth,
            (OptionAnswer::Among(one), OptionAnswer::Among(other)) => one.and(&other).into(),
        }
    }
}

impl From<Candidates> for OptionAnswer {
    fn from(candidates: Candidates) -> Self {
        candidates.value().map_or(OptionAnswer::Among(candidates), OptionAnswer::Worth)
    }
}

/// The most candidates worth listing.
const MOST_CANDIDATES: usize = 64;

/// The possible values, from what is known of one option per orbit.
pub(crate) fn candidates(options: &[OptionAnswer]) -> Candidates {
    let options: Vec<Candidates> = options.iter().map(OptionAnswer::candidates).collect();
    Candidates::mex(&options, MOST_CANDIDATES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_worth_nothing() {
        let [lost, won] = [Outcome::Second, Outcome::First].map(OptionAnswer::with_outcome);
        let one_or_two = Candidates::OneOf([Grundy(1), Grundy(2)].into());
        assert_eq!(candidates(&[lost.clone(), OptionAnswer::UNKNOWN]), one_or_two);
        assert_eq!(candidates(&[lost, won.clone()]), one_or_two);
        assert_eq!(candidates(&[won.clone(), won.clone(), won]), Candidates::exactly(Grundy::ZERO));
        assert_eq!(candidates(&vec![OptionAnswer::UNKNOWN; 100]), Candidates::ANY);
    }
}
