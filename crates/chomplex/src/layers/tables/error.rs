//! Errors of sweeps over tables.

use crate::budget::Stop;

/// Why a sweep over tables cannot start or continue.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The position has too many elements for this sweep.
    #[error("{elements} elements are too many: a sweep takes at most {most}")]
    Size {
        /// The number of elements.
        elements: usize,
        /// The largest number of elements supported.
        most: usize,
    },
    /// The columns are not those of the layer.
    #[error("a layer of down-sets of {size} elements has {expected} columns of equal length, not {found}")]
    Columns {
        /// The number of elements.
        size: usize,
        /// The expected number of columns.
        expected: usize,
        /// The number of columns found; it may equal the expected one if the columns differ in
        /// length.
        found: usize,
    },
    /// A row is not a down-set of the layer, or it occurs twice.
    #[error("row {row} is not that of a class of down-sets of {size} elements that has not been met before")]
    Row {
        /// The index of the row.
        row: usize,
        /// The number of elements.
        size: usize,
    },
    /// The state of a class is incomplete.
    #[error("the options of row {row}, of a down-set of {size} elements, are not all known: rows are lost")]
    Lost {
        /// The index of the row.
        row: usize,
        /// The number of elements.
        size: usize,
    },
    /// The last layer does not have exactly one row.
    #[error("the last layer has {0} rows instead of one")]
    Last(usize),
    /// A number is larger than possible.
    #[error("a number does not fit into {columns} columns of 32 bits: rows were merged that do not belong together")]
    Overflow {
        /// The number of columns.
        columns: usize,
    },
    /// The sweep ends in another way: see [`Ending`](super::Ending).
    #[error("this sweep does not end in that way")]
    Ending,
    /// There was not enough memory, or the work was interrupted.
    #[error("stopped by a budget: {}", .0.id())]
    Stop(Stop),
}

impl From<Stop> for TableError {
    fn from(stop: Stop) -> Self {
        TableError::Stop(stop)
    }
}
