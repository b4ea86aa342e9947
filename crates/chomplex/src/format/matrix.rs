//! The order as a matrix of 0 and 1 (`docs/formats/matrix.md`).
//!
//! Row i, column j is 1 if element i is below element j. Elements are named by the titles of the
//! rows or columns, else `1`, …, `n`. If the diagonal is all 1, the matrix is that of ≤, and the
//! diagonal is ignored. `read_adjacency` reads the adjacency matrix of a graph.

use std::ops::Range;

use hashbrown::HashMap;

use super::caret::showable;
use super::error::Mistake;
use super::evaluate::cycle_names;
use super::listing::mistake;
use super::notation::WriteError;
use super::rows::{self, Row};
use crate::family::error::BuildError;
use crate::family::graph::Graph;
use crate::family::plan::{Named, Plan};
use crate::family::vertex::{check_face, is_quoted_name};
use crate::poset::Draft;
use crate::position::Position;

/// The largest number of rows of a matrix that can be read or written.
pub const MAX_ROWS: usize = 4096;

/// Errors in a matrix.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// An entry that is neither 0 nor 1.
    #[error("`{0}` is no entry of the matrix: 0 or 1 is expected")]
    Entry(String),
    /// A row of the wrong length.
    #[error(
        "this row has {found} entries, but the matrix has {rows} rows; if these are facets, say so with `--from facets`"
    )]
    NotSquare {
        /// The number of entries in the row.
        found: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A matrix that is too large.
    #[error("the matrix has more than {MAX_ROWS} rows or columns")]
    TooLarge,
    /// An element below itself.
    #[error("element {0} is below itself: the diagonal must be 0 everywhere, or 1 everywhere for ≤")]
    Diagonal(String),
    /// The adjacency matrix of a graph.
    #[error(
        "this matrix is symmetric, as that of a graph is, so it is no order; `--from adjacency` reads it as a graph"
    )]
    Symmetric,
    /// An adjacency matrix that is not symmetric.
    #[error(
        "the adjacency matrix of a graph is symmetric, and here `{0}` is joined to `{1}` but not the other way round; `--from matrix` reads an order"
    )]
    NotSymmetric(String, String),
    /// A loop: a vertex joined to itself.
    #[error("`{0}` is joined to itself; a graph has no loops")]
    Loop(String),
    /// Titles of rows and columns that do not match.
    #[error("the rows and the columns have different titles: `{0}` is only among one of them")]
    Titles(String),
    /// Relations that form a cycle.
    #[error("the relations form a cycle: {0}")]
    Cycle(String),
    /// A poset that cannot be built.
    #[error(transparent)]
    Family(#[from] BuildError),
}

/// A square matrix with the names and the places of its rows.
struct Square {
    names: Vec<String>,
    entries: Vec<Vec<bool>>,
    places: Vec<Range<usize>>,
}

/// Reads a matrix. The order is the transitive closure of its entries.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let square = square(text)?;
    let n = square.entries.len();
    let reflexive = (0..n).all(|i| square.entries[i][i]);
    let mut relations = Vec::new();
    for (i, row) in square.entries.iter().enumerate() {
        if row[i] && !reflexive {
            return Err(Mistake::new(MatrixError::Diagonal(showable(&square.names[i])), square.places[i].clone()));
        }
        relations.extend((0..n).filter(|&j| row[j] && i != j).map(|j| (i, j)));
    }
    let Square { names, entries, places } = square;
    let symmetric = !relations.is_empty() && relations.iter().all(|&(i, j)| entries[j][i]);
    if symmetric {
        return Err(Mistake::new(MatrixError::Symmetric, places[relations[0].0].clone()));
    }
    let named = Named { draft: Draft { size: n, relations }, labels: names.clone() };
    named.into_position().map_err(|error| match error {
        BuildError::Cycle(mut cycle) => {
            // Blame the last row on the cycle.
            let last = (0..cycle.len()).max_by_key(|&i| cycle[i]).unwrap_or(0);
            let row = cycle[last];
            cycle.rotate_left(last + 1);
            Mistake::new(MatrixError::Cycle(cycle_names(&cycle, |x| &names[x])), places[row].clone())
        }
        error => Mistake::new(MatrixError::Family(error), 0..0),
    })
}

