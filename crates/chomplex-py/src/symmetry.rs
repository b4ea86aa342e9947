//! Automorphisms and folds.

use chomplex::Position as Inner;
use chomplex::canon::canonical::{Canonical, canonical_within, isomorphism_within};
use chomplex::reduce::involution_fold::SimplestForm;
use chomplex::report::fold;
use chomplex_api::reduction as shape;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::shortened;
use crate::errors;
use crate::former;
use crate::limits::{Limits, Memory, Time};
use crate::number::integer;
use crate::position::Position;
use crate::run::run;
use crate::tree;

/// The automorphism group of a position.
///
/// >>> import chomplex as cx
/// >>> group = cx.position("path(3)").automorphisms()
/// >>> group.group_order, group.classes
/// (2, (('0', '2'), ('1',), ('01', '12')))
/// >>> group.generators
/// ({'0': '2', '2': '0', '01': '12', '12': '01'},)
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Automorphisms {
    pub(crate) position: Inner,
    pub(crate) form: Canonical,
}

#[pymethods]
impl Automorphisms {
    /// The number of automorphisms.
    #[getter]
    fn group_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.form.group_order)
    }

    /// Generators of the group, each a dictionary from the elements it moves to their images.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut generators = Vec::new();
        for moved in &self.form.generators {
            let images = PyDict::new(py);
            moved.iter().try_for_each(|&(x, y)| images.set_item(self.position.name(x), self.position.name(y)))?;
            generators.push(images);
        }
        PyTuple::new(py, generators)
    }

    /// The orbits of the elements, each a tuple of names: the group maps the elements of a class to
    /// each other.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = |class: &Vec<_>| PyTuple::new(py, class.iter().map(|&x| self.position.name(x)));
        PyTuple::new(py, self.form.orbits.iter().map(class).collect::<PyResult<Vec<_>>>()?)
    }

    /// The former name of `group_order`.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        former::warn(py, "Automorphisms.order", "group_order")?;
        self.group_order(py)
    }

    /// The former name of `classes`.
    #[getter]
    fn orbits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        former::warn(py, "Automorphisms.orbits", "classes")?;
        self.classes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Automorphisms of {}: group order {}>", shortened(&self.position.to_string()), self.form.group_order)
    }
}

/// The simplest form of a position, and the folds that lead to it. `print` shows them in words.
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Reduction {
    pub(crate) position: Inner,
    pub(crate) form: SimplestForm,
}

#[pymethods]
impl Reduction {
    /// The remaining position, which has the same Grundy value.
    #[getter]
    fn position(&self) -> Position {
        self.position.with_remaining(self.form.left.clone()).into()
    }

    /// The maps of the folds, in order: dictionaries from the elements before a fold to their
    /// images.
    #[getter]
    fn folds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut folds = Vec::new();
        for step in &self.form.folds {
            let images = PyDict::new(py);
            let mut pairs = step.before.iter().zip(&step.images);
            pairs.try_for_each(|(x, &y)| images.set_item(self.position.name(x), self.position.name(y)))?;
            folds.push(images);
        }
        PyTuple::new(py, folds)
    }

    /// Whether it is certain that no more folds apply.
    #[getter]
    fn proved(&self) -> bool {
        self.form.proved
    }

    /// The reduction as `chomplex reduce --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tree::answer(py, &shape::Reduction::new(&self.position, &self.form))
    }

    fn __str__(&self) -> String {
        fold::simplest_form(&self.position, &self.form).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let (from, folds) = (shortened(&self.position.to_string()), self.form.folds.len());
        let to = shortened(&self.position.with_remaining(self.form.left.clone()).to_string());
        format!("<Reduction of {from} to {to} by {folds} folds>")
    }
}

/// The canonical labelling of a position.
pub(crate) fn labelled(
    py: Python<'_>,
    position: &Inner,
    time: Option<Time>,
    memory: Option<Memory>,
) -> PyResult<Canonical> {
    let (position, limits) = (position.clone(), Limits::new(time, memory, None, Some(false)));
    let form = run(py, &limits, move |budget| canonical_within(&position, budget))?;
    form.map_err(|stop| errors::not_labelled(py, stop))
}

/// An isomorphism between two positions, element by element, if there is one.
pub(crate) fn isomorphism<'py>(
    py: Python<'py>,
    from: &Inner,
    to: &Inner,
    time: Option<Time>,
    memory: Option<Memory>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (one, other) = (from.clone(), to.clone());
    let limits = Limits::new(time, memory, None, Some(false));
    let pairs = run(py, &limits, move |budget| isomorphism_within(&one, &other, budget))?;
    let Some(pairs) = pairs.map_err(|stop| errors::not_labelled(py, stop))? else { return Ok(None) };
    let map = PyDict::new(py);
    for (x, y) in pairs {
        map.set_item(from.name(x), to.name(y))?;
    }
    Ok(Some(map))
}
