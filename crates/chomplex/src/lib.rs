//! Poset games, solved, explained and certified.

pub mod answer;
mod bits;
mod board;
pub mod budget;
pub mod canon;
pub mod certify;
pub mod element;
pub mod extensions;
pub mod family;
pub mod format;
pub mod layers;
pub mod naive;
pub mod names;
pub mod poset;
pub mod position;
pub mod reason;
pub mod reduce;
pub mod report;
mod search;
pub mod solve;
pub mod theorem;
pub mod value;
