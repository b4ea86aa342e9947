//! From rules to steps: what follows about a set, and why.
//!
//! A set is split into its parts. For each part a theorem is tried, then reductions; a part that no
//! rule reduces is searched. Each conclusion becomes a step of the reason.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use parking_lot::MutexGuard;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::reason::{Claim, IsomorphismMap, Reason, Reference, Rule, Step, StepId};
use crate::reduce::{REDUCTIONS, Reduced, Reduction};
use crate::rule::RuleId;
use crate::search::{Goal, Question, Search};
use crate::shape::Shape;
use crate::theorem::THEOREMS;
use crate::value::{Candidates, Grundy};

use super::irreducible::Opened;
use super::ordinal::Listed;
use super::sum::push_sum;

/// How much work to do where no rule applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// Rules only.
    Rules,
    /// Searches of few positions.
    Little,
    /// Searches that take a few seconds at most.
    Some,
    /// Longer searches, with a look at the options before and after.
    More,
    /// Everything the budget allows.
    Full,
}

impl Effort {
    /// The efforts with which options are examined, in this order.
    pub(super) const PASSES: [Effort; 4] = [Effort::Rules, Effort::Little, Effort::Some, Effort::Full];
}

/// What is known of a set when the question about it is not decided.
#[derive(Debug)]
pub(crate) struct Undecided {
    /// Why the work stopped.
    pub(crate) stop: Stop,
    /// The possible values.
    pub(crate) candidates: Candidates,
    /// A step that says less than was asked.
    pub(crate) bound: Option<StepId>,
}

impl Undecided {
    pub(super) fn new(stop: Stop) -> Self {
        Undecided { stop, candidates: Candidates::ANY, bound: None }
    }
}

/// Derives steps about sets of one poset.
pub(crate) struct Deriver<'a> {
    pub(crate) poset: &'a Poset,
    pub(crate) question: Question,
    pub(crate) budget: Budget,
    pub(crate) effort: Effort,
    pub(crate) reason: Reason,
    known: HashMap<ElementSet, StepId>,
    /// Sets for which the values of all options are known.
    pub(super) listed: HashMap<ElementSet, Listed>,
    /// A down-set on which a single search is opened, instead of one for each set within it.
    pub(super) root: Option<ElementSet>,
    /// The latest search.
    pub(super) search: Option<Opened>,
    /// The theorems that candidates rely on, besides those of the reason.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
    /// The number of positions examined by earlier searches.
    pub(super) positions: u64,
}

pub(super) type Derived = Result<StepId, Undecided>;

impl<'a> Deriver<'a> {
    pub(crate) fn new(poset: &'a Poset, question: Question, budget: &Budget, effort: Effort) -> Self {
        let (reason, known, listed) = (Reason::default(), HashMap::new(), HashMap::new());
        let assumed = BTreeSet::new();
        Deriver {
            poset,
            question,
            budget: budget.clone(),
            effort,
            reason,
            known,
            listed,
            root: None,
            search: None,
            assumed,
            positions: 0,
        }
    }

    /// Opens a single search on a whole down-set; its table serves all sets within it.
    pub(crate) fn searching(mut self, root: &ElementSet) -> Self {
        self.root = Some(root.clone());
        self
    }

    /// The number of positions examined by searches.
    pub(crate) fn positions(&self) -> u64 {
        self.positions + self.search.as_ref().map_or(0, |opened| opened.search().positions())
    }

    /// The latest search, if it is on exactly this set.
    pub(crate) fn search_on(&self, set: &ElementSet) -> Option<MutexGuard<'_, dyn Search + 'static>> {
        self.search.as_ref().filter(|opened| opened.root == *set).map(Opened::search)
    }

    /// A step that answers the question about a convex set.
    pub(crate) fn derive(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        if let Some(&step) = self.known.get(set)
            && decides(self.reason.step(step).claim, goal)
        {
            return Ok(step);
        }
        let step = self.derive_anew(set, goal)?;
        self.known.insert(set.clone(), step);
        Ok(step)
    }

