//! What is known of the options of a set.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::budget::{Budget, Stop};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::reason::StepId;
use crate::search::{Goal, Question, Search};
use crate::value::{Candidates, Grundy, Outcome};

use super::derive::{Deriver, Effort};

/// What is known of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OptionAnswer {
    /// Its value.
    Worth(Grundy),
    /// That it is not 0.
    Wins,
    /// Nothing.
    Unknown,
}

impl OptionAnswer {
    fn with_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::First => OptionAnswer::Wins,
            Outcome::Second => OptionAnswer::Worth(Grundy::ZERO),
        }
    }

    /// What a search knows of it.
    pub(crate) fn known(search: &mut dyn Search, option: &ElementSet) -> Self {
        match (search.known_value(option), search.known_outcome(option)) {
            (Some(value), _) => OptionAnswer::Worth(value),
            (None, Some(outcome)) => OptionAnswer::with_outcome(outcome),
            (None, None) => OptionAnswer::Unknown,
        }
    }

    /// Its value, if that is known.
    pub(crate) fn value(self) -> Option<Grundy> {
        match self {
            OptionAnswer::Worth(value) => Some(value),
            OptionAnswer::Wins | OptionAnswer::Unknown => None,
        }
    }
}

/// What came of looking at options.
pub(crate) struct Ahead {
    /// What is known of them, in the order they were asked for.
    pub(crate) options: Vec<OptionAnswer>,
    /// The theorems that this takes on trust.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
    /// What ended the work on some of them.
    pub(crate) stopped_by: Option<Stop>,
}

/// Unless everything is wanted, looking ahead ends when so many elements of options have been looked at.
const MOST_ELEMENTS: usize = 1 << 21;

/// Candidates are worth naming only while they are few.
const MOST_CANDIDATES: usize = 64;

/// What rules and searches say of the options of a set by these moves: first what rules say of all of them, then, if that is
/// wanted, searches.
pub(crate) fn look_ahead(
    poset: &Poset,
    set: &ElementSet,
    moves: &[Element],
    question: &Question,
    budget: &Budget,
    effort: Effort,
) -> Ahead {
    let question = Question { goal: Goal::Grundy, proof: false, ..question.clone() };
    let mut deriver = Deriver::new(poset, question, budget, effort).searching(set);
    let mut found = Found { steps: Vec::new(), stopped_by: None };
    let mut options = vec![OptionAnswer::Unknown; moves.len()];
    for pass in [Effort::Rules, effort] {
        let mut looked_at = 0;
        for (option, &x) in options.iter_mut().zip(moves) {
            looked_at += set.len();
            if option.value().is_none() && (effort == Effort::Full || looked_at <= MOST_ELEMENTS) {
                *option = deriver.with_effort(pass, |deriver| found.look(deriver, &(set - poset.up_set(x))));
            }
        }
        if pass == effort || options.iter().all(|option| option.value().is_some()) {
            break;
        }
        found.stopped_by = None;
    }
    Ahead { options, assumed: deriver.reason.assumed_by(&found.steps), stopped_by: found.stopped_by }
}

/// The steps that say something of options, and what ended the work on others.
struct Found {
    steps: Vec<StepId>,
    stopped_by: Option<Stop>,
}

impl Found {
    fn look(&mut self, deriver: &mut Deriver<'_>, option: &ElementSet) -> OptionAnswer {
        let undecided = match deriver.derive(option, Goal::Grundy) {
            Ok(step) => {
                self.steps.push(step);
                return OptionAnswer::Worth(deriver.value_of(step));
            }
            Err(undecided) => undecided,
        };
        self.stopped_by.get_or_insert(undecided.stop);
        match deriver.derive(option, Goal::Outcome) {
            Ok(step) => {
                self.steps.push(step);
                let outcome = deriver.reason.step(step).claim.outcome();
                outcome.map_or(OptionAnswer::Unknown, OptionAnswer::with_outcome)
            }
            Err(_) => OptionAnswer::Unknown,
        }
    }
}

/// What the value can be, from what is known of an option of each orbit.
pub(crate) fn candidates(options: &[OptionAnswer]) -> Candidates {
    let known: BTreeSet<Grundy> = options.iter().filter_map(|option| option.value()).collect();
    let count = |what: OptionAnswer| options.iter().filter(|&&option| option == what).count();
    let mex = Candidates::mex(&known, count(OptionAnswer::Wins), count(OptionAnswer::Unknown));
    match &mex {
        Candidates::OneOf(set) if set.len() <= MOST_CANDIDATES => mex,
        Candidates::OneOf(_) | Candidates::AtLeast(_) => {
            Candidates::AtLeast(Grundy(u32::from(known.contains(&Grundy::ZERO))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_worth_nothing() {
        let lost = OptionAnswer::with_outcome(Outcome::Second);
        let one_or_two = Candidates::OneOf([Grundy(1), Grundy(2)].into());
        assert_eq!(candidates(&[lost, OptionAnswer::Unknown]), one_or_two);
        assert_eq!(candidates(&[lost, OptionAnswer::Wins]), one_or_two);
        assert_eq!(candidates(&[OptionAnswer::Wins; 3]), Candidates::exactly(Grundy::ZERO));
        assert_eq!(candidates(&[OptionAnswer::Unknown; 100]), Candidates::ANY);
    }
}
