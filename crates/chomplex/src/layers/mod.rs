//! Down-sets up to symmetry, layer by layer.
//!
//! In: a poset, and an [`Accumulator`], which keeps a state for each class of down-sets under the
//! automorphisms of the poset. Out: the state of the whole poset. A sweep goes upwards from the
//! empty set, one element at a time. It pushes states along every way to add an element, merges
//! them where they meet, and finishes them when a layer (all down-sets of one size) is complete.
//!
//! - [`accumulator`](Accumulator): what a sweep computes.
//! - `sweep`: goes from each layer to the next with several workers, for any poset.
//! - `general`: the down-sets of any poset.
//! - `complexes`: the complexes on at most seven vertices, which are much faster.
//! - `skeleton`: recognises the posets of such complexes, and counts for them.
//! - `classes`: counts classes of down-sets; its accumulator has no state.
//! - `chains`: the accumulators that count chains of down-sets, and so linear extensions.
//! - `bound`: upper bounds on the number of linear extensions.
//! - `options`: the accumulator that computes the Grundy values of complexes; `grundy` delivers
//!   them.
//! - `file`: a layer in a file; `error`: what can go wrong with it.
//! - `checkpoint`: the state of a sweep in files.
//! - `out_of_core`: a sweep whose layers do not fit into memory.
//! - [`tables`]: a sweep whose layers are tables kept by another system.
//! - `down_sets`: counts down-sets without visiting each one.

mod bound;
mod chains;
mod checkpoint;
mod classes;
mod complexes;
mod down_sets;
mod error;
mod file;
mod accumulator;
mod general;
mod grundy;
mod options;
mod out_of_core;
mod skeleton;
mod sweep;
#[doc(hidden)]
pub mod tables;

pub use self::accumulator::{Accumulator, Class, Step};
pub(crate) use self::bound::{most_extensions, most_extensions_by_size};
pub use self::checkpoint::Checkpoints;
#[cfg(feature = "tablebase")]
pub(crate) use self::checkpoint::free_space;
pub use self::classes::{classes, classes_with_checkpoints};
#[doc(hidden)]
pub use self::complexes::sweep_complexes;
pub use self::down_sets::positions;
pub(crate) use self::down_sets::{DownSetCounter, down_sets_of};
pub use self::error::SweepError;
pub(crate) use self::general::extensions_of_part;
pub use self::general::sweep;
#[doc(hidden)]
pub use self::grundy::{GrundyLayers, grundy, grundy_memory, grundy_with_checkpoints, remove_grundy_checkpoints};
pub(crate) use self::skeleton::Skeleton;
#[doc(hidden)]
pub use crate::complex::{CANONICAL_VERSION, canonical};
