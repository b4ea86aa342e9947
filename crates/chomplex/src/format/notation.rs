//! The notations in which positions can be read and written, and the errors of reading and writing.

use std::fmt;
use std::str::FromStr;

use super::MAX_TEXT;
use super::error::ExpressionError;
use super::json::JsonError;
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
    /// A complex given by its facets.
    Facets,
    /// A graph, one edge per line; only read.
    Edges,
    /// The adjacency matrix of a graph; only read.
    Adjacency,
    /// An order, one pair per line; only read.
    Pairs,
    /// An order, one chain per line; only read.
    Chains,
    /// Python code for SageMath.
    Sage,
    /// The Hasse diagram for Graphviz; only written.
    Dot,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 11] = [
        Notation::Expression,
        Notation::Json,
        Notation::Graph6,
        Notation::Matrix,
        Notation::Facets,
        Notation::Edges,
        Notation::Adjacency,
        Notation::Pairs,
        Notation::Chains,
        Notation::Sage,
        Notation::Dot,
    ];

    /// Whether positions can be read in it.
    #[must_use]
    pub fn is_read(self) -> bool {
        self != Notation::Dot
    }

    /// Whether positions can be written in it.
    #[must_use]
    pub fn is_written(self) -> bool {
        !matches!(self, Notation::Edges | Notation::Adjacency | Notation::Pairs | Notation::Chains)
    }

    /// The notations that can be read.
    pub fn readable() -> impl Iterator<Item = Notation> {
        Notation::ALL.into_iter().filter(|notation| notation.is_read())
    }

    /// The notations that can be written.
    pub fn writable() -> impl Iterator<Item = Notation> {
        Notation::ALL.into_iter().filter(|notation| notation.is_written())
    }

    /// The notation with this name, if positions can be read in it.
    ///
    /// # Errors
    /// If there is no such notation; the error lists those that can be read.
    pub fn parse_readable(name: &str) -> Result<Notation, UnknownNotation> {
        Notation::among(name, Notation::readable().collect())
    }

    /// The notation with this name, if positions can be written in it.
    ///
    /// # Errors
    /// If there is no such notation; the error lists those that can be written.
    pub fn parse_writable(name: &str) -> Result<Notation, UnknownNotation> {
        Notation::among(name, Notation::writable().collect())
    }

    fn among(name: &str, known: Vec<Notation>) -> Result<Notation, UnknownNotation> {
        known.iter().copied().find(|notation| notation.name() == name).ok_or_else(|| UnknownNotation {
            name: name.to_owned(),
            nearest: nearest(name, known.iter().copied().map(Notation::name)),
            known,
        })
    }

    /// The name in commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Notation::Expression => "expression",
            Notation::Json => "json",
            Notation::Graph6 => "graph6",
            Notation::Matrix => "matrix",
            Notation::Facets => "facets",
            Notation::Edges => "edges",
            Notation::Adjacency => "adjacency",
            Notation::Pairs => "pairs",
            Notation::Chains => "chains",
            Notation::Dot => "dot",
            Notation::Sage => "sage",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown name of a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no notation `{name}`; {}", match nearest {
    Some(near) => format!("did you mean `{near}`?"),
    None => format!("choose one of {}", known.iter().map(|notation| notation.name()).collect::<Vec<_>>().join(", ")),
})]
pub struct UnknownNotation {
    /// What was written.
    pub name: String,
    /// The most similar name, if one is close.
    pub nearest: Option<&'static str>,
    /// The available notations.
    pub known: Vec<Notation>,
}

impl FromStr for Notation {
    type Err = UnknownNotation;
    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        Notation::among(name, Notation::ALL.to_vec())
    }
}

/// Why a file does not contain a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// An empty file.
    #[error("there is nothing to read: an expression, JSON, graph6, facets, edges, pairs or a 0/1 matrix is expected")]
    Empty,
    /// Pairs of names, which could be a graph or an order.
    #[error(
        "pairs of names could be the edges of a graph or the relations of an order: say which with `--from edges`, or `--from pairs` for the first name below the second"
    )]
    GraphOrOrder,
    /// A dictionary of lists, which could be a graph or an order.
    #[error(
        "lists of neighbours could be those of a graph or the upper covers of an order: `--from sage` reads them as upper covers; for a graph write a pair on each line and use `--from edges`"
    )]
    Dictionary,
    /// Lines `a: b c`, which could be a graph or an order.
    #[error(
        "lists of neighbours could be those of a graph or of an order: write a pair on each line and use `--from edges` or `--from pairs`"
    )]
    Neighbours,
    /// Lines `a b 0.5`: pairs with data.
    #[error(
        "this looks like a list of pairs with data in the third column: remove that column and use `--from edges` for a graph, `--from pairs` for an order; facets of three vertices are read by `--from facets`"
    )]
    Weights,
    /// A Graphviz file.
    #[error(
        "this is a graph for Graphviz, which is only written: write its edges one on each line and use `--from edges`, or its arrows and `--from pairs`"
    )]
    Graphviz,
    /// HTML or XML.
    #[error("this looks like HTML or XML, not like a position")]
    Markup,
    /// A certificate.
    #[error("this is a certificate; `chomplex check FILE` verifies it")]
    Certificate,
    /// UTF-16 text.
    #[error("this is UTF-16 text; save it as UTF-8")]
    Utf16,
    /// A file that is too long.
    #[error("the text has {0} bytes; the limit is {MAX_TEXT}")]
    TooLong(usize),
    /// A file that is not text.
    #[error("this is not text: byte {offset} is {byte:#04x}")]
    NotText {
        /// The offset of the byte, counted from 0.
        offset: usize,
        /// The byte at that offset.
        byte: u8,
    },
    /// A notation that can only be written.
    #[error("{0} is only written, not read; `--to json` writes what can be read back")]
    OnlyWritten(Notation),
    /// A mistake in the text, with its place.
    #[error(transparent)]
    Text(#[from] ExpressionError),
    /// Malformed JSON, or JSON that is not a position.
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// Why a position cannot be written in a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The notation is only for complexes.
    #[error("facets describe simplicial complexes only, and the elements here are not named as the faces of one")]
    NotAComplex,
    /// The notation is only for graphs.
    #[error("graph6 describes graphs only, and this position is not a graph")]
    NoGraph,
    /// A notation that can only be read.
    #[error("{0} is only read, not written")]
    OnlyRead(Notation),
    /// The notation is only for graphs, and this complex has a larger face.
    #[error("graph6 describes graphs only, and `{face}` has more than two vertices")]
    NotAGraph {
        /// A face with more than two vertices.
        face: String,
    },
    /// The position is too large for the notation.
    #[error("a matrix of {elements} elements would be too large; the limit is {limit}")]
    TooLarge {
        /// The number of elements.
        elements: usize,
        /// The limit.
        limit: usize,
    },
}
