//! The notations a position can be read from and written in, and how they are told apart.

use std::fmt;
use std::str::FromStr;

use super::error::ExpressionError;
use super::json::JsonError;
use super::{MAX_TEXT, facets, graph6};
use crate::family::Family;
use crate::names::nearest;

/// A notation for positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// The expression language.
    Expression,
    /// JSON: the names of the elements and the covers.
    Json,
    /// A graph in graph6.
    Graph6,
    /// The strict order as a matrix of 0 and 1.
    Matrix,
    /// A complex, one facet a line.
    Facets,
    /// The Hasse diagram for Graphviz; only written.
    Dot,
    /// Python for SageMath; only written.
    Sage,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 7] = [
        Notation::Expression,
        Notation::Json,
        Notation::Graph6,
        Notation::Matrix,
        Notation::Facets,
        Notation::Dot,
        Notation::Sage,
    ];

    /// Its name in commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Notation::Expression => "expression",
            Notation::Json => "json",
            Notation::Graph6 => "graph6",
            Notation::Matrix => "matrix",
            Notation::Facets => "facets",
            Notation::Dot => "dot",
            Notation::Sage => "sage",
        }
    }

    /// The notation a text seems to be written in.
    ///
    /// The comment `# facets` in the first line says so. `{` or `[` begins JSON. Only 0, 1 and blanks make a matrix. A parenthesis, a plus, a `<`, or a family's name before a
    /// bracket makes an expression. A single word that is a graph6 code is one; the rest is facet lines.
    #[must_use]
    pub fn detect(text: &str) -> Notation {
        let content =
            || text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty());
        let Some(first) = content().next() else { return Notation::Expression };
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let relatives = [">>", ":", "&"];
        if text.lines().next().is_some_and(|line| line.trim_end() == facets::HEADER) {
            Notation::Facets
        } else if first.starts_with(['{', '[']) {
            Notation::Json
        } else if relatives.iter().any(|header| first.starts_with(header)) || lines.all(graph6::looks_like) {
            Notation::Graph6
        } else if content().all(|line| line.bytes().all(|b| matches!(b, b'0' | b'1' | b' ' | b'\t' | b','))) {
            Notation::Matrix
        } else if content().any(|line| line.contains(['(', ')', '+', '<'])) || begins_with_family(first) {
            Notation::Expression
        } else {
            Notation::Facets
        }
    }
}

fn begins_with_family(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    line.starts_with('@') || rest.trim_start().starts_with('[') || (rest.is_empty() && Family::find(word).is_some())
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no notation `{name}`; {}", match nearest {
    Some(near) => format!("did you mean `{near}`?"),
    None => format!("the notations are {}", Notation::ALL.map(Notation::name).join(", ")),
})]
pub struct UnknownNotation {
    /// What was written.
    pub name: String,
    /// The name most like it, if one is close.
    pub nearest: Option<&'static str>,
}

impl FromStr for Notation {
    type Err = UnknownNotation;
    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name).ok_or_else(|| UnknownNotation {
            name: name.to_owned(),
            nearest: nearest(name, Notation::ALL.into_iter().map(Notation::name)),
        })
    }
}

/// Why a file holds no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing in it.
    #[error("there is nothing to read: an expression, JSON, graph6, facet lines or a 0/1 matrix is expected")]
    Empty,
    /// Too much in it.
    #[error("the text has {0} bytes; the limit is {MAX_TEXT}")]
    TooLong(usize),
    /// It is no text.
    #[error("this is no text: byte {offset} is {byte:#04x}")]
    NotText {
        /// Where, counted from 0.
        offset: usize,
        /// The byte that stands there.
        byte: u8,
    },
    /// A notation that is only written.
    #[error("{0} is only written, not read; json reads back what it wrote")]
    OnlyWritten(Notation),
    /// A mistake at some place of the text.
    #[error(transparent)]
    Text(#[from] ExpressionError),
    /// Malformed JSON, or JSON that is no position.
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// Why a position cannot be written in a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Only complexes can be written so.
    #[error("{notation} holds a simplicial complex only, and the elements here are not named as the faces of one")]
    NotAComplex {
        /// The notation.
        notation: Notation,
    },
    /// Only graphs can be written so.
    #[error("graph6 holds a graph only, and `{face}` has more than two vertices")]
    NotAGraph {
        /// A face that is not in a graph.
        face: String,
    },
    /// Too large to be written so.
    #[error("a matrix of {elements} elements would be too large; the limit is {limit}")]
    TooLarge {
        /// How many there are.
        elements: usize,
        /// How many may be.
        limit: usize,
    },
}
