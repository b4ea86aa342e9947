//! Families of positions: how each is built, how its elements are named, how it is recognised.
//!
//! In: the arguments of a family. Out: a [`Plan`](plan::Plan), which knows its size before anything
//! is built, and from it a [`Position`](crate::position::Position) with a name for every element.
//! And back: an expression, from the names and the order that are left after some moves
//! ([`Remnant::expression`](remnant::Remnant::expression)).
//!
//! - [`catalogue`]: the table of all families. `alias`: their names elsewhere.
//! - [`number`], [`size`], [`error`]: arguments, sizes that never overflow, errors in arguments.
//! - [`plan`]: from arguments to a position. [`remnant`]: from what is left back to an expression.
//! - [`vertex`], [`faces`], [`facets`], [`complex`], [`graph`]: simplicial complexes and graphs.
//! - [`two_level`], [`nim`], [`bar`], [`lattice`], [`general`]: the other families.
//! - [`combine`]: sums, products, ordinal sums, duals.
//! - `find`: finds the move that a typed name means.

pub(crate) mod alias;
pub mod bar;
pub mod catalogue;
pub mod combine;
pub mod complex;
mod construct;
pub mod faces;
pub mod facets;
pub mod error;
mod find;
pub mod general;
pub mod graph;
pub mod lattice;
pub mod nim;
pub mod number;
pub mod plan;
pub mod remnant;
pub mod size;
pub mod two_level;
pub mod vertex;

pub use catalogue::{FAMILIES, Family};
