//! Random linear extensions.

use std::hash::{BuildHasher, RandomState};

use chomplex::Position as Inner;
use chomplex::extensions::Sampler;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::arguments::PositionArg;
use crate::errors;
use crate::limits::{Limits, Memory, Threads, Time};
use crate::run::run;

/// The seed of the random choices.
pub(crate) struct Seed(u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance_of::<PyInt>() {
            return Err(PyTypeError::new_err("seed: a number is expected, such as 7"));
        }
        let wrong = |_| PyValueError::new_err("seed: a number from 0 to 18446744073709551615 is expected, such as 7");
        object.extract().map(Seed).map_err(wrong)
    }
}

/// A number of samples.
pub(crate) struct Number(usize);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance_of::<PyInt>() {
            return Err(PyTypeError::new_err("n: a number is expected, such as 10"));
        }
        object.extract().map(Number).map_err(|_| PyValueError::new_err("n: a natural number is expected, such as 10"))
    }
}

/// A uniformly random linear extension of a position: a list of names. The same seed gives the same
/// list.
///
/// >>> import chomplex as cx
/// >>> cx.sample_linear_extension("poset[a<b, c]", seed=1) in [["a", "b", "c"], ["a", "c", "b"], ["c", "a", "b"]]
/// True
#[pyfunction]
#[pyo3(signature = (position, *, seed=None, time=None, memory=None, threads=None, progress=None))]
pub(crate) fn sample_linear_extension(
    py: Python<'_>,
    position: PositionArg,
    seed: Option<Seed>,
    time: Option<Time>,
    memory: Option<Memory>,
    threads: Option<Threads>,
    progress: Option<bool>,
) -> PyResult<Vec<String>> {
    let limits = Limits::new(time, memory, threads, progress);
    Ok(sample(py, position.0, 1, seed, &limits)?.pop().unwrap_or_default())
}

/// A number of independent, uniformly random linear extensions of a position. The first is that of
/// `sample_linear_extension` with the same seed.
#[pyfunction]
#[pyo3(signature = (position, n, *, seed=None, time=None, memory=None, threads=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn sample_linear_extensions(
    py: Python<'_>,
    position: PositionArg,
    n: Number,
    seed: Option<Seed>,
    time: Option<Time>,
    memory: Option<Memory>,
    threads: Option<Threads>,
    progress: Option<bool>,
) -> PyResult<Vec<Vec<String>>> {
    sample(py, position.0, n.0, seed, &Limits::new(time, memory, threads, progress))
}

fn sample(
    py: Python<'_>,
    position: Inner,
    n: usize,
    seed: Option<Seed>,
    limits: &Limits,
) -> PyResult<Vec<Vec<String>>> {
    // Without a seed, one that differs each time.
    let seed = seed.map_or_else(|| RandomState::new().hash_one(0), |seed| seed.0);
    let start = position.clone();
    let rows = run(py, limits, move |budget| {
        let mut sampler = Sampler::new(&start, seed, budget)?;
        (0..n).map(|_| sampler.sample()).collect::<Result<Vec<_>, _>>()
    })?;
    let rows = rows.map_err(|stop| errors::stopped(py, "no samples", stop))?;
    Ok(rows.into_iter().map(|row| row.into_iter().map(|x| position.name(x).to_owned()).collect()).collect())
}
