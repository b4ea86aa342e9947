//! Converts JSON to Python dictionaries, lists and numbers.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// An answer as the dictionary of its JSON.
pub(crate) fn answer<'py>(py: Python<'py>, answer: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    object(py, &chomplex_api::json::to_value(answer))
}

/// A JSON value as a Python object.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(natural), _) => natural.into_bound_py_any(py),
            (None, Some(integer)) => integer.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| object(py, item)).collect::<PyResult<_>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(fields) => dictionary(py, fields).map(Bound::into_any),
    }
}

/// The fields of a JSON object as a dictionary.
fn dictionary<'py>(py: Python<'py>, fields: &serde_json::Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for (key, value) in fields {
        dictionary.set_item(key, object(py, value)?)?;
    }
    Ok(dictionary)
}
