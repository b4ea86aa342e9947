//! graph6: a graph in a few printable characters (McKay; see `docs/formats/graph6.md`).
//!
//! Vertices are numbered from 0. The first characters of a code determine its length, so a code may
//! contain any of the graph6 characters, even brackets.

use super::caret::showable;
use super::cursor::Cursor;
use super::error::Mistake;
use super::notation::WriteError;
use crate::family::complex;
use crate::family::error::BuildError;
use crate::family::graph::Graph;
use crate::family::plan::Plan;
use crate::family::size::Size;
use crate::position::Position;

/// Errors in a graph6 code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Graph6Error {
    /// Empty input.
    #[error("a graph6 code is expected, for example `DQc`")]
    Empty,
    /// The number of vertices is truncated.
    #[error("this graph6 code ends within the number of its vertices")]
    Header,
    /// A character that is not one of the 64 allowed.
    #[error("`{0}` is no graph6 character: they run from `?` to `~`")]
    Character(String),
    /// Too few characters.
    #[error("this graph6 code is too short: a graph with {vertices} vertices takes {wanted} characters, not {found}")]
    Short {
        /// The number of vertices announced.
        vertices: Size,
        /// The number of characters needed.
        wanted: Size,
        /// The number of characters found.
        found: usize,
    },
    /// Too many characters.
    #[error("this graph6 code is too long: a graph with {vertices} vertices takes {wanted} characters, not {found}")]
    Long {
        /// The number of vertices announced.
        vertices: Size,
        /// The number of characters needed.
        wanted: Size,
        /// The number of characters found.
        found: usize,
    },
    /// Padding bits that are not zero.
    #[error("the last character of this graph6 code has bits that mean nothing")]
    Padding,
    /// More than one graph in a file.
    #[error("there are {0} graphs; one position is expected")]
    Several(usize),
    /// A related format, such as sparse6.
    #[error("this is {0}, not graph6; convert it first, for example with nauty's `copyg -g`")]
    Relative(&'static str),
    /// A graph that is too large.
    #[error(transparent)]
    TooLarge(#[from] BuildError),
}

/// The number of vertices announced by a code, and the number of characters that announce it.
fn announced(code: &[u8]) -> Option<(u64, usize)> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |n, b| n << 6 | u64::from(b.wrapping_sub(63) & 63));
    match code {
        [b'~', b'~', rest @ ..] => rest.get(..6).map(|bytes| (number(bytes), 8)),
        [b'~', rest @ ..] => rest.get(..3).map(|bytes| (number(bytes), 4)),
        [first, ..] => Some((number(&[*first]), 1)),
        [] => None,
    }
}

/// The number of characters of a code with this many vertices.
fn length(vertices: u64, header: usize) -> u128 {
    let n = u128::from(vertices);
    header as u128 + (n * n.saturating_sub(1) / 2).div_ceil(6)
}

/// Reads the code that begins here, inside square brackets, up to the length announced by its first
/// characters.
pub(crate) fn take<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, Mistake> {
    let start = cursor.at();
    let rest = cursor.rest();
    let run = rest.bytes().position(|b| !is_code(b)).unwrap_or(rest.len());
    let Some(close) = rest[..run].rfind(']').or_else(|| rest[run..].trim_start().starts_with(']').then_some(run))
    else {
        return Err(bad_character(rest, run, start));
    };
    let (vertices, header) = announced(&rest.as_bytes()[..close]).ok_or_else(|| {
        Mistake::new(if close == 0 { Graph6Error::Empty } else { Graph6Error::Header }, start..start + close.max(1))
    })?;
    let wanted = usize::try_from(length(vertices, header)).unwrap_or(usize::MAX);
    if rest.get(wanted..).is_some_and(|after| after.trim_start().starts_with(']')) && wanted <= run {
        cursor.advance(wanted);
        return Ok(cursor.since(start));
    }
    Err(Mistake::new(wrong_length(vertices, header, close), start..start + close))
}

fn is_code(byte: u8) -> bool {
    (63..=126).contains(&byte)
}

/// The mistake for the character at `at` of a code that begins at `start` in the text.
fn bad_character(code: &str, at: usize, start: usize) -> Mistake {
    match code[at..].chars().next() {
        Some(c) => {
            Mistake::new(Graph6Error::Character(showable(&c.to_string())), start + at..start + at + c.len_utf8())
        }
        None => Mistake::new(Graph6Error::Empty, start..start + at),
    }
}

fn wrong_length(vertices: u64, header: usize, found: usize) -> Graph6Error {
    let (wanted, vertices) = (length(vertices, header), size(vertices.into()));
    if (found as u128) < wanted {
        Graph6Error::Short { vertices, wanted: size(wanted), found }
    } else {
        Graph6Error::Long { vertices, wanted: size(wanted), found }
    }
}

fn size(n: u128) -> Size {
    Size::from_digits(&n.to_string())
}

