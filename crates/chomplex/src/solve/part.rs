//! One connected part: what follows about it, and what is known of its moves.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;

use crate::budget::{Budget, Stop};
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, Copies};
use crate::crew;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::reason::{Claim, Reason, Rule, StepId};
use crate::search::Question;
use crate::shape::Shape;
use crate::theorem::{Options, THEOREMS};
use crate::value::{Candidates, Grundy};

use super::derive::{Deriver, Effort, Undecided};
use super::options::{OptionAnswer, candidates, look_ahead};

/// What is known of a part.
pub(crate) struct PartAnswer {
    /// The possible values.
    pub(crate) value: Candidates,
    /// The orbits of its moves, as places in the list of its elements.
    pub(crate) orbits: Vec<Vec<usize>>,
    /// What is known of its options, one for each orbit of moves.
    pub(crate) options: Vec<OptionAnswer>,
    /// Why; the conclusion may say less than was asked.
    pub(crate) reason: Reason,
    /// The number of positions examined.
    pub(crate) positions: u64,
    /// Why the work stopped early.
    pub(crate) stopped_by: Option<Stop>,
    /// Why the work on the options stopped early.
    pub(crate) moves_stopped_by: Option<Stop>,
    /// The theorems that candidates and options rely on, besides those of the reason.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
}

/// Solves one part of each kind, several at a time if there are threads for it.
pub(crate) fn solve_parts(
    poset: &Poset,
    kinds: &[Copies],
    question: &Question,
    budget: &Budget,
    effort: Effort,
) -> Vec<PartAnswer> {
    let answers: Vec<Mutex<Option<PartAnswer>>> = kinds.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    crew::each(budget.threads().min(kinds.len()), |_| {
        while let Some((copies, place)) = kinds.iter().zip(&answers).nth(next.fetch_add(1, Relaxed)) {
            *place.lock() = Some(solve_part(poset, copies, question, budget, effort));
        }
    });
    answers.into_iter().map(|answer| answer.into_inner().expect("all are solved")).collect()
}

fn solve_part(poset: &Poset, copies: &Copies, question: &Question, budget: &Budget, effort: Effort) -> PartAnswer {
    // An even number of copies cancels, whatever they are worth, so little effort goes into their
    // value.
    let cancels = copies.images.len().is_multiple_of(2);
    let effort = if cancels { Effort::Little } else { effort };
    let mut deriver = Deriver::new(poset, question.clone(), budget, effort);
    let (value, conclusion, stopped_by) = match deriver.derive(&copies.part, question.goal) {
        Ok(step) => (Candidates::from(deriver.reason.step(step).claim), Some(step), None),
        Err(Undecided { stop, candidates, bound }) => {
            let stopped_by = Some(stop).filter(|_| !cancels || stop != Stop::Positions);
            (candidates, bound, stopped_by)
        }
    };
    let orbits = match &copies.orbits[..] {
        [] => copies::orbits(poset, &copies.part, copies::Effort::little(MAX_LABELLED, budget)),
        known => known.to_vec(),
    };
    // Nothing from a damaged tablebase is used.
    let options = if stopped_by == Some(Stop::Damage) {
        vec![OptionAnswer::UNKNOWN; orbits.len()]
    } else {
        known_options(&mut deriver, &copies.part, &orbits, conclusion)
    };
    let positions = deriver.positions();
    deriver.search.iter().for_each(|opened| opened.search().rest());
    let mut reason = deriver.reason;
    conclusion.into_iter().for_each(|step| reason.conclude(step));
    let assumed = if stopped_by.is_some() { deriver.assumed } else { BTreeSet::new() };
    let moves_stopped_by = None;
    let mut answer = PartAnswer { value, orbits, options, reason, positions, stopped_by, moves_stopped_by, assumed };
    answer.value = answer.refined();
    answer
}

/// What is known of the options: from a formula, or from a search of the part.
fn known_options(
    deriver: &mut Deriver<'_>,
    part: &ElementSet,
    orbits: &[Vec<usize>],
    conclusion: Option<StepId>,
) -> Vec<OptionAnswer> {
    let poset = deriver.poset;
    if let Some(values) = conclusion.and_then(|step| by_formula(deriver, part, step)) {
        return orbits.iter().map(|orbit| values[orbit[0]].clone()).collect();
    }
    let elements: Vec<Element> = part.iter().collect();
    let winning = conclusion.and_then(|step| winning_move(&deriver.reason, step));
    let winning = elements.iter().position(|&x| Some(x) == winning);
    let known = |orbit: &Vec<usize>| match deriver.search_on(part) {
        _ if winning.is_some_and(|winning| orbit.contains(&winning)) => OptionAnswer::Worth(Grundy::ZERO),
        Some(mut search) => OptionAnswer::known(&mut *search, &(part - poset.up_set(elements[orbit[0]]))),
        None => OptionAnswer::UNKNOWN,
    };
    orbits.iter().map(known).collect()
}

impl PartAnswer {
    /// Examines the options that are not known yet.
    pub(crate) fn look_ahead(
        &mut self,
        poset: &Poset,
        copies: &Copies,
        question: &Question,
        budget: &Budget,
        effort: Effort,
    ) {
        let elements: Vec<Element> = copies.part.iter().collect();
        let (places, moves): (Vec<usize>, Vec<Element>) = self
            .orbits
            .iter()
            .enumerate()
            .filter(|&(i, _)| self.options[i].value().is_none())
            .map(|(i, orbit)| (i, elements[orbit[0]]))
            .unzip();
        if !moves.is_empty() && budget.check().is_ok() {
            let ahead = look_ahead(poset, &copies.part, &moves, question, budget, effort);
            for (i, option) in places.into_iter().zip(ahead.options) {
                let known = std::mem::replace(&mut self.options[i], OptionAnswer::UNKNOWN);
                self.options[i] = known.and(option);
            }
            self.assumed.extend(ahead.assumed);
            self.moves_stopped_by = ahead.stopped_by;
        }
    }

    /// The possible values, narrowed down by what is known of the options.
    pub(crate) fn refined(&self) -> Candidates {
        let value = self.value.clone();
        if value.value().is_none() { value.and(&candidates(&self.options)) } else { value }
    }
}

/// The value of the option after each element, if the rule that decided the part gives it.
fn by_formula(deriver: &mut Deriver<'_>, part: &ElementSet, conclusion: StepId) -> Option<Vec<OptionAnswer>> {
    let shape = Shape::new(deriver.poset, part);
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
