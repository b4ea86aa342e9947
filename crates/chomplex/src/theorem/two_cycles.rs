//! `two-cycles`: two cycles that share a vertex are worth 1.
//!
//! # Statement
//! If G consists of two cycles that have one vertex in common, then g(G) = 1.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), appendix B, Corollary 2.
//!
//! # Why it holds
//! Removing the shared vertex leaves two paths, worth 0 or 3. Any other move leaves one cycle with
//! tails, worth 0, 3 or 4 (`hairball`, `bipartite`), so 1 is not reached. But 0 is: if the number
//! of vertices is odd, by removing the shared vertex; otherwise one cycle is even, and removing an
//! edge of the other leaves a bipartite graph with an even number of vertices and of edges.
//!
//! # Test and cost
//! Connected, one vertex of degree 4, all others of degree 2; linear.
//!
//! # Witness
//! None: the checker looks at the degrees.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::two_cycles::two_cycles;
//! use chomplex::Grundy;
//! let position: Position = "graph[01 12 20 03 34 45 50]".parse().unwrap();
//! let (claim, finding) = two_cycles(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(1)));
//! assert_eq!(finding.shape, "two cycles that share a vertex, with 6 vertices in all");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::TwoCycles,
    statement: "two cycles that share a vertex are worth 1",
    reference: "Khandhawit and Ye 2011, Corollary 2",
    keeps: Keeps::Value,
    example: "graph[01 12 20 03 34 45 50]",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: two_cycles, options: Options::Unknown };

/// One, if the graph consists of two cycles that share a vertex.
#[must_use]
pub fn two_cycles(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph().filter(|graph| graph.edges().len() == graph.len() + 1)?;
    // The degrees add up to twice the number of edges, so if all are 2 or 4, exactly one is 4.
    let fits = (0..graph.len()).all(|v| matches!(graph.degree(v), 2 | 4)) && graph.is_connected();
    let words = || format!("two cycles that share a vertex, with {} vertices in all", graph.len());
    fits.then(|| worth(CARD.rule, 1, Vec::new(), words()))
}
