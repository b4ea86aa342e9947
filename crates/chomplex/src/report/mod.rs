//! Answers and reasons for people and programs.
//!
//! - [`words`]: the answer in a few lines.
//! - [`story`]: the whole derivation.
//! - [`extensions`]: how linear extensions are counted, and estimates of their number.
//! - [`mod@fold`]: folds and simplest forms.
//! - `map`: which elements determine a map.
//! - [`json`]: the JSON output of the command line.
//! - [`rows`]: the rows of a survey; [`survey`]: their summary.
//! - `difference`: how the poset of a certificate differs from a position.
//! - [`verdict`]: the result of checking a certificate.
//! - [`probabilities`]: statistics of random linear extensions.

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
