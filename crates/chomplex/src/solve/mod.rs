//! The driver: split, decide each part by rules or else by search, recombine.
//!
//! ```
//! use chomplex::budget::Budget;
//! use chomplex::position::Position;
//! use chomplex::solve::{Question, solve};
//! use chomplex::value::{Grundy, Outcome};
//!
//! let position: Position = "boundary(4)".parse().unwrap();
//! let answer = solve(&position, &Question::default(), &Budget::default());
//! assert_eq!(answer.outcome, Some(Outcome::Second));
//! assert_eq!(answer.grundy, Some(Grundy(0)));
//! ```

mod derive;
mod irreducible;
mod options;
mod ordinal;
mod part;
mod sum;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Instant;

use crate::answer::{Answer, MoveClass, MoveList, MoveValue, Stats, WinningMoves};
use crate::budget::{Budget, Stop, peak_memory};
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, Copies, copies};
use crate::element::Element;
use crate::position::Position;
use crate::reason::{Claim, Reason, Rule, Step};
use crate::reduce::components::components;
use crate::rule::RuleId;
pub use crate::search::{Goal, Question, Tables};
use crate::value::{Candidates, Grundy, Outcome};

use self::derive::Effort;
use self::part::{PartAnswer, solve_parts};
use self::sum::{cancel, cite_copy, push_sum};

/// Solves a position within the budget.
#[must_use]
pub fn solve(position: &Position, question: &Question, budget: &Budget) -> Answer {
    let started = Instant::now();
    if let Err(stop) = check_memory(position, budget) {
        return Answer::unknown(stop);
    }
    let mut solved = Solved::new(position, question, budget);
    // If there may be winning moves, a few more of them are often found quickly.
    let more = |solved: &Solved| match (question.goal, solved.winning_moves()) {
        (_, WinningMoves::All(_)) => false,
        (Goal::Grundy, _) => true,
        (Goal::Outcome, known) => known.classes().is_empty(),
    };
    if question.moves && more(&solved) {
        solved.look_ahead(position, question, budget, Effort::Little);
        // A theorem may name the winner without a winning move.
        if solved.outcome() == Some(Outcome::First) && solved.winning_moves().classes().is_empty() {
            solved.look_ahead(position, question, &budget.clone().half(), Effort::Some);
        }
        solved.refine();
    }
    let (value, outcome, winning_moves) = {
        let moves = if question.moves { solved.winning_moves() } else { WinningMoves::NotSought };
        (solved.value(), solved.outcome(), moves)
    };
    let interrupted = budget.check().err().filter(|&stop| stop == Stop::Interrupt);
    let (positions, stopped_by) = (solved.positions(), interrupted.or(solved.stopped_by()));
    let mut assumed = solved.assumed();
    let reason = solved.reason(position).pruned();
    assumed.extend(reason.conclusion().map(|step| reason.assumed_by(&[step])).unwrap_or_default());
    Answer {
        outcome,
        grundy: value.value(),
        candidates: unless_decided(&value),
        winning_moves,
        assumed: assumed.into_iter().collect(),
        reason,
        stats: Stats { positions, time: started.elapsed(), peak_bytes: peak_memory() },
        stopped_by,
    }
}

/// Finds the value that each move leads to, within the budget.
#[must_use]
pub fn move_values(position: &Position, question: &Question, budget: &Budget) -> MoveList {
    if let Err(stop) = check_memory(position, budget) {
        return MoveList { classes: Vec::new(), grundy: None, candidates: None, stopped_by: Some(stop) };
    }
    // Once all options are known, so is the position. So not all effort goes into the position
    // itself.
    let mut solved = Solved::with_effort(position, question, &budget.clone().half(), Effort::More);
    solved.look_ahead(position, question, budget, Effort::Full);
    solved.kinds.iter_mut().for_each(|(_, part)| part.value = part.refined());
    let value = solved.value();
    let undecided = solved.kinds.iter().filter(|(_, part)| part.options.iter().any(|option| option.value().is_none()));
    let stopped_by = undecided.map(|(_, part)| part.moves_stopped_by).next();
    let stopped_by = stopped_by.map(|stop| stop.or(budget.check().err()).unwrap_or(Stop::Positions));
    let candidates = unless_decided(&value);
    MoveList { classes: solved.move_values(), grundy: value.value(), candidates, stopped_by }
}

