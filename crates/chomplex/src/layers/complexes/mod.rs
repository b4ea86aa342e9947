//! The sweep over the complexes on at most seven vertices: the down-sets of `boolean(n)` and of `subsets(n,k)`.
//!
//! - [`faces`]: a complex as a word of 128 bits.
//! - [`keys`]: numbers that tell vertices apart, and that follow when a face is added.
//! - [`walk`]: all orders of vertices that are not told apart.
//! - [`canonical`]: the canonical form.
//! - [`arch`]: vertices sorted with what some processors can do.
//! - [`arena`]: memory in large pages.
//! - [`part`]: a layer divided.
//! - [`shard`]: some classes of a layer, with their states.
//! - [`sweep`]: from each layer to the next.

mod arch;
mod arena;
mod canonical;
mod faces;
mod keys;
mod part;
mod shard;
mod sweep;
mod walk;

pub use self::canonical::{CANONICAL_VERSION, canonical};
pub(crate) use self::canonical::{automorphisms, for_each_automorphism};
pub(crate) use self::faces::{ROOM as MOST_VERTICES, members};
pub(crate) use self::part::Part;
pub use self::sweep::sweep_complexes;
pub(crate) use self::sweep::{BLOCK, LARGEST_LAYER, Layer, Push, Shown, Sweep, bytes_of_class, bytes_of_round, show};

#[cfg(test)]
mod tests;
