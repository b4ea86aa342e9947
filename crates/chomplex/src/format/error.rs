//! What can be wrong with an expression.

use std::fmt;
use std::ops::Range;

use super::MAX_TEXT;
use super::caret::Excerpt;
use super::graph6::Graph6Error;
use super::matrix::MatrixError;
use crate::family::fault::Fault;
use crate::family::vertex::MAX_VERTEX_NAME;

/// Expressions nest only so deep.
pub const MAX_DEPTH: usize = 200;

/// What is wrong with an expression, and where.
///
/// ```
/// use chomplex::position::Position;
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

/// What is wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing is written.
    #[error("an expression is expected, for example `boundary(4)` or `path(5) + nim(3,4)`")]
    Empty,
    /// Too much is written.
    #[error("the text is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// Parentheses in parentheses in parentheses.
    #[error("the expression nests more than {MAX_DEPTH} deep")]
    TooDeep,
    /// No family has this name.
    #[error("unknown family `{name}`; {}", match (meant, nearest) {
        (Some(meant), _) => format!("write {meant}"),
        (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
        (None, None) => "`chomplex help` lists the families".to_owned(),
    })]
    UnknownFamily {
        /// What was written.
        name: String,
        /// How to write what other programs and books call so.
        meant: Option<&'static str>,
        /// The name most like it, if one is close.
        nearest: Option<&'static str>,
    },
    /// A letter with an index that stands for several families.
    #[error("`{name}` means different things to different people: {readings}")]
    Letter {
        /// What was written.
        name: String,
        /// All that it can mean.
        readings: String,
    },
    /// Signs of LaTeX.
    #[error("write the position without LaTeX: `complete(5)` or `K_5`, not `$K_5$`")]
    Latex,
    /// The sides of a bar without its family.
    #[error("write `chomp({sides})` for the bar, `gridgraph({sides})` for the graph")]
    Sides {
        /// The sides, with commas.
        sides: String,
    },
    /// A number of copies.
    #[error("copies are written out: `path(3) + path(3)` is two of them")]
    Copies,
    /// A number with something in it that is no digit.
    #[error(
        "a natural number is written with the digits 0 to 9 and nothing else; for several members of a family there is `chomplex survey`"
    )]
    NotNatural,
    /// A letter that is written otherwise here.
    #[error("write {meant} for `{name}`")]
    LetterMeant {
        /// What was written.
        name: String,
        /// How to write it.
        meant: String,
    },
    /// Numbers multiplied where a comma should be.
    #[error("numbers are separated by commas: write `3,4`, not `3x4`")]
    Times,
    /// A number before a position.
    #[error("`{signature}` takes the position first{}", repair.as_ref().map(|r| format!(": `{r}`")).unwrap_or_default())]
    PositionFirst {
        /// The family with its parameters.
        signature: &'static str,
        /// The arguments in their order.
        repair: Option<String>,
    },
    /// A file where only an expression can stand.
    #[error("`{0}` is read as a file only as a whole argument of a command; here an expression is expected")]
    File(String),
    /// One thing is written where another should be.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A name that stands for no number.
    #[error("`{0}` is no parameter; `--for {0}=3..9` makes it one")]
    UnknownParameter(String),
    /// A parameter that stands nowhere.
    #[error("the parameter `{0}` does not stand in the expression")]
    UnusedParameter(String),
    /// A number below zero.
    #[error("`{text}` is {value} here, and a natural number is expected")]
    Negative {
        /// What was written.
        text: String,
        /// Its value.
        value: i128,
    },
    /// A number beyond all bounds.
    #[error("`{0}` is too large")]
    Overflow(String),
    /// Two arguments or relations with nothing between them.
    #[error("a comma is missing here")]
    MissingComma,
    /// A family without its arguments.
    #[error("`{signature}` needs its arguments, for example `{example}`")]
    MissingArguments {
        /// The family with its parameters.
        signature: &'static str,
        /// One member.
        example: &'static str,
    },
    /// Parentheses for brackets or the other way round.
    #[error("`{signature}` is written with `{right}`, for example `{example}`")]
    WrongBrackets {
        /// The family with its parameters.
        signature: &'static str,
        /// The bracket that should be there.
        right: char,
        /// One member.
        example: &'static str,
    },
    /// Too many or too few arguments.
    #[error("`{signature}` takes {wanted}, not {found}")]
    WrongCount {
        /// The family with its parameters.
        signature: &'static str,
        /// How many it takes, in words.
        wanted: String,
        /// How many there are.
        found: usize,
    },
    /// A bracket that is opened and never closed.
    #[error("this `{0}` is never closed")]
    Unclosed(char),
    /// A bracket that closes nothing.
    #[error("this `{0}` closes nothing")]
    Unopened(char),
    /// A character that cannot stand in a name.
    #[error("`{0}` cannot stand in the name of a vertex; faces are written `012`, `a,b,c` or `{{a,b,c}}`")]
    BadCharacter(String),
    /// Nothing before or between commas.
    #[error("a name is missing before a comma")]
    BlankName,
    /// A longer name where a run of characters could be meant.
    #[error(
        "`{token}` could be the vertex `{name}` or the face of {run}: write `{{{name},}}` for the vertex, `{name}` without a comma or braces for the face"
    )]
    NameOrRun {
        /// What was written.
        token: String,
        /// The name.
        name: String,
        /// The characters.
        run: String,
    },
    /// A dash where a comma should be.
    #[error("names are joined by commas: write `{repair}` for `{token}`")]
    Dash {
        /// What was written.
        token: String,
        /// The names joined by commas.
        repair: String,
    },
    /// Curly quotes, or quotes around an expression.
    #[error("leave the quotes out; a name that needs quotes takes straight ones, `\"a b\"`")]
    Quotes,
    /// Relations without their family.
    #[error("for an order write `poset[{0}]`")]
    Relations(String),
    /// The empty face.
    #[error("the empty face is no element; leave it out")]
    EmptyFace,
    /// Dots for something that is left out.
    #[error("nothing may be left out: write every face or relation instead of the dots")]
    LeftOut,
    /// Faces that could be edges or relations.
    #[error(
        "a list of pairs could be a graph or an order: write `graph[…]` for edges, `complex[…]` for facets, `poset[a<b, …]` for relations, or say which with `--from edges` or `--from pairs`"
    )]
    GraphOrOrder,
    /// One list of names.
    #[error(
        "one list of names could be a facet or a chain: write `complex[{{0,1,2}}]` or `chain(3)`, or say which with `--from facets` or `--from chains`"
    )]
    OneList,
    /// A name of excessive length.
    #[error("the name of a vertex has at most {MAX_VERTEX_NAME} characters")]
    LongName,
    /// A vertex twice in one face.
    #[error("`{vertex}` is repeated in `{face}`")]
    RepeatedVertex {
        /// The vertex.
        vertex: String,
        /// The face.
        face: String,
    },
    /// An edge from a vertex to itself.
    #[error("`{0}` joins a vertex to itself; a graph has no loops")]
    Loop(String),
    /// An edge that was there before.
    #[error("edge `{0}` is written twice")]
    EdgeTwice(String),
    /// A line of words that could be the vertices of a facet, or facets.
    #[error(
        "these words could be the vertices of one facet, or facets themselves: write `{facet}` for one facet, `{facets}` for several"
    )]
    NamesOrFacets {
        /// As one facet.
        facet: String,
        /// As several facets.
        facets: String,
    },
    /// Points with blanks and commas between them.
    #[error(
        "these could be lists of vertices or single vertices: write `{lists}` for lists, `{points}` for single ones"
    )]
    ListsOrPoints {
        /// As lists of vertices.
        lists: String,
        /// As points.
        points: String,
    },
    /// Names with blanks in them that could be pairs.
    #[error(
        "these could be pairs or names with blanks: write `{pairs}` for relations, `{names}` for one relation between names"
    )]
    PairsOrNames {
        /// As relations.
        pairs: String,
        /// As quoted names.
        names: String,
    },
    /// A first line that says what the others are.
    #[error("`{0}` looks like a title: begin the line with `#`, or remove it")]
    Title(String),
    /// More than two names where a pair is expected.
    #[error(
        "a pair is expected, the lower element first, and there are {0} names; `--from chains` reads a chain on each line"
    )]
    NotAPair(usize),
    /// An edge with a weight.
    #[error(
        "an edge is two names and has no weight: remove the third column; facets of three vertices are read by `--from facets`"
    )]
    Weight,
    /// More than two vertices in an edge.
    #[error("`{0}` is no edge: it has {1} vertices; write edges as `12` or `a,b`, and larger faces in `complex[…]`")]
    NotAnEdge(String, usize),
    /// A bottom after `;` that lies under a top, or comes twice.
    #[error("bottom `{0}` is there already; after `;` come only bottoms under no top")]
    BottomTwice(String),
    /// A malformed string in quotes.
    #[error("this string is malformed: {0}")]
    BadString(String),
    /// An element below itself.
    #[error("`{0}` is repeated: no element is below itself")]
    Reflexive(String),
    /// A relation that is not `<`.
    #[error("relations are written with `<`, not `{0}`: `a<b` puts a below b")]
    NotStrict(String),
    /// A relation with the larger element first.
    #[error("relations are written with the smaller element first: `{repair}`")]
    TurnedRound {
        /// The same relation turned round.
        repair: String,
    },
    /// A pair in brackets in `poset[…]`.
    #[error(
        "relations are written `a<b`, not as pairs in brackets; a name with brackets or commas in it goes in quotes"
    )]
    PairInPoset,
    /// Relations that go round in a circle.
    #[error("the relations form a cycle: {0}")]
    Cycle(String),
    /// A bad graph6 code.
    #[error(transparent)]
    Graph6(#[from] Graph6Error),
    /// A bad matrix.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// A family that cannot be built from these arguments.
    #[error(transparent)]
    Family(#[from] Fault),
}

/// A problem and its place, before it is shown.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) problem: Problem,
    pub(crate) span: Range<usize>,
}

impl Mistake {
    pub(crate) fn new(problem: impl Into<Problem>, span: Range<usize>) -> Self {
        Mistake { problem: problem.into(), span }
    }

    /// The error, with the place in `text` shown.
    pub(crate) fn in_text(self, text: &str) -> ExpressionError {
        let excerpt = Box::new(Excerpt::new(text, &self.span));
        ExpressionError { problem: Box::new(self.problem), span: self.span, excerpt }
    }
}

impl ExpressionError {
    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Where: a range of bytes of the input.
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

// The problem is part of the message, so it is not a source as well.
impl std::error::Error for ExpressionError {}
