//! The sweep over the complexes on at most seven vertices: the down-sets of `boolean(n)` and of
//! `subsets(n,k)`.
//!
//! - [`faces`]: a complex as a 128-bit word.
//! - [`keys`]: numbers that distinguish vertices, updated when a face is added.
//! - [`walk`]: all orders of vertices that the keys do not distinguish.
//! - [`canonical`]: the canonical form.
//! - [`arch`]: CPU-specific code for sorting the vertices.
//! - [`kernel`]: the interface to the sweep.

mod arch;
mod canonical;
mod faces;
mod kernel;
mod keys;
mod walk;

pub(crate) use self::canonical::automorphisms;
pub use self::canonical::{CANONICAL_VERSION, canonical};
pub(crate) use self::faces::ROOM as MOST_VERTICES;
pub use self::kernel::sweep_complexes;
pub(crate) use self::kernel::{Complexes, LARGEST_LAYER};

#[cfg(test)]
mod tests;
