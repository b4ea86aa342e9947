//! Pictures.
//!
//! - [`board`]: where each element of a game is drawn.
//! - [`picture`]: a position, as SVG or for TeX.
//! - [`chart`] has numbers as points, bars and squares, with axes.
//! - [`heat_map`] has tables of numbers as coloured squares; [`precedence`] the chances that one element comes before another.
//! - `svg` has what all pictures are made of.

pub mod board;
pub mod chart;
pub mod heat_map;
pub mod picture;
pub mod precedence;
mod svg;
mod tikz;
