//! The kernel for complexes on at most seven vertices, the down-sets of `boolean(n)` and of `subsets(n,k)`.

mod arch;
mod canonical;
mod faces;
mod keys;
mod walk;

pub use self::canonical::{CANONICAL_VERSION, canonical};

#[cfg(test)]
mod tests;
