//! Answers and reasons for people and programs.
//!
//! - [`words`]: sentences.
//! - [`json`]: the JSON of the command line.

pub mod json;
pub mod words;
