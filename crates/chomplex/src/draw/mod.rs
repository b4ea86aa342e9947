//! Pictures.
//!
//! - [`board`]: where each element of a game is drawn.
//! - [`picture`]: a position, as SVG or for TeX.
//! - [`chart`]: numbers as points, bars and squares, with axes.
//! - [`heat_map`]: matrices as coloured squares; [`precedence`]: the probabilities that one element
//!   comes before another.
//! - `svg`: the primitives of all pictures.

pub mod board;
pub mod chart;
pub mod heat_map;
pub mod picture;
pub mod precedence;
mod svg;
mod tikz;
