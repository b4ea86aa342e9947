//! Poset games, solved, explained and certified.
//!
//! Two players alternately remove an element of a finite partially ordered set together with
//! everything above it; the player who cannot move loses. Subset Takeaway on simplicial complexes,
//! Graph Chomp, two-level posets, chocolate bars, Nim and the divisor game are all instances of
//! this game.
//!
//! ```
//! use chomplex::{Budget, Grundy, Outcome, Position, Question, certify, solve};
//!
//! // One expression in …
//! let position: Position = "wheel(5) + nim(3)".parse()?;
//! let question = Question { proof: true, ..Question::default() };
//! let budget = Budget::default();
//! let answer = solve(&position, &question, &budget);
//! assert_eq!(answer.outcome, Some(Outcome::First));
//! assert_eq!(answer.grundy, Some(Grundy(2)));
//! let moves = answer.winning_moves.classes().iter().map(|class| position.name(class.representative));
//! assert_eq!(moves.collect::<Vec<_>>(), ["1:0", "2:1,2"]);
//!
//! // … one certified answer out.
//! let mut certificate = Vec::new();
//! certify::write(&position, &answer.reason, &budget, &mut certificate)?;
//! let verified = chomplex_check::check(&certificate[..])?;
//! assert_eq!(verified.claim.grundy, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Positions also come from data: [`Position::from_facets`], [`Position::from_edges`] and
//! [`Position::from_relations`]. A [`Budget`] limits time, memory and threads; when it is spent,
//! the [`Answer`] holds what is known so far.
//!
//! The modules are listed in the order in which data passes through them. Each module uses only
//! those above it.

pub mod provenance;
pub mod element;
pub mod poset;
pub mod names;
pub mod value;
pub mod position;
pub mod family;
pub mod format;
mod bits;
mod prefetch;
pub mod crew;
mod board;
pub mod budget;
pub mod naive;
pub mod shape;
mod complex;
pub mod rule;
pub mod canon;
pub mod reason;
pub mod answer;
pub mod reduce;
pub mod theorem;
pub mod registry;
pub mod layers;
pub mod tablebase;
mod search;
pub mod extensions;
pub mod solve;
pub mod generate;
pub mod survey;
pub mod certify;
pub mod report;
pub mod draw;

pub use answer::{Answer, MoveClass, MoveList, MoveValue, WinningMoves};
pub use budget::{Budget, Stop};
pub use element::{Element, ElementSet};
pub use format::{ExpressionError, Language, Notation, UserFamily};
pub use poset::Poset;
pub use position::{MoveError, Position};
pub use reason::Reason;
pub use rule::{RuleId, Rules};
pub use solve::{Goal, Question, Tables, move_values, solve};
pub use value::{Candidates, Grundy, Outcome};

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The code in the README of the crate runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
