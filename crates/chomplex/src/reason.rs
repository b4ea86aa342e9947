//! Why a value holds: an arena of steps, each of which follows from earlier ones.
//!
//! A step is about one down-set of the position's poset and makes a [`Claim`] about its Grundy value. Lemmas that are used
//! many times are one step, and a lemma proved for one set serves its mirror images through a map. A reason is rendered
//! in words by [`report`](crate::report) and written as a certificate by [`certify`](crate::certify).

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::element::{Element, ElementSet};
use crate::value::{Grundy, Outcome};

/// What a step says about the Grundy value of its set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// It is this.
    Value(Grundy),
    /// It is something else. Of zero: the first player wins.
    Not(Grundy),
}

impl Claim {
    /// The value, if the claim names it.
    #[must_use]
    pub fn value(self) -> Option<Grundy> {
        match self {
            Claim::Value(value) => Some(value),
            Claim::Not(_) => None,
        }
    }

    /// The outcome, if the claim decides it.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Claim::Value(value) => Some(value.outcome()),
            Claim::Not(Grundy::ZERO) => Some(Outcome::First),
            Claim::Not(_) => None,
        }
    }
}

/// A step of the reason it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepId(u32);

impl StepId {
    /// Its place in the arena.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A map of the reason it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapId(u32);

impl MapId {
    /// Its place among the maps.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An isomorphism between down-sets: the image of each element of the poset, where it has one.
pub type IsomorphismMap = Box<[Option<Element>]>;

/// An earlier step, about the same set or about its image under a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The step.
    pub step: StepId,
    /// The map that takes the set in question to the set of the step.
    pub map: Option<MapId>,
}

/// What is known of the option a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterMove {
    /// What the step says of the option.
    Known(Reference),
    /// The option has itself an option, by this reply, with the value the whole claims to have.
    Reply(Element, Reference),
}

impl AfterMove {
    /// The step it rests on.
    #[must_use]
    pub fn reference(self) -> Reference {
        let (AfterMove::Known(reference) | AfterMove::Reply(_, reference)) = self;
        reference
    }
}

/// How a step follows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The value is the mex of the values of all options: one entry for each move.
    Mex(Vec<(Element, AfterMove)>),
    /// The value is not this, since this move leads to a position that has it.
    Reply(Element, Reference),
    /// The position falls into parts, and the value is the nim-sum of theirs.
    Components(Vec<(ElementSet, Reference)>),
    /// The position is a chain: a Nim heap.
    Chain,
    /// A search found the value; its steps are not written out.
    Search {
        /// The number of positions it looked at.
        positions: u64,
    },
}

impl Rule {
    /// Its stable name.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Rule::Mex(_) => "mex",
            Rule::Reply(..) => "reply",
            Rule::Components(_) => RuleId::Components.id(),
            Rule::Chain => RuleId::Chain.id(),
            Rule::Search { .. } => "search",
        }
    }

    /// The steps this one rests on.
    #[must_use]
    pub fn references(&self) -> Vec<Reference> {
        match self {
            Rule::Mex(moves) => moves.iter().map(|(_, after)| after.reference()).collect(),
            Rule::Reply(_, reference) => vec![*reference],
            Rule::Components(parts) => parts.iter().map(|(_, reference)| *reference).collect(),
            Rule::Chain | Rule::Search { .. } => Vec::new(),
        }
    }

    /// The same rule with each reference replaced.
    fn with_references(mut self, new: impl Fn(Reference) -> Reference) -> Rule {
        match &mut self {
            Rule::Mex(moves) => {
                for (_, AfterMove::Known(reference) | AfterMove::Reply(_, reference)) in moves {
                    *reference = new(*reference);
                }
            }
            Rule::Reply(_, reference) => *reference = new(*reference),
            Rule::Components(parts) => parts.iter_mut().for_each(|(_, reference)| *reference = new(*reference)),
            Rule::Chain | Rule::Search { .. } => {}
        }
        self
    }
}

/// A rule that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum RuleId {
    /// A position that falls into parts is worth the nim-sum of theirs.
    Components,
    /// A chain is worth the number of its elements.
    Chain,
}

impl RuleId {
    /// All of them.
    pub const ALL: [RuleId; 2] = [RuleId::Components, RuleId::Chain];

