//! `twin-bottoms`: of three or more minimal elements below the same elements, two can be left out.
//!
//! # Statement
//! If S is a set of at least three minimal elements of P with the same upper covers, then P without
//! two of them has the value of P.
//!
//! # Reference
//! Fenner, Gurjar, Korwar and Thierauf, *On two-level poset games* (2013), Theorem 3.3, for two
//! levels.
//!
//! # Why it holds
//! In any poset, the upper covers of an element are the minimal elements among those above it, so
//! elements with the same upper covers are below the same elements. Let Q be P without two of S. In
//! P + Q the second player wins. A move outside S removes nothing of S, because its elements are
//! minimal, and is answered by the same move in the other part. The first move in S is answered by
//! a move in S in the other part, where S has at least one element. Then everything above S is gone
//! in both parts, and what is left of S consists of isolated elements. So the parts differ by two
//! single elements, which cancel.
//!
//! This fails for two elements, since S must not become empty: `ordinal(antichain(2),chain(1))` is
//! 2, and `chain(1)` is 1.
//!
//! # Test and cost
//! The upper covers of the minimal elements are hashed; linear in their number.
//!
//! # Witness
//! What is left.
//!
//! # Example
//! ```
//! use chomplex::Budget;
//! use chomplex::Position;
//! use chomplex::reduce::twin_bottoms::twin_bottoms;
//! use chomplex::shape::Shape;
//! let left = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     let reduced = twin_bottoms(&Shape::new(position.poset(), position.remaining()), &Budget::default())?;
//!     Some(reduced.left.len())
//! };
//! assert_eq!(left("hypergraph[abcde de]"), Some(5));
//! assert_eq!(left("hypergraph[ab abc]"), None);
//! ```

use hashbrown::HashMap;

use crate::budget::Budget;
use crate::reduce::{Reduced, Reduction};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::TwinBottoms,
    statement: "of three or more minimal elements below the same elements, two can be left out",
    reference: "Fenner, Gurjar, Korwar and Thierauf 2013, Theorem 3.3, for two levels; the proof holds for any poset",
    keeps: Keeps::SameValue,
    example: "hypergraph[abcd de ef f]",
};

pub(crate) const REDUCTION: Reduction = Reduction { card: &CARD, apply: twin_bottoms };

/// The set without pairs of twins, if some can be left out: of each class of twins, one is left if
/// the class is odd, two if it is even.
#[must_use]
pub fn twin_bottoms(shape: &Shape<'_>, _: &Budget) -> Option<Reduced> {
    // For each list of upper covers seen so far, whether a second element is left besides the
    // first.
    let mut second: HashMap<&[usize], Option<usize>> = HashMap::new();
    let mut left = shape.set().clone();
    for bottom in (0..shape.len()).filter(|&i| shape.is_minimal(i)) {
        match second.get_mut(shape.upper(bottom)) {
            None => {
                second.insert(shape.upper(bottom), None);
            }
            Some(twin @ None) => *twin = Some(bottom),
            Some(twin) => {
                let pair = twin.take().into_iter().chain([bottom]);
                pair.for_each(|i| {
                    left.remove(shape.element(i));
                });
            }
        }
    }
    (left != *shape.set()).then_some(Reduced { left, symmetry: None })
}
