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
//! # Where positions come from
//!
//! - An expression, as above:
//!   [all families](https://github.com/chomplex/chomplex/blob/main/docs/formats/expression.md).
//! - Data: [`Position::from_facets`], [`Position::from_edges`], [`Position::from_relations`].
//! - A text in another notation, such as JSON, graph6 or a matrix: [`read`](mod@format).
//! - Other positions: [`Position::play`] plays a move, `&a + &b` puts two games side by side.
//! - A family of your own: [`UserFamily`].
//!
//! # Limits
//!
//! A [`Budget`] limits time, memory and threads. A computation that reaches a limit returns what it
//! has found: a winner without a value, a set of possible values, some of the winning moves.
//!
//! ```
//! use chomplex::{Budget, Outcome, Position, Question, Stop, solve};
//! use std::time::Duration;
//!
//! let position: Position = "simplex(9)".parse()?;
//! let budget = Budget::default().with_time(Duration::from_millis(10)).with_memory(64 << 20);
//! let answer = solve(&position, &Question::default(), &budget);
//! // A theorem names the winner: a greatest element can be removed to steal a strategy.
//! assert_eq!(answer.outcome, Some(Outcome::First));
//! assert_eq!(answer.grundy, None);
//! assert_eq!(answer.stopped_by, Some(Stop::Time));
//! # Ok::<(), chomplex::ExpressionError>(())
//! ```
//!
//! # Beyond single positions
//!
//! | module | feature | what it does |
//! |---|---|---|
//! | [`certify`] | | writes the proof of an answer as a certificate |
//! | [`extensions`] | | counts, estimates and samples linear extensions |
//! | [`layers`] | | sweeps over all down-sets up to symmetry, with a state of your own |
//! | [`mod@format`] | | reads and writes other notations |
//! | [`naive`] | | the definition of the game, as an oracle for tests |
//! | [`survey`] | `survey` | one row for each member of a family; tests conjectures |
//! | [`generate`] | `survey` | all graphs, trees, spheres, … up to isomorphism |
//! | [`tablebase`] | `tablebase` | the value of every complex on at most 7 vertices, in a file |
//! | [`draw`] | `draw` | pictures as SVG and for TeX |
//!
//! The feature `parallel`, on by default, lets one computation use several threads. The command
//! line enables all features.
//!
//! The modules are listed in the order in which data passes through them. Each module uses only
//! those above it. Modules that are not in the documentation may change in any release.

#[doc(hidden)]
pub mod provenance;
#[doc(hidden)]
pub mod element;
#[doc(hidden)]
pub mod poset;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod value;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod family;
pub mod format;
mod bits;
mod prefetch;
#[doc(hidden)]
pub mod clock;
mod table;
#[doc(hidden)]
pub mod crew;
mod board;
#[doc(hidden)]
pub mod budget;
pub mod naive;
#[doc(hidden)]
pub mod shape;
#[doc(hidden)]
pub mod rule;
mod complex;
#[doc(hidden)]
pub mod canon;
#[doc(hidden)]
pub mod reason;
#[doc(hidden)]
pub mod answer;
#[doc(hidden)]
pub mod reduce;
#[doc(hidden)]
pub mod theorem;
#[doc(hidden)]
pub mod registry;
pub mod layers;
#[cfg(feature = "tablebase")]
pub mod tablebase;
#[doc(hidden)]
pub mod question;
mod search;
pub mod extensions;
#[doc(hidden)]
pub mod solve;
#[cfg(feature = "survey")]
pub mod generate;
#[cfg(feature = "survey")]
pub mod survey;
pub mod certify;
#[doc(hidden)]
pub mod report;
#[cfg(feature = "draw")]
pub mod draw;

#[doc(inline)]
pub use answer::{Answer, MoveClass, MoveList, MoveValue, WinningMoves};
#[doc(inline)]
pub use budget::{Budget, Stop};
#[doc(inline)]
pub use element::{Element, ElementSet};
#[doc(inline)]
pub use family::error::BuildError;
#[doc(inline)]
pub use format::{ExpressionError, Language, Notation, UserFamily};
#[doc(inline)]
pub use poset::Poset;
#[doc(inline)]
pub use position::{MoveError, Position};
#[doc(inline)]
pub use question::{Goal, Question, Tables};
#[doc(inline)]
pub use reason::Reason;
#[doc(inline)]
pub use rule::{RuleId, Rules, UserRule, Verdict};
#[doc(inline)]
pub use solve::{move_values, solve};
#[doc(inline)]
pub use value::{Candidates, Grundy, Outcome};

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The code in the README of the crate runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
