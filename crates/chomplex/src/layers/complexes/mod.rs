//! The kernel for complexes on at most seven vertices, the down-sets of `boolean(n)` and of `subsets(n,k)`.

mod arch;
mod arena;
mod canonical;
mod faces;
mod keys;
mod shard;
mod sweep;
mod walk;

pub(crate) use self::canonical::{automorphisms, for_each_automorphism};
pub use self::canonical::{CANONICAL_VERSION, canonical};
pub(crate) use self::sweep::{Layer, Sweep};

#[cfg(test)]
mod tests;
