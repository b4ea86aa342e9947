//! The options of a set, examined one by one with growing effort.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::budget::Stop;
use crate::element::{Element, ElementSet};
use crate::question::Goal;
use crate::reason::StepId;
use crate::value::Candidates;

use super::derive::Deriver;
use super::effort::Effort;
use super::options::OptionAnswer;

/// The result of examining options.
pub(crate) struct Examined {
    /// What is known of each, in the order of the moves.
    pub(crate) options: Vec<OptionAnswer>,
    /// The theorems that this relies on without proof.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
    /// Why the work stopped for some of them.
    pub(crate) stopped_by: Option<Stop>,
}

/// The steps about options, and why the work stopped for others.
struct OptionSteps {
    steps: Vec<StepId>,
    stopped_by: Option<Stop>,
}

/// In every pass except the full one, the examination stops after this many elements, counted over
/// all options.
const MOST_ELEMENTS: usize = 1 << 21;

/// Limit on the positions of all searches of medium length together.
const MOST_POSITIONS: u64 = 1 << 20;

impl Deriver<'_> {
    /// What rules and searches say about the options after these moves. Cheap methods come first:
    /// rules for all options, then small searches, then longer ones; each goes from the smallest
    /// option to the largest.
    pub(super) fn examine_options(&mut self, set: &ElementSet, moves: &[Element], effort: Effort) -> Examined {
        // A proof will need few of these steps, so no search is kept for them.
        let wants_proof = std::mem::replace(&mut self.question.proof, false);
        let root = self.root.take();
        let outer = self.search.take_if(|opened| opened.root != *set);
        let mut examined =
            Examined { options: vec![OptionAnswer::UNKNOWN; moves.len()], assumed: BTreeSet::new(), stopped_by: None };
        let mut smallest_first: Vec<(usize, ElementSet)> =
            moves.iter().map(|&x| set - self.poset.up_set(x)).enumerate().collect();
        smallest_first.sort_by_key(|(_, option)| option.len());
        let mut steps = Vec::new();
        for pass in Effort::PASSES.into_iter().filter(|&pass| pass <= effort) {
            let found = self.examine_in_pass(set, &smallest_first, pass, &mut examined.options);
            steps.extend(found.steps);
            examined.stopped_by = found.stopped_by;
            if examined.options.iter().all(|option| option.value().is_some()) {
                break;
            }
        }
        examined.assumed = self.reason.assumed_by(&steps);
        if outer.is_some() {
            self.close();
            self.search = outer;
        }
        (self.root, self.question.proof) = (root, wants_proof);
        examined
    }

    /// Examines with one effort the options whose value is not known yet.
    fn examine_in_pass(
        &mut self,
        set: &ElementSet,
        smallest_first: &[(usize, ElementSet)],
        pass: Effort,
        options: &mut [OptionAnswer],
    ) -> OptionSteps {
        let mut found = OptionSteps { steps: Vec::new(), stopped_by: None };
        // Searches share the one on the set, except those of medium length, which are better on
        // their own.
        let shares = pass != Effort::Some;
        self.root = Some(set.clone()).filter(|_| shares);
        let aside = if shares { None } else { self.search.take() };
        if let Some(opened) = &mut self.search {
            opened.renew();
        }
        let (mut looked_at, before) = (0, self.positions());
        for (i, option) in smallest_first {
            looked_at += set.len();
            let enough = match pass {
                Effort::Full | Effort::More => false,
                Effort::Some => looked_at > MOST_ELEMENTS || self.positions().saturating_sub(before) > MOST_POSITIONS,
                Effort::Rules | Effort::Little => looked_at > MOST_ELEMENTS,
            };
            if options[*i].value().is_some() {
                continue;
            }
            if enough {
                found.stopped_by.get_or_insert(Stop::Positions);
                break;
            }
            let answer = self.with_effort(pass, |deriver| deriver.examine_option(option, &mut found));
            options[*i] = std::mem::replace(&mut options[*i], OptionAnswer::UNKNOWN).and(answer);
        }
        if aside.is_some() {
            self.close();
            self.search = aside;
        }
        found
    }

    /// Derives the value of an option, or else its winner.
    fn examine_option(&mut self, option: &ElementSet, found: &mut OptionSteps) -> OptionAnswer {
        let undecided = match self.derive(option, Goal::Grundy) {
            Ok(step) => {
                found.steps.push(step);
                return OptionAnswer::Worth(self.value_of(step));
            }
            Err(undecided) => undecided,
        };
        found.stopped_by.get_or_insert(undecided.stop);
        found.steps.extend(undecided.bound);
        let known = OptionAnswer::from(undecided.candidates);
        if known.candidates().outcome().is_some() {
            return known;
        }
        match self.derive(option, Goal::Outcome) {
            Ok(step) => {
                found.steps.push(step);
                known.and(Candidates::from(self.reason.step(step).claim).into())
            }
            Err(_) => known,
        }
    }
}
