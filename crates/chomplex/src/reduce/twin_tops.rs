//! `twin-tops`: maximal elements above the same elements cancel in pairs.
//!
//! # Statement
//! If S is a set of maximal elements of P with the same lower covers, then P without all but |S|
//! mod 2 of them has the value of P.
//!
//! # Reference
//! Fenner, Gurjar, Korwar and Thierauf, *On two-level poset games* (2013), Theorem 3.2, for two
//! levels.
//!
//! # Why it holds
//! Swapping two of them is a symmetry of order two. It fixes all other elements, and these are
//! closed downwards, since the two are maximal. So it is an involution fold (Khandhawit and Ye,
//! *Chomp on graphs and subsets* (2011), Theorem 1), in any poset.
//!
//! # Test and cost
//! The lower covers of the maximal elements are hashed; linear in their number.
//!
//! # Witness
//! What is left.
//!
//! # Example
//! ```
//! use chomplex::Budget;
//! use chomplex::Position;
//! use chomplex::reduce::twin_tops::twin_tops;
//! use chomplex::shape::Shape;
//! let left = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     let reduced = twin_tops(&Shape::new(position.poset(), position.remaining()), &Budget::default())?;
//!     Some(reduced.left.len())
//! };
//! assert_eq!(left("hypergraph[abc abc abc ad ad]"), Some(5));
//! assert_eq!(left("path(3)"), None);
//! ```

use hashbrown::HashMap;

use crate::budget::Budget;
use crate::reduce::{Reduced, Reduction};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::TwinTops,
    statement: "maximal elements above the same elements cancel in pairs",
    reference: "Fenner, Gurjar, Korwar and Thierauf 2013, Theorem 3.2, for two levels; the proof holds for any poset",
    keeps: Keeps::SameValue,
    example: "hypergraph[ab ab bc cd d]",
};

pub(crate) const REDUCTION: Reduction = Reduction { card: &CARD, apply: twin_tops };

/// The set without pairs of twins, if there are any: of each class of twins, one is left if the
/// class is odd, none if it is even.
#[must_use]
pub fn twin_tops(shape: &Shape<'_>, _: &Budget) -> Option<Reduced> {
    // For each list of lower covers seen so far, the one element that is left, if any.
    let mut single: HashMap<&[usize], usize> = HashMap::new();
    let mut left = shape.set().clone();
    for top in (0..shape.len()).filter(|&i| shape.upper(i).is_empty()) {
        if let Some(twin) = single.remove(shape.lower(top)) {
            left.remove(shape.element(twin));
            left.remove(shape.element(top));
        } else {
            single.insert(shape.lower(top), top);
        }
    }
    (left != *shape.set()).then_some(Reduced { left, symmetry: None })
}
