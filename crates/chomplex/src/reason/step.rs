//! A step of a reason: a claim about a convex set, and the rule by which it follows.

use std::sync::Arc;

use crate::element::{Element, ElementSet};
use crate::rule::RuleId;
use crate::value::{Candidates, Grundy, Outcome};

use super::unwritten::Unwritten;

/// What a step says about the Grundy value of its set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The value is this.
    Value(Grundy),
    /// The value is something else. `Not(0)` says that the first player wins.
    Not(Grundy),
    /// The value is greater than this.
    Above(Grundy),
}

impl Claim {
    /// The value, if the claim names it.
    #[must_use]
    pub fn value(self) -> Option<Grundy> {
        match self {
            Claim::Value(value) => Some(value),
            Claim::Not(_) | Claim::Above(_) => None,
        }
    }

    /// The outcome, if the claim decides it.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Claim::Value(value) => Some(value.outcome()),
            Claim::Not(Grundy::ZERO) | Claim::Above(_) => Some(Outcome::First),
            Claim::Not(_) => None,
        }
    }
}

/// The possible values if the claim holds.
impl From<Claim> for Candidates {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Value(value) => Candidates::exactly(value),
            Claim::Above(value) => Candidates::AtLeast(Grundy(value.0 + 1)),
            Claim::Not(Grundy::ZERO) => Candidates::AtLeast(Grundy(1)),
            Claim::Not(_) => Candidates::ANY,
        }
    }
}

/// Defines the number of something in its reason.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The id of what is at this index.
            ///
            /// # Panics
            /// If the index is 2^32 or more.
            #[must_use]
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32"))
            }

            /// The index in the reason.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// The number of a step in its reason.
    StepId
}

id! {
    /// The number of a map in its reason.
    MapId
}

/// An isomorphism between convex sets: the image of each element of the poset, where it has one.
pub type IsomorphismMap = Box<[Option<Element>]>;

/// Whether a map moves no element.
pub(crate) fn is_identity(images: &[Option<Element>]) -> bool {
    images.iter().enumerate().all(|(x, y)| y.is_none_or(|y| y.index() == x))
}

/// A reference to an earlier step, about the same set or about its image under a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The step.
    pub step: StepId,
    /// The map that takes the set in question to the set of the step.
    pub map: Option<MapId>,
}

/// What is known of the option after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterMove {
    /// The step says what the option is worth.
    Known(Reference),
    /// This reply leads from the option to a position with the value that the whole claims to have.
    Reply(Element, Reference),
}

impl AfterMove {
    /// The step that it relies on.
    #[must_use]
    pub fn reference(self) -> Reference {
        let (AfterMove::Known(reference) | AfterMove::Reply(_, reference)) = self;
        reference
    }
}

/// Why a step holds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The value is the mex of the values of all options: one entry for each move.
    Mex(Vec<(Element, AfterMove)>),
    /// The value is not this, because this move leads to a position that has it.
    Reply(Element, Reference),
    /// The position splits into parts, and its value is the nim-sum of their values.
    Components(Vec<(ElementSet, Reference)>),
    /// The set is built from pieces by sums and ordinal sums, which may be nested; for each piece
    /// that is neither, what is known of it.
    OrdinalSum(Vec<(ElementSet, Reference)>),
    /// The elements fixed by this symmetry of order two are closed downwards, and the claim holds
    /// for them.
    Fold(MapId, Reference),
    /// Twins cancel ([`RuleId::TwinTops`] or [`RuleId::TwinBottoms`]), and the claim holds for what
    /// is left of the set.
    Twins(RuleId, ElementSet, Reference),
    /// A theorem applies.
    Theorem(Finding),
    /// A rule with this id, which a user of the library added, says so.
    Added(Arc<str>),
    /// A search found it; its steps are not written out.
    Search {
        /// The number of positions it examined.
        positions: u64,
        /// The theorems it relies on.
        used: Vec<RuleId>,
        /// The tablebase that was used instead of a search.
        tablebase: Option<Arc<str>>,
        /// The proof, if it can be written.
        proof: Option<Unwritten>,
    },
}

impl Rule {
    /// The stable id of the rule.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Rule::Mex(_) => "mex",
            Rule::Reply(..) => "reply",
            Rule::Components(_) => RuleId::Components.id(),
            Rule::OrdinalSum(_) => RuleId::OrdinalSum.id(),
            Rule::Fold(..) => RuleId::InvolutionFold.id(),
            Rule::Twins(rule, ..) => rule.id(),
            Rule::Theorem(finding) => finding.rule.id(),
            Rule::Added(id) => id,
            Rule::Search { tablebase: Some(_), .. } => "tablebase",
            Rule::Search { tablebase: None, .. } => "search",
        }
    }

    /// The steps that this one relies on.
    #[must_use]
    pub fn references(&self) -> Vec<Reference> {
        match self {
            Rule::Mex(moves) => moves.iter().map(|(_, after)| after.reference()).collect(),
            Rule::Reply(_, reference) | Rule::Fold(_, reference) | Rule::Twins(.., reference) => vec![*reference],
            Rule::Components(parts) | Rule::OrdinalSum(parts) => {
                parts.iter().map(|(_, reference)| *reference).collect()
            }
            Rule::Theorem(_) | Rule::Added(_) | Rule::Search { .. } => Vec::new(),
        }
    }

    /// The maps it mentions.
    pub(crate) fn maps(&self) -> impl Iterator<Item = MapId> {
        let fold = if let Rule::Fold(map, _) = self { Some(*map) } else { None };
        self.references().into_iter().filter_map(|reference| reference.map).chain(fold)
    }

    /// The same rule with each reference and each map replaced.
    pub(crate) fn renumbered(mut self, new: impl Fn(Reference) -> Reference, new_map: impl Fn(MapId) -> MapId) -> Rule {
        match &mut self {
            Rule::Mex(moves) => {
                for (_, AfterMove::Known(reference) | AfterMove::Reply(_, reference)) in moves {
                    *reference = new(*reference);
                }
            }
            Rule::Reply(_, reference) | Rule::Twins(.., reference) => *reference = new(*reference),
            Rule::Components(parts) | Rule::OrdinalSum(parts) => {
                parts.iter_mut().for_each(|(_, reference)| *reference = new(*reference));
            }
            Rule::Fold(map, reference) => (*map, *reference) = (new_map(*map), new(*reference)),
            Rule::Theorem(_) | Rule::Added(_) | Rule::Search { .. } => {}
        }
        self
    }
}

/// How a theorem applies to a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The theorem.
    pub rule: RuleId,
    /// Sets of elements that show that it applies, if any are needed.
    pub witness: Vec<ElementSet>,
    /// A description of the set in the words of the theorem, to follow "it is".
    pub shape: String,
}

/// One step of a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The convex set that the step is about.
    pub set: ElementSet,
    /// What the step claims.
    pub claim: Claim,
    /// Why the claim holds.
    pub rule: Rule,
}
