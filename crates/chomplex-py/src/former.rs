//! Deprecated names: they still work, and warn with the new name.

use std::ffi::CString;

use pyo3::exceptions::{PyDeprecationWarning, PyTypeError};
use pyo3::prelude::*;

use crate::limits::Names;

/// Warns that a name is deprecated.
pub(crate) fn warn(py: Python<'_>, former: &str, name: &str) -> PyResult<()> {
    let message = CString::new(format!("{former} is called {name} now"))?;
    PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), &message, 1)
}

/// The disabled rules, from the argument's current or former name.
pub(crate) fn no_rules(py: Python<'_>, no_rules: Option<Names>, without_rules: Option<Names>) -> PyResult<Names> {
    match (no_rules, without_rules) {
        (Some(_), Some(_)) => {
            Err(PyTypeError::new_err("without_rules is a former name of no_rules: only one of them is taken"))
        }
        (None, Some(rules)) => warn(py, "without_rules", "no_rules").map(|()| rules),
        (rules, None) => Ok(rules.unwrap_or_default()),
    }
}
