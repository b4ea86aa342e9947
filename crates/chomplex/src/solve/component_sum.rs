//! A position as the sum of its components, and what follows about the whole.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;

use crate::answer::{Answer, MoveClass, MoveList, MoveValue, Stats, WinningMoves};
use crate::budget::{Budget, Stop, peak_memory};
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, Copies, copies};
use crate::clock::Instant;
use crate::crew;
use crate::element::Element;
use crate::position::Position;
use crate::question::{Goal, Question};
use crate::reason::{Claim, Reason, Rule, Step};
use crate::reduce::components::components;
use crate::rule::RuleId;
use crate::value::{Candidates, Grundy, Outcome};

use super::component::Component;
use super::effort::Effort;
use super::sum::{cancel, cite_copy, push_sum};

/// The components of a position, one of each isomorphism class, and what is known of them.
pub(super) struct ComponentSum<'a> {
    position: &'a Position,
    question: &'a Question,
    threads: usize,
    classes: Vec<Component<'a>>,
}

impl<'a> ComponentSum<'a> {
    /// The components, of which nothing is known yet.
    pub(super) fn new(position: &'a Position, question: &'a Question, budget: &Budget) -> Self {
        let components = if question.rules.allow(RuleId::Components) {
            components(position)
        } else {
            Some(position.remaining().clone()).filter(|set| !set.is_empty()).into_iter().collect()
        };
        let classes = match &components[..] {
            // Deciding a single component may take less time than finding its symmetries, so these
            // are found afterwards.
            [part] => vec![Copies { part: part.clone(), images: vec![part.iter().collect()], orbits: Vec::new() }],
            several => copies(position.poset(), several, copies::Effort::little(MAX_LABELLED, budget)),
        };
        let component = |copies| Component::new(position, copies, question, budget);
        let classes = classes.into_iter().map(component).collect();
        ComponentSum { position, question, threads: budget.threads(), classes }
    }

    /// Decides the components. Several are added, which takes their values; but to name the winner,
    /// a bound may be enough.
    pub(super) fn decide(&mut self, effort: Effort) {
        if matches!(&self.classes[..], [one] if one.copies.images.len() == 1) {
            let goal = self.question.goal;
            return self.for_each_class(|component| component.decide(goal, effort));
        }
        if self.question.goal == Goal::Outcome {
            self.find_values(Effort::Little);
            if self.outcome().is_some() {
                self.classes.iter_mut().for_each(|component| component.stopped_by = None);
                return;
            }
        }
        self.find_values(effort);
    }

    /// Finds the values of all components.
    fn find_values(&mut self, effort: Effort) {
        self.for_each_class(|component| {
            component.decide(Goal::Grundy, effort);
            // The searches of several components together could take too much memory.
            component.close_search();
        });
    }

