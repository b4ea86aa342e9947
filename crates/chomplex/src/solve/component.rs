//! One component: what follows about it, and what is known of its moves.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::budget::{Budget, Stop};
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, Copies};
use crate::element::{Element, ElementSet};
use crate::position::Position;
use crate::question::{Goal, Question};
use crate::reason::{Claim, Reason, Rule, StepId};
use crate::shape::Shape;
use crate::theorem::{Options, THEOREMS};
use crate::value::{Candidates, Grundy};

use super::derive::{Deriver, Undecided};
use super::effort::Effort;
use super::options::{OptionAnswer, candidates};

/// A component of a position, its isomorphic copies, and what is known of it.
pub(crate) struct Component<'a> {
    pub(crate) copies: Copies,
    /// Everything that was derived about the component and its options.
    deriver: Deriver<'a>,
    /// The possible values.
    pub(crate) value: Candidates,
    /// The step that says this; it may say less than was asked.
    conclusion: Option<StepId>,
    /// The orbits of its moves, as places in the list of its elements.
    pub(crate) orbits: Vec<Vec<usize>>,
    /// What is known of its options, one for each orbit of moves.
    pub(crate) options: Vec<OptionAnswer>,
    /// The number of positions examined to decide it.
    pub(crate) positions: u64,
    /// Why the work stopped early.
    pub(crate) stopped_by: Option<Stop>,
    /// Why the work on the options stopped early.
    pub(crate) options_stopped_by: Option<Stop>,
    /// The theorems that candidates and options rely on, besides those of the reason.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
}

impl<'a> Component<'a> {
    /// A component of which nothing is known yet.
    pub(crate) fn new(position: &'a Position, copies: Copies, question: &Question, budget: &Budget) -> Self {
        Component {
            deriver: Deriver::new(position, question.clone(), budget, Effort::Full),
            value: Candidates::ANY,
            conclusion: None,
            orbits: copies.orbits.clone(),
            options: Vec::new(),
            copies,
            positions: 0,
            stopped_by: None,
            options_stopped_by: None,
            assumed: BTreeSet::new(),
        }
    }

    /// Derives the answer, and what follows about the options on the way.
    pub(crate) fn decide(&mut self, goal: Goal, effort: Effort) {
        let (component, deriver) = (&self.copies.part, &mut self.deriver);
        // An even number of copies cancels, whatever they are worth, so little effort goes into
        // their value.
        let cancels = self.copies.images.len().is_multiple_of(2);
        deriver.effort = if cancels { Effort::Little } else { effort };
        (self.value, self.conclusion, self.stopped_by) = match deriver.derive(component, goal) {
            Ok(step) => (Candidates::from(deriver.reason.step(step).claim), Some(step), None),
            Err(Undecided { stop, candidates, bound }) => {
                let stopped_by = Some(stop).filter(|_| !cancels || stop != Stop::Positions);
                (candidates, bound, stopped_by)
            }
        };
        if self.orbits.is_empty() {
            let effort = copies::Effort::little(MAX_LABELLED, &deriver.budget);
            self.orbits = copies::orbits(deriver.poset, component, effort);
        }
        // Nothing from a damaged tablebase is used.
        self.options = if self.stopped_by == Some(Stop::Damage) {
            vec![OptionAnswer::UNKNOWN; self.orbits.len()]
        } else {
            known_options(deriver, component, &self.orbits, self.conclusion)
        };
        self.positions = deriver.positions();
        self.assumed = if self.stopped_by.is_some() { deriver.assumed.clone() } else { BTreeSet::new() };
        self.value = self.refined();
    }

    /// Frees the memory of the latest search.
    pub(crate) fn close_search(&mut self) {
        self.deriver.close();
    }

