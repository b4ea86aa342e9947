//! Why a family cannot be built.

use super::size::Size;
use crate::poset::MAX_ELEMENTS;

/// The most covers a poset is built with.
pub const MAX_COVERS: usize = 4_000_000;

/// What is wrong with the arguments of a family.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// More elements than are ever built.
    #[error("this would have {}{elements} elements; the limit is {MAX_ELEMENTS}", if *.exact { "" } else { "at least " })]
    TooLarge {
        /// How many.
        elements: Size,
        /// Whether there are just so many, or possibly more.
        exact: bool,
    },
    /// More covers than are ever built.
    #[error("this would have {covers} covers; the limit is {MAX_COVERS}")]
    TooManyCovers {
        /// How many relations would be written down.
        covers: Size,
    },
    /// Facets so many and so large that their small faces cannot be listed.
    #[error("these facets have too many faces to list; write the small faces themselves")]
    TooManyFaces,
    /// Names so long that they would fill the memory.
    #[error("the names of the elements would take {bytes} bytes together; use shorter ones")]
    LongNames {
        /// How many bytes.
        bytes: Size,
    },
    /// An argument below the smallest that makes sense.
    #[error("`{signature}` needs {parameter} ≥ {least}")]
    TooSmall {
        /// Which argument, counted from 0.
        argument: usize,
        /// The family, with its parameters.
        signature: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The smallest value allowed.
        least: usize,
    },
    /// More arguments than a bar can have sides.
    #[error("a bar has at most {most} sides")]
    TooManySides {
        /// How many are allowed.
        most: usize,
    },
    /// More groups of tails than the cycle has vertices.
    #[error("there are {groups} groups of tails for {vertices} cycle vertices")]
    TooManyTails {
        /// How many groups were written.
        groups: usize,
        /// How many there is room for.
        vertices: Size,
    },
    /// The rows of a Young diagram out of order.
    #[error("the rows of a Young diagram never grow; did you mean `{repair}`?")]
    Growing {
        /// The first row longer than the one before, counted from 0.
        argument: usize,
        /// The same rows in order.
        repair: String,
    },
    /// A construction on complexes applied to something else.
    #[error("a complex is expected here: a graph, a complex, or a sum of them")]
    NotAComplex {
        /// Which argument, counted from 0.
        argument: usize,
    },
    /// A number whose divisors are out of reach.
    #[error("the divisors of this number are out of reach: {why}")]
    Unfactored {
        /// What stopped the factorisation.
        why: String,
    },
    /// Relations that go round in a circle, by the numbers of the elements.
    #[error("the relations form a cycle through {} elements", .0.len())]
    Cycle(Vec<usize>),
    /// Two elements of the same name.
    #[error("the name `{0}` stands for two elements")]
    SameName(String),
}

impl Fault {
    /// The argument at fault, counted from 0, if it is one alone.
    #[must_use]
    pub fn argument(&self) -> Option<usize> {
        match self {
            Fault::TooSmall { argument, .. } | Fault::Growing { argument, .. } | Fault::NotAComplex { argument } => {
                Some(*argument)
            }
            _ => None,
        }
    }
}
