//! `chain`: the value of a chain is the number of its elements.
//!
//! # Statement
//! If any two of the n elements of P are comparable, then g(P) = n.
//!
//! # Reference
//! C. L. Bouton, *Nim, a game with a complete mathematical theory*, Ann. of Math. 3 (1901). For
//! poset games: Fenner, Gurjar, Korwar and Thierauf, *On two-level poset games* (2013), section 2.
//!
//! # Why it holds
//! The options of a chain of n elements are the chains of 0, 1, …, n - 1 elements: a Nim heap.
//!
//! # Test and cost
//! No element covers two elements or is covered by two, and exactly one is minimal; linear.
//!
//! # Witness
//! None: the checker compares the elements itself.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::chain::chain;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     chain(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! assert_eq!(claim("chain(5)"), Some(Claim::Value(Grundy(5))));
//! assert_eq!(claim("antichain(2)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Chain,
    statement: "a chain is a Nim heap, worth the number of its elements",
    reference: "Bouton 1901",
    keeps: Keeps::Value,
    example: "chain(5)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: chain, options: Options::Values(options) };

/// The number of elements, if any two are comparable.
#[must_use]
pub fn chain(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    // Elements are numbered along a linear extension, so in a chain each covers exactly the one
    // before it.
    let is_chain = (1..shape.len()).all(|i| shape.lower(i) == [i - 1]);
    let value = Claim::Value(Grundy(u32::try_from(shape.len()).expect("posets are far smaller")));
    is_chain.then(|| (value, finding(shape.len())))
}

/// The finding for a chain of `len` elements.
pub(crate) fn finding(len: usize) -> Finding {
    Finding { rule: RuleId::Chain, witness: Vec::new(), shape: format!("a chain of {len}: a Nim heap") }
}

/// The move at height h leaves h elements.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    (0..).map(Grundy).take(shape.len()).collect()
}
