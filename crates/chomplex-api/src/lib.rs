//! The use cases of Chomplex, without input or output.
//!
//! The command line, the server, the game and the Python package all ask the same questions. Here
//! is one module for each of them, with the work and the shape of its JSON answer: a struct whose
//! fields are those of the JSON, in order. Field names are stable: fields may be added, never
//! renamed.
//!
//! - [`answer`](mod@answer), [`moves`], [`explain`](mod@explain), [`derivation`],
//!   [`certificate`](mod@certificate), [`verdict`]: what is known about a position, why, proofs.
//! - [`reply`]: the program as a player. [`board`], [`picture`]: drawing.
//! - [`reduction`], [`canon`], [`count`], [`survey`], [`table`], [`tablebase`]: the other commands.
//! - [`reading`], [`catalogue`], [`gallery`]: notations, rules, families, positions worth a look.
//! - [`request`], [`game`], [`refusal`], [`route`], [`desk`]: the routes of the API, without HTTP.
//! - [`stamp`], [`json`], [`map`]: how answers are written.
//!
//! ```
//! use chomplex::Budget;
//! use chomplex_api::desk::Desk;
//! use chomplex_api::route::Content;
//!
//! let request = br#"{ "position": "nim(1,2)" }"#;
//! let mut lines = Vec::new();
//! let keep = |event: &_| lines.push(chomplex_api::json::to_value(event));
//! let content = Desk::new(Budget::default).answer("solve", request, 0, keep)?;
//! assert!(matches!(content, Content::Lines));
//! assert_eq!(lines[1]["event"], "answer");
//! assert_eq!(lines[1]["grundy"], 3);
//! # Ok::<(), chomplex_api::refusal::Refusal>(())
//! ```
//!
//! With the feature `schema`, the shapes of the API have JSON schemas. A test writes the
//! description of the API and the types of its clients from them.

pub mod answer;
pub mod board;
pub mod canon;
pub mod catalogue;
pub mod certificate;
pub mod count;
pub mod derivation;
pub mod desk;
pub mod explain;
pub mod gallery;
pub mod game;
pub mod json;
pub mod map;
pub mod moves;
pub mod picture;
pub mod reading;
pub mod reduction;
pub mod refusal;
pub mod reply;
pub mod request;
pub mod route;
pub mod stamp;
pub mod survey;
pub mod table;
pub mod tablebase;
pub mod verdict;

/// The description of the API, an OpenAPI document.
pub const OPENAPI: &str = include_str!("../openapi.json");
