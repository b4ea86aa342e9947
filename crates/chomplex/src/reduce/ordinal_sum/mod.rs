//! `ordinal-sum`: if one part of a position lies above another, only the value of the upper part
//! matters.
//!
//! In: the [`Shape`](crate::shape::Shape) of a convex set. Out: a [`Decomposition`] into sums and
//! ordinal sums, as far as possible; together with what is known of the remaining primes, an
//! [`Evaluation`].
//!
//! # Statement
//! In the ordinal sum A:B every element of B is above every element of A. Let S be the set of the
//! values of the options of A. List the non-negative integers that are not in S; then g(A:B) is the
//! g(B)-th of them, counting from 0: [`colon`]. The options of A:B have the values in S, and
//! `colon(S, v)` for each value v of an option of B.
//!
//! # Reference
//! The colon principle: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your
//! Mathematical Plays* (1982), chapter 7. For posets without an N, that is those built from single
//! elements by sums and ordinal sums: W. Deuber and S. Thomassé, *Grundy sets of partial orders*
//! (1996).
//!
//! # Why it holds
//! A move in A removes all of B and leaves an option of A; a move in B leaves A:B' with an option
//! B' of B. By induction on B, the options of A:B have the values in S and the values `colon(S, v)`
//! for the values v of the options of B. These v include all v < g(B), but not g(B). So the least
//! missing number is the g(B)-th one outside S.
//!
//! Only B may be replaced by a position of the same value. For A, all of S is needed, and a fold, a
//! pair of twins or a theorem that keeps g(A) does not keep S: two incomparable elements are worth
//! 0, yet with one element above them they are worth 2 and not 1. So S has its own type,
//! [`OptionValues`], and a value cannot be used in its place.
//!
//! # Test and cost
//! Covers that join the same elements form one junction. First, neighbours are assembled into
//! pieces from below, in almost linear time; for a poset without an N this is all. What is left is
//! split from above. It splits into components along its junctions. It is an ordinal sum where a
//! single junction leads from the elements numbered below to the rest. Both take one pass, linear
//! in the pieces and their links to junctions, for each level of nesting.
//!
//! # Witness
//! The primes: the parts that are neither sums nor ordinal sums, with their values or, where S is
//! needed, the values of all their options. The checker decomposes the set itself.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reduce::ordinal_sum::{Decomposition, Need};
//! use chomplex::shape::Shape;
//! use chomplex::Grundy;
//! let position: Position = "ordinal(antichain(2),chain(1))".parse().unwrap();
//! let decomposition = Decomposition::new(&Shape::new(position.poset(), position.remaining()));
//! let evaluation = decomposition.evaluate(Need::Value, |_, _| unreachable!("there are no primes")).unwrap();
//! assert_eq!(evaluation.value(), Grundy(2));
//! ```

mod option_values;
mod junctions;
mod pieces;
mod cutter;
mod decomposition;
mod evaluation;

use crate::rule::{Card, Keeps, RuleId};

pub use self::decomposition::{Decomposition, Node};
pub use self::evaluation::{Evaluation, Known, Need};
pub use self::option_values::{OptionValues, colon};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::OrdinalSum,
    statement: "if one part lies above another, the upper part counts by its value alone",
    reference: "the colon principle; Deuber and Thomassé 1996",
    keeps: Keeps::SameValue,
    example: "ordinal(antichain(3),chain(2))",
};
