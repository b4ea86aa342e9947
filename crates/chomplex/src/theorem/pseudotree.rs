//! `odd-cycle-pseudotree`: an odd cycle with a tree at one vertex is worth 0 or 3, or more than 3.
//!
//! # Statement
//! Let G be an odd cycle one of whose vertices, A, is joined to a vertex B of a tree. If B has odd
//! degree in G, then g(G) > 3. If B has even degree, then g(G) = 3 if the number of vertices of G
//! is odd, and 0 if it is even.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), Theorem 4. The paper requires the
//! graph to be in simplest form. But removing two equal branches changes neither the parity of the
//! degree of B nor that of the number of vertices, and as the cycle is odd, no symmetry that may be
//! used moves A or B.
//!
//! # Why it holds
//! Removing an edge of the cycle, or a vertex of it other than A, leaves trees, worth 1 and 2 in
//! some order. Removing A leaves two trees; removing B leaves a cycle, worth 0, and a forest. If B
//! has odd degree, these two options are worth 0 and 3 in some order, so the value is more than 3.
//! If B has even degree, removing A leaves 0 if the number of vertices is odd and 3 if it is even,
//! and removing B or the edge AB leaves 1 or 2. All other moves leave a smaller graph of this kind
//! and a forest: by induction and parity none of these has the value claimed.
//!
//! # Test and cost
//! Leaves are removed until the cycle is left; linear.
//!
//! # Witness
//! None: the checker removes leaves too.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::pseudotree::odd_cycle_pseudotree;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     odd_cycle_pseudotree(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! // The triangle 012 with 3 at 0; at 3 the branches 4 and 567, which forks.
//! assert_eq!(claim("graph[01 12 20 03 34 35 56 57]"), Some(Claim::Above(Grundy(3))));
//! // One more branch at 3.
//! assert_eq!(claim("graph[01 12 20 03 34 35 56 57 38]"), Some(Claim::Value(Grundy(3))));
//! assert_eq!(claim("cycle(5)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::one_cycle::OneOddCycle;
use crate::theorem::{Options, Theorem, parity, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::OddCyclePseudotree,
    statement: "an odd cycle joined by one edge to a vertex B of a tree is worth more than 3 if B has odd degree. Otherwise \
                it is worth 3 if the number of vertices is odd, and 0 if it is even",
    reference: "Khandhawit and Ye 2011, Theorem 4",
    keeps: Keeps::Bound,
    example: "graph[01 12 20 03 34 35 56 57 38]",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: odd_cycle_pseudotree, options: Options::Unknown };

/// 0, 3 or more than 3, if the graph is an odd cycle with a tree at one vertex.
#[must_use]
pub fn odd_cycle_pseudotree(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let one_cycle = OneOddCycle::recognise(shape)?;
    let degree = one_cycle.graph.degree(one_cycle.stem()?);
    let start = format!(
        "an odd cycle of {} vertices joined to a vertex of degree {degree} ({}) of a tree",
        one_cycle.length,
        parity(degree)
    );
    if degree % 2 == 1 {
        let finding = Finding { rule: CARD.rule, witness: Vec::new(), shape: start };
        return Some((Claim::Above(Grundy(3)), finding));
    }
    let total = one_cycle.graph.len();
    let value = if total % 2 == 1 { 3 } else { 0 };
    let words = format!("{start}, {total} vertices ({}) in all", parity(total));
    Some(worth(CARD.rule, value, Vec::new(), words))
}
