//! Reductions: rules that replace a position by simpler ones and keep its Grundy value, one per
//! file.

pub mod components;
pub mod involution_fold;
pub mod ordinal_sum;
pub mod twin_tops;
pub mod twin_bottoms;

use crate::budget::Budget;
use crate::element::{Element, ElementSet};
use crate::rule::Card;
use crate::shape::Shape;

/// A reduction to one smaller set of the same Grundy value, as the solver sees it.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// Metadata shown to users.
    pub card: &'static Card,
    /// Returns what is left of a set, if the reduction applies.
    pub apply: fn(&Shape<'_>, &Budget) -> Option<Reduced>,
}

/// What a reduction leaves of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// The remaining elements: fewer than before, and convex again.
    pub left: ElementSet,
    /// If they are the fixed elements of a symmetry: the image of each element of the set, in
    /// order.
    pub symmetry: Option<Vec<Element>>,
}

/// The reductions that leave one set, in the order in which they are tried.
pub const REDUCTIONS: &[Reduction] = &[twin_tops::REDUCTION, twin_bottoms::REDUCTION, involution_fold::REDUCTION];
