//! `complete-graph`: the complete graph on n vertices is worth n mod 3.
//!
//! # Statement
//! If any two of the n vertices of G are joined by an edge, then g(G) = n mod 3.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), Lemma 1; first in J. Draisma and
//! S. van Rijnswou, *How to chomp forests, and some other graphs* (2002).
//!
//! # Why it holds
//! Removing a vertex leaves the complete graph on n - 1 vertices. Removing an edge leaves two
//! vertices that are joined to all others but not to each other. Swapping these two fixes the
//! complete graph on the n - 2 others, so the option has the value of that graph. The mex of
//! (n - 1) mod 3 and (n - 2) mod 3 is n mod 3, by induction.
//!
//! # Test and cost
//! A simple graph with n(n - 1)/2 edges; linear.
//!
//! # Witness
//! None: the checker counts.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::complete::complete_graph;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     complete_graph(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! assert_eq!(claim("complete(11)"), Some(Claim::Value(Grundy(2))));
//! assert_eq!(claim("subsets(6,2)"), Some(Claim::Value(Grundy(0))));
//! assert_eq!(claim("path(3)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem, grundy, vertices, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::CompleteGraph,
    statement: "the complete graph on n vertices is worth n mod 3",
    reference: "Khandhawit and Ye 2011, Lemma 1",
    keeps: Keeps::Value,
    example: "complete(20)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: complete_graph, options: Options::Values(options) };

/// The number of vertices modulo 3, if any two are joined.
#[must_use]
pub fn complete_graph(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph()?;
    let n = graph.len();
    let is_complete = 2 * graph.edges().len() == n * n.saturating_sub(1);
    is_complete.then(|| worth(CARD.rule, n % 3, Vec::new(), format!("the complete graph on {}", vertices(n))))
}

/// Removing a vertex leaves the complete graph with one vertex less; removing an edge leaves a
/// graph with the value of the complete graph with two vertices less.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    let n = (0..shape.len()).filter(|&i| shape.is_minimal(i)).count();
    let option = |i| if shape.is_minimal(i) { grundy((n - 1) % 3) } else { grundy((n - 2) % 3) };
    (0..shape.len()).map(option).collect()
}