/// The possible values, if they are restricted but not yet a single one.
fn unless_decided(value: &Candidates) -> Option<Candidates> {
    Some(value).filter(|value| value.value().is_none() && **value != Candidates::ANY).cloned()
}

/// Number of sets stored per part: the part itself, its step, and the step that cites it.
const SETS_A_PART: usize = 3;

/// Memory below this limit is not worth counting.
const LITTLE_MEMORY: u64 = 1 << 20;

/// Refuses a position with more parts than fit into memory as sets of elements.
fn check_memory(position: &Position, budget: &Budget) -> Result<(), Stop> {
    let universe = position.poset().len();
    let bytes = |parts: usize| SETS_A_PART as u64 * parts as u64 * (universe / 8) as u64;
    let room = budget.memory().max(LITTLE_MEMORY);
    // Counting the parts takes a moment, so it is done only where it matters.
    let fits = bytes(position.len()) <= room || bytes(position.poset().count_components(position.remaining())) <= room;
    if fits { Ok(()) } else { Err(Stop::Memory) }
}

/// The parts of a position, with one entry per isomorphism class, and what is known of them.
struct Solved {
    kinds: Vec<(Copies, PartAnswer)>,
}

impl Solved {
    fn new(position: &Position, question: &Question, budget: &Budget) -> Self {
        Solved::with_effort(position, question, budget, Effort::Full)
    }

    fn with_effort(position: &Position, question: &Question, budget: &Budget, effort: Effort) -> Self {
        let parts = if question.rules.allow(RuleId::Components) {
            components(position)
        } else {
            Some(position.remaining().clone()).filter(|set| !set.is_empty()).into_iter().collect()
        };
        let kinds = match &parts[..] {
            // Deciding a single part may take less time than finding its symmetries, so these are
            // found afterwards.
            [part] => vec![Copies { part: part.clone(), images: vec![part.iter().collect()], orbits: Vec::new() }],
            parts => copies(position.poset(), parts, copies::Effort::little(MAX_LABELLED, budget)),
        };
        let solved = |question: &Question, effort: Effort| {
            let answers = solve_parts(position.poset(), &kinds, question, budget, effort);
            Solved { kinds: kinds.iter().cloned().zip(answers).collect() }
        };
        if parts.len() == 1 {
            return solved(question, effort);
        }
        // Several parts are added, which takes their values. But to name the winner, a bound may be
        // enough.
        let values = Question { goal: Goal::Grundy, ..question.clone() };
        if question.goal == Goal::Outcome {
            let mut little = solved(&values, Effort::Little);
            if little.outcome().is_some() {
                little.kinds.iter_mut().for_each(|(_, part)| part.stopped_by = None);
                return little;
            }
        }
        solved(&values, effort)
    }

    /// Examines the options that are not known yet.
    fn look_ahead(&mut self, position: &Position, question: &Question, budget: &Budget, effort: Effort) {
        for (copies, part) in &mut self.kinds {
            part.look_ahead(position.poset(), copies, question, budget, effort);
        }
    }

    /// Uses what is known of the options to narrow down an unknown value. It does not set the value
    /// itself, because a value needs a reason and there is none here.
    fn refine(&mut self) {
        for (_, part) in &mut self.kinds {
            let refined = part.refined();
            if refined.value().is_none() {
                part.value = refined;
            }
        }
    }

    /// The possible values. Two equal parts cancel, whatever they are worth.
    fn value(&self) -> Candidates {
        let odd = self.kinds.iter().filter(|(copies, _)| copies.images.len() % 2 == 1);
        odd.fold(Candidates::exactly(Grundy::ZERO), |sum, (_, part)| &sum + &part.value)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.value().outcome()
    }

    fn stopped_by(&self) -> Option<Stop> {
        self.kinds.iter().find_map(|(_, part)| part.stopped_by)
    }

