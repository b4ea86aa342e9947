//! `cycle-with-path`: a cycle with two of its vertices joined by another path is worth 1 or 2.
//!
//! # Statement
//! If G consists of three paths between the same two vertices that have nothing else in common,
//! then g(G) = 1 if the number of vertices is odd, and 2 if it is even.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), appendix B, Corollary 3.
//!
//! # Why it holds
//! Removing either end of the three paths leaves a tree, worth 2 if the number of vertices is odd
//! and 1 if it is even. Any other move leaves one cycle with tails, worth 0, 3 or 4 (`hairball`,
//! `bipartite`). And 0 is reached: two of the three paths have lengths of the same parity and form
//! an even cycle. If the number of vertices is even, removing an edge of the third path leaves an
//! even number of vertices and of edges. If it is odd, the third path has an inner vertex, and
//! removing that vertex does the same.
//!
//! # Test and cost
//! Two vertices have degree 3, all others degree 2; all three paths out of one lead to the other
//! and together contain all vertices; linear.
//!
//! # Witness
//! None: the checker follows the same paths.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::cycle_with_path::cycle_with_path;
//! use chomplex::Grundy;
//! let position: Position = "graph[01 12 23 34 40 02]".parse().unwrap();
//! let (claim, finding) = cycle_with_path(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(1)));
//! assert_eq!(finding.shape, "a cycle with two vertices joined by another path, 5 vertices (odd) in all");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::{Graph, Shape};
use crate::theorem::{Options, Theorem, parity, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::CycleWithPath,
    statement: "a cycle with two vertices joined by another path is worth 1 if the number of vertices is odd, 2 if it is even",
    reference: "Khandhawit and Ye 2011, Corollary 3",
    keeps: Keeps::Value,
    example: "graph[01 12 23 34 40 02]",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: cycle_with_path, options: Options::Unknown };

/// One or two, if the graph consists of three paths between two vertices.
#[must_use]
pub fn cycle_with_path(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph().filter(|graph| graph.edges().len() == graph.len() + 1)?;
    if !(0..graph.len()).all(|v| matches!(graph.degree(v), 2 | 3)) {
        return None;
    }
    // The degrees add up to twice the number of edges, so exactly two of them are 3.
    let start = (0..graph.len()).find(|&v| graph.degree(v) == 3)?;
    let ways = graph.neighbours(start).iter().map(|&first| way(graph, start, first));
    let inner: Option<Vec<usize>> = ways.collect();
    let total = graph.len();
    if inner?.iter().sum::<usize>() + 2 != total {
        return None;
    }
    let value = if total % 2 == 1 { 1 } else { 2 };
    let words =
        format!("a cycle with two vertices joined by another path, {total} vertices ({}) in all", parity(total));
    Some(worth(CARD.rule, value, Vec::new(), words))
}

/// The number of vertices of degree 2 on a path out of a vertex of degree 3, if the path does not
/// lead back there.
fn way(graph: &Graph, start: usize, first: usize) -> Option<usize> {
    let (mut before, mut now, mut inner) = (start, first, 0);
    while let &[a, b] = graph.neighbours(now) {
        (before, now, inner) = (now, if a == before { b } else { a }, inner + 1);
    }
    (now != start).then_some(inner)
}
