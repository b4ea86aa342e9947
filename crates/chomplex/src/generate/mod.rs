//! All positions of a kind, one for each isomorphism class.
//!
//! In: a [`Generator`] and a size. Out: a stream of [members](Member), in the same order every
//! time, from which positions are made. What a stream remembers does not grow with what it lists.
//!
//! ```
//! use chomplex::generate::Generator;
//! let trees: Vec<String> = Generator::Trees.positions(4)?.map(|tree| tree.to_string()).collect();
//! assert_eq!(trees, ["graph6[Ck]", "graph6[Cs]"]);
//! assert_eq!(Generator::Spheres.positions(9)?.count(), 50);
//! # Ok::<(), chomplex::generate::OutOfReach>(())
//! ```
//!
//! - `member`: a member of a list, before it becomes a position.
//! - `growth`: things that grow by steps, listed without repetition: `complexes`, `spheres`, and
//!   `graphs` and `posets`, which are `labelled` graphs.
//! - `rooted`: rooted trees, from which `trees` and `pseudotrees` are made.
//! - `triangulation`: a sphere by what stands around its vertices; `disks` are spheres with a
//!   vertex missing.
//! - `two_level`: sets of sets.
//! - `published`: published counts.

mod complexes;
mod disks;
mod graphs;
mod growth;
mod generator;
mod labelled;
mod member;
mod posets;
mod pseudotrees;
mod published;
mod rooted;
mod spheres;
mod trees;
mod triangulation;
mod two_level;

pub use self::generator::{Generator, OutOfReach};
pub use self::member::Member;
