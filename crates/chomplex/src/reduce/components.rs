//! `components`: the value of a position that splits into parts is the nim-sum of their values.
//!
//! # Statement
//! If no element of A is comparable with an element of B, then g(A ∪ B) = g(A) ⊕ g(B).
//!
//! # Reference
//! R. Sprague, *Über mathematische Kampfspiele*, Tôhoku Math. J. 41 (1936); P. M. Grundy,
//! *Mathematics and games*, Eureka 2 (1939). For poset games: Fenner, Gurjar, Korwar and Thierauf,
//! *On two-level poset games* (2013), Theorem 2.4.
//!
//! # Why it holds
//! A move in A ∪ B is a move in A or a move in B, so A ∪ B is the sum of two games.
//!
//! # Test and cost
//! A graph traversal along the covers, linear in their number.
//!
//! # Witness
//! The parts.
//!
//! # Example
//! ```
//! use chomplex::reduce::components::components;
//! use chomplex::Position;
//! let position: Position = "path(3) + cycle(4) + chain(2)".parse().unwrap();
//! assert_eq!(components(&position).len(), 3);
//! ```

use crate::element::ElementSet;
use crate::position::Position;
use crate::rule::{Card, Keeps, RuleId};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Components,
    statement: "a position that falls into parts is worth the nim-sum of theirs",
    reference: "Sprague 1936, Grundy 1939",
    keeps: Keeps::SameValue,
    example: "petersen + nim(3)",
};

/// The connected components of a position.
#[must_use]
pub fn components(position: &Position) -> Vec<ElementSet> {
    position.poset().components(position.remaining())
}
