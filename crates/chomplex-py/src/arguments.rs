//! Arguments that several calls take: positions, rules, numbers of lemmas. `limits` has the limits.

use chomplex::{Position as Inner, RuleId, Rules};
use chomplex_api::explain::LEMMAS;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors;
use crate::limits::Names;
use crate::position::Position;
use crate::source::parse;

/// A position or an expression.
pub(crate) struct PositionArg(pub(crate) Inner);

impl<'py> FromPyObject<'_, 'py> for PositionArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(PositionArg(position.get().inner.clone()));
        }
        match object.cast::<PyString>() {
            Ok(text) => parse(object.py(), text.to_str()?, None).map(PositionArg),
            Err(_) => {
                let found = object.get_type().name()?;
                Err(PyTypeError::new_err(format!("a position or an expression is expected, not {found}")))
            }
        }
    }
}

/// The result of an operation with another position; what is no position is left to Python.
pub(crate) fn with_other<'py>(
    other: &Bound<'py, PyAny>,
    operation: impl FnOnce(&Inner) -> PyResult<Position>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = other.py();
    match other.extract::<PositionArg>() {
        Ok(PositionArg(other)) => operation(&other)?.into_bound_py_any(py),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(py.NotImplemented().into_bound(py)),
        Err(error) => Err(error),
    }
}

/// All rules except those with these ids.
pub(crate) fn rules(without: &Names) -> PyResult<Rules> {
    without.0.iter().try_fold(Rules::default(), |rules, id| match id.parse::<RuleId>() {
        Ok(rule) => Ok(rules.without(rule)),
        Err(error) => Err(errors::value(format!("`{id}`: {error}"))),
    })
}

/// Maximum number of lemmas: a number, or "all".
pub(crate) struct Lemmas(pub(crate) usize);

impl Default for Lemmas {
    fn default() -> Self {
        Lemmas(LEMMAS)
    }
}

impl<'py> FromPyObject<'_, 'py> for Lemmas {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.extract::<&str>().is_ok_and(|text| text == "all") {
            return Ok(Lemmas(usize::MAX));
        }
        object.extract().map(Lemmas).map_err(|_| {
            PyValueError::new_err(format!("lemmas: a number or \"all\" is expected, not {}", object.to_owned()))
        })
    }
}
