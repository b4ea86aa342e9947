//! Answers and reasons for people and programs.
//!
//! - [`words`] has the answer in a few lines.
//! - [`story`] has the whole derivation.
//! - [`mod@fold`] has folds and simplest forms.
//! - [`json`] has the JSON of the command line.

pub mod fold;
pub mod json;
pub mod story;
pub mod words;
