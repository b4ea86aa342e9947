//! Reductions: rules that replace a position by simpler ones and keep its Grundy value. One rule, one file.

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
    /// What is to be said about it.
    pub card: &'static Card,
    /// What is left of a set, if it applies to it.
    pub apply: fn(&Shape<'_>, &Budget) -> Option<Reduced>,
}

/// What a reduction leaves of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// The elements that are left: fewer than there were, and convex again.
    pub left: ElementSet,
    /// If they are the fixed elements of a symmetry, the image under it of each element of the set, in order.
    pub symmetry: Option<Vec<Element>>,
}

/// Those that leave one set, in the order in which they are tried.
pub const REDUCTIONS: &[Reduction] = &[twin_tops::REDUCTION, twin_bottoms::REDUCTION, involution_fold::REDUCTION];
