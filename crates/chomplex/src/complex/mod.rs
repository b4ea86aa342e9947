//! Simplicial complexes on at most eight vertices, one bit for each face.
//!
//! In: a poset, or a set of faces. Out: the complex that the poset is, and a word that is the same
//! for two complexes exactly if they are isomorphic. The search, the sweeps, the tablebase and the
//! theorems all use this module.
//!
//! - `word`: a complex as a bit set; exchanging two vertices, adding and removing faces.
//! - `recognise`: the poset of the faces of a complex, recognised.
//! - `keys`: vertex keys that follow an added face; `colours`: finer ones, computed from scratch.
//! - `ties`: vertices that the keys do not distinguish, and all orders of them.
//! - `canonical`: the canonical form, and automorphisms.
//! - `arch`: sorts the vertices, with CPU-specific code.

mod arch;
mod canonical;
mod colours;
mod keys;
mod recognise;
mod ties;
mod word;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use self::arch::{Arch, Job, Sorter};
pub use self::canonical::{CANONICAL_VERSION, canonical};
pub(crate) use self::canonical::{MOST_VERTICES, Origins, Sorted, Tied, automorphisms, for_each_automorphism};
pub(crate) use self::keys::Keys;
pub(crate) use self::recognise::{VertexSet, VertexSets, skeleton};
pub(crate) use self::ties::Ties;
pub(crate) use self::word::{IDENTITY, Order, Word};
