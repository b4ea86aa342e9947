//! One application of a rule: what a theorem, a sum or a reduction says about a set, as a step.

use std::sync::Arc;

use crate::budget::Stop;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::question::Goal;
use crate::reason::{Claim, IsomorphismMap, Reference, Rule, StepId};
use crate::reduce::{REDUCTIONS, Reduced};
use crate::rule::{RuleId, Verdict};
use crate::shape::Shape;
use crate::theorem::THEOREMS;
use crate::value::{Candidates, Grundy, Outcome};

use super::derive::{Derived, Deriver, Undecided, cite};
use super::sum::push_sum;

impl Deriver<'_> {
    /// The step of the first theorem that gives the value, or else of the theorem that says most.
    pub(super) fn theorem(&mut self, shape: &Shape<'_>) -> Option<StepId> {
        let mut best: Option<(Claim, Rule)> = None;
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
                    return Some(self.push(shape.set(), claim, Rule::Theorem(finding)));
                }
                Some((claim, finding)) if best.as_ref().is_none_or(|(known, _)| least(claim) > least(*known)) => {
                    best = Some((claim, Rule::Theorem(finding)));
                }
                Some(_) | None => {}
            }
        }
        let known = best.as_ref().map_or(Grundy::ZERO, |(claim, _)| least(*claim));
        let (claim, rule) = self.added_rule(shape.set(), known).or(best)?;
        Some(self.push(shape.set(), claim, rule))
    }

    /// What the first added rule says that gives the value, or at least says more than this lower
    /// bound. No certificate may rely on it.
    fn added_rule(&self, set: &ElementSet, known: Grundy) -> Option<(Claim, Rule)> {
        let claim = |verdict: Verdict| match verdict {
            Verdict::Value(value) => Some(Claim::Value(value)),
            Verdict::Winner(Outcome::First) => Some(Claim::Not(Grundy::ZERO)),
            Verdict::Winner(Outcome::Second) => Some(Claim::Value(Grundy::ZERO)),
            Verdict::Fold(_) => None,
        };
        let said = |(id, verdict): (Arc<str>, Verdict)| Some((claim(verdict)?, Rule::Added(id)));
        let says_more = |(claim, _): &(Claim, Rule)| claim.value().is_some() || least(*claim) > known;
        self.verdicts(set).filter(|_| !self.certifies).filter_map(said).find(says_more)
    }

    /// What the added rules say about a set, with their ids. They are asked about positions only,
    /// that is, about down-sets.
    fn verdicts(&self, set: &ElementSet) -> impl Iterator<Item = (Arc<str>, Verdict)> {
        let added = self.question.rules.added();
        let is_asked = !added.is_empty() && self.poset.is_down_closed(set);
        let position = is_asked.then(|| self.position.with_remaining(set.clone()));
        position.into_iter().flat_map(move |position| {
            added.iter().filter_map(move |rule| Some((Arc::from(rule.id()), rule.apply(&position)?)))
        })
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
    pub(super) fn reduction(&self, shape: &Shape<'_>) -> Option<(RuleId, Reduced)> {
        REDUCTIONS
            .iter()
            .filter(|reduction| self.allows(reduction.card.rule))
            .find_map(|reduction| Some((reduction.card.rule, (reduction.apply)(shape, &self.budget)?)))
            .or_else(|| self.added_fold(shape.set()))
    }

    /// The first fold by an added rule that is one.
    fn added_fold(&self, set: &ElementSet) -> Option<(RuleId, Reduced)> {
        let fold = |(_, verdict): (Arc<str>, Verdict)| match verdict {
            Verdict::Fold(pairs) => verified_fold(self.poset, set, &pairs),
            Verdict::Value(_) | Verdict::Winner(_) => None,
        };
        self.verdicts(set).find_map(fold).map(|reduced| (RuleId::InvolutionFold, reduced))
    }

    /// Derives a claim about a set from the same claim about what a reduction leaves of it.
    pub(super) fn derive_reduced(&mut self, shape: &Shape<'_>, rule: RuleId, reduced: Reduced, goal: Goal) -> Derived {
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
                None => Rule::Twins(rule, left.clone(), reference),
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

/// The fold of a set that exchanges these pairs, if they are a symmetry of the set whose fixed
/// elements are closed downwards.
fn verified_fold(poset: &Poset, set: &ElementSet, pairs: &[(Element, Element)]) -> Option<Reduced> {
    let mut images: Vec<Option<Element>> = poset.elements().map(|x| Some(x).filter(|&x| set.contains(x))).collect();
    let mut left = set.clone();
    for &(x, y) in pairs {
        if x == y || !left.contains(x) || !left.contains(y) {
            return None;
        }
        (images[x.index()], images[y.index()]) = (Some(y), Some(x));
        left.remove(x);
        left.remove(y);
    }
    let image = |x: Element| images[x.index()].expect("it is in the set");
    let keeps_order = set.iter().all(|x| set.iter().all(|y| poset.less(x, y) == poset.less(image(x), image(y))));
    let is_closed = left.iter().all(|x| set.iter().all(|y| left.contains(y) || !poset.less(y, x)));
    let symmetry = Some(set.iter().map(image).collect());
    (!pairs.is_empty() && keeps_order && is_closed).then_some(Reduced { left, symmetry })
}
