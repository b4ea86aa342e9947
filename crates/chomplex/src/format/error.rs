//! Errors in an expression.

use std::fmt;
use std::ops::Range;

use super::MAX_TEXT;
use super::caret::Excerpt;
use super::graph6::Graph6Error;
use super::matrix::MatrixError;
use crate::family::error::BuildError;
use crate::family::vertex::MAX_VERTEX_NAME;

/// The maximum nesting depth of expressions.
pub const MAX_DEPTH: usize = 200;

/// An error in an expression, with its place.
///
/// ```
/// use chomplex::Position;
/// let error = "boundry(6)".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "\
/// unknown family `boundry`; did you mean `boundary`?
///   boundry(6)
///   ^^^^^^^");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionError {
    problem: Box<Problem>,
    span: Range<usize>,
    excerpt: Box<Excerpt>,
}

/// The kind of an error in an expression.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Empty input.
    #[error("an expression is expected, for example `boundary(4)` or `path(5) + nim(3,4)`")]
    Empty,
    /// Input that is too long.
    #[error("the text is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// Input that is nested too deeply.
    #[error("the expression nests more than {MAX_DEPTH} deep")]
    TooDeep,
    /// No family has this name.
    #[error("unknown family `{name}`; {}", match (meant, nearest) {
        (Some(meant), _) => format!("write {meant}"),
        (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
        (None, None) => "`chomplex help` lists the families".to_owned(),
    })]
    UnknownFamily {
        /// The name as written.
        name: String,
        /// What to write instead, if other programs and books use this name.
        meant: Option<&'static str>,
        /// The most similar name, if one is close.
        nearest: Option<String>,
    },
    /// A family that a user has added refuses its numbers.
    #[error("{0}")]
    UserFamily(String),
    /// A number that no family could take.
    #[error("this number is too large")]
    LargeNumber,
    /// A letter with an index that could be several families.
    #[error("`{name}` means different things to different people: {readings}")]
    Letter {
        /// The name as written.
        name: String,
        /// All its meanings.
        readings: String,
    },
    /// LaTeX markup.
    #[error("write the position without LaTeX: `complete(5)` or `K_5`, not `$K_5$`")]
    Latex,
    /// The sides of a bar without its family.
    #[error("write `chomp({sides})` for the bar, `gridgraph({sides})` for the graph")]
    Sides {
        /// The sides, joined by commas.
        sides: String,
    },
    /// A multiple of a position.
    #[error("copies are written out: `path(3) + path(3)` is two of them")]
    Copies,
    /// A number with a character that is not a digit.
    #[error(
        "a natural number is written with the digits 0 to 9 and nothing else; for several members of a family there is `chomplex survey`"
    )]
    NotNatural,
    /// A letter that has another notation here.
    #[error("write {meant} for `{name}`")]
    LetterMeant {
        /// The name as written.
        name: String,
        /// What to write instead.
        meant: String,
    },
    /// A multiplication sign instead of a comma between numbers.
    #[error("numbers are separated by commas: write `3,4`, not `3x4`")]
    Times,
    /// A number before a position.
    #[error("`{signature}` takes the position first{}", repair.as_ref().map(|r| format!(": `{r}`")).unwrap_or_default())]
    PositionFirst {
        /// The family with its parameters.
        signature: &'static str,
        /// The arguments in the right order.
        repair: Option<String>,
    },
    /// A file where only an expression is allowed.
    #[error("`{0}` is read as a file only as a whole argument of a command; here an expression is expected")]
    File(String),
    /// An unexpected word or character.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A name that is not a parameter.
    #[error("`{0}` is no parameter; `--for {0}=3..9` makes it one")]
    UnknownParameter(String),
    /// A parameter that does not occur in the expression.
    #[error("the parameter `{0}` does not stand in the expression")]
    UnusedParameter(String),
    /// A negative number.
    #[error("`{text}` is {value} here, and a natural number is expected")]
    Negative {
        /// The number as written.
        text: String,
        /// Its value.
        value: i128,
    },
    /// A number that is too large.
    #[error("`{0}` is too large")]
    Overflow(String),
    /// A missing comma between two arguments or relations.
    #[error("a comma is missing here")]
    MissingComma,
    /// A family without its arguments.
    #[error("`{signature}` needs its arguments, for example `{example}`")]
    MissingArguments {
        /// The family with its parameters.
        signature: &'static str,
        /// An example of a member.
        example: &'static str,
    },
    /// The wrong kind of brackets.
    #[error("`{signature}` is written with `{right}`, for example `{example}`")]
    WrongBrackets {
        /// The family with its parameters.
        signature: &'static str,
        /// The right opening bracket.
        right: char,
        /// An example of a member.
        example: &'static str,
    },
    /// Too many or too few arguments.
    #[error("`{signature}` takes {wanted}, not {found}")]
    WrongCount {
        /// The family with its parameters.
        signature: &'static str,
        /// The number of arguments it takes, in words.
        wanted: String,
        /// The number of arguments found.
        found: usize,
    },
    /// An opening bracket that is never closed.
    #[error("this `{0}` is never closed")]
    Unclosed(char),
    /// A closing bracket without an opening one.
    #[error("this `{0}` closes nothing")]
    Unopened(char),
    /// A character that is not allowed in a name.
    #[error("`{0}` cannot stand in the name of a vertex; faces are written `012`, `a,b,c` or `{{a,b,c}}`")]
    BadCharacter(String),
    /// An empty name before or between commas.
    #[error("a name is missing before a comma")]
    BlankName,
    /// A longer name that could be a run of characters.
    #[error(
        "`{token}` could be the vertex `{name}` or the face of {run}: write `{{{name},}}` for the vertex, `{name}` without a comma or braces for the face"
    )]
    NameOrRun {
        /// The token as written.
        token: String,
        /// The token as a name.
        name: String,
        /// The token as a run of characters.
        run: String,
    },
    /// A dash instead of a comma.
    #[error("names are joined by commas: write `{repair}` for `{token}`")]
    Dash {
        /// The token as written.
        token: String,
        /// The names joined by commas.
        repair: String,
    },
    /// Curly quotes, or quotes around an expression.
    #[error("leave the quotes out; a name that needs quotes takes straight ones, `\"a b\"`")]
    Quotes,
    /// Relations without `poset[…]` around them.
    #[error("for an order write `poset[{0}]`")]
    Relations(String),
    /// The empty face.
    #[error("the empty face is no element; leave it out")]
    EmptyFace,
    /// An ellipsis.
    #[error("nothing may be left out: write every face or relation instead of the dots")]
    LeftOut,
    /// A list of pairs, which could be edges or relations.
    #[error(
        "a list of pairs could be a graph or an order: write `graph[…]` for edges, `complex[…]` for facets, `poset[a<b, …]` for relations, or say which with `--from edges` or `--from pairs`"
    )]
    GraphOrOrder,
    /// One list of names, which could be a facet or a chain.
    #[error(
        "one list of names could be a facet or a chain: write `complex[{{0,1,2}}]` or `chain(3)`, or say which with `--from facets` or `--from chains`"
    )]
    OneList,
    /// A name that is too long.
    #[error("the name of a vertex has at most {MAX_VERTEX_NAME} characters")]
    LongName,
    /// A vertex that is repeated in a face.
    #[error("`{vertex}` is repeated in `{face}`")]
    RepeatedVertex {
        /// The vertex.
        vertex: String,
        /// The face.
        face: String,
    },
    /// A loop: an edge from a vertex to itself.
    #[error("`{0}` joins a vertex to itself; a graph has no loops")]
    Loop(String),
    /// An edge that is repeated.
    #[error("edge `{0}` is written twice")]
    EdgeTwice(String),
    /// A line of words that could be the vertices of one facet, or facets themselves.
    #[error(
        "these words could be the vertices of one facet, or facets themselves: write `{facet}` for one facet, `{facets}` for several"
    )]
    NamesOrFacets {
        /// The text for one facet.
        facet: String,
        /// The text for several facets.
        facets: String,
    },
    /// Vertices separated by blanks and commas.
    #[error(
        "these could be lists of vertices or single vertices: write `{lists}` for lists, `{points}` for single ones"
    )]
    ListsOrPoints {
        /// The text for lists of vertices.
        lists: String,
        /// The text for single vertices.
        points: String,
    },
    /// Names with blanks that could be pairs.
    #[error(
        "these could be pairs or names with blanks: write `{pairs}` for relations, `{names}` for one relation between names"
    )]
    PairsOrNames {
        /// The text for relations.
        pairs: String,
        /// The text for quoted names.
        names: String,
    },
    /// A first line that looks like a title.
    #[error("`{0}` looks like a title: begin the line with `#`, or remove it")]
    Title(String),
    /// More than two names where a pair is expected.
    #[error(
        "a pair is expected, the lower element first, and there are {0} names; `--from chains` reads a chain on each line"
    )]
    NotAPair(usize),
    /// Titles of an order, and nothing below them.
    #[error("there are titles and no pairs below them; a line that begins with `#` is a comment")]
    OnlyTitles,
    /// More than two columns under the titles of an order.
    #[error("there are {0} columns, and an order has two: keep only the two that say what lies below what")]
    Columns(usize),
    /// An edge with a weight.
    #[error(
        "an edge is two names and has no weight: remove the third column; facets of three vertices are read by `--from facets`"
    )]
    Weight,
    /// An edge with more than two vertices.
    #[error("`{0}` is no edge: it has {1} vertices; write edges as `12` or `a,b`, and larger faces in `complex[…]`")]
    NotAnEdge(String, usize),
    /// A bottom after `;` that is under a top, or repeated.
    #[error("bottom `{0}` is there already; after `;` come only bottoms under no top")]
    BottomTwice(String),
    /// A malformed quoted string.
    #[error("this string is malformed: {0}")]
    BadString(String),
    /// An element below itself.
    #[error("`{0}` is repeated: no element is below itself")]
    Reflexive(String),
    /// A relation other than `<`.
    #[error("relations are written with `<`, not `{0}`: `a<b` puts a below b")]
    NotStrict(String),
    /// A relation with the larger element first.
    #[error("relations are written with the smaller element first: `{repair}`")]
    TurnedRound {
        /// The relation with the smaller element first.
        repair: String,
    },
    /// A pair in brackets in `poset[…]`.
    #[error(
        "relations are written `a<b`, not as pairs in brackets; a name with brackets or commas in it goes in quotes"
    )]
    PairInPoset,
    /// Relations that form a cycle.
    #[error("the relations form a cycle: {0}")]
    Cycle(String),
    /// An error in a graph6 code.
    #[error(transparent)]
    Graph6(#[from] Graph6Error),
    /// An error in a matrix.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// A family that cannot be built from these arguments.
    #[error(transparent)]
    Family(#[from] BuildError),
}

/// A problem and its span, before it is shown.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) problem: Problem,
    pub(crate) span: Range<usize>,
}

impl Mistake {
    pub(crate) fn new(problem: impl Into<Problem>, span: Range<usize>) -> Self {
        Mistake { problem: problem.into(), span }
    }

    /// The error, which shows the place in `text`.
    pub(crate) fn in_text(self, text: &str) -> ExpressionError {
        let excerpt = Box::new(Excerpt::new(text, &self.span));
        ExpressionError { problem: Box::new(self.problem), span: self.span, excerpt }
    }
}

impl ExpressionError {
    /// The kind of the error.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The place, as a range of bytes of the input.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.excerpt.line() {
            write!(f, "line {line}: ")?;
        }
        self.problem.fmt(f)?;
        if self.excerpt.is_blank() { Ok(()) } else { write!(f, "\n{}", self.excerpt) }
    }
}

// The problem is part of the message, so it is not also a source.
impl std::error::Error for ExpressionError {}
