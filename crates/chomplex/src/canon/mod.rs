//! Symmetry: automorphisms, isomorphisms with an explicit map, and a representative for each class
//! of positions.
//!
//! In: a poset, or a down-set of it. Out: what is isomorphic to what, always with the map that
//! shows it.
//!
//! - [`labelling`]: a canonical labelling of any poset, with its automorphism group and orbits.
//! - [`canonical`]: the canonical form of a position and its automorphism group, for users.
//! - `complex`: the kernel for complexes on at most eight vertices.
//! - [`copies`]: the connected components of a position up to isomorphism, and their elements up to
//!   symmetry.
//! - [`involution`]: symmetries of order two that fold a poset; `cells` holds the state of the
//!   search for one.
//! - `down_sets`: the kernel for the down-sets of one poset.
//! - `graph`: graphs on at most 16 vertices, fast enough for a search.
//! - `hub`: graphs that fall apart into paths and cycles without one vertex, such as wheels.
//! - `images`: fast images of sets under a permutation.
//! - `kernel`: the interface between a search and a kind of position.
//! - `symmetry`: the down-sets of one poset up to its automorphisms, fast enough for a search.

pub mod canonical;
pub(crate) mod cells;
pub(crate) mod complex;
pub mod copies;
pub(crate) mod down_sets;
pub(crate) mod graph;
pub(crate) mod hub;
mod images;
pub mod involution;
pub(crate) mod kernel;
pub mod labelling;
pub(crate) mod symmetry;
