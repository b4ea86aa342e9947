//! `even-wheel`: a wheel with an even rim is worth 1.
//!
//! # Statement
//! If G is a cycle of n vertices, n even, and a hub joined to all of them, then g(G) = 1.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), appendix A, remark on Conjecture
//! 3 (which claims the same for odd n, and is open).
//!
//! # Why it holds
//! Choose two opposite vertices of the rim and reflect it in the line through them. The hub and
//! these two vertices are fixed, with the two spokes between them, and no edge is reversed. So G
//! has the value of a path of three vertices. (The paper maps the other vertices to the opposite
//! ones, which is a symmetry for n = 4 only; the reflection is meant.)
//!
//! # Test and cost
//! As many spokes as rim edges, and one vertex joined to all others, which have degree 3 and form a
//! cycle among themselves; linear.
//!
//! # Witness
//! The hub.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::wheel::even_wheel;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     even_wheel(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! assert_eq!(claim("wheel(6)"), Some(Claim::Value(Grundy(1))));
//! assert_eq!(claim("wheel(5)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::{Graph, Shape};
use crate::theorem::{Options, Theorem, vertices, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::EvenWheel,
    statement: "a wheel with an even rim is worth 1",
    reference: "Khandhawit and Ye 2011, appendix A",
    keeps: Keeps::Value,
    example: "wheel(10)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: even_wheel, options: Options::Unknown };

/// One, if the graph is a wheel with an even rim.
#[must_use]
pub fn even_wheel(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph()?;
    let rim = graph.len().checked_sub(1).filter(|rim| *rim >= 4 && rim.is_multiple_of(2))?;
    if graph.edges().len() != 2 * rim {
        return None;
    }
    let hub = (0..graph.len()).find(|&v| graph.degree(v) == rim)?;
    let is_wheel = (0..graph.len()).all(|v| v == hub || graph.degree(v) == 3) && goes_round(graph, hub);
    let witness = || vec![shape.subset([graph.vertices()[hub]])];
    is_wheel.then(|| worth(CARD.rule, 1, witness(), format!("a wheel with a rim of {}", vertices(rim))))
}

/// Whether a walk that avoids the hub passes through all other vertices, each of which has two
/// neighbours besides the hub.
fn goes_round(graph: &Graph, hub: usize) -> bool {
    let start = usize::from(hub == 0);
    let (mut before, mut now, mut steps) = (start, start, 0);
    loop {
        let next = graph.neighbours(now).iter().find(|&&v| v != hub && v != before);
        let Some(&next) = next else { return false };
        (before, now, steps) = (now, next, steps + 1);
        if now == start {
            return steps == graph.len() - 1;
        }
    }
}
