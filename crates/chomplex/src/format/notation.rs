//! The notations a position can be read from and written in, and what can go wrong with files.

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
    /// A complex by its facets.
    Facets,
    /// A graph, an edge on each line; only read.
    Edges,
    /// The adjacency matrix of a graph; only read.
    Adjacency,
    /// An order, a pair on each line; only read.
    Pairs,
    /// An order, a chain on each line; only read.
    Chains,
    /// Python for SageMath.
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

    /// The notation of this name, if positions can be read in it.
    ///
    /// # Errors
    /// If there is no such notation, with those that can be read.
    pub fn parse_readable(name: &str) -> Result<Notation, UnknownNotation> {
        Notation::among(name, Notation::readable().collect())
    }

    /// The notation of this name, if positions can be written in it.
    ///
    /// # Errors
    /// If there is no such notation, with those that can be written.
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

    /// Its name in commands.
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

/// A name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no notation `{name}`; {}", match nearest {
    Some(near) => format!("did you mean `{near}`?"),
    None => format!("choose one of {}", known.iter().map(|notation| notation.name()).collect::<Vec<_>>().join(", ")),
})]
pub struct UnknownNotation {
    /// What was written.
    pub name: String,
    /// The name most like it, if one is close.
    pub nearest: Option<&'static str>,
    /// The notations there are.
    pub known: Vec<Notation>,
}

impl FromStr for Notation {
    type Err = UnknownNotation;
    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        Notation::among(name, Notation::ALL.to_vec())
    }
}

/// Why a file holds no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing in it.
    #[error("there is nothing to read: an expression, JSON, graph6, facets, edges, pairs or a 0/1 matrix is expected")]
    Empty,
    /// Pairs of names.
    #[error(
        "pairs of names could be the edges of a graph or the relations of an order: say which with `--from edges`, or `--from pairs` for the first name below the second"
    )]
    GraphOrOrder,
    /// A dictionary of lists.
    #[error(
        "lists of neighbours could be those of a graph or the upper covers of an order: `--from sage` reads them as upper covers; for a graph write a pair on each line and use `--from edges`"
    )]
    Dictionary,
    /// Lines `a: b c`.
    #[error(
        "lists of neighbours could be those of a graph or of an order: write a pair on each line and use `--from edges` or `--from pairs`"
    )]
    Neighbours,
    /// Lines `a b 0.5`.
    #[error(
        "this looks like a list of pairs with data in the third column: remove that column and use `--from edges` for a graph, `--from pairs` for an order; facets of three vertices are read by `--from facets`"
    )]
    Weights,
    /// Graphviz.
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
    /// UTF-16.
    #[error("this is UTF-16 text; save it as UTF-8")]
    Utf16,
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
    #[error("{0} is only written, not read; `--to json` writes what can be read back")]
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
    #[error("facets describe simplicial complexes only, and the elements here are not named as the faces of one")]
    NotAComplex,
    /// Only graphs can be written so.
    #[error("graph6 describes graphs only, and this position is none")]
    NoGraph,
    /// A notation that is only read.
    #[error("{0} is only read, not written")]
    OnlyRead(Notation),
    /// Only graphs can be written so.
    #[error("graph6 describes graphs only, and `{face}` has more than two vertices")]
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
