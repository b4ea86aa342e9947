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

    /// What a search knows about it.
    pub(crate) fn known(search: &mut dyn Search, option: &ElementSet) -> Self {
        match (search.known_value(option), search.known_outcome(option)) {
            (Some(value), _) => OptionAnswer::Worth(value),
            (None, Some(outcome)) => OptionAnswer::with_outcome(outcome),
            (None, None) => OptionAnswer::UNKNOWN,
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

/// The result of looking at options.
pub(crate) struct Ahead {
    /// What is known of each, in the order of the moves.
    pub(crate) options: Vec<OptionAnswer>,
    /// The theorems that this relies on without proof.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
    /// Why the work stopped for some of them.
    pub(crate) stopped_by: Option<Stop>,
}

/// In every pass except the full one, looking ahead stops after this many elements, counted over
/// all options.
const MOST_ELEMENTS: usize = 1 << 21;

/// Limit on the positions of all searches of medium length together.
const MOST_POSITIONS: u64 = 1 << 20;

/// The most candidates worth listing.
const MOST_CANDIDATES: usize = 64;

/// What rules and searches say about the options after these moves. Cheap methods come first: rules
/// for all options, then small searches, then longer ones; each goes from the smallest option to
/// the largest.
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
    let mut options = vec![OptionAnswer::UNKNOWN; moves.len()];
    let mut smallest_first: Vec<(usize, ElementSet)> =
        moves.iter().map(|&x| set - poset.up_set(x)).enumerate().collect();
    smallest_first.sort_by_key(|(_, option)| option.len());
    for pass in Effort::PASSES.into_iter().filter(|&pass| pass <= effort) {
        found.stopped_by = None;
        // Searches share one table, except those of medium length, which are better on their own.
        deriver.root = Some(set.clone()).filter(|_| pass != Effort::Some);
        let (mut looked_at, before) = (0, deriver.positions());
        for (i, option) in &smallest_first {
            looked_at += set.len();
            let enough = match pass {
                Effort::Full | Effort::More => false,
                Effort::Some => looked_at > MOST_ELEMENTS || deriver.positions() - before > MOST_POSITIONS,
                Effort::Rules | Effort::Little => looked_at > MOST_ELEMENTS,
            };
            if options[*i].value().is_some() {
                continue;
            }
            if enough {
                found.stopped_by.get_or_insert(Stop::Positions);
                break;
            }
            let answer = deriver.with_effort(pass, |deriver| found.look(deriver, option));
            options[*i] = std::mem::replace(&mut options[*i], OptionAnswer::UNKNOWN).and(answer);
        }
        if options.iter().all(|option| option.value().is_some()) {
            break;
        }
    }
    Ahead { options, assumed: deriver.reason.assumed_by(&found.steps), stopped_by: found.stopped_by }
}

/// The steps about options, and why the work stopped for others.
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
        self.steps.extend(undecided.bound);
        let known = OptionAnswer::from(undecided.candidates);
        if known.candidates().outcome().is_some() {
            return known;
        }
        match deriver.derive(option, Goal::Outcome) {
            Ok(step) => {
                self.steps.push(step);
                known.and(Candidates::from(deriver.reason.step(step).claim).into())
            }
            Err(_) => known,
        }
    }
}

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
