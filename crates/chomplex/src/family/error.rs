//! Why a family cannot be built.

use super::size::Size;
use crate::poset::MAX_ELEMENTS;

/// The largest number of covers a poset may be built with.
pub const MAX_COVERS: usize = 4_000_000;

/// Errors in the arguments of a family.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// More elements than the limit.
    #[error("this would have {}{elements} elements; the limit is {MAX_ELEMENTS}", if *.exact { "" } else { "at least " })]
    TooLarge {
        /// The number of elements.
        elements: Size,
        /// Whether `elements` is exact; otherwise it is a lower bound.
        exact: bool,
    },
    /// More covers than the limit.
    #[error("this would have {covers} covers; the limit is {MAX_COVERS}")]
    TooManyCovers {
        /// The number of relations that would be written down.
        covers: Size,
    },
    /// Too many and too large facets to list their small faces.
    #[error("these facets have too many faces to list; write the small faces themselves")]
    TooManyFaces,
    /// Names that would take too much memory.
    #[error("the names of the elements would take {bytes} bytes together; use shorter ones")]
    LongNames {
        /// The size of all names together, in bytes.
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
    /// A bar with too many sides.
    #[error("a bar has at most {most} sides")]
    TooManySides {
        /// The largest number of sides.
        most: usize,
    },
    /// More groups of tails than the cycle has vertices.
    #[error("there are {groups} groups of tails for {vertices} cycle vertices")]
    TooManyTails {
        /// The number of groups written.
        groups: usize,
        /// The number of cycle vertices.
        vertices: Size,
    },
    /// The rows of a Young diagram out of order.
    #[error("the rows of a Young diagram must not get longer; did you mean `{repair}`?")]
    Growing {
        /// The first row longer than the one before, counted from 0.
        argument: usize,
        /// The same rows in order.
        repair: String,
    },
    /// An argument that has to be a complex and is not.
    #[error("a complex is expected here: a graph, a complex, or a sum of them")]
    NotAComplex {
        /// Which argument, counted from 0.
        argument: usize,
    },
    /// A number that could not be factored.
    #[error("the divisors of this number are out of reach: {why}")]
    Unfactored {
        /// What stopped the factorisation.
        why: String,
    },
    /// Relations that form a cycle. The elements on it are given by number.
    #[error("the relations form a cycle through {} elements", .0.len())]
    Cycle(Vec<usize>),
    /// Two elements with the same name.
    #[error("the name `{0}` stands for two elements")]
    SameName(String),
    /// A name that no element of this kind can have.
    #[error("{0:?} cannot be a name here")]
    BadName(String),
    /// A face with a vertex twice, such as a loop.
    #[error("`{vertex}` is twice in the face {face}")]
    RepeatedVertex {
        /// The vertex.
        vertex: String,
        /// The face, as it was given.
        face: String,
    },
}

impl BuildError {
    /// The argument at fault, counted from 0, if there is exactly one.
    #[must_use]
    pub fn argument(&self) -> Option<usize> {
        match self {
            BuildError::TooSmall { argument, .. }
            | BuildError::Growing { argument, .. }
            | BuildError::NotAComplex { argument } => Some(*argument),
            _ => None,
        }
    }
}
