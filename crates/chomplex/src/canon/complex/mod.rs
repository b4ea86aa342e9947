//! The kernel for simplicial complexes on at most eight vertices.
//!
//! In: a complex, one bit for each face. Out: its options, its connected components, an involution
//! along which it folds, and a word that is the same for two complexes exactly if they are
//! isomorphic.
//!
//! - [`word`]: a complex as a word; exchanging two vertices, removing a face, restricting to some
//!   vertices.
//! - [`order`]: sorts the vertices in an order that depends only on the complex, as far as
//!   invariants distinguish them.
//! - [`arch`]: the same with CPU-specific code.
//! - [`twins`]: vertices that can be exchanged without changing the complex.
//! - [`refinement`]: finer invariants, for complexes with many orders left.
//! - [`labelling`]: the least word among the orders that are left, and the map to it.
//! - [`fold`]: involutions along which a complex folds.
//! - [`connected`]: connected components.
//! - [`small`]: the values of the complexes on at most four vertices.
//! - [`kernel`]: the interface to the search.

mod arch;
mod connected;
mod fold;
mod kernel;
mod labelling;
mod order;
mod refinement;
mod small;
mod twins;
mod word;

#[cfg(test)]
mod tests;

pub(crate) use self::kernel::Complexes;
