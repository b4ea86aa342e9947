//! `cycle`: a cycle is lost for the player to move.
//!
//! # Statement
//! If G is a cycle, then g(G) = 0.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), used from section 3.2 on.
//!
//! # Why it holds
//! Any move leaves a path. A path is a tree, so its value is 1 or 2 (`bipartite`), never 0.
//!
//! # Test and cost
//! A connected graph in which every vertex has degree 2; linear.
//!
//! # Witness
//! None: the checker walks around the cycle.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::cycle::cycle;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     cycle(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! assert_eq!(claim("cycle(7)"), Some(Claim::Value(Grundy(0))));
//! assert_eq!(claim("cycle(3) + cycle(4)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem, bipartite, vertices, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Cycle,
    statement: "a cycle is worth 0",
    reference: "Khandhawit and Ye 2011, section 2",
    keeps: Keeps::Value,
    example: "cycle(7)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: cycle, options: Options::Values(options) };

/// Zero, if the set is a cycle.
#[must_use]
pub fn cycle(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph().filter(|graph| !graph.is_empty() && graph.edges().len() == graph.len())?;
    let is_cycle = (0..graph.len()).all(|v| graph.degree(v) == 2) && graph.is_connected();
    is_cycle.then(|| worth(CARD.rule, 0, Vec::new(), format!("a cycle of {}", vertices(graph.len()))))
}

/// Removing a vertex or an edge leaves a path.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    let n = shape.len() / 2;
    let option = |i| if shape.is_minimal(i) { bipartite::value(n - 1, n - 2) } else { bipartite::value(n, n - 1) };
    (0..shape.len()).map(option).collect()
}
