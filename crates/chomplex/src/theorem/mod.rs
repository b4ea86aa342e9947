//! Theorems: positions of a certain shape whose value is known. One theorem, one file.

pub mod chain;
