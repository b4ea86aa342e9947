//! Options: the positions after one move, with their values.

use chomplex::{Element, Grundy, MoveList, Outcome, Position as Inner, Stop};
use chomplex_api::moves::Moves;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString, PyTuple};

use crate::errors;
use crate::former;
use crate::position::Position;
use crate::tree;

/// A move, the position after it, and the Grundy value of that position.
#[pyclass(frozen, module = "chomplex", name = "Option")]
#[derive(Clone)]
pub(crate) struct MoveOption {
    start: Inner,
    element: Element,
    /// The Grundy value of the option; None if it is not known.
    #[pyo3(get)]
    grundy: Option<u32>,
    outcome: Option<Outcome>,
    /// The number of its class, from 1. Symmetries map the moves of a class to each other.
    #[pyo3(get, name = "class_")]
    class: usize,
    /// The size of its class.
    #[pyo3(get)]
    orbit: usize,
}

#[pymethods]
impl MoveOption {
    /// The move.
    #[getter(r#move)]
    fn name(&self) -> &str {
        self.start.name(self.element)
    }

    /// Whether the move wins: the option has value 0. None if that is not known.
    #[getter]
    fn wins(&self) -> Option<bool> {
        self.outcome.map(|outcome| outcome == Outcome::Second)
    }

    /// The former name of `grundy`.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        former::warn(py, "Option.value", "grundy")?;
        Ok(self.grundy)
    }

    /// The former name of `class_`.
    #[getter]
    fn symmetry_class(&self, py: Python<'_>) -> PyResult<usize> {
        former::warn(py, "Option.symmetry_class", "class_")?;
        Ok(self.class)
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        self.start.play(self.element).expect("the move is there").into()
    }

    fn __repr__(&self) -> String {
        let grundy = self.grundy.map_or("not known".to_owned(), |value| value.to_string());
        format!("<Option {}: Grundy value {grundy}>", self.name())
    }
}

/// Every option of a position with its value: a sequence with an entry for each move. The name of a
/// move also works as an index.
///
/// >>> import chomplex as cx
/// >>> options = cx.position("chomp(2,3)").options()
/// >>> len(options), options.grundy
/// (5, 4)
/// >>> options["2,3"]
/// <Option 2,3: Grundy value 0>
/// >>> options.values
/// {'1,2': 1, '2,1': 2, '1,3': 2, '2,2': 3, '2,3': 0}
#[pyclass(frozen, sequence, module = "chomplex")]
pub(crate) struct Options {
    position: Inner,
    list: MoveList,
    options: Vec<MoveOption>,
}

impl Options {
    pub(crate) fn new(position: Inner, list: MoveList) -> Self {
        let classes = list.classes.iter().zip(1..);
        let mut options: Vec<MoveOption> = classes
            .flat_map(|(moves, class)| {
                let (grundy, outcome) = (moves.value.map(|value| value.0), moves.outcome());
                let (start, orbit) = (&position, moves.moves.members.len());
                let option = move |&element: &Element| {
                    let start = start.clone();
                    MoveOption { start, element, grundy, outcome, class, orbit }
                };
                moves.moves.members.iter().map(option)
            })
            .collect();
        options.sort_by_key(|option| option.element);
        Options { position, list, options }
    }
}

#[pymethods]
impl Options {
    /// The Grundy value of the position itself; None if it is not known.
    #[getter]
    fn grundy(&self) -> Option<u32> {
        self.list.grundy.map(|Grundy(value)| value)
    }

    /// The limit that stopped the work early, as in an answer; None if nothing did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.list.stopped_by.map(Stop::id)
    }

    /// The moves by symmetry class, each class a tuple of names. Symmetries map the moves of a
    /// class to each other.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = |members: &[Element]| PyTuple::new(py, members.iter().map(|&x| self.position.name(x)));
        let classes: Vec<_> =
            self.list.classes.iter().map(|class| names(&class.moves.members)).collect::<PyResult<_>>()?;
        PyTuple::new(py, classes)
    }

    /// A dictionary from each move to the Grundy value of its option.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        self.options.iter().try_for_each(|option| values.set_item(option.name(), option.grundy))?;
        Ok(values)
    }

    /// The options as `chomplex moves --json` prints them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tree::answer(py, &Moves::new(&self.position, &self.list))
    }

    /// A pandas table with the columns move, grundy and class.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("chomplex._tables")?.call_method1("options", (self.to_dict(py)?,))
    }

    fn __len__(&self) -> usize {
        self.options.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.options.iter().cloned())?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<MoveOption> {
        if let Ok(name) = key.cast::<PyString>() {
            let x = self.position.find(name.to_str()?).map_err(|error| errors::bad_move(py, &error))?;
            return Ok(self
                .options
                .iter()
                .find(|option| option.element == x)
                .expect("each move has an option")
                .clone());
        }
        let index: isize =
            key.extract().map_err(|_| PyTypeError::new_err("a number or the name of a move is expected"))?;
        let place = if index < 0 { index + self.options.len() as isize } else { index };
        let option = usize::try_from(place).ok().and_then(|place| self.options.get(place)).cloned();
        option.ok_or_else(|| PyIndexError::new_err(format!("there are {} options", self.options.len())))
    }

    fn __repr__(&self) -> String {
        let grundy = self.list.grundy.map_or("not known".to_owned(), |value| value.to_string());
        let (position, moves) = (crate::answer::shortened(&self.position.to_string()), self.options.len());
        format!("<Options of {position}: {moves} moves, Grundy value {grundy}>")
    }
}
