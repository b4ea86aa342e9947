//! Steps for the sum of the parts of a position.

use crate::element::{Element, ElementSet};
use crate::reason::{Claim, IsomorphismMap, Reason, Reference, Rule, Step, StepId};
use crate::rule::RuleId;
use crate::value::Grundy;

/// Components, and the steps that give their values; for at most one the step gives only a lower
/// bound.
pub(crate) type Summands = Vec<(ElementSet, Reference)>;

/// Adds the step for a sum of parts, if what is known of them says something about the sum: all
/// have a value, or one is worth at least a power of two and the others add up to less.
pub(crate) fn push_sum(reason: &mut Reason, set: &ElementSet, parts: Summands) -> Option<StepId> {
    let mut sum = Grundy::ZERO;
    let mut above = None;
    for (_, part) in &parts {
        match (reason.step(part.step).claim, above) {
            (Claim::Value(value), _) => sum = sum + value,
            (Claim::Above(value) | Claim::Not(value @ Grundy::ZERO), None) => above = Some(value),
            (Claim::Above(_) | Claim::Not(_), _) => return None,
        }
    }
    let claim = match above {
        None => Claim::Value(sum),
        Some(value) if (value.0 + 1).is_power_of_two() && sum <= value => Claim::Above(value),
        Some(_) => return None,
    };
    Some(reason.push(Step { set: set.clone(), claim, rule: Rule::Components(parts) }))
}

/// Restates the result for the first copy for another copy with these images: through the
/// isomorphism, except for a chain, where a new step is shorter.
pub(crate) fn cite_copy(
    reason: &mut Reason,
    step: StepId,
    images: &[Element],
    universe: usize,
) -> (ElementSet, Reference) {
    let set = ElementSet::from_iter_in(universe, images.iter().copied());
    let first = reason.step(step);
    if first.set == set {
        return (set, Reference { step, map: None });
    }
    if first.rule.id() == RuleId::Chain.id() {
        let step = Step { set: set.clone(), ..first.clone() };
        return (set, Reference { step: reason.push(step), map: None });
    }
    let mut map: IsomorphismMap = vec![None; universe].into();
    for (first, copy) in first.set.iter().zip(images) {
        map[copy.index()] = Some(first);
    }
    (set, Reference { step, map: reason.map(map) })
}

/// Cancels an even number of copies of one part: swapping them in pairs fixes nothing.
pub(crate) fn cancel(reason: &mut Reason, copies: &[Vec<Element>], universe: usize) -> (ElementSet, Reference) {
    let all = ElementSet::from_iter_in(universe, copies.iter().flatten().copied());
    let mut swap: IsomorphismMap = vec![None; universe].into();
    for pair in copies.chunks_exact(2) {
        for (x, y) in pair[0].iter().zip(&pair[1]) {
            (swap[x.index()], swap[y.index()]) = (Some(*y), Some(*x));
        }
    }
    let swap = reason.map(swap).expect("the copies are disjoint");
    let nothing = ElementSet::empty(universe);
    let step = reason.push(Step { set: nothing, claim: Claim::Value(Grundy::ZERO), rule: Rule::Mex(Vec::new()) });
    let rule = Rule::Fold(swap, Reference { step, map: None });
    let step = reason.push(Step { set: all.clone(), claim: Claim::Value(Grundy::ZERO), rule });
    (all, Reference { step, map: None })
}
