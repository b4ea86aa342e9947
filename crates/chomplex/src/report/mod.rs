//! Answers and reasons for people and programs.
//!
//! - [`words`] has the answer in a few lines.
//! - [`story`] has the whole derivation.
//! - [`extensions`] has how linear extensions are counted, and estimates of their number.
//! - [`mod@fold`] has folds and simplest forms.
//! - `map` has which elements tell a map.
//! - [`json`] has the JSON of the command line.
//! - [`rows`] has the rows of a survey, [`survey`] what they say together.
//! - [`difference`] has what tells a certificate from a position.
//! - [`verdict`] has what is said of a certificate that was checked.
//! - [`probabilities`] has what is said of random linear extensions.

mod difference;
pub mod extensions;
pub mod fold;
pub mod json;
mod map;
pub mod probabilities;
pub mod rows;
pub mod story;
pub mod survey;
pub mod verdict;
pub mod words;

pub use self::difference::difference;
