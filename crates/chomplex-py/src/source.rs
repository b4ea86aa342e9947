//! Where positions come from: expressions and other notations, facets, edges, relations, matrices.

use std::collections::HashSet;
use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use chomplex::family::complex::Complex;
use chomplex::family::facets::Facets;
use chomplex::family::general;
use chomplex::family::plan::{Named, Plan};
use chomplex::format;
use chomplex::{BuildError, Notation, Position as Inner};
use pyo3::exceptions::{PyOSError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, refuse};
use crate::labels::Labels;
use crate::limits::{Limits, Names};
use crate::position::Position;
use crate::run::{run, run_here};

/// Longer texts are read on a worker, so that reading can be interrupted.
const SHORT: usize = 10_000;

/// Reads a position.
pub(crate) fn parse(py: Python<'_>, text: &str, notation: Option<Notation>) -> PyResult<Inner> {
    let read = |text: &str| format::read(text.as_bytes(), Some(notation.unwrap_or(Notation::Expression)));
    let position = if text.len() <= SHORT {
        // The parser of expressions also reports an empty text.
        if notation.is_none() {
            return run_here(py, || text.parse())?.map_err(|error| errors::expression(py, &error, text));
        }
        run_here(py, || read(text))?
    } else {
        let text = text.to_owned();
        run(py, &Limits::silent(), move |_| {
            format::read(text.as_bytes(), Some(notation.unwrap_or(Notation::Expression)))
        })?
    };
    position.map_err(|error| errors::read(py, &error, text))
}

fn notation(name: Option<&str>) -> PyResult<Option<Notation>> {
    name.map(|name| name.parse::<Notation>().map_err(errors::value)).transpose()
}

/// The position of an expression such as "wheel(9)", or of a text in another notation: "json",
/// "graph6", "matrix", "facets", "edges", "adjacency", "pairs", "chains", "sage".
///
/// The moves in `after` are played first. A position is returned unchanged.
///
/// >>> import chomplex as cx
/// >>> cx.position("path(3) + nim(2)")
/// chomplex.position('path(3) + nim(2)')
/// >>> cx.position("Dhc", notation="graph6")
/// chomplex.position('graph6[Dhc]')
/// >>> cx.position("boundry(6)")
/// Traceback (most recent call last):
/// chomplex.ParseError: unknown family `boundry`; did you mean `boundary`?
///   boundry(6)
///   ^^^^^^^
#[pyfunction]
#[pyo3(signature = (text, *, notation=None, after=None))]
pub(crate) fn position(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    notation: Option<&str>,
    after: Option<Names>,
) -> PyResult<Position> {
    let start = match text.cast::<Position>() {
        Ok(position) => position.get().inner.clone(),
        Err(_) => {
            let text = text.cast::<PyString>().map_err(|_| {
                PyTypeError::new_err("an expression is expected; for other things there are from_networkx, from_facets, from_relations and from_matrix")
            })?;
            parse(py, text.to_str()?, self::notation(notation)?)?
        }
    };
    self::after(py, start, &after.unwrap_or_default().0)
}

/// Restores a pickled position.
#[pyfunction]
pub(crate) fn _restore(py: Python<'_>, expression: &str, moves: Vec<String>) -> PyResult<Position> {
    after(py, parse(py, expression, None)?, &moves)
}

/// The position after some moves.
pub(crate) fn after(py: Python<'_>, start: Inner, moves: &[String]) -> PyResult<Position> {
    let played = moves.iter().try_fold(start, |position, name| position.play(position.find(name)?));
    played.map(Position::from).map_err(|error| errors::bad_move(py, &error))
}

/// The sum of two positions.
pub(crate) fn sum(py: Python<'_>, one: &Inner, other: &Inner) -> PyResult<Position> {
    let summands = [one.clone(), other.clone()];
    let sum = run(py, &Limits::silent(), move |_| Inner::sum(&summands))?;
    sum.map(Position::from).map_err(|error| errors::expression(py, &error, &format!("{one} + {other}")))
}

/// The position in a file, in the given or the detected notation. If the notation is ambiguous, a
/// warning names the one assumed, or ParseError asks for it.
#[pyfunction]
#[pyo3(signature = (path, *, notation=None))]
pub(crate) fn read(py: Python<'_>, path: PathBuf, notation: Option<&str>) -> PyResult<Position> {
    let notation = self::notation(notation)?;
    let shown = path.display().to_string();
    let taken = run(py, &Limits::silent(), move |_| {
        let mut content = Vec::new();
        File::open(&path)?.take(format::MAX_TEXT as u64 + 1).read_to_end(&mut content)?;
        let read = format::read_noting(&content, notation);
        Ok::<_, std::io::Error>((read, content))
    })?;
    let (read, content) = taken.map_err(|error| os_error(&error, &shown))?;
    let reading = read.map_err(|error| errors::read(py, &error, &String::from_utf8_lossy(&content)))?;
    if let Some(note) = reading.note {
        let message = CString::new(format!("{shown}: {}", errors::in_python(&note)))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    Ok(reading.position.into())
}

/// A system error about a file, as a Python exception.
pub(crate) fn os_error(error: &std::io::Error, path: &str) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let told = error.to_string();
            let told = told.split(" (os error").next().unwrap_or("").to_owned();
            PyOSError::new_err((number, told, path.to_owned()))
        }
        None => PyOSError::new_err(format!("{error}: {path:?}")),
    }
}

