//! Poset games, solved, explained and certified.

pub mod answer;
mod bits;
pub mod budget;
pub mod canon;
pub mod certify;
pub mod element;
pub mod family;
pub mod format;
pub mod naive;
pub mod names;
pub mod poset;
pub mod position;
pub mod reason;
pub mod reduce;
mod search;
pub mod solve;
pub mod theorem;
pub mod value;
