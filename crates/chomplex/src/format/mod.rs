//! Notations for positions: the expression language, JSON, graph6, matrices, facets, edges, pairs
//! and Sage, and dot, which is only written.
//!
//! In: text. Out: a [`Position`], or an error that shows the place. And back: every position, after
//! any moves, prints as an expression that parses to it.
//!
//! - [`notation`]: the notations, and the errors of reading and writing. `reading`: how a notation
//!   is detected.
//! - [`error`], [`caret`]: errors in a text, and how the place is shown.
//! - `language`, `cursor`, `syntax`, `parse`, `arithmetic`, `letter`, `listing`, `body`,
//!   `evaluate`, `print`: the expression language, with the families that a user adds.
//! - [`json`], `networkx`, [`graph6`], [`matrix`], `facets`, `edges`, `order`, `dot`, `sage`: the
//!   other notations, one file each; `rows`: tables in text.
//!
//! ```
//! use chomplex::format::{self, Notation};
//! let square = format::read(b"0 1 1 1\n0 0 0 1\n0 0 0 1\n0 0 0 0\n", None).unwrap();
//! assert_eq!(square.to_string(), "poset[1<2<4, 1<3<4]");
//! assert_eq!(format::write(&"cycle(5)".parse().unwrap(), Notation::Graph6).unwrap(), "Dhc\n");
//! ```

mod arithmetic;
mod body;
#[doc(hidden)]
pub mod caret;
mod cursor;
mod dot;
mod edges;
#[doc(hidden)]
pub mod error;
mod evaluate;
mod facets;
#[doc(hidden)]
pub mod graph6;
#[doc(hidden)]
pub mod json;
mod language;
mod letter;
mod listing;
#[doc(hidden)]
pub mod matrix;
mod networkx;
#[doc(hidden)]
pub mod notation;
mod order;
mod parse;
mod print;
mod reading;
mod rows;
mod sage;
mod syntax;

pub use error::{ExpressionError, Problem};
pub use language::{Language, UserFamily};
pub use notation::{Notation, ReadError, WriteError};
#[doc(hidden)]
pub use print::expression;
pub use reading::{Reading, read_noting};

use crate::element::Element;
use crate::position::Position;

/// The longest text that can be read, in bytes.
pub const MAX_TEXT: usize = 64 << 20;

/// Reads a position from the content of a file, in the given notation or else the detected one.
///
/// # Errors
/// If the content is not text, is not a position in that notation, or is ambiguous.
pub fn read(content: &[u8], notation: Option<Notation>) -> Result<Position, ReadError> {
    read_noting(content, notation).map(|reading| reading.position)
}

/// Reads an argument, which is an expression, or a list of facets or JSON in brackets. Also tells
/// how it was read.
///
/// # Errors
/// If the text is not a position, or is ambiguous.
pub fn read_argument(text: &str) -> Result<Reading, ReadError> {
    if let Some(read) = reading::bracketed(text) {
        return read;
    }
    if sage::looks_like(text) {
        return read_noting(text.as_bytes(), Some(Notation::Sage));
    }
    let position = text.parse().map_err(|error: ExpressionError| {
        let problem = || Problem::Relations(caret::showable(text.trim()));
        if is_order(text) { error::Mistake::new(problem(), 0..text.len()).in_text(text) } else { error }
    })?;
    Ok(Reading { position, notation: Notation::Expression, note: listing::note(text) })
}

/// Whether a text is a list of relations, `a<b, b<c`, without `poset[…]` around it.
fn is_order(text: &str) -> bool {
    text.contains('<') && !text.contains(['[', '(']) && format!("poset[{text}]").parse::<Position>().is_ok()
}

/// Writes what remains of a position. The text ends with a newline.
///
/// # Errors
/// If the notation cannot represent the position: graph6 takes only graphs, facets only complexes,
/// and a matrix has a size limit.
pub fn write(position: &Position, notation: Notation) -> Result<String, WriteError> {
    match notation {
        Notation::Expression => Ok(format!("{position}\n")),
        Notation::Json => Ok(json::write(position)),
        Notation::Graph6 => graph6::write(position),
        Notation::Matrix => matrix::write(position),
        Notation::Facets => facets::write(position),
        Notation::Dot => Ok(dot::write(position)),
        Notation::Sage => Ok(sage::write(position)),
        only_read => Err(WriteError::OnlyRead(only_read)),
    }
}

/// The covers among the elements that remain.
fn remaining_covers(position: &Position) -> impl Iterator<Item = (Element, Element)> + '_ {
    let left = position.remaining();
    position.moves().flat_map(move |x| {
        position.poset().upper_covers(x).iter().filter(move |&&y| left.contains(y)).map(move |&y| (x, y))
    })
}
