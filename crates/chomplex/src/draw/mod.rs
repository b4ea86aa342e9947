//! Pictures, as SVG.
//!
//! - [`chart`] has numbers as points, bars and squares, with axes.
//! - [`heat_map`] has tables of numbers as coloured squares.
//! - `svg` has what all pictures are made of.

pub mod chart;
pub mod heat_map;
mod svg;
