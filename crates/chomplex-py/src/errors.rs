//! The exceptions of the package, which are defined in Python (`chomplex/_errors.py`).

use std::any::Any;
use std::fmt::Display;

use chomplex::canon::canonical::MAX_LABELLED;
use chomplex::format::{Problem, ReadError};
use chomplex::report::words;
use chomplex::{ExpressionError, MoveError, Stop};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Creates an exception of the package by name.
fn exception<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("chomplex._errors").map(Bound::unbind));
    let made = module.and_then(|module| module.bind(py).getattr(name)).and_then(|class| {
        let class = class.cast_into::<PyType>()?;
        class.call1(arguments)
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

/// For an argument with a value that cannot be.
pub(crate) fn value(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns with the error for a bad value, and this message.
macro_rules! refuse {
    ($($message:tt)*) => { return Err($crate::errors::value(format!($($message)*))) };
}
pub(crate) use refuse;

/// For a panic: a bug in this program, which must not end the interpreter.
pub(crate) fn internal(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("it gives no reason");
    exception(py, "InternalError", (format!("the program made a mistake here; this is a bug: {text}"),))
}

/// For a text that is not a valid position; `text` is all of it.
pub(crate) fn expression(py: Python<'_>, error: &ExpressionError, text: &str) -> PyErr {
    let before = text.get(..error.span().start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let told = in_python(&error.to_string());
    let (message, expected, help) = match error.problem() {
        Problem::Expected { expected, .. } => (told, Some(expected.clone()), None),
        Problem::UnknownFamily { nearest: Some(near), .. } => (told, None, Some((*near).to_owned())),
        Problem::MissingArguments { example, .. } | Problem::WrongBrackets { example, .. } => {
            (told, None, Some((*example).to_owned()))
        }
        // The library's message mentions options of the command line.
        Problem::UnknownParameter(name) => {
            let help = format!("survey(…, {name}=range(3, 10))");
            let remedy = format!("`{name}` is no parameter; `{help}` makes it one");
            (told.replacen(&error.problem().to_string(), &remedy, 1), None, Some(help))
        }
        Problem::File(name) => {
            let help = format!("chomplex.read({:?})", name.trim_start_matches('@'));
            (told.replacen(&error.problem().to_string(), &format!("a file is read by `{help}`"), 1), None, Some(help))
        }
        _ => (told, None, None),
    };
    exception(py, "ParseError", (message, line, column, expected, help))
}

/// For a text in some notation that is not a valid position.
pub(crate) fn read(py: Python<'_>, error: &ReadError, text: &str) -> PyErr {
    match error {
        ReadError::Text(error) => expression(py, error, text),
        _ => parse(py, &in_python(&error.to_string())),
    }
}

/// Rewrites a reader's message that mentions a command-line option for use in Python.
pub(crate) fn in_python(message: &str) -> String {
    message.replace("`--from ", "`notation=")
}

/// For an input that is not a position, without a place in it.
pub(crate) fn parse(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "ParseError", (message,))
}

/// For a move that cannot be played.
pub(crate) fn bad_move(py: Python<'_>, error: &MoveError) -> PyErr {
    let (name, nearest) = match error {
        MoveError::Unknown(unknown) => (Some(unknown.name.clone()), unknown.nearest.clone()),
        MoveError::Gone(name) => (Some(name.clone()), None),
        _ => (None, None),
    };
    exception(py, "MoveError", (error.to_string(), name, nearest))
}

/// For a budget that was spent before there was an answer.
pub(crate) fn stopped(py: Python<'_>, what: &str, stop: Stop) -> PyErr {
    exception(py, "BudgetError", (format!("{what}: stopped by {}", words::stopped(stop)), stop.id()))
}

/// For a position that is too large to be labelled, or not labelled within the budget.
pub(crate) fn not_labelled(py: Python<'_>, stop: Stop) -> PyErr {
    if stop != Stop::Size {
        return stopped(py, "symmetries not found", stop);
    }
    let message = format!("the position is too large: symmetries are sought up to {MAX_LABELLED} elements");
    exception(py, "BudgetError", (message, stop.id()))
}

/// For a certificate that cannot be written or read.
pub(crate) fn certificate(py: Python<'_>, message: &str, line: Option<usize>) -> PyErr {
    exception(py, "CertificateError", (message, line))
}
