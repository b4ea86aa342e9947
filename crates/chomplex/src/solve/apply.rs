//! One application of a rule: what a theorem, a sum or a reduction says about a set, as a step.

use crate::budget::Stop;
use crate::element::ElementSet;
use crate::question::Goal;
use crate::reason::{Claim, IsomorphismMap, Reference, Rule, StepId};
use crate::reduce::{REDUCTIONS, Reduced, Reduction};
use crate::shape::Shape;
use crate::theorem::THEOREMS;
use crate::value::{Candidates, Grundy};

use super::derive::{Derived, Deriver, Undecided, cite};
use super::sum::push_sum;

impl Deriver<'_> {
    /// The step of the first theorem that gives the value, or else of the theorem that says most.
    pub(super) fn theorem(&mut self, shape: &Shape<'_>) -> Option<StepId> {
        let mut best = None;
        for theorem in THEOREMS {
            if !self.allows(theorem.card.rule) {
                continue;
            }
            let said = (theorem.apply)(shape);
            // A value computed by this program takes precedence over one published elsewhere.
            if said.is_some()
                && theorem.card.rule.is_published()
                && self.question.tables.holds(self.poset, shape.set())
                && let Ok(step) = self.search(shape.set(), Goal::Grundy)
            {
                return Some(step);
            }
            match said {
                Some((claim @ Claim::Value(_), finding)) => {
                    best = Some((claim, finding));
                    break;
                }
                Some((claim, finding)) if best.as_ref().is_none_or(|(known, _)| least(claim) > least(*known)) => {
                    best = Some((claim, finding));
                }
                Some(_) | None => {}
            }
        }
        best.map(|(claim, finding)| self.push(shape.set(), claim, Rule::Theorem(finding)))
    }

    /// Derives the value of a sum from its parts.
    pub(super) fn derive_sum(&mut self, set: &ElementSet, components: Vec<ElementSet>, goal: Goal) -> Derived {
        let mut undecided: Vec<(ElementSet, Undecided)> = Vec::new();
        let mut cited: Vec<(ElementSet, Reference)> = Vec::new();
        for part in components {
            match self.derive(&part, Goal::Grundy) {
                Ok(step) => cited.push((part, cite(step))),
                Err(Undecided { stop: Stop::Interrupt, .. }) => return Err(Undecided::new(Stop::Interrupt)),
                Err(part_undecided) => undecided.push((part, part_undecided)),
            }
        }
        let Some((_, Undecided { stop, .. })) = undecided.first() else {
            return Ok(push_sum(&mut self.reason, set, cited).expect("all parts have a value"));
        };
        let stop = *stop;
        let sum: Grundy = cited.iter().map(|(_, part)| self.value_of(part.step)).sum();
        let candidates = undecided.iter().fold(Candidates::exactly(sum), |sum, (_, part)| &sum + &part.candidates);
        let bounds: Option<Vec<_>> =
            undecided.into_iter().map(|(part, undecided)| Some((part, cite(undecided.bound?)))).collect();
        let bound = bounds.and_then(|bounds| {
            cited.extend(bounds);
            push_sum(&mut self.reason, set, cited)
        });
        match bound {
            Some(step) if goal == Goal::Outcome => Ok(step),
            bound => Err(Undecided { stop, candidates, bound }),
        }
    }

    /// The first reduction that applies.
    pub(super) fn reduction(&self, shape: &Shape<'_>) -> Option<(&'static Reduction, Reduced)> {
        REDUCTIONS
            .iter()
            .filter(|reduction| self.allows(reduction.card.rule))
            .find_map(|reduction| Some((reduction, (reduction.apply)(shape, &self.budget)?)))
    }

    /// Derives a claim about a set from the same claim about what a reduction leaves of it.
    pub(super) fn derive_reduced(
        &mut self,
        shape: &Shape<'_>,
        reduction: &Reduction,
        reduced: Reduced,
        goal: Goal,
    ) -> Derived {
        let Reduced { left, symmetry } = reduced;
        let derived = self.derive(&left, goal);
        let map = symmetry.and_then(|images| {
            let mut map: IsomorphismMap = vec![None; self.poset.len()].into();
            shape.set().iter().zip(images).for_each(|(x, y)| map[x.index()] = Some(y));
            self.reason.map(map)
        });
        let mut carry = |step: StepId| {
            let reference = cite(step);
            let rule = match map {
                Some(map) => Rule::Fold(map, reference),
                None => Rule::Twins(reduction.card.rule, left.clone(), reference),
            };
            let claim = self.reason.step(step).claim;
            self.push(shape.set(), claim, rule)
        };
        match derived {
            Ok(step) => Ok(carry(step)),
            Err(undecided) => Err(Undecided { bound: undecided.bound.map(carry), ..undecided }),
        }
    }

    /// Adds a weaker step to what is known.
    pub(super) fn with_bound(&self, mut undecided: Undecided, bound: Option<StepId>) -> Undecided {
        let strength = |step: StepId| least(self.reason.step(step).claim);
        for step in undecided.bound.into_iter().chain(bound) {
            undecided.candidates = undecided.candidates.and(&Candidates::from(self.reason.step(step).claim));
        }
        let Some(bound) = bound else { return undecided };
        if undecided.bound.is_none_or(|known| strength(known) < strength(bound)) {
            undecided.bound = Some(bound);
        }
        undecided
    }
}

/// The least value a claim allows.
fn least(claim: Claim) -> Grundy {
    match claim {
        Claim::Value(value) => value,
        Claim::Above(value) => Grundy(value.0 + 1),
        Claim::Not(value) => Grundy(u32::from(value == Grundy::ZERO)),
    }
}
