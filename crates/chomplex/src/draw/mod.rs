//! Pictures.
//!
//! - [`Board`]: where each element of a game is drawn.
//! - [`Picture`]: a position, as SVG or for TeX.
//! - [`Chart`]: numbers as points, bars and squares, with axes.
//! - [`HeatMap`]: matrices as coloured squares; [`precedence`](fn@precedence): the probabilities
//!   that one element comes before another.
//! - `svg`, `tikz`: the primitives of all pictures.

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod chart;
#[doc(hidden)]
pub mod heat_map;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod precedence;
mod svg;
mod tikz;

pub use self::board::{Board, DrawError};
pub use self::chart::Chart;
pub use self::heat_map::HeatMap;
pub use self::picture::Picture;
pub use self::precedence::precedence;
