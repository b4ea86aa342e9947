//! Answers and reasons for people. The shapes of JSON answers are in the crate `chomplex-api`.
//!
//! - [`words`]: the answer in a few lines.
//! - [`story`]: the whole derivation.
//! - [`extensions`]: how linear extensions are counted, and estimates of their number.
//! - [`mod@fold`]: folds and simplest forms.
//! - `map`: which elements determine a map.
//! - [`rows`]: the rows of a survey, [`json`]: as JSON lines; [`survey`]: their summary.
//! - `difference`: how the poset of a certificate differs from a position.
//! - [`verdict`]: the result of checking a certificate.
//! - [`probabilities`]: statistics of random linear extensions.

mod difference;
pub mod extensions;
pub mod fold;
#[cfg(feature = "survey")]
pub mod json;
mod map;
pub mod probabilities;
#[cfg(feature = "survey")]
pub mod rows;
pub mod story;
#[cfg(feature = "survey")]
pub mod survey;
pub mod verdict;
pub mod words;

pub use self::difference::difference;
