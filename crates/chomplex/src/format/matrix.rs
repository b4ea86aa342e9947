//! The order as a matrix of 0 and 1 (`docs/formats/matrix.md`).
//!
//! Row i, column j is 1 where element i is below element j. Elements are named `1`, …, `n`.

use super::caret::showable;
use super::error::Mistake;
use super::evaluate::cycle_names;
use super::notation::WriteError;
use crate::family::fault::Fault;
use crate::family::plan::Named;
use crate::poset::Draft;
use crate::position::Position;

/// The most rows a matrix is read or written with.
pub const MAX_ROWS: usize = 4096;

/// What is wrong with a matrix.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// An entry that is neither 0 nor 1.
    #[error("`{0}` is no entry of the matrix: 0 or 1 is expected")]
    Entry(String),
    /// A row of the wrong length.
    #[error(
        "this row has {found} entries, but the matrix has {rows} rows; if these are facets, begin with the line `# facets`"
    )]
    NotSquare {
        /// How many entries the row has.
        found: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// A matrix that is too large.
    #[error("the matrix has more than {MAX_ROWS} rows or columns")]
    TooLarge,
    /// An element below itself.
    #[error("element {0} is below itself: the diagonal must be 0")]
    Diagonal(usize),
    /// Relations that go round in a circle.
    #[error("the relations form a cycle: {0}")]
    Cycle(String),
    /// A poset that cannot be built.
    #[error(transparent)]
    Family(#[from] Fault),
}

/// Reads a matrix; the order is the transitive closure of what it says.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let mut rows: Vec<(usize, Vec<bool>)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("");
        let mut row = Vec::new();
        for (i, c) in content.char_indices() {
            match c {
                '0' | '1' => row.push(c == '1'),
                ',' => {}
                c if c.is_whitespace() => {}
                c => {
                    let place = at + i..at + i + c.len_utf8();
                    return Err(Mistake::new(MatrixError::Entry(showable(&c.to_string())), place));
                }
            }
        }
        if row.len() > MAX_ROWS || rows.len() == MAX_ROWS {
            return Err(Mistake::new(MatrixError::TooLarge, at..at + line.trim_end().len()));
        }
        if !row.is_empty() {
            rows.push((at, row));
        }
        at += line.len();
    }
    let n = rows.len();
    let place = |i: usize| {
        let start = rows[i].0;
        start..start + text[start..].lines().next().unwrap_or("").trim_end().len()
    };
    let mut relations = Vec::new();
    for (i, (_, row)) in rows.iter().enumerate() {
        if row.len() != n {
            return Err(Mistake::new(MatrixError::NotSquare { found: row.len(), rows: n }, place(i)));
        }
        if row[i] {
            return Err(Mistake::new(MatrixError::Diagonal(i + 1), place(i)));
        }
        relations.extend((0..n).filter(|&j| row[j]).map(|j| (i, j)));
    }
    let labels: Vec<String> = (1..=n).map(|i| i.to_string()).collect();
    let names = labels.clone();
    let named = Named { draft: Draft { size: n, relations }, labels };
    named.into_recognised_position().map_err(|fault| match fault {
        Fault::Cycle(mut cycle) => {
            // The last row on the cycle is the one that closes it.
            let last = (0..cycle.len()).max_by_key(|&i| cycle[i]).unwrap_or(0);
            let row = cycle[last];
            cycle.rotate_left(last + 1);
            Mistake::new(MatrixError::Cycle(cycle_names(&cycle, |x| &names[x])), place(row))
        }
        fault => Mistake::new(MatrixError::Family(fault), 0..0),
    })
}

/// Writes the strict order of what remains, rows and columns in the order of the elements.
pub(crate) fn write(position: &Position) -> Result<String, WriteError> {
    let n = position.len();
    if n > MAX_ROWS {
        return Err(WriteError::TooLarge { elements: n, limit: MAX_ROWS });
    }
    let mut text = String::with_capacity(2 * n * n);
    for x in position.moves() {
        for (i, y) in position.moves().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            text.push(if position.poset().less(x, y) { '1' } else { '0' });
        }
        text.push('\n');
    }
    Ok(text)
}
