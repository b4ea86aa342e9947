//! Pictures, as SVG.
//!
//! - [`heat_map`] has tables of numbers as coloured squares.
//! - `svg` has what all pictures are made of.

pub mod heat_map;
mod svg;
