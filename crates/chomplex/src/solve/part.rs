//! One connected part: a theorem if one applies, else a search.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::budget::{Budget, Stop};
use crate::canon::copies::Copies;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::reason::{Claim, Reason, Rule, Step};
use crate::rule::RuleId;
use crate::search::{self, Goal, Question, Search};
use crate::theorem::chain;
use crate::value::{Candidates, Grundy, Outcome};

/// What is known of a part.
pub(crate) struct PartAnswer {
    /// Who wins it alone.
    pub(crate) outcome: Option<Outcome>,
    /// What its value can be.
    pub(crate) value: Option<Candidates>,
    /// What is known of its options, one for each orbit of moves.
    pub(crate) options: Vec<OptionAnswer>,
    /// Why, concluded if the question is answered.
    pub(crate) reason: Reason,
    /// The number of positions looked at.
    pub(crate) positions: u64,
    /// What ended the work early.
    pub(crate) stopped_by: Option<Stop>,
}

/// What is known of an option of a part.
#[derive(Clone, Copy)]
pub(crate) struct OptionAnswer {
    pub(crate) value: Option<Grundy>,
    pub(crate) outcome: Option<Outcome>,
}

/// A search descends one call for each element; this is ample for 512 of them.
const STACK: usize = 64 << 20;

/// Candidates are worth naming only while they are few.
const MOST_CANDIDATES: usize = 64;

/// Solves one part of each kind, several at a time if there are threads for it.
pub(crate) fn solve_parts(poset: &Poset, kinds: &[Copies], question: &Question, budget: &Budget) -> Vec<PartAnswer> {
    let answers: Vec<Mutex<Option<PartAnswer>>> = kinds.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((copies, place)) = kinds.iter().zip(&answers).nth(next.fetch_add(1, Relaxed)) {
            *place.lock().expect("no worker panics") = Some(solve_part(poset, copies, question, budget));
        }
    };
    thread::scope(|scope| {
        for _ in 0..budget.threads().min(kinds.len()) {
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                // No thread is to be had: this one does it.
                work();
            }
        }
    });
    answers.into_iter().map(|answer| answer.into_inner().expect("no worker panics").expect("all are solved")).collect()
}

fn solve_part(poset: &Poset, copies: &Copies, question: &Question, budget: &Budget) -> PartAnswer {
    let part = &copies.part;
    if question.rules.allow(RuleId::Chain) && poset.is_chain(part) {
        return solved_chain(part, Grundy(u32::try_from(part.len()).expect("fits")));
    }
    match search::open(poset, part, &question.rules, budget) {
        Ok(mut search) => solve_by_search(poset, copies, question, budget, &mut *search),
        Err(stop) => PartAnswer {
            outcome: None,
            value: None,
            options: vec![OptionAnswer { value: None, outcome: None }; copies.orbits.len()],
            reason: Reason::default(),
            positions: 0,
            stopped_by: Some(stop),
        },
    }
}

/// A chain: the move at height h leaves a chain of h elements.
fn solved_chain(part: &ElementSet, value: Grundy) -> PartAnswer {
    let mut reason = Reason::default();
    let step = reason.push(Step {
        set: part.clone(),
        claim: Claim::Value(value),
        rule: Rule::Theorem(chain::finding(part.len())),
    });
    reason.conclude(step);
    let option = |height| OptionAnswer { value: Some(Grundy(height)), outcome: Some(Grundy(height).outcome()) };
    PartAnswer {
        outcome: Some(value.outcome()),
        value: Some(Candidates::exactly(value)),
        options: (0..value.0).map(option).collect(),
        reason,
        positions: 0,
        stopped_by: None,
    }
}

fn solve_by_search(
    poset: &Poset,
    copies: &Copies,
    question: &Question,
    budget: &Budget,
    search: &mut dyn Search,
) -> PartAnswer {
    let part = &copies.part;
    let searched = match question.goal {
        Goal::Outcome => search.outcome(part).map(|outcome| (Some(outcome), None)),
        Goal::Grundy => search.value(part).map(|value| (Some(value.outcome()), Some(value))),
    };
    let stopped_by = searched.err();
    let (outcome, value) = searched.unwrap_or((None, None));

    let elements: Vec<_> = part.iter().collect();
    let options: Vec<OptionAnswer> = copies
        .orbits
        .iter()
        .map(|orbit| {
            let option = part - poset.up_set(elements[orbit[0]]);
            OptionAnswer { value: search.known_value(&option), outcome: search.known_outcome(&option) }
        })
        .collect();
    let wins = options.iter().any(|option| option.outcome == Some(Outcome::Second));
    let outcome = outcome.or(wins.then_some(Outcome::First));

    let mut answer = PartAnswer {
        outcome,
        value: value.map(Candidates::exactly).or_else(|| candidates(&options, outcome)),
        options,
        reason: Reason::default(),
        positions: search.positions(),
        stopped_by,
    };
    if stopped_by.is_none() {
        answer.conclude(part, question, budget, search);
    }
    answer
}

/// What the value can be, from what is known of the options.
fn candidates(options: &[OptionAnswer], outcome: Option<Outcome>) -> Option<Candidates> {
    if outcome == Some(Outcome::Second) {
        return Some(Candidates::exactly(Grundy::ZERO));
    }
    let known: BTreeSet<Grundy> = options.iter().filter_map(|option| option.value).collect();
    let unknown = options.iter().filter(|option| option.value.is_none()).count();
    let candidates = Candidates::mex(&known, unknown);
    let candidates = if outcome.is_some() { candidates.without(Grundy::ZERO) } else { candidates };
    let few = candidates.iter().len() <= MOST_CANDIDATES;
    few.then_some(candidates)
}

impl PartAnswer {
    /// Writes the reason of a finished search: all its steps, or if nobody asked or the budget is spent only that there was one.
    fn conclude(&mut self, part: &ElementSet, question: &Question, budget: &Budget, search: &mut dyn Search) {
        if question.proof {
            match search.prove(part, question, budget, &mut self.reason) {
                Ok(step) => return self.reason.conclude(step),
                Err(stop) => self.stopped_by = Some(stop),
            }
        }
        let value = self.value.as_ref().and_then(Candidates::value);
        let claim = value.map_or(Claim::Not(Grundy::ZERO), Claim::Value);
        let rule = Rule::Search { positions: self.positions };
        self.reason = Reason::default();
        let step = self.reason.push(Step { set: part.clone(), claim, rule });
        self.reason.conclude(step);
    }
}