/// The simplicial complex with these facets, each a list of vertices.
///
/// Vertices are named by `str`. A tuple becomes its entries joined by dots, and a character that is
/// not allowed in the name of a vertex becomes `_`. Different vertices must get different names.
///
/// >>> import chomplex as cx
/// >>> cx.from_facets([[0, 1, 2], [2, 3]])
/// chomplex.position('complex[012 23]')
#[pyfunction]
pub(crate) fn from_facets(py: Python<'_>, facets: &Bound<'_, PyAny>) -> PyResult<Position> {
    let mut labels = Labels::default();
    let mut list: Vec<Vec<String>> = Vec::new();
    for facet in facets.try_iter()? {
        let facet = facet?;
        if facet.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "a facet is a list of vertices, not a text; chomplex.position('complex[012 23]') reads facets written so",
            ));
        }
        let mut names = Vec::new();
        for vertex in facet.try_iter()? {
            let name = labels.vertex(&vertex?)?;
            if names.contains(&name) {
                refuse!("`{name}` is twice in the facet {}", facet.repr()?);
            }
            names.push(name);
        }
        // The empty face is not a move.
        if !names.is_empty() {
            list.push(names);
        }
    }
    build(py, None, move || {
        let facets = list.iter().map(|facet| facet.iter().map(String::as_str).collect());
        Plan::Complex(Complex::Facets(Facets::new(facets))).build()
    })
}

/// The graph with these edges, which are pairs of vertices, and optionally further vertices.
/// Vertices are named as in `from_facets`.
///
/// >>> import chomplex as cx
/// >>> cx.from_edges([("a", "b"), ("b", "c")], vertices=["d"])
/// chomplex.position('graph[ab bc d]')
#[pyfunction]
#[pyo3(signature = (edges, vertices=None))]
pub(crate) fn from_edges(
    py: Python<'_>,
    edges: &Bound<'_, PyAny>,
    vertices: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let mut labels = Labels::default();
    if let Some(vertices) = vertices {
        for vertex in vertices.try_iter()? {
            labels.vertex(&vertex?)?;
        }
    }
    let mut seen = HashSet::new();
    let mut list: Vec<(u32, u32)> = Vec::new();
    for edge in edges.try_iter()? {
        let edge = edge?;
        let (one, other) = pair(&edge, "an edge")?;
        let (one, other) = (labels.vertex_number(&one)?, labels.vertex_number(&other)?);
        if one == other {
            refuse!("{} joins a vertex to itself; a graph has no loops", edge.repr()?);
        }
        let ends = (one.min(other), one.max(other));
        if seen.insert(ends) {
            list.push(ends);
        }
    }
    let names = labels.names;
    build(py, None, move || {
        let name = |vertex: u32| names[vertex as usize].as_str();
        let edges = list.iter().map(|&(one, other)| vec![name(one), name(other)]);
        let facets = edges.chain(names.iter().map(|name| vec![name.as_str()]));
        Plan::Complex(Complex::Facets(Facets::new(facets))).build()
    })
}

/// The poset with these relations, and optionally further elements. In each pair the first element
/// is below the second.
///
/// Relations that follow from others are optional. Elements are named by `str`.
///
/// >>> import chomplex as cx
/// >>> cx.from_relations([("a", "b"), ("b", "c")], elements=["d"])
/// chomplex.position('poset[a<b<c, d]')
#[pyfunction]
#[pyo3(signature = (relations, elements=None))]
pub(crate) fn from_relations(
    py: Python<'_>,
    relations: &Bound<'_, PyAny>,
    elements: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let mut labels = Labels::default();
    if let Some(elements) = elements {
        for element in elements.try_iter()? {
            labels.element(&element?)?;
        }
    }
    let mut list = Vec::new();
    for relation in relations.try_iter()? {
        let relation = relation?;
        let (lower, upper) = pair(&relation, "a relation")?;
        let (lower, upper) = (labels.element(&lower)?, labels.element(&upper)?);
        if lower == upper {
            refuse!("{}: no element is below itself", relation.repr()?);
        }
        list.push((lower, upper));
    }
    poset(py, labels.names, list)
}

