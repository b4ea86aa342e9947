//! `strategy-stealing`: with a greatest element the first player wins.
//!
//! # Statement
//! If one element of P is above all others, then g(P) > 0.
//!
//! # Reference
//! Folklore of Chomp (D. Gale, *A curious Nim-type game*, 1974). A. E. Brouwer and J. D.
//! Christensen, *Counterexamples to conjectures about subset takeaway …* (2017), section 1.
//!
//! # Why it holds
//! If the greatest element is not a winning move, the opponent has a winning reply. That reply also
//! removes the greatest element, so the first player could have made it at once. The argument does
//! not tell which of the two moves wins.
//!
//! # Test and cost
//! Exactly one element is maximal; linear.
//!
//! # Witness
//! None: the checker looks for maximal elements.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::strategy_stealing::strategy_stealing;
//! use chomplex::Grundy;
//! let claim = |expression: &str| {
//!     let position: Position = expression.parse().unwrap();
//!     strategy_stealing(&Shape::new(position.poset(), position.remaining())).map(|(claim, _)| claim)
//! };
//! assert_eq!(claim("simplex(9)"), Some(Claim::Above(Grundy(0))));
//! assert_eq!(claim("boundary(9)"), None);
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::StrategyStealing,
    statement: "with a greatest element the first player wins",
    reference: "Gale 1974",
    keeps: Keeps::Winner,
    example: "simplex(10)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: strategy_stealing, options: Options::Unknown };

/// The claim that the value is not 0, if there is a greatest element.
#[must_use]
pub fn strategy_stealing(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    // The last element is maximal, and every other element is below some maximal one.
    let last = shape.len().checked_sub(1)?;
    let is_greatest = (0..last).all(|i| !shape.upper(i).is_empty());
    let shape = || "a poset with a greatest element".to_owned();
    let finding = || Finding { rule: CARD.rule, witness: Vec::new(), shape: shape() };
    is_greatest.then(|| (Claim::Above(Grundy::ZERO), finding()))
}
