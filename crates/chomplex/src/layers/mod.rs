//! Down-sets up to symmetry, layer by layer.
//!
//! In: a poset, and a [`Fold`]: a state for each class of down-sets under the automorphisms of the poset. Out: the state of the whole.
//! A sweep goes from the empty set upwards, one element at a time. States are pushed along each way to add one element, merged where they
//! meet, and finished when a layer, all down-sets of one size, is complete.
//!
//! - [`fold`](Fold): what a sweep carries along.
//! - `sweep`: from each layer to the next, with several workers, whatever the poset.
//! - `general`: the down-sets of any poset.
//! - `complexes`: the complexes on at most seven vertices, much faster.
//! - `skeleton`: which posets these are, and what is counted of them.
//! - `classes`: the fold that only looks which classes there are.
//! - `chains`: the folds that count chains of down-sets, and so linear extensions.
//! - `options`: the fold that finds the Grundy values of complexes; `grundy` gives them out.
//! - `file`: a layer in a file; `error`: what can go wrong with it.
//! - `checkpoint`: the state of a sweep in files.
//! - `out_of_core`: the sweep whose layers do not fit into memory.
//! - [`tables`]: the sweep whose layers are tables that somebody else keeps.
//! - `down_sets`: down-sets counted, without looking at each.

mod chains;
mod checkpoint;
mod classes;
mod complexes;
mod down_sets;
mod error;
mod file;
mod fold;
mod general;
mod grundy;
mod options;
mod out_of_core;
mod skeleton;
mod sweep;
pub mod tables;

pub use self::checkpoint::Checkpoints;
pub use self::classes::{classes, classes_with_checkpoints};
pub use self::complexes::{CANONICAL_VERSION, canonical, sweep_complexes};
pub(crate) use self::down_sets::DownSets;
pub use self::down_sets::positions;
pub use self::error::SweepError;
pub use self::fold::{Class, Fold, Step};
pub(crate) use self::general::extensions_of_part;
pub use self::general::sweep;
pub use self::grundy::{GrundyLayers, grundy, grundy_memory, grundy_with_checkpoints, remove_grundy_checkpoints};
pub(crate) use self::skeleton::Skeleton;
