//! The simplest form of a position.

use chomplex::family::remnant::Scribe;
use chomplex::reduce::involution_fold::{self, EFFORT, FoldKind, SimplestForm, kind, simplest_form};
use chomplex::{Budget, Position};
use serde::Serialize;

use crate::map::ElementMap;

/// A position folded to its simplest form, as `reduce --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reduction {
    /// The position, as an expression.
    pub position: String,
    /// The number of its elements.
    pub elements: usize,
    /// The folds, in order.
    pub folds: Vec<Fold>,
    /// What is left, as an expression.
    pub simplest_form: String,
    /// Whether it is certain that no more folds apply.
    pub proved: bool,
}

/// A fold onto the fixed elements of an involution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fold {
    /// `suspension`, `binary-star` or `involution`.
    pub kind: &'static str,
    /// The involution, from element to element.
    pub map: ElementMap,
    /// What is left, as an expression.
    pub left: String,
}

/// Folds a position to its simplest form.
#[must_use]
pub fn reduce(position: &Position, budget: &Budget) -> SimplestForm {
    simplest_form(position.poset(), position.remaining(), EFFORT, budget)
}

impl Reduction {
    /// The simplest form of this position.
    #[must_use]
    pub fn new(position: &Position, form: &SimplestForm) -> Self {
        let scribe = Scribe::new(position);
        let fold = |fold: &involution_fold::Fold| Fold {
            kind: match kind(position.poset(), &fold.before, &fold.images) {
                FoldKind::Suspension(..) => "suspension",
                FoldKind::BinaryStar(..) => "binary-star",
                FoldKind::Involution => "involution",
            },
            map: ElementMap::new(
                fold.before.iter().zip(&fold.images).map(|(x, &y)| (position.name(x), position.name(y))),
            ),
            left: scribe.expression(&fold.left),
        };
        Reduction {
            position: position.to_string(),
            elements: position.len(),
            folds: form.folds.iter().map(fold).collect(),
            simplest_form: scribe.expression(&form.left),
            proved: form.proved,
        }
    }
}