    fn derive_anew(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        self.budget.check().map_err(Undecided::new)?;
        if set.is_empty() {
            return Ok(self.push(set, Claim::Value(Grundy::ZERO), Rule::Mex(Vec::new())));
        }
        if self.allows(RuleId::Components) {
            let parts = self.poset.components(set);
            if parts.len() > 1 {
                return self.derive_sum(set, parts, goal);
            }
        }
        let poset = self.poset;
        let shape = Shape::new(poset, set);
        let bound = match self.theorem(&shape) {
            Some(step) if self.reason.step(step).claim.value().is_some() => return Ok(step),
            bound => bound,
        };
        // A bound may already decide the question; then a move is looked for as well, but not for
        // long.
        let decided = bound.filter(|&step| decides(self.reason.step(step).claim, goal));
        let effort = if decided.is_some() { Effort::Some } else { Effort::Full };
        let derived = self.with_effort(effort, |deriver| {
            if let Some(decomposition) = deriver.decomposition(&shape) {
                deriver.derive_ordinal_sum(set, &decomposition, goal)
            } else if let Some((reduction, reduced)) = deriver.reduction(&shape) {
                deriver.derive_reduced(&shape, reduction, reduced, goal)
            } else {
                deriver.derive_irreducible(&shape, goal)
            }
        });
        match (derived, decided) {
            (Err(_), Some(step)) => Ok(step),
            (derived, _) => derived.map_err(|undecided| self.with_bound(undecided, bound)),
        }
    }

    /// Does some work with at most this effort.
    pub(crate) fn with_effort<T>(&mut self, most: Effort, work: impl FnOnce(&mut Self) -> T) -> T {
        let effort = self.effort;
        self.effort = effort.min(most);
        let done = work(self);
        self.effort = effort;
        done
    }

    /// Does some work within another budget.
    pub(super) fn with_budget<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = std::mem::replace(&mut self.budget, budget);
        let done = work(self);
        self.budget = whole;
        done
    }

    /// The step of the first theorem that gives the value, or else of the theorem that says most.
    fn theorem(&mut self, shape: &Shape<'_>) -> Option<StepId> {
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
    fn derive_sum(&mut self, set: &ElementSet, parts: Vec<ElementSet>, goal: Goal) -> Derived {
        let mut undecided: Vec<(ElementSet, Undecided)> = Vec::new();
        let mut cited: Vec<(ElementSet, Reference)> = Vec::new();
        for part in parts {
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
    fn reduction(&self, shape: &Shape<'_>) -> Option<(&'static Reduction, Reduced)> {
        REDUCTIONS
            .iter()
            .filter(|reduction| self.allows(reduction.card.rule))
            .find_map(|reduction| Some((reduction, (reduction.apply)(shape, &self.budget)?)))
    }

    /// Derives a claim about a set from the same claim about what a reduction leaves of it.
    fn derive_reduced(&mut self, shape: &Shape<'_>, reduction: &Reduction, reduced: Reduced, goal: Goal) -> Derived {
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
    fn with_bound(&self, mut undecided: Undecided, bound: Option<StepId>) -> Undecided {
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

    pub(super) fn allows(&self, rule: RuleId) -> bool {
        self.question.rules.allow(rule)
    }

    pub(super) fn value_of(&self, step: StepId) -> Grundy {
        self.reason.step(step).claim.value().expect("the value was asked for")
    }

    pub(super) fn push(&mut self, set: &ElementSet, claim: Claim, rule: Rule) -> StepId {
        self.reason.push(Step { set: set.clone(), claim, rule })
    }
}

/// A reference to a step about the same set.
pub(super) fn cite(step: StepId) -> Reference {
    Reference { step, map: None }
}

/// Whether a claim answers the question.
fn decides(claim: Claim, goal: Goal) -> bool {
    match goal {
        Goal::Grundy => claim.value().is_some(),
        Goal::Outcome => claim.outcome().is_some(),
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
