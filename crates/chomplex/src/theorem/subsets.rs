//! `subsets-relations`: in a skeleton of a simplex, a singleton or a pair may leave a lost
//! position.
//!
//! # Statement
//! Let P_{n,k} be the non-empty subsets of size at most k of a set of n. If P_{n-1,k} is lost for
//! the player to move, a singleton wins P_{n,k} (k ≥ 1). If P_{n-2,k} is lost, a pair wins P_{n,k}
//! (k ≥ 2).
//!
//! # Reference
//! A. E. Brouwer and J. D. Christensen, *Counterexamples to conjectures about subset takeaway …*
//! (2017), section 2.4.
//!
//! # Why it holds
//! A singleton leaves P_{n-1,k}. A pair leaves a position in which no face contains both of its
//! vertices. Swapping these fixes P_{n-2,k}, so the position has the value of P_{n-2,k}.
//!
//! # Test and cost
//! There are at most 20 minimal elements and the right number of others. Then each element is
//! identified with the set of the minimal elements below it, in linear time except for sorting.
//!
//! # Witness
//! None: the move, and what is known of the position it leaves.
//!
//! # Example
//! ```
//! use chomplex::position::Position;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::subsets::moves;
//! let position: Position = "subsets(8,5)".parse().unwrap();
//! let moves = moves(&Shape::new(position.poset(), position.remaining()));
//! assert_eq!(moves.iter().map(|&x| position.name(x)).collect::<Vec<_>>(), ["0", "01"]);
//! ```

use crate::complex::skeleton;
use crate::element::Element;
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::Suggestion;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::SubsetsRelations,
    statement: "a singleton wins subsets(n,k) if subsets(n-1,k) is lost, a pair if subsets(n-2,k) is lost and k ≥ 2",
    reference: "Brouwer and Christensen 2017, section 2.4",
    keeps: Keeps::Move,
    example: "subsets(8,5)",
};

pub(crate) const SUGGESTION: Suggestion = Suggestion { card: &CARD, moves };

/// A singleton, and a pair if there is one, if the set is a skeleton of a simplex; otherwise
/// nothing.
#[must_use]
pub fn moves(shape: &Shape<'_>) -> Vec<Element> {
    let Some((_, faces)) = skeleton(shape) else { return Vec::new() };
    [0b01, 0b11].into_iter().filter_map(|face| faces.element(face)).map(|i| shape.element(i)).collect()
}
