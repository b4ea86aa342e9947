//! A derivation: every step and every map, as data.

use chomplex::family::remnant::Scribe;
use chomplex::reason::unwritten::Unwritten;
use chomplex::reason::{self, AfterMove, Rule};
use chomplex::{Element, ElementSet, Position, Reason};
use serde::Serialize;

use crate::map::ElementMap;

/// All steps of a derivation. Steps and maps are numbered from 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Derivation {
    /// The number of the last step; null if nothing is decided.
    pub conclusion: Option<usize>,
    /// The steps, each after those it uses.
    pub steps: Vec<Step>,
    /// Isomorphisms between positions, from element to element.
    pub maps: Vec<ElementMap>,
}

/// A step: a claim about a position and why it holds. Which fields follow depends on the rule.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The position, as an expression.
    pub position: String,
    /// What is claimed about its value.
    pub claim: Claim,
    /// The id of the rule, `search`, `mex` or `reply`.
    pub rule: String,
    /// The moves that the step looks at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<StepMove>>,
    /// The parts of a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<StepPart>>,
    /// The leaves of an ordinal sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Vec<StepPart>>,
    /// The number of positions that a search examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// The tablebase that a search probed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebase: Option<String>,
    /// A lower bound for the steps of a proof that is too long to show; null if not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_steps_above: Option<Option<usize>>,
    /// The map of an involution that folds the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub involution: Option<usize>,
    /// The position that twins leave, as an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// The elements that twins leave, by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_elements: Option<Vec<String>>,
    /// The step that the fold or the twins lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<StepReference>,
    /// The shape that a theorem recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Sets of elements that show that the theorem applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Vec<Vec<String>>>,
}

/// What is claimed about a Grundy value: exactly one of the fields is there.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// It is this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// It is not this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy_not: Option<u32>,
    /// It is this number or larger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy_at_least: Option<u64>,
}

/// A reference to an earlier step.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepReference {
    /// The number of the step.
    pub step: usize,
    /// The map that carries the position here to the one of that step; null if they are equal.
    pub map: Option<usize>,
}

/// A move, and the step about the position after it or after the reply.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepMove {
    /// The name of the move.
    pub r#move: String,
    /// The reply to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The step about the position that is reached.
    pub leads_to: StepReference,
}

/// A part of a position, and the step about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepPart {
    /// The part, as an expression.
    pub position: String,
    /// The step about it.
    pub by: StepReference,
}

impl Derivation {
    /// The derivation of an answer about this position.
    #[must_use]
    pub fn new(position: &Position, reason: &Reason) -> Self {
        let map = |images: &reason::IsomorphismMap| {
            let images = position.moves().filter_map(|x| Some((x, images[x.index()]?)));
            ElementMap::new(images.map(|(x, y)| (position.name(x), position.name(y))))
        };
        let scribe = Scribe::new(position);
        Derivation {
            conclusion: reason.conclusion().map(|step| step.index() + 1),
            steps: reason.steps().iter().map(|step| Step::new(position, &scribe, step)).collect(),
            maps: reason.maps().iter().map(map).collect(),
        }
    }
}

impl Step {
    fn new(position: &Position, scribe: &Scribe<'_>, step: &reason::Step) -> Self {
        let name = |x: Element| position.name(x).to_owned();
        let names = |set: &ElementSet| set.iter().map(name).collect();
        let part = |(set, r): &(ElementSet, reason::Reference)| StepPart {
            position: scribe.expression(set),
            by: StepReference::from(*r),
        };
        let told = Step {
            position: scribe.expression(&step.set),
            claim: Claim::from(step.claim),
            rule: step.rule.id().to_owned(),
            ..Step::default()
        };
        match &step.rule {
            Rule::Mex(moves) => {
                let after = |&(x, after): &(Element, AfterMove)| StepMove {
                    r#move: name(x),
                    reply: if let AfterMove::Reply(y, _) = after { Some(name(y)) } else { None },
                    leads_to: after.reference().into(),
                };
                Step { moves: Some(moves.iter().map(after).collect()), ..told }
            }
            Rule::Reply(x, r) => {
                let reply = StepMove { r#move: name(*x), reply: None, leads_to: StepReference::from(*r) };
                Step { moves: Some(vec![reply]), ..told }
            }
            Rule::Components(parts) => Step { parts: Some(parts.iter().map(part).collect()), ..told },
            Rule::Search { positions, proof, tablebase, .. } => Step {
                positions: Some(*positions),
                tablebase: tablebase.as_ref().map(ToString::to_string),
                proof_steps_above: Some(proof.as_ref().and_then(Unwritten::tried).map(|(steps, _)| steps)),
                ..told
            },
            Rule::OrdinalSum(leaves) => Step { leaves: Some(leaves.iter().map(part).collect()), ..told },
            Rule::Fold(map, r) => Step { involution: Some(map.index() + 1), by: Some(StepReference::from(*r)), ..told },
            Rule::Twins(_, left, r) => Step {
                left: Some(scribe.expression(left)),
                left_elements: Some(names(left)),
                by: Some(StepReference::from(*r)),
                ..told
            },
            Rule::Theorem(finding) => {
                let witness = finding.witness.iter().map(names).collect();
                Step { shape: Some(finding.shape.clone()), witness: Some(witness), ..told }
            }
            _ => told,
        }
    }
}

impl From<reason::Claim> for Claim {
    fn from(claim: reason::Claim) -> Self {
        match claim {
            reason::Claim::Value(value) => Claim { grundy: Some(value.0), ..Claim::default() },
            reason::Claim::Not(value) => Claim { grundy_not: Some(value.0), ..Claim::default() },
            reason::Claim::Above(value) => Claim { grundy_at_least: Some(u64::from(value.0) + 1), ..Claim::default() },
        }
    }
}

impl From<reason::Reference> for StepReference {
    fn from(reference: reason::Reference) -> Self {
        StepReference { step: reference.step.index() + 1, map: reference.map.map(|map| map.index() + 1) }
    }
}

#[cfg(test)]
mod tests {
    use chomplex::{Budget, Question};

    use super::*;
    use crate::explain::explain;

    /// The second `abc` cancels the first; every other element is left, under its own name.
    #[test]
    fn twins_name_the_elements_they_leave() {
        let position: Position = "hypergraph[abc abc ad de ae]".parse().unwrap();
        let answer = explain(&position, &Question::default(), &Budget::default());
        let derivation = Derivation::new(&position, &answer.reason);
        let twins = derivation.steps.iter().find(|step| step.rule == "twin-tops").unwrap();
        let mut left = twins.left_elements.clone().unwrap();
        left.sort();
        assert_eq!(left, ["^3", "^4", "^5", "a", "b", "c", "d", "e"]);
    }
}
