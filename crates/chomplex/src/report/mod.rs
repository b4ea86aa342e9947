//! Answers and reasons for people and programs.
//!
//! - [`words`] has the sentences.
//! - [`json`] has the JSON of the command line.

pub mod json;
pub mod words;
