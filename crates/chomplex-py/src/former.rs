//! Deprecated names: they still work, and warn with the new name.

use std::ffi::CString;

use chomplex::Rules;
use pyo3::exceptions::{PyDeprecationWarning, PyTypeError};
use pyo3::prelude::*;

use crate::arguments;
use crate::limits::Names;

/// Warns that a name is deprecated.
pub(crate) fn warn(py: Python<'_>, former: &str, name: &str) -> PyResult<()> {
    let message = CString::new(format!("{former} is called {name} now"))?;
    PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), &message, 1)
}

/// All rules but the disabled ones, from the argument's current or former name.
pub(crate) fn rules(py: Python<'_>, no_rules: Option<Names>, without_rules: Option<Names>) -> PyResult<Rules> {
    if without_rules.is_some() {
        if no_rules.is_some() {
            let message = "without_rules is a former name of no_rules: only one of them is taken";
            return Err(PyTypeError::new_err(message));
        }
        warn(py, "without_rules", "no_rules")?;
    }
    arguments::rules(&no_rules.or(without_rules).unwrap_or_default())
}
