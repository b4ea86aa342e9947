//! Random linear extensions: which of two elements comes first, and the rank of each.

use chomplex::draw::precedence::precedence;
use chomplex::extensions::{self, Probabilities as Inner};
use chomplex::{Element, Position as InnerPosition};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::shortened;
use crate::arguments::PositionArg;
use crate::errors;
use crate::former;
use crate::limits::{Limits, Memory, Threads, Time};
use crate::number::{fraction, integer};
use crate::position::Position;
use crate::run::run;

/// Exact statistics of a uniformly random linear extension. Probabilities are fractions.
///
/// >>> import chomplex as cx
/// >>> random = cx.precedence_probabilities("poset[a<b, c]")
/// >>> random["a", "c"]
/// Fraction(2, 3)
/// >>> random.mean("b")
/// Fraction(8, 3)
/// >>> random.extensions
/// 3
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Probabilities {
    position: InnerPosition,
    inner: Inner,
}

/// The probabilities that one element comes before another in a random linear extension of a
/// position, and more.
///
/// Raises BudgetError if the budget is spent or cannot suffice.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, memory=None, threads=None, progress=None))]
pub(crate) fn precedence_probabilities(
    py: Python<'_>,
    position: PositionArg,
    time: Option<Time>,
    memory: Option<Memory>,
    threads: Option<Threads>,
    progress: Option<bool>,
) -> PyResult<Probabilities> {
    let PositionArg(position) = position;
    let start = position.clone();
    let limits = Limits::new(time, memory, threads, progress);
    let found = run(py, &limits, move |budget| extensions::probabilities(&start, budget))?;
    let inner = found.map_err(|stop| errors::stopped(py, "no probabilities", stop))?;
    Ok(Probabilities { position, inner })
}

impl Probabilities {
    fn element(&self, py: Python<'_>, name: &str) -> PyResult<Element> {
        self.position.find(name).map_err(|error| errors::bad_move(py, &error))
    }
}

#[pymethods]
impl Probabilities {
    /// The position.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone().into()
    }

    /// The number of linear extensions.
    #[getter]
    fn extensions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, self.inner.extensions())
    }

    /// The names of the elements, ordered by mean rank.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.by_mean().into_iter().map(|x| self.position.name(x)))
    }

    /// The former name of `names`.
    #[getter]
    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        former::warn(py, "Probabilities.elements", "names")?;
        self.names(py)
    }

    /// The probability that `x` comes before `y`. No element comes before itself.
    fn before<'py>(&self, py: Python<'py>, x: &str, y: &str) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.inner.before(self.element(py, x)?, self.element(py, y)?))
    }

    /// `random[x, y]` is `random.before(x, y)`.
    fn __getitem__<'py>(&self, py: Python<'py>, pair: (String, String)) -> PyResult<Bound<'py, PyAny>> {
        self.before(py, &pair.0, &pair.1)
    }

    /// The mean rank of an element: its place in a linear extension, counted from 1.
    fn mean<'py>(&self, py: Python<'py>, x: &str) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.inner.mean(self.element(py, x)?))
    }

    /// The possible ranks of an element, each with its probability.
    fn distribution<'py>(&self, py: Python<'py>, x: &str) -> PyResult<Bound<'py, PyDict>> {
        let ranks = PyDict::new(py);
        for (rank, ratio) in self.inner.distribution(self.element(py, x)?) {
            ranks.set_item(rank, fraction(py, &ratio)?)?;
        }
        Ok(ranks)
    }

    /// A dictionary of all pairs of incomparable elements, with the probability that the first
    /// comes before the second.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pairs = PyDict::new(py);
        for (x, y, ratio) in self.inner.pairs() {
            pairs.set_item((self.position.name(x), self.position.name(y)), fraction(py, ratio)?)?;
        }
        Ok(pairs)
    }

    /// The balance constant and all pairs that attain it; None for a chain. The constant is the
    /// largest probability of the less likely order of a pair.
    ///
    /// The 1/3–2/3 conjecture says that it is at least 1/3.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.precedence_probabilities("poset[a<b, c]").balance
    /// (Fraction(1, 3), (('a', 'c'), ('c', 'b')))
    #[getter]
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn balance<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>> {
        let Some(balance) = self.inner.balance() else { return Ok(None) };
        let pairs = balance.pairs.iter().map(|&(x, y)| (self.position.name(x), self.position.name(y)));
        Ok(Some((fraction(py, &balance.constant)?, PyTuple::new(py, pairs.collect::<Vec<_>>())?)))
    }

    /// A pandas table: the probability that the element of the row comes before that of the column.
    /// Elements are ordered by mean rank.
    ///
    /// Entries are floats, or fractions with `exact`.
    #[pyo3(signature = (*, exact=false))]
    fn to_pandas<'py>(&self, py: Python<'py>, exact: bool) -> PyResult<Bound<'py, PyAny>> {
        let elements = self.inner.by_mean();
        let mut rows = Vec::with_capacity(elements.len());
        for &x in &elements {
            let row: Vec<Bound<'py, PyAny>> = elements
                .iter()
                .map(|&y| {
                    let ratio = self.inner.before(x, y);
                    if exact { fraction(py, &ratio) } else { Ok(ratio.to_f64().into_pyobject(py)?.into_any()) }
                })
                .collect::<PyResult<_>>()?;
            rows.push(row);
        }
        py.import("chomplex._tables")?.call_method1("square", (self.names(py)?, rows))
    }

    /// A heat map of the probabilities as SVG.
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| precedence(&self.position, &self.inner))
    }

    /// The heat map that a notebook shows, unless there are many elements.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        (1..=60).contains(&self.position.len()).then(|| self.svg(py))
    }

    fn __repr__(&self) -> String {
        let position = shortened(&self.position.to_string());
        format!("<Probabilities of {position}: {} linear extensions>", self.inner.extensions())
    }
}
