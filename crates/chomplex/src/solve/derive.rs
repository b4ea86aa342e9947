//! The strategy: what follows about a set, and why.
//!
//! [`Deriver::derive_anew`] is the whole of it. A set is split into its components. For each, a
//! theorem is tried, then reductions; a component that no rule reduces is searched. Each conclusion
//! becomes a step of the reason, and is remembered.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;
use crate::question::{Goal, Question};
use crate::reason::{Claim, Reason, Reference, Rule, Step, StepId};
use crate::rule::RuleId;
use crate::shape::Shape;
use crate::value::{Candidates, Grundy};

use super::effort::Effort;
use super::opened::Opened;
use super::ordinal::Listed;

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
    pub(super) position: &'a Position,
    pub(crate) poset: &'a Poset,
    pub(crate) question: Question,
    /// Whether a certificate is wanted in the end, so that nothing may rely on an added rule.
    pub(super) certifies: bool,
    pub(crate) budget: Budget,
    pub(crate) effort: Effort,
    pub(crate) reason: Reason,
    /// The steps about sets, and whether each can be proved: where no proof was wanted, the steps
    /// of searches have none.
    known: HashMap<ElementSet, (StepId, bool)>,
    /// Sets for which the values of all options are known.
    pub(super) listed: HashMap<ElementSet, Listed>,
    /// A down-set on which a single search is opened, instead of one for each set within it.
    pub(super) root: Option<ElementSet>,
    /// The open search.
    pub(super) search: Option<Opened>,
    /// The theorems that candidates rely on, besides those of the reason.
    pub(crate) assumed: BTreeSet<Cow<'static, str>>,
    /// The number of positions examined by earlier searches.
    pub(super) positions: u64,
}

pub(super) type Derived = Result<StepId, Undecided>;

impl<'a> Deriver<'a> {
    pub(crate) fn new(position: &'a Position, question: Question, budget: &Budget, effort: Effort) -> Self {
        let (reason, known, listed) = (Reason::default(), HashMap::new(), HashMap::new());
        let assumed = BTreeSet::new();
        Deriver {
            position,
            poset: position.poset(),
            certifies: question.proof,
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

    /// A step that answers the question about a convex set.
    pub(crate) fn derive(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        let wants_proof = self.question.proof;
        if let Some(&(step, is_proved)) = self.known.get(set)
            && decides(self.reason.step(step).claim, goal)
            && (is_proved || !wants_proof)
        {
            return Ok(step);
        }
        let step = self.derive_anew(set, goal)?;
        self.known.insert(set.clone(), (step, wants_proof));
        Ok(step)
    }

    fn derive_anew(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        self.budget.check().map_err(Undecided::new)?;
        if set.is_empty() {
            return Ok(self.push(set, Claim::Value(Grundy::ZERO), Rule::Mex(Vec::new())));
        }
        if self.allows(RuleId::Components) {
            let components = self.poset.components(set);
            if components.len() > 1 {
                return self.derive_sum(set, components, goal);
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
            } else if let Some((rule, reduced)) = deriver.reduction(&shape) {
                deriver.derive_reduced(&shape, rule, reduced, goal)
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
