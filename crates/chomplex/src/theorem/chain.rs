//! `chain`: a chain is worth the number of its elements.
//!
//! # Statement
//! If any two of the n elements of P are comparable, then g(P) = n.
//!
//! # Reference
//! C. L. Bouton, *Nim, a game with a complete mathematical theory*, Ann. of Math. 3 (1901). For poset games: Fenner, Gurjar,
//! Korwar and Thierauf, *On two-level poset games* (2013), section 2.
//!
//! # Why it holds
//! The options of a chain of n elements are the chains of 0, 1, …, n - 1 elements: a Nim heap.
//!
//! # Test and cost
//! No element covers or is covered by two, and only one is minimal; linear.
//!
//! # Witness
//! None: the checker compares the elements itself.
//!
//! # Example
//! ```
//! use chomplex::position::Position;
//! use chomplex::theorem::chain::chain;
//! use chomplex::value::Grundy;
//! let value = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     chain(position.poset(), position.remaining())
//! };
//! assert_eq!(value("chain(5)"), Some(Grundy(5)));
//! assert_eq!(value("antichain(2)"), None);
//! ```

use crate::element::ElementSet;
use crate::poset::Poset;
use crate::value::Grundy;

/// The value of a down-set, if it is a chain.
#[must_use]
pub fn chain(poset: &Poset, set: &ElementSet) -> Option<Grundy> {
    poset.is_chain(set).then(|| Grundy(u32::try_from(set.len()).expect("posets are far smaller")))
}
