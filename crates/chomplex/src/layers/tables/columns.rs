//! States as columns.
//!
//! The system that keeps a table merges the rows of one class without knowing what they mean:
//! column by column, with operations that every database has.
//!
//! ```text
//!   Sum   a number                 32 bits per column, lowest first. Many rows can be added
//!                                  before a column overflows; what is above its 32 bits is
//!                                  carried when it is read
//!   Or    a byte for each element  8 per column, with inverted bits: then 255, "not yet known",
//!                                  is 0, and bytes that meet are equal unless one of them is 0
//! ```

use super::TableError;

/// A table as a list of columns, each with one entry per row.
pub type Table = Vec<Vec<u64>>;

/// How the rows of one class are merged, in each column of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// By addition.
    Sum,
    /// By bitwise "or".
    Or,
}

/// The largest number of bits of a sum of 32-bit numbers. A class is reached along at most `1 <<
/// 18` ways: it has at most 512 maximal elements, and each class without one of them has at most
/// 512 ways to continue.
const LONGEST_SUM: u32 = 32 + 18;

/// The columns of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    pub(super) merge: Merge,
    pub(super) count: usize,
}

impl Columns {
    /// Appends a row to the columns, given the bytes of the state.
    pub(super) fn spread(self, bytes: &[u8], columns: &mut [Vec<u64>]) -> Result<(), TableError> {
        let (width, inverted) = self.bytes();
        let mut parts = bytes.chunks(width);
        for column in columns {
            let mut word = [0; 8];
            let part = parts.next().unwrap_or(&[]);
            word[..part.len()].iter_mut().zip(part).for_each(|(to, from)| *to = from ^ inverted);
            column.push(u64::from_le_bytes(word));
        }
        if parts.flatten().all(|&byte| byte == inverted) { Ok(()) } else { Err(self.overflow()) }
    }

    /// Reads the bytes of the state from the entries of a row.
    pub(super) fn gather(self, row: impl Iterator<Item = u64>, bytes: &mut Vec<u8>) -> Result<(), TableError> {
        let (width, inverted) = self.bytes();
        bytes.clear();
        let mut carry = 0;
        for mut entry in row {
            if self.merge == Merge::Sum {
                if entry >> LONGEST_SUM != 0 {
                    return Err(self.overflow());
                }
                entry += carry;
                carry = entry >> 32;
            }
            bytes.extend(entry.to_le_bytes()[..width].iter().map(|byte| byte ^ inverted));
        }
        if carry == 0 { Ok(()) } else { Err(self.overflow()) }
    }

    /// The number of bytes in a column, and the mask that they are XORed with.
    fn bytes(self) -> (usize, u8) {
        match self.merge {
            Merge::Sum => (4, 0),
            Merge::Or => (8, u8::MAX),
        }
    }

    fn overflow(self) -> TableError {
        TableError::Overflow { columns: self.count }
    }
}