    /// Examines the options that are not known yet.
    pub(crate) fn examine_open_options(&mut self, budget: &Budget, effort: Effort) {
        let elements: Vec<Element> = self.copies.part.iter().collect();
        let (places, moves): (Vec<usize>, Vec<Element>) = self
            .orbits
            .iter()
            .enumerate()
            .filter(|&(i, _)| self.options[i].value().is_none())
            .map(|(i, orbit)| (i, elements[orbit[0]]))
            .unzip();
        if moves.is_empty() || budget.check().is_err() {
            return;
        }
        (self.deriver.budget, self.deriver.effort) = (budget.clone(), effort);
        let examined = self.deriver.examine_options(&self.copies.part, &moves, effort);
        for (i, option) in places.into_iter().zip(examined.options) {
            let known = std::mem::replace(&mut self.options[i], OptionAnswer::UNKNOWN);
            self.options[i] = known.and(option);
        }
        self.assumed.extend(examined.assumed);
        self.options_stopped_by = examined.stopped_by;
    }

    /// The possible values, narrowed down by what is known of the options.
    pub(crate) fn refined(&self) -> Candidates {
        let value = self.value.clone();
        if value.value().is_none() { value.and(&candidates(&self.options)) } else { value }
    }

    /// The reason for what is known of the value.
    pub(crate) fn into_reason(mut self) -> Reason {
        self.deriver.close();
        let mut reason = self.deriver.reason;
        self.conclusion.into_iter().for_each(|step| reason.conclude(step));
        reason.pruned()
    }
}

/// What is known of the options: from a formula, or from a search of the component.
fn known_options(
    deriver: &mut Deriver<'_>,
    component: &ElementSet,
    orbits: &[Vec<usize>],
    conclusion: Option<StepId>,
) -> Vec<OptionAnswer> {
    let poset = deriver.poset;
    if let Some(values) = conclusion.and_then(|step| by_formula(deriver, component, step)) {
        return orbits.iter().map(|orbit| values[orbit[0]].clone()).collect();
    }
    let elements: Vec<Element> = component.iter().collect();
    let winning = conclusion.and_then(|step| winning_move(&deriver.reason, step));
    let winning = elements.iter().position(|&x| Some(x) == winning);
    let known = |orbit: &Vec<usize>| match deriver.search_on(component) {
        _ if winning.is_some_and(|winning| orbit.contains(&winning)) => OptionAnswer::Worth(Grundy::ZERO),
        Some(mut search) => OptionAnswer::known(&mut *search, &(component - poset.up_set(elements[orbit[0]]))),
        None => OptionAnswer::UNKNOWN,
    };
    orbits.iter().map(known).collect()
}

/// The value of the option after each element, if the rule that decided the component gives it.
fn by_formula(deriver: &mut Deriver<'_>, component: &ElementSet, conclusion: StepId) -> Option<Vec<OptionAnswer>> {
    let shape = Shape::new(deriver.poset, component);
    match &deriver.reason.step(conclusion).rule {
        Rule::Theorem(finding) => {
            let theorem = THEOREMS.iter().find(|theorem| theorem.card.rule == finding.rule)?;
            match theorem.options {
                Options::Values(options) => Some(options(&shape).into_iter().map(OptionAnswer::Worth).collect()),
                Options::Outcomes(options) => {
                    Some(options(&shape)?.into_iter().map(OptionAnswer::with_outcome).collect())
                }
                Options::Unknown => None,
            }
        }
        Rule::OrdinalSum(_) => {
            let values = deriver.options_of_ordinal_sum(&shape)?;
            let answer = |value: Option<Grundy>| value.map_or(OptionAnswer::UNKNOWN, OptionAnswer::Worth);
            Some(values.into_iter().map(answer).collect())
        }
        _ => None,
    }
}

/// A winning move named by a reason: a winning move in what folds and twins leave also wins in the
/// whole.
fn winning_move(reason: &Reason, mut step: StepId) -> Option<Element> {
    loop {
        match &reason.step(step).rule {
            Rule::Fold(_, left) | Rule::Twins(.., left) if left.map.is_none() => step = left.step,
            Rule::Reply(x, _) if reason.step(step).claim == Claim::Not(Grundy::ZERO) => return Some(*x),
            _ => return None,
        }
    }
}
