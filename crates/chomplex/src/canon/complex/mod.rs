//! The search space of the simplicial complexes on at most eight vertices.
//!
//! In: a complex, one bit for each face. Out: its options, its connected components, an involution
//! along which it folds, and its canonical form.
//!
//! - [`connected`]: connected components.
//! - [`fold`]: involutions along which a complex folds.
//! - [`small`]: the values of the complexes on at most four vertices.
//! - [`kernel`]: the interface to the search.

mod connected;
mod fold;
mod kernel;
mod small;

#[cfg(test)]
mod tests;

pub(crate) use self::kernel::Complexes;