    /// Its stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            RuleId::Components => "components",
            RuleId::Chain => "chain",
        }
    }

    /// What it says.
    #[must_use]
    pub fn statement(self) -> &'static str {
        match self {
            RuleId::Components => "a position that falls into parts is worth the nim-sum of theirs",
            RuleId::Chain => "a chain is a Nim heap, worth the number of its elements",
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn reference(self) -> &'static str {
        match self {
            RuleId::Components => "Sprague 1936, Grundy 1939",
            RuleId::Chain => "Bouton 1901",
        }
    }
}

/// The rules that may be used: all but those switched off.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    off: BTreeSet<RuleId>,
}

impl Rules {
    /// The same without one rule.
    #[must_use]
    pub fn without(mut self, rule: RuleId) -> Self {
        self.off.insert(rule);
        self
    }

    /// Whether a rule may be used.
    #[must_use]
    pub fn allow(&self, rule: RuleId) -> bool {
        !self.off.contains(&rule)
    }
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The down-set it is about.
    pub set: ElementSet,
    /// What it says.
    pub claim: Claim,
    /// Why.
    pub rule: Rule,
}

impl Step {
    /// Roughly how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let set = self.set.universe() / 8 + 32;
        let rule = match &self.rule {
            Rule::Mex(moves) => size_of_val(&**moves),
            Rule::Components(parts) => parts.len() * (size_of::<(ElementSet, Reference)>() + set),
            Rule::Reply(..) | Rule::Chain | Rule::Search { .. } => 0,
        };
        size_of::<Step>() + set + rule
    }
}

/// Steps and maps, each step after those it rests on.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    steps: Vec<Step>,
    maps: Vec<IsomorphismMap>,
    map_ids: HashMap<IsomorphismMap, MapId>,
    conclusion: Option<StepId>,
}

impl Reason {
    /// Adds a step.
    ///
    /// # Panics
    /// If it rests on a step that is not there.
    pub fn push(&mut self, step: Step) -> StepId {
        let known = step.rule.references().iter().all(|r| r.step.index() < self.steps.len());
        assert!(known, "a step rests on earlier ones");
        self.steps.push(step);
        StepId(u32::try_from(self.steps.len() - 1).expect("fewer than 2^32 steps"))
    }

    /// Adds a map, or finds it; the identity needs none.
    pub fn map(&mut self, images: IsomorphismMap) -> Option<MapId> {
        if images.iter().enumerate().all(|(x, y)| y.is_none_or(|y| y.index() == x)) {
            return None;
        }
        let maps = &mut self.maps;
        Some(*self.map_ids.entry(images).or_insert_with_key(|images| {
            maps.push(images.clone());
            MapId(u32::try_from(maps.len() - 1).expect("fewer than 2^32 maps"))
        }))
    }

    /// Adds all steps and maps of another reason and returns its conclusion as a step of this one.
    pub fn absorb(&mut self, other: Reason) -> Option<StepId> {
        let steps = u32::try_from(self.steps.len()).expect("fewer than 2^32 steps");
        let maps: Vec<Option<MapId>> = other.maps.into_iter().map(|images| self.map(images)).collect();
        let shift = |step: StepId| StepId(step.0 + steps);
        let moved = |r: Reference| Reference { step: shift(r.step), map: r.map.and_then(|m| maps[m.index()]) };
        self.steps.extend(other.steps.into_iter().map(|step| Step { rule: step.rule.with_references(moved), ..step }));
        other.conclusion.map(shift)
    }

    /// Names the step that answers the question.
    pub fn conclude(&mut self, step: StepId) {
        self.conclusion = Some(step);
    }

    /// The step that answers the question, if there is an answer.
    #[must_use]
    pub fn conclusion(&self) -> Option<StepId> {
        self.conclusion
    }

    /// A step.
    #[must_use]
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    /// All steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The images under a map.
    #[must_use]
    pub fn images(&self, map: MapId) -> &[Option<Element>] {
        &self.maps[map.index()]
    }

    /// All maps in order.
    #[must_use]
    pub fn maps(&self) -> &[IsomorphismMap] {
        &self.maps
    }

    /// Whether every step is written out, so that a checker can follow it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.conclusion.is_some() && !self.steps.iter().any(|step| matches!(step.rule, Rule::Search { .. }))
    }
}