/// Reads the adjacency matrix of a graph.
pub(crate) fn read_adjacency(text: &str) -> Result<Position, Mistake> {
    let Square { names, entries, places } = square(text)?;
    let mut edges = Vec::new();
    for (i, row) in entries.iter().enumerate() {
        check_face(&[&names[i]]).map_err(|bad| mistake(bad, &names[i], places[i].start))?;
        if row[i] {
            return Err(Mistake::new(MatrixError::Loop(showable(&names[i])), places[i].clone()));
        }
        for j in (0..names.len()).filter(|&j| row[j]) {
            if !entries[j][i] {
                let problem = MatrixError::NotSymmetric(showable(&names[i]), showable(&names[j]));
                return Err(Mistake::new(problem, places[i].clone()));
            }
            if i < j {
                edges.push((i as u32, j as u32));
            }
        }
    }
    Plan::from_graph(Graph::with_names(names, edges)).into_position().map_err(|error| Mistake::new(error, 0..0))
}

/// Whether a text is a matrix with column or row titles.
pub(crate) fn has_titles(text: &str) -> bool {
    let table = rows::rows(text);
    table.len() > 1 && titled(&table).is_some_and(|titles| titles.rows.len() > 1)
}

/// Whether all entries 1 are below the diagonal, and there is at least one.
pub(crate) fn is_lower(text: &str) -> bool {
    square(text).is_ok_and(|square| {
        let ones = || {
            square
                .entries
                .iter()
                .enumerate()
                .flat_map(|(i, row)| (0..i.max(row.len())).filter(|&j| row[j]).map(move |j| (i, j)))
        };
        ones().any(|(i, j)| i > j) && ones().all(|(i, j)| i >= j)
    })
}

/// A table split into the titles of its columns and rows, if any, and its entries.
struct Titles<'a, 't> {
    columns: Option<Vec<&'a str>>,
    names: Option<Vec<&'a str>>,
    rows: Vec<(&'t [&'a str], &'t Range<usize>)>,
}

/// Splits a table of 0 and 1, if it has titles.
fn titled<'a, 't>(table: &'t [Row<'a>]) -> Option<Titles<'a, 't>> {
    let is_entry = |cell: &&str| matches!(*cell, "0" | "1" | "0.0" | "1.0" | "true" | "false" | "True" | "False");
    let has_header = !table[0].cells.iter().all(is_entry)
        && (table[0].cells[1..].iter().any(|cell| !is_entry(cell)) || table[0].cells[0].is_empty());
    let data = &table[usize::from(has_header)..];
    let n = data.len();
    let has_names = data.iter().all(|row| row.cells.len() == n + 1);
    let spelled = data.iter().any(|row| row.cells.iter().any(|cell| cell.len() > 1));
    if n < 2
        || !(has_header || has_names || spelled)
        || data.iter().any(|row| row.cells.len() != n + usize::from(has_names))
    {
        return None;
    }
    let skip = usize::from(has_names);
    if !data.iter().all(|row| row.cells[skip..].iter().all(is_entry)) {
        return None;
    }
    let columns = match (has_header, table[0].cells.len()) {
        (false, _) => None,
        (true, length) if length == n => Some(table[0].cells.clone()),
        (true, length) if length == n + 1 && has_names => Some(table[0].cells[1..].to_vec()),
        _ => return None,
    };
    let names = has_names.then(|| data.iter().map(|row| row.cells[0]).collect());
    Some(Titles { columns, names, rows: data.iter().map(|row| (&row.cells[skip..], &row.span)).collect() })
}

