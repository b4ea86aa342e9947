//! Poset games, solved, explained and certified.

pub mod element;
pub mod family;
pub mod format;
pub mod names;
pub mod poset;
pub mod position;
pub mod value;
