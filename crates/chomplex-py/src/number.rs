//! Converts large numbers and fractions to Python.

use chomplex::extensions::Ratio;
use dashu_int::UBig;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyType};

/// A natural number as a Python `int`.
pub(crate) fn integer<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A ratio as a Python `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, ratio: &Ratio) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    class.call1((integer(py, ratio.numerator())?, integer(py, ratio.denominator())?))
}