/// Reads a square matrix, with or without titles.
fn square(text: &str) -> Result<Square, Mistake> {
    if text.trim_start().starts_with(['[', '{', '(']) {
        return plain(&unbracketed(text));
    }
    let only_entries = rows::lines(text).all(|(_, line)| line.chars().all(|c| "01,;".contains(c) || c.is_whitespace()));
    let table = if only_entries { Vec::new() } else { rows::rows(text) };
    let titles = if table.len() > 1 { titled(&table) } else { None };
    let Some(titles) = titles else { return plain(text) };
    if titles.rows.len() > MAX_ROWS {
        return Err(Mistake::new(MatrixError::TooLarge, titles.rows[0].1.clone()));
    }
    let whole = || titles.rows[0].1.clone();
    let numbers: Vec<String> = (1..=titles.rows.len()).map(|i| i.to_string()).collect();
    let names: Vec<&str> = match titles.names.as_ref().or(titles.columns.as_ref()) {
        Some(names) => names.clone(),
        None => numbers.iter().map(String::as_str).collect(),
    };
    let number: HashMap<&str, usize> = names.iter().enumerate().map(|(i, &name)| (name, i)).collect();
    if let Some(name) = names.iter().find(|name| !is_quoted_name(name)) {
        return Err(Mistake::new(MatrixError::Titles(showable(name)), whole()));
    }
    // The columns may be in another order than the rows; their titles identify them.
    let mut places: Vec<usize> = (0..names.len()).collect();
    if let (Some(columns), true) = (&titles.columns, titles.names.is_some()) {
        for (place, title) in places.iter_mut().zip(columns) {
            *place = *number.get(title).ok_or_else(|| Mistake::new(MatrixError::Titles(showable(title)), whole()))?;
        }
    }
    let is_one = |cell: &str| matches!(cell, "1" | "1.0" | "true" | "True");
    let entries = titles.rows.iter().map(|(cells, _)| {
        let mut row = vec![false; names.len()];
        cells.iter().zip(&places).for_each(|(cell, &place)| row[place] = is_one(cell));
        row
    });
    Ok(Square {
        entries: entries.collect(),
        places: titles.rows.iter().map(|row| row.1.clone()).collect(),
        names: names.into_iter().map(str::to_owned).collect(),
    })
}

/// Replaces the brackets of `[[0,1],[0,0]]` so that it becomes lines. Every entry keeps its byte
/// offset.
fn unbracketed(text: &str) -> String {
    let plain = |c: char| match c {
        '[' | '{' | '(' | '\n' => ' ',
        ']' | '}' | ')' => '\n',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// Whether a text is a square matrix in brackets that cannot be a list of pairs or facets.
pub(crate) fn is_bracketed(text: &str) -> bool {
    let only_entries = text.chars().all(|c| "01,;[]{}()".contains(c) || c.is_whitespace());
    only_entries
        && plain(&unbracketed(text)).is_ok_and(|square| {
            let repeats = |row: &Vec<bool>| {
                row.iter().filter(|entry| **entry).count() > 1 || row.iter().filter(|entry| !**entry).count() > 1
            };
            square.entries.iter().any(repeats)
        })
}

/// Reads a square matrix without titles.
fn plain(text: &str) -> Result<Square, Mistake> {
    let mut entries: Vec<Vec<bool>> = Vec::new();
    let mut places = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = rows::without_comment(line);
        let mut row = Vec::new();
        for (i, c) in content.char_indices() {
            match c {
                '0' | '1' => row.push(c == '1'),
                ',' | ';' => {}
                c if c.is_whitespace() => {}
                c => {
                    let place = at + i..at + i + c.len_utf8();
                    return Err(Mistake::new(MatrixError::Entry(showable(&c.to_string())), place));
                }
            }
        }
        let place = at..at + line.trim_end().len();
        if row.len() > MAX_ROWS || entries.len() == MAX_ROWS {
            return Err(Mistake::new(MatrixError::TooLarge, place));
        }
        if !row.is_empty() {
            entries.push(row);
            places.push(place);
        }
        at += line.len();
    }
    let n = entries.len();
    if let Some(i) = entries.iter().position(|row| row.len() != n) {
        return Err(Mistake::new(MatrixError::NotSquare { found: entries[i].len(), rows: n }, places[i].clone()));
    }
    Ok(Square { names: (1..=n).map(|i| i.to_string()).collect(), entries, places })
}

/// Writes the strict order on the remaining elements, with rows and columns in the order of the
/// elements.
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