/// Decodes the number of vertices and the edges.
pub(crate) fn decode(code: &str) -> Result<(usize, Vec<(u32, u32)>), Graph6Error> {
    let code = code.as_bytes();
    let (vertices, header) =
        announced(code).ok_or(if code.is_empty() { Graph6Error::Empty } else { Graph6Error::Header })?;
    if length(vertices, header) != code.len() as u128 {
        return Err(wrong_length(vertices, header, code.len()));
    }
    let body = &code[header..];
    let edges: u128 = body.iter().map(|b| u128::from((b - 63).count_ones())).sum();
    let elements = size(u128::from(vertices) + edges);
    if elements.within_limit().is_none() {
        return Err(BuildError::TooLarge { elements, exact: true }.into());
    }
    let n = vertices as usize;
    let mut bits = body.iter().flat_map(|b| (0..6).rev().map(move |i| (b - 63) >> i & 1 == 1));
    let pairs = (0..n as u32).flat_map(|w| (0..w).map(move |v| (v, w)));
    let edges = pairs.zip(bits.by_ref()).filter(|(_, edge)| *edge).map(|(pair, _)| pair).collect();
    if bits.any(|bit| bit) { Err(Graph6Error::Padding) } else { Ok((n, edges)) }
}

/// Encodes the graph on `n` vertices with these edges.
pub(crate) fn encode(n: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> String {
    let mut code: Vec<u8> = Vec::new();
    let mut number = |n: usize, digits: usize| code.extend((0..digits).rev().map(|i| (n >> (6 * i) & 63) as u8 + 63));
    if n <= 62 {
        number(n, 1);
    } else {
        number(63, 1);
        number(n, 3);
    }
    let header = code.len();
    code.resize(header + (n * n.saturating_sub(1) / 2).div_ceil(6), 0);
    for (v, w) in edges.into_iter().map(|(v, w)| (v.min(w) as usize, v.max(w) as usize)) {
        let bit = w * (w - 1) / 2 + v;
        code[header + bit / 6] |= 32 >> (bit % 6);
    }
    code[header..].iter_mut().for_each(|byte| *byte += 63);
    code.into_iter().map(char::from).collect()
}

/// Whether a text is one graph6 code.
pub(crate) fn looks_like(text: &str) -> bool {
    text.starts_with(HEADER) || (text.bytes().all(is_code) && decode(text).is_ok())
}

const HEADER: &str = ">>graph6<<";

/// Reads a file with one graph6 code.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let place = |line: &str| {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        start..start + line.len()
    };
    let Some(first) = lines.first() else { return Err(Mistake::new(Graph6Error::Empty, 0..text.len())) };
    for (relative, name) in
        [(":", "sparse6"), (">>sparse6<<", "sparse6"), ("&", "digraph6"), (">>digraph6<<", "digraph6")]
    {
        if first.starts_with(relative) {
            return Err(Mistake::new(Graph6Error::Relative(name), place(first)));
        }
    }
    if let [_, second, ..] = lines[..] {
        return Err(Mistake::new(Graph6Error::Several(lines.len()), place(second)));
    }
    let code = first.strip_prefix(HEADER).unwrap_or(first);
    if let Some(at) = code.bytes().position(|b| !is_code(b)) {
        return Err(bad_character(code, at, place(code).start));
    }
    let built = decode(code).and_then(|(n, edges)| {
        let named = Plan::from_graph(Graph::from_edges(n, edges)).build()?;
        Ok(named.written_as(format!("graph6[{code}]"))?)
    });
    built.map_err(|error| Mistake::new(error, place(code)))
}

/// Writes a position that is a graph. Its vertices are numbered in their natural order.
pub(crate) fn write(position: &Position) -> Result<String, WriteError> {
    let list = complex::from_position(position).ok_or(WriteError::NoGraph)?;
    if let Some(face) = list.faces().iter().find(|face| face.len() > 2) {
        return Err(WriteError::NotAGraph { face: list.name(face) });
    }
    let edges = list.faces().iter().filter(|face| face.len() == 2).map(|face| (face[0], face[1]));
    Ok(format!("{}\n", encode(list.vertices().len(), edges)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification() {
        // A path 4-1-3-... : edges 0-2, 0-4, 1-3, 3-4 (McKay, formats.txt).
        let edges = vec![(0, 2), (1, 3), (0, 4), (3, 4)];
        assert_eq!(encode(5, edges.clone()), "DQc");
        assert_eq!(decode("DQc"), Ok((5, edges)));
    }

    #[test]
    fn long_headers() {
        let code = encode(100, [(98, 99)]);
        assert!(code.starts_with("~?@c"));
        assert_eq!(decode(&code), Ok((100, vec![(98, 99)])));
        assert_eq!(decode("?"), Ok((0, vec![])));
        assert_eq!(decode("@"), Ok((1, vec![])));
        assert_eq!(decode("AB"), Err(Graph6Error::Padding));
        assert_eq!(decode("~~?"), Err(Graph6Error::Header));
        assert!(matches!(decode("~~~~~~~~"), Err(Graph6Error::Short { .. })));
    }
}
