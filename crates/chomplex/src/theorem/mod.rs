//! Theorems: positions of a certain shape about which something is known. One theorem, one file.
//!
//! In: the [`Shape`] of a convex set. Out: a [`Claim`] about its Grundy value, and a [`Finding`] that shows why it applies.

pub mod chain;

use crate::reason::{Claim, Finding};
use crate::rule::Card;
use crate::shape::Shape;
use crate::value::Grundy;

/// A theorem as the solver sees it.
#[derive(Clone, Copy)]
pub struct Theorem {
    /// What is to be said about it.
    pub card: &'static Card,
    /// What it says of a set, if it applies to it. It checks its whole hypothesis; nothing is known of the set but that it is
    /// convex.
    pub apply: fn(&Shape<'_>) -> Option<(Claim, Finding)>,
    /// The value of the option by each element of a set it applies to, if there is a formula for all of them.
    pub options: Option<fn(&Shape<'_>) -> Vec<Grundy>>,
}

/// All of them, in the order in which they are tried.
pub const THEOREMS: &[Theorem] = &[chain::THEOREM];
