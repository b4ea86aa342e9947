//! Notations for positions: the expression language, JSON, graph6, matrices, facet lines; dot and Sage to write.
//!
//! In: text. Out: a [`Position`], or an error that shows the place. And back: every position, played-out ones too,
//! prints as an expression that parses to it.
//!
//! - [`notation`]: which notations there are, how they are told apart, what can go wrong with files.
//! - [`error`], [`caret`]: what can be wrong with a text, and how the place is shown.
//! - `cursor`, `syntax`, `parse`, `arithmetic`, `letter`, `listing`, `body`, `evaluate`, `print`: the expression language.
//! - [`json`], [`graph6`], [`matrix`], `facets`, `dot`, `sage`: the other notations, one file each.
//!
//! ```
//! use chomplex::format::{self, Notation};
//! let square = format::read(b"0 1 1 1\n0 0 0 1\n0 0 0 1\n0 0 0 0\n", None).unwrap();
//! assert_eq!(square.to_string(), "poset[1<2<4, 1<3<4]");
//! assert_eq!(format::write(&"cycle(5)".parse().unwrap(), Notation::Graph6).unwrap(), "Dhc\n");
//! ```

mod arithmetic;
mod body;
pub mod caret;
mod cursor;
mod dot;
pub mod error;
mod evaluate;
mod facets;
pub mod graph6;
pub mod json;
mod letter;
mod listing;
pub mod matrix;
pub mod notation;
mod parse;
mod print;
mod sage;
mod syntax;

pub use error::{ExpressionError, Problem};
pub use notation::{Notation, ReadError, WriteError};
pub use print::expression;

use crate::element::Element;
use crate::position::Position;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 64 << 20;

/// Reads a position from the content of a file, in the given notation or the one it seems to be written in.
///
/// # Errors
/// If it is no text, or no position in that notation.
pub fn read(content: &[u8], notation: Option<Notation>) -> Result<Position, ReadError> {
    if content.len() > MAX_TEXT {
        return Err(ReadError::TooLong(content.len()));
    }
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    if let Some(offset) = content.iter().position(|&byte| byte == 0) {
        return Err(ReadError::NotText { offset, byte: 0 });
    }
    let text = std::str::from_utf8(content).map_err(|error| {
        let offset = error.valid_up_to();
        ReadError::NotText { offset, byte: content[offset] }
    })?;
    // Nothing is the empty matrix and the empty complex, but only if that is what was asked for.
    if text.trim().is_empty() && !matches!(notation, Some(Notation::Matrix | Notation::Facets)) {
        return Err(ReadError::Empty);
    }
    let shown = |mistake: error::Mistake| ReadError::Text(mistake.in_text(text));
    match notation.unwrap_or_else(|| Notation::detect(text)) {
        Notation::Expression => Ok(text.parse()?),
        Notation::Json => Ok(json::read(text)?),
        Notation::Graph6 => graph6::read(text).map_err(shown),
        Notation::Matrix => matrix::read(text).map_err(shown),
        Notation::Facets => facets::read(text).map_err(shown),
        only_written @ (Notation::Dot | Notation::Sage) => Err(ReadError::OnlyWritten(only_written)),
    }
}

/// Writes what remains of a position; the text ends with a newline.
///
/// # Errors
/// If the notation cannot hold the position: graph6 only graphs, facets only complexes, a matrix only so large.
pub fn write(position: &Position, notation: Notation) -> Result<String, WriteError> {
    match notation {
        Notation::Expression => Ok(format!("{position}\n")),
        Notation::Json => Ok(json::write(position)),
        Notation::Graph6 => graph6::write(position),
        Notation::Matrix => matrix::write(position),
        Notation::Facets => facets::write(position),
        Notation::Dot => Ok(dot::write(position)),
        Notation::Sage => Ok(sage::write(position)),
    }
}

/// The covers among what remains.
fn remaining_covers(position: &Position) -> impl Iterator<Item = (Element, Element)> + '_ {
    let left = position.remaining();
    position.moves().flat_map(move |x| {
        position.poset().upper_covers(x).iter().filter(move |&&y| left.contains(y)).map(move |&y| (x, y))
    })
}
