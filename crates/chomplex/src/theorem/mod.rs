//! Theorems about positions of a certain shape, one per file.
//!
//! In: the [`Shape`] of a convex set. Out: a [`Claim`] about its Grundy value and a [`Finding`]
//! that shows why the theorem applies; or, from a [`Suggestion`], moves that win if the positions
//! they leave are lost.

pub mod chain;
pub mod cycle;
pub mod bipartite;
pub mod complete;
pub mod multipartite;
pub mod zigzag;
mod linear_system;
pub mod parity_uniform;
pub mod wheel;
mod one_cycle;
pub mod hairball;
pub mod gmk;
pub mod pseudotree;
pub mod two_cycles;
pub mod cycle_with_path;
pub mod published_table;
pub mod strategy_stealing;
pub mod subsets;
pub mod complement;

use crate::element::{Element, ElementSet};
use crate::reason::{Claim, Finding};
use crate::rule::{Card, RuleId};
use crate::shape::Shape;
use crate::value::{Grundy, Outcome};

/// A theorem as the solver sees it.
#[derive(Clone, Copy)]
pub struct Theorem {
    /// Metadata shown to users.
    pub card: &'static Card,
    /// Returns what the theorem says about a set, if it applies. It checks its whole hypothesis and
    /// assumes only that the set is convex.
    pub apply: fn(&Shape<'_>) -> Option<(Claim, Finding)>,
    /// What it says about the options of a set it applies to.
    pub options: Options,
}

/// What a theorem says about the options of a set it applies to, in the order of the elements.
#[derive(Clone, Copy)]
pub enum Options {
    /// Their values.
    Values(fn(&Shape<'_>) -> Vec<Grundy>),
    /// Their outcomes; for some sets, nothing.
    Outcomes(fn(&Shape<'_>) -> Option<Vec<Outcome>>),
    /// Nothing.
    Unknown,
}

/// All theorems, in the order in which they are tried; those that give bounds come last.
pub const THEOREMS: &[Theorem] = &[
    chain::THEOREM,
    cycle::THEOREM,
    bipartite::THEOREM,
    complete::THEOREM,
    multipartite::THEOREM,
    zigzag::THEOREM,
    parity_uniform::THEOREM,
    wheel::THEOREM,
    hairball::THEOREM,
    gmk::THEOREM,
    pseudotree::THEOREM,
    two_cycles::THEOREM,
    cycle_with_path::THEOREM,
    published_table::THEOREM,
    strategy_stealing::THEOREM,
];

/// A rule that suggests moves, as the solver sees it.
#[derive(Clone, Copy)]
pub struct Suggestion {
    /// Metadata shown to users.
    pub card: &'static Card,
    /// Returns moves of a set. Each wins if the position it leaves is lost, which remains to be
    /// shown.
    pub moves: fn(&Shape<'_>) -> Vec<Element>,
}

/// All suggestions, in the order in which they are tried.
pub const SUGGESTIONS: &[Suggestion] = &[subsets::SUGGESTION, complement::SUGGESTION];

/// The claim and the finding that a set has this value by a theorem.
fn worth(rule: RuleId, value: usize, witness: Vec<ElementSet>, shape: String) -> (Claim, Finding) {
    (Claim::Value(grundy(value)), Finding { rule, witness, shape })
}

fn grundy(value: usize) -> Grundy {
    Grundy(u32::try_from(value).expect("values do not exceed the number of elements"))
}

fn parity(n: usize) -> &'static str {
    if n.is_multiple_of(2) { "even" } else { "odd" }
}

/// A number of vertices in words.
fn vertices(n: usize) -> String {
    format!("{n} {}", if n == 1 { "vertex" } else { "vertices" })
}
