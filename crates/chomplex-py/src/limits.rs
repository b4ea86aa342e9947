//! The limits of a call: the parameters `time`, `memory`, `threads` and `progress`.

use std::fmt::Display;
use std::time::Duration;

use chomplex::Budget;
use chomplex::budget::amount::{all_threads, enough_memory, parse_memory, parse_time, possible_threads};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDelta, PyString};

/// A time: seconds, a `timedelta`, or a text such as `"30s"`.
pub(crate) struct Time(Duration);

/// A size: bytes, or a text such as `"8GiB"`.
#[derive(Clone, Copy)]
pub(crate) struct Memory(u64);

/// A number of threads.
pub(crate) struct Threads(usize);

/// The limits of a call, and whether it shows progress. The time runs from the creation of this
/// value.
pub(crate) struct Limits {
    pub(crate) budget: Budget,
    pub(crate) progress: Option<bool>,
}

impl Limits {
    pub(crate) fn new(
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
    ) -> Self {
        let threads = threads.map_or_else(all_threads, |threads| threads.0);
        let mut budget = Budget::default().with_threads(threads);
        if let Some(Time(time)) = time {
            budget = budget.with_time(time);
        }
        if let Some(Memory(bytes)) = memory {
            budget = budget.with_memory(bytes);
        }
        Limits { budget, progress }
    }

    /// The default limits, without progress.
    pub(crate) fn silent() -> Self {
        Limits::new(None, None, None, Some(false))
    }
}

impl Time {
    pub(crate) fn duration(&self) -> Duration {
        self.0
    }
}

/// A list of names: any iterable of texts, but not a single text.
#[derive(Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = || PyTypeError::new_err(format!("a list of names is expected, not {}", object.to_owned()));
        if object.is_instance_of::<PyString>() {
            return Err(wrong());
        }
        let names = object.try_iter().map_err(|_| wrong())?;
        names.map(|name| name?.extract()).collect::<PyResult<_>>().map(Names)
    }
}

/// The bytes of a size such as "8GiB", in the format that all calls take.
#[pyfunction]
pub(crate) fn _bytes(memory: Memory) -> u64 {
    let Memory(bytes) = memory;
    bytes
}

fn wrong(argument: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{argument}: {why}"))
}

impl<'py> FromPyObject<'_, 'py> for Time {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return parse_time(text.to_str()?).map(Time).map_err(|why| wrong("time", why));
        }
        let seconds: f64 = if object.is_instance_of::<PyDelta>() {
            object.call_method0("total_seconds")?.extract()?
        } else {
            object.extract().map_err(|_| {
                PyTypeError::new_err("time: seconds are expected, a timedelta, or a text such as \"30s\"")
            })?
        };
        if seconds < 0.0 || seconds.is_nan() {
            return Err(wrong("time", "it cannot be negative"));
        }
        // A time too long for `Duration` never ends.
        Ok(Time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)))
    }
}

impl<'py> FromPyObject<'_, 'py> for Memory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let bytes = if let Ok(text) = object.cast::<PyString>() {
            parse_memory(text.to_str()?)
        } else if object.lt(0).unwrap_or(false) {
            Err("it cannot be negative".into())
        } else {
            let bytes = object.extract().map_err(|_| {
                PyTypeError::new_err("memory: a number of bytes is expected, or a text such as \"8GiB\"")
            })?;
            enough_memory(bytes)
        };
        bytes.map(Memory).map_err(|why| wrong("memory", why))
    }
}

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let threads: i64 =
            object.extract().map_err(|_| PyTypeError::new_err("threads: a number is expected, such as 2"))?;
        possible_threads(threads.max(0) as u64).map(Threads).map_err(|why| wrong("threads", why))
    }
}
