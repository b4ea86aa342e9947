//! `gmk`: an odd cycle with a fork of two tails, the graph G_{m,k} of Khandhawit and Ye.
//!
//! # Statement
//! Let a vertex A of an odd cycle be joined to a vertex B outside, and B to the first vertices of
//! two paths, one with m and one with k vertices, m, k ≥ 1. With m = 3a + 1 + i and k = 3b + 1 + j,
//! where 0 ≤ i, j ≤ 2, g(G_{m,k}) = 4((a ⊕ b) + 1), plus 2 if i + j is odd.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), Theorem 5, Tables 4 and 5.
//!
//! # Why it holds
//! The moves on the cycle, at B and at the edge AB give the values 0 to 3 and no other
//! (`odd-cycle-pseudotree`). A move in a tail leaves a G with a shorter tail, and perhaps a path,
//! worth 1 or 2. By induction, each block of 3 by 3 pairs (m, k) has values from one block of four,
//! and the blocks follow each other like the positions of Nim with two heaps a and b.
//!
//! # Test and cost
//! Leaves are removed until the cycle is left, and the two tails are followed; linear.
//!
//! # Witness
//! None: the checker follows the same paths.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::gmk::gmk;
//! use chomplex::Grundy;
//! let position: Position = "gmk(7,1000,2000)".parse().unwrap();
//! let (claim, finding) = gmk(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(3938)));
//! assert_eq!(
//!     finding.shape,
//!     "an odd cycle of 7 vertices with a fork of tails of 1000 and 2000 vertices (G_{1000,2000})"
//! );
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::one_cycle::OneOddCycle;
use crate::theorem::{Options, Theorem, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Gmk,
    statement: "let an odd cycle be joined to a fork of tails of m = 3a + 1 + i and k = 3b + 1 + j vertices (i, j ≤ 2). It is \
                worth 4((a ⊕ b) + 1), plus 2 if i + j is odd",
    reference: "Khandhawit and Ye 2011, Theorem 5",
    keeps: Keeps::Value,
    example: "gmk(5,12,30)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: gmk, options: Options::Unknown };

/// The value given by the lengths of the tails, if the graph is an odd cycle with a fork.
#[must_use]
pub fn gmk(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let one_cycle = OneOddCycle::recognise(shape)?;
    let stem = one_cycle.stem().filter(|&stem| one_cycle.graph.degree(stem) == 3)?;
    let starts = one_cycle.outside(stem);
    let tails: Option<Vec<usize>> = starts.map(|start| one_cycle.tail(stem, start)).collect();
    let mut tails = tails?;
    tails.sort_unstable();
    let &[m, k] = tails.as_slice() else { return None };
    let words = format!(
        "an odd cycle of {} vertices with a fork of tails of {m} and {k} vertices (G_{{{m},{k}}})",
        one_cycle.length
    );
    Some(worth(CARD.rule, value(m, k), Vec::new(), words))
}

fn value(m: usize, k: usize) -> usize {
    let [(a, i), (b, j)] = [m, k].map(|length| ((length - 1) / 3, (length - 1) % 3));
    4 * ((a ^ b) + 1) + if (i + j) % 2 == 1 { 2 } else { 0 }
}
