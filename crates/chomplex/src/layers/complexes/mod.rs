//! The sweep over the complexes on at most seven vertices: the down-sets of `boolean(n)` and of `subsets(n,k)`.
//!
//! - [`faces`]: a complex as a word of 128 bits.
//! - [`keys`]: numbers that tell vertices apart, and that follow when a face is added.
//! - [`walk`]: all orders of vertices that are not told apart.
//! - [`canonical`]: the canonical form.
//! - [`arch`]: vertices sorted with what some processors can do.
//! - [`kernel`]: what a sweep asks of them.

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