    /// Does some work on one component of each class, several at a time if there are threads for
    /// it.
    fn for_each_class(&mut self, work: impl Fn(&mut Component<'_>) + Sync) {
        let classes: Vec<Mutex<&mut Component<'_>>> = self.classes.iter_mut().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        crew::each(self.threads.min(classes.len()), |_| {
            while let Some(component) = classes.get(next.fetch_add(1, Relaxed)) {
                work(&mut component.lock());
            }
        });
    }

    /// Whether the question asks for winning moves, and some may not be known yet.
    pub(super) fn may_have_more_moves(&self) -> bool {
        self.question.moves
            && match (self.question.goal, self.winning_moves()) {
                (_, WinningMoves::All(_)) => false,
                (Goal::Grundy, _) => true,
                (Goal::Outcome, known) => known.classes().is_empty(),
            }
    }

    /// Examines the options that are not known yet.
    pub(super) fn examine_open_options(&mut self, budget: &Budget, effort: Effort) {
        self.for_each_class(|component| component.examine_open_options(budget, effort));
    }

    /// Uses what is known of the options to narrow down unknown values. It does not set a value
    /// itself, because a value needs a reason and there is none here.
    pub(super) fn narrow_unknown_values(&mut self) {
        for component in &mut self.classes {
            let refined = component.refined();
            if refined.value().is_none() {
                component.value = refined;
            }
        }
    }

    /// The answer to the question.
    pub(super) fn into_answer(self, budget: &Budget, started: Instant) -> Answer {
        let value = self.value();
        let winning_moves = if self.question.moves { self.winning_moves() } else { WinningMoves::NotSought };
        let interrupted = budget.check().err().filter(|&stop| stop == Stop::Interrupt);
        let stopped_by = interrupted.or_else(|| self.classes.iter().find_map(|component| component.stopped_by));
        let positions = self.classes.iter().map(|component| component.positions).sum();
        let mut assumed: BTreeSet<Cow<'static, str>> =
            self.classes.iter().flat_map(|component| component.assumed.iter().cloned()).collect();
        let reason = self.into_reason().pruned();
        assumed.extend(reason.conclusion().map(|step| reason.assumed_by(&[step])).unwrap_or_default());
        Answer {
            outcome: value.outcome(),
            grundy: value.value(),
            candidates: unless_decided(&value),
            winning_moves,
            assumed: assumed.into_iter().collect(),
            reason,
            stats: Stats { positions, time: started.elapsed(), peak_bytes: peak_memory() },
            stopped_by,
        }
    }

    /// Every class of moves with the value it leads to.
    pub(super) fn into_move_list(mut self, budget: &Budget) -> MoveList {
        self.classes.iter_mut().for_each(|component| component.value = component.refined());
        let value = self.value();
        let is_open = |component: &&Component<'_>| component.options.iter().any(|option| option.value().is_none());
        let stopped_by = self.classes.iter().find(is_open).map(|component| component.options_stopped_by);
        let stopped_by = stopped_by.map(|stop| stop.or(budget.check().err()).unwrap_or(Stop::Positions));
        let candidates = unless_decided(&value);
        MoveList { classes: self.move_values(), grundy: value.value(), candidates, stopped_by }
    }

    /// The possible values. Two equal components cancel, whatever they are worth.
    fn value(&self) -> Candidates {
        let odd = self.classes.iter().filter(|component| component.copies.images.len() % 2 == 1);
        odd.fold(Candidates::exactly(Grundy::ZERO), |sum, component| &sum + &component.value)
    }

    /// The winner, if known.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.value().outcome()
    }

    /// Every class of moves with the value of its options.
    fn move_values(&self) -> Vec<MoveValue> {
        let nothing = || Candidates::exactly(Grundy::ZERO);
        let mut values: Vec<MoveValue> = Vec::new();
        for (i, component) in self.classes.iter().enumerate() {
            // The value of the components in which the move is not made; two equal ones cancel.
            let odd = |j: usize, others: &Copies| (others.images.len() - usize::from(i == j)) % 2 == 1;
            let others = self.classes.iter().enumerate().filter(|(j, other)| odd(*j, &other.copies));
            let others = others.fold(nothing(), |sum, (_, other)| &sum + &other.value);
            let known = others.value();
            for (orbit, option) in component.orbits.iter().zip(&component.options) {
                let (mut value, mut candidates) = (known.zip(option.value()).map(|(a, b)| a + b), None);
                if value.is_none() {
                    let sum = &others + &option.candidates();
                    (value, candidates) = (sum.value(), unless_decided(&sum));
                }
                values.push(MoveValue { moves: move_class(&component.copies, orbit), value, candidates });
            }
        }
        values.sort_by_key(|value| value.moves.representative);
        values
    }

    /// The winning moves, as far as known.
    pub(super) fn winning_moves(&self) -> WinningMoves {
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

    /// The reasons of the components and why they add up, as far as that says something about the
    /// whole.
    fn into_reason(self) -> Reason {
        let mut reason = Reason::default();
        let (poset, remaining) = (self.position.poset(), self.position.remaining());
        let mut summands = Vec::new();
        // A sum of equal games is best explained without their values, unless they are Nim heaps.
        let equal = |copies: &Copies| copies.images.len().is_multiple_of(2) && !poset.is_chain(&copies.part);
        let mirrored = matches!(&self.classes[..], [component] if equal(&component.copies));
        for component in self.classes {
            let images = component.copies.images.clone();
            let has_value = component.value.value().is_some();
            let step = reason.absorb(component.into_reason());
            let mut images = &images[..];
            if !has_value || mirrored {
                let (pairs, rest) = images.split_at(images.len() & !1);
                if !pairs.is_empty() {
                    summands.push(cancel(&mut reason, pairs, poset.len()));
                }
                images = rest;
            }
            if images.is_empty() {
                continue;
            }
            let Some(step) = step else { return reason };
            summands.extend(images.iter().map(|images| cite_copy(&mut reason, step, images, poset.len())));
        }
        let conclusion = match &summands[..] {
            [] => {
                let (set, claim) = (remaining.clone(), Claim::Value(Grundy::ZERO));
                Some(reason.push(Step { set, claim, rule: Rule::Mex(Vec::new()) }))
            }
            [(_, summand)] if summand.map.is_none() => Some(summand.step),
            _ => push_sum(&mut reason, remaining, summands),
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

/// The possible values, if they are restricted but not yet a single one.
fn unless_decided(value: &Candidates) -> Option<Candidates> {
    Some(value).filter(|value| value.value().is_none() && **value != Candidates::ANY).cloned()
}
