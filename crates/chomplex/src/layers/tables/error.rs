//! What can be wrong with a table.

use crate::budget::Stop;

/// Why a sweep over tables cannot begin or go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// There are more elements than down-sets can have.
    #[error("{elements} elements are too many: a sweep takes at most {most}")]
    Size {
        /// The number of elements.
        elements: usize,
        /// The most there may be.
        most: usize,
    },
    /// The columns are not those of the layer.
    #[error("a layer of down-sets of {size} elements has {expected} columns of equal length, not {found}")]
    Columns {
        /// The number of elements.
        size: usize,
        /// The number of columns there should be.
        expected: usize,
        /// The number of columns there are; all of them, if they are not equally long.
        found: usize,
    },
    /// A row is not that of a down-set of the layer, or it is there twice.
    #[error("row {row} is not that of a class of down-sets of {size} elements that has not been met before")]
    Row {
        /// The place of the row.
        row: usize,
        /// The number of elements.
        size: usize,
    },
    /// Of a class not everything is known that should be.
    #[error("the options of row {row}, of a down-set of {size} elements, are not all known: rows are lost")]
    Lost {
        /// The place of the row.
        row: usize,
        /// The number of elements.
        size: usize,
    },
    /// The last layer is not one class.
    #[error("the last layer has {0} rows instead of one")]
    Last(usize),
    /// A number is larger than it can be.
    #[error("a number does not fit into {columns} columns of 32 bits: rows were merged that do not belong together")]
    Overflow {
        /// The number of columns.
        columns: usize,
    },
    /// The question is not answered in this way.
    #[error("this sweep does not end in that way")]
    Ending,
    /// There was too little memory, or the work was interrupted.
    #[error("stopped by a budget: {}", .0.id())]
    Stop(Stop),
}

impl From<Stop> for TableError {
    fn from(stop: Stop) -> Self {
        TableError::Stop(stop)
    }
}
