//! The driver: split, decide each part by a theorem or else by search, recombine.
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

mod part;

use std::time::Instant;

use crate::answer::{Answer, MoveClass, MoveList, MoveValue, Stats, WinningMoves};
use crate::bits::MAX_WIDTH;
use crate::budget::{Budget, Stop, peak_memory};
use crate::canon::copies::{Copies, copies};
use crate::element::{Element, ElementSet};
use crate::position::Position;
use crate::reason::{Claim, Reason, Reference, Rule, Step, StepId};
use crate::reduce::components::components;
use crate::rule::RuleId;
pub use crate::search::{Goal, Question};
use crate::value::{Candidates, Grundy, Outcome};

use self::part::{OptionAnswer, PartAnswer, solve_parts};

/// Solves a position as far as the budget goes.
#[must_use]
pub fn solve(position: &Position, question: &Question, budget: &Budget) -> Answer {
    let started = Instant::now();
    let solved = Solved::new(position, question, budget);
    let known = solved.value();
    let stats = Stats { positions: solved.positions(), time: started.elapsed(), peak_bytes: peak_memory() };
    Answer {
        outcome: solved.outcome(),
        grundy: known.as_ref().and_then(Candidates::value),
        candidates: known.filter(|candidates| candidates.value().is_none()),
        winning_moves: solved.winning_moves(),
        assumed: Vec::new(),
        stats,
        stopped_by: solved.stopped_by(),
        reason: solved.reason(position),
    }
}

/// The value every move leads to, as far as the budget goes.
#[must_use]
pub fn move_values(position: &Position, question: &Question, budget: &Budget) -> MoveList {
    let solved = Solved::new(position, question, budget);
    let grundy = solved.value().and_then(|candidates| candidates.value());
    MoveList { classes: solved.move_values(), grundy, stopped_by: solved.stopped_by() }
}

/// The parts of a position, isomorphic ones once, with what is known of them.
struct Solved {
    kinds: Vec<(Copies, PartAnswer)>,
}

impl Solved {
    fn new(position: &Position, question: &Question, budget: &Budget) -> Self {
        let parts = if question.rules.allow(RuleId::Components) {
            components(position)
        } else {
            Some(position.remaining().clone()).filter(|set| !set.is_empty()).into_iter().collect()
        };
        let kinds = copies(position.poset(), &parts, MAX_WIDTH);
        // Several parts must be added, and for that their values are needed.
        let goal = if parts.len() > 1 { Goal::Grundy } else { question.goal };
        let question = Question { goal, ..question.clone() };
        let answers = solve_parts(position.poset(), &kinds, &question, budget);
        Solved { kinds: kinds.into_iter().zip(answers).collect() }
    }

    /// What the value can be, if that is known at all.
    fn value(&self) -> Option<Candidates> {
        self.kinds.iter().try_fold(Candidates::exactly(Grundy::ZERO), |sum, (copies, part)| {
            let value = part.value.as_ref()?;
            match (value.value(), copies.images.len() % 2) {
                (Some(_), 0) => Some(sum),
                (Some(_), _) => Some(&sum + value),
                (None, _) => Some(copies.images.iter().fold(sum, |sum, _| &sum + value)),
            }
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let by_value = || self.value().and_then(|candidates| candidates.outcome());
        match &self.kinds[..] {
            [(copies, part)] if copies.images.len() == 1 => part.outcome.or_else(by_value),
            _ => by_value(),
        }
    }

    fn stopped_by(&self) -> Option<Stop> {
        self.kinds.iter().find_map(|(_, part)| part.stopped_by)
    }

    fn positions(&self) -> u64 {
        self.kinds.iter().map(|(_, part)| part.positions).sum()
    }

    /// Every class of moves with the value of its options.
    fn move_values(&self) -> Vec<MoveValue> {
        let total = self.value().and_then(|candidates| candidates.value());
        let mut values: Vec<MoveValue> = Vec::new();
        for (copies, part) in &self.kinds {
            let alone = self.kinds.len() == 1 && copies.images.len() == 1;
            let whole = part.value.as_ref().and_then(Candidates::value);
            let others = if alone { Some(Grundy::ZERO) } else { total.zip(whole).map(|(a, b)| a + b) };
            for (orbit, option) in copies.orbits.iter().zip(&part.options) {
                let value = others.zip(option.value).map(|(a, b)| a + b);
                values.push(MoveValue { moves: move_class(copies, orbit), value });
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
        let mut moves: Vec<MoveClass> = values.iter().filter_map(winning).collect();
        if values.iter().all(|value| value.value.is_some()) {
            return WinningMoves::All(moves);
        }
        // A search for the outcome alone knows its winning moves as lost options without a value.
        if let [(copies, part)] = &self.kinds[..] {
            let lost = |option: &OptionAnswer| option.value.is_none() && option.outcome == Some(Outcome::Second);
            let alone = copies.images.len() == 1;
            moves.extend(
                copies
                    .orbits
                    .iter()
                    .zip(&part.options)
                    .filter(|(_, option)| alone && lost(option))
                    .map(|(orbit, _)| move_class(copies, orbit)),
            );
        }
        if moves.is_empty() { WinningMoves::NoneKnown } else { WinningMoves::Some(moves) }
    }

    /// The reasons of the parts and why they add up, if all are known.
    fn reason(self, position: &Position) -> Reason {
        let mut reason = Reason::default();
        let mut parts = Vec::new();
        for (copies, part) in self.kinds {
            let Some(step) = reason.absorb(part.reason) else { return reason };
            let universe = position.poset().len();
            parts.extend(copies.images.iter().map(|images| cite_copy(&mut reason, step, images, universe)));
        }
        let conclusion = match &parts[..] {
            [] => {
                let (set, claim) = (position.remaining().clone(), Claim::Value(Grundy::ZERO));
                reason.push(Step { set, claim, rule: Rule::Mex(Vec::new()) })
            }
            [(_, reference)] => reference.step,
            _ => {
                let value = |&(_, part): &(ElementSet, Reference)| reason.step(part.step).claim.value();
                let sum = parts.iter().map(value).sum::<Option<Grundy>>().expect("parts are solved for their values");
                let (set, claim) = (position.remaining().clone(), Claim::Value(sum));
                reason.push(Step { set, claim, rule: Rule::Components(parts) })
            }
        };
        reason.conclude(conclusion);
        reason
    }
}

/// All moves that symmetries carry into those of an orbit of the first copy.
fn move_class(copies: &Copies, orbit: &[usize]) -> MoveClass {
    let mut members: Vec<Element> =
        copies.images.iter().flat_map(|images| orbit.iter().map(|&place| images[place])).collect();
    members.sort_unstable();
    MoveClass { representative: members[0], members }
}

/// What was found for the first copy, said of another one with these images: through the isomorphism, but for a chain it
/// is shorter to say it anew.
fn cite_copy(reason: &mut Reason, step: StepId, images: &[Element], universe: usize) -> (ElementSet, Reference) {
    let set = ElementSet::from_iter_in(universe, images.iter().copied());
    let first = reason.step(step);
    if first.set == set {
        return (set, Reference { step, map: None });
    }
    if first.rule.id() == RuleId::Chain.id() {
        let step = Step { set: set.clone(), ..first.clone() };
        return (set, Reference { step: reason.push(step), map: None });
    }
    let mut map = vec![None; universe];
    for (first, copy) in first.set.iter().zip(images) {
        map[copy.index()] = Some(first);
    }
    (set, Reference { step, map: reason.map(map.into()) })
}
