//! The kernel for simplicial complexes on at most eight vertices.
//!
//! In: a complex, one bit for each face. Out: its options, its parts, an involution along which it folds, and a word
//! that is the same for exactly the isomorphic complexes.
//!
//! - [`word`]: a complex as a word; two vertices exchanged, a face removed, the complex on some of the vertices.
//! - [`order`]: the vertices in an order that depends on the complex only, as far as invariants tell them apart.
//! - [`arch`]: the same with what some processors can do.
//! - [`twins`]: vertices that may be exchanged without any change.
//! - [`refinement`]: finer invariants, for complexes with many orders left.
//! - [`labelling`]: the least word among the orders that are left, and the way there.
//! - [`fold`]: involutions that keep a complex.
//! - [`connected`]: the vertices that hang together.
//! - [`small`]: the values of the complexes on at most four vertices.
//! - [`kernel`]: what a search asks for, out of these.

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