    fn assumed(&self) -> BTreeSet<Cow<'static, str>> {
        self.kinds.iter().flat_map(|(_, part)| part.assumed.iter().cloned()).collect()
    }

    fn positions(&self) -> u64 {
        self.kinds.iter().map(|(_, part)| part.positions).sum()
    }

    /// Every class of moves with the value of its options.
    fn move_values(&self) -> Vec<MoveValue> {
        let nothing = || Candidates::exactly(Grundy::ZERO);
        let mut values: Vec<MoveValue> = Vec::new();
        for (i, (copies, part)) in self.kinds.iter().enumerate() {
            // The value of the parts in which the move is not made; two equal parts cancel.
            let odd = |j: usize, others: &Copies| (others.images.len() - usize::from(i == j)) % 2 == 1;
            let others = self.kinds.iter().enumerate().filter(|(j, (others, _))| odd(*j, others));
            let others = others.fold(nothing(), |sum, (_, (_, part))| &sum + &part.value);
            let known = others.value();
            for (orbit, option) in part.orbits.iter().zip(&part.options) {
                let (mut value, mut candidates) = (known.zip(option.value()).map(|(a, b)| a + b), None);
                if value.is_none() {
                    let sum = &others + &option.candidates();
                    (value, candidates) = (sum.value(), unless_decided(&sum));
                }
                values.push(MoveValue { moves: move_class(copies, orbit), value, candidates });
            }
        }
        values.sort_by_key(|value| value.moves.representative);
        values
    }

    fn winning_moves(&self) -> WinningMoves {
        if self.outcome() == Some(Outcome::Second) {
            return WinningMoves::All(Vec::new());
        }
        let values = self.move_values();
        let winning = |value: &MoveValue| (value.value == Some(Grundy::ZERO)).then(|| value.moves.clone());
        let moves: Vec<MoveClass> = values.iter().filter_map(winning).collect();
        if values.iter().all(|value| value.outcome().is_some()) {
            return WinningMoves::All(moves);
        }
        if moves.is_empty() { WinningMoves::NoneKnown } else { WinningMoves::Some(moves) }
    }

    /// The reasons of the parts and why they add up, as far as that says something about the whole.
    fn reason(self, position: &Position) -> Reason {
        let mut reason = Reason::default();
        let universe = position.poset().len();
        let mut parts = Vec::new();
        // A sum of equal games is best explained without their values, unless they are Nim heaps.
        let equal = |copies: &Copies| copies.images.len().is_multiple_of(2) && !position.poset().is_chain(&copies.part);
        let mirrored = matches!(&self.kinds[..], [(copies, _)] if equal(copies));
        for (copies, part) in self.kinds {
            let step = reason.absorb(part.reason);
            let mut images = &copies.images[..];
            if part.value.value().is_none() || mirrored {
                let (pairs, rest) = images.split_at(images.len() & !1);
                if !pairs.is_empty() {
                    parts.push(cancel(&mut reason, pairs, universe));
                }
                images = rest;
            }
            if images.is_empty() {
                continue;
            }
            let Some(step) = step else { return reason };
            parts.extend(images.iter().map(|images| cite_copy(&mut reason, step, images, universe)));
        }
        let conclusion = match &parts[..] {
            [] => {
                let (set, claim) = (position.remaining().clone(), Claim::Value(Grundy::ZERO));
                Some(reason.push(Step { set, claim, rule: Rule::Mex(Vec::new()) }))
            }
            [(_, part)] if part.map.is_none() => Some(part.step),
            _ => push_sum(&mut reason, position.remaining(), parts),
        };
        conclusion.into_iter().for_each(|step| reason.conclude(step));
        reason
    }
}

/// All moves that symmetries map to those of an orbit of the first copy.
fn move_class(copies: &Copies, orbit: &[usize]) -> MoveClass {
    let mut members: Vec<Element> =
        copies.images.iter().flat_map(|images| orbit.iter().map(|&place| images[place])).collect();
    members.sort_unstable();
    MoveClass { representative: members[0], members }
}