/// The poset of a matrix of 0 and 1: element i is below element j where row i has 1 in column j.
///
/// The matrix is a list of lists, a numpy array or any other iterable of rows; the elements are
/// named "1", "2", … A pandas table has labels: they name the elements and match columns to rows,
/// in whatever order the columns are. Relations that follow from others are optional.
///
/// >>> import chomplex as cx
/// >>> cx.from_matrix([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
/// chomplex.position('poset[1<2, 1<3]')
#[pyfunction]
pub(crate) fn from_matrix(py: Python<'_>, matrix: &Bound<'_, PyAny>) -> PyResult<Position> {
    let frame = Frame::of(matrix)?;
    // Iterating over a pandas table gives its column names; a sparse matrix cannot be iterated.
    let dense = ["to_numpy", "toarray"].iter().find_map(|name| matrix.getattr(*name).ok()).map(|method| method.call0());
    let matrix = dense.transpose()?.unwrap_or_else(|| matrix.clone());
    let mut list = Vec::new();
    let (mut rows, mut columns) = (0, None);
    for row in matrix.try_iter()? {
        let mut length = 0;
        for entry in row?.try_iter()? {
            let entry = entry?;
            if entry.eq(1)? {
                list.push((rows, length));
            } else if !entry.eq(0)? {
                refuse!("row {}: 0 or 1 is expected, not {}", rows + 1, entry.repr()?);
            }
            length += 1;
        }
        rows += 1;
        if *columns.get_or_insert(length) != length {
            refuse!("row {rows} has {length} entries, the rows before have others");
        }
    }
    if columns.unwrap_or(0) != rows {
        let columns = columns.unwrap_or(0);
        refuse!("the matrix has {rows} rows and {columns} columns; it must be square");
    }
    let names = match frame {
        Some(Frame { names, columns }) => {
            list.iter_mut().for_each(|(_, j)| *j = columns[*j]);
            names
        }
        None => (1..=rows).map(|i| i.to_string()).collect(),
    };
    if let Some(&(i, _)) = list.iter().find(|(i, j)| i == j) {
        refuse!("element {} is below itself: the diagonal must be 0", names[i]);
    }
    poset(py, names, list)
}

/// The labels of a pandas table: the names of its rows, and for each column the row with the same
/// label.
struct Frame {
    names: Vec<String>,
    columns: Vec<usize>,
}

impl Frame {
    /// The labels, if the matrix is a table that has any.
    fn of(matrix: &Bound<'_, PyAny>) -> PyResult<Option<Frame>> {
        // A list has a method `index`, but no columns.
        let (Ok(index), Ok(columns)) = (matrix.getattr("index"), matrix.getattr("columns")) else { return Ok(None) };
        let mut labels = Labels::default();
        for label in index.try_iter()? {
            let label = label?;
            let rows = labels.names.len();
            if labels.element(&label)? < rows {
                refuse!("two rows have the label {}", label.repr()?);
            }
        }
        let rows = labels.names.len();
        let mut places: Vec<usize> = Vec::new();
        for label in columns.try_iter()? {
            let label = label?;
            let place = labels.element(&label)?;
            if place >= rows {
                refuse!(
                    "the column {} has no row: rows and columns need the same labels, or none (matrix.to_numpy())",
                    label.repr()?
                );
            }
            if places.contains(&place) {
                refuse!("two columns have the label {}", label.repr()?);
            }
            places.push(place);
        }
        if let Some(row) = (0..rows).find(|row| !places.contains(row)) {
            refuse!(
                "the row `{}` has no column: rows and columns need the same labels, or none (matrix.to_numpy())",
                labels.names[row]
            );
        }
        Ok(Some(Frame { names: labels.names, columns: places }))
    }
}

fn poset(py: Python<'_>, names: Vec<String>, relations: Vec<(usize, usize)>) -> PyResult<Position> {
    let shown = names.clone();
    build(py, Some(shown), move || general::poset(names, relations)?.build())
}

/// Builds a position on a worker. The error for a cycle uses these names.
fn build(
    py: Python<'_>,
    names: Option<Vec<String>>,
    list: impl FnOnce() -> Result<Named, BuildError> + Send + 'static,
) -> PyResult<Position> {
    let work = move |_: &_| list().and_then(Named::into_position);
    run(py, &Limits::silent(), work)?.map(Position::from).map_err(|error| match (error, names) {
        (BuildError::Cycle(cycle), Some(names)) => {
            let round: Vec<&str> = cycle.iter().chain(cycle.first()).map(|&x| &*names[x]).take(12).collect();
            PyValueError::new_err(format!("the relations form a cycle: {}", round.join(" < ")))
        }
        (error, _) => errors::value(error),
    })
}

fn pair<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let wrong = || PyValueError::new_err(format!("{what} is a pair, not {object}"));
    if object.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let items: Vec<Bound<'py, PyAny>> = object.try_iter().map_err(|_| wrong())?.take(3).collect::<PyResult<_>>()?;
    <[_; 2]>::try_from(items).map(|[one, other]| (one, other)).map_err(|_| wrong())
}
