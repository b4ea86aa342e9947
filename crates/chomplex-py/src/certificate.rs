//! Certificates and the checker's verdicts.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use chomplex::Budget;
use chomplex::report::verdict as report;
use chomplex_api::verdict as shape;
use chomplex_check::{Failure, Verified};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::arguments::PositionArg;
use crate::errors;
use crate::limits::{Limits, Memory, Time};
use crate::run::run;
use crate::source::os_error;
use crate::tree;

/// A proof of an answer: a text that `check` verifies without the solver.
#[pyclass(frozen, module = "chomplex")]
#[derive(Clone)]
pub(crate) struct Certificate {
    text: std::sync::Arc<Vec<u8>>,
}

impl Certificate {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        Certificate { text: text.into() }
    }
}

#[pymethods]
impl Certificate {
    /// The text of the certificate.
    #[getter]
    fn text(&self) -> PyResult<&str> {
        std::str::from_utf8(&self.text).map_err(|_| PyValueError::new_err("the certificate is not text"))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.text)
    }

    fn __len__(&self) -> usize {
        self.text.len()
    }

    /// Writes the certificate to a file, completely or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let shown = path.display().to_string();
        py.detach(|| write(&path, &self.text)).map_err(|error| os_error(&error, &shown))
    }

    /// Verifies the certificate, like the function `check`.
    #[pyo3(signature = (position=None, *, time=None, memory=None))]
    fn check(
        slf: Bound<'_, Self>,
        position: Option<PositionArg>,
        time: Option<Time>,
        memory: Option<Memory>,
    ) -> PyResult<Verdict> {
        check(slf.py(), slf.as_any(), position, time, memory)
    }

    fn __repr__(&self) -> String {
        let lines = self.text.split(|&byte| byte == b'\n').take_while(|line| !line.starts_with(b"elements"));
        let shown = lines.filter(|line| line.starts_with(b"position") || line.starts_with(b"claim"));
        let mut shown: Vec<_> = shown.map(String::from_utf8_lossy).collect();
        // The claim is short; a long position may be cut.
        shown.reverse();
        format!("<Certificate: {}, {} bytes>", crate::answer::shortened(&shown.join(", ")), self.text.len())
    }
}

/// Writes a file under a temporary name and renames it; a device is written directly.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return fs::write(path, content);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Verifies a certificate: a `Certificate`, the name of a file, or bytes.
///
/// This is the code of the separate program `chomplex-check`, which shares nothing with the solver.
/// With `position` it also checks that the certificate is about that position, element by element.
/// The verdict is true if everything holds. An input that is not a certificate, or is truncated,
/// raises CertificateError.
///
/// >>> import chomplex as cx
/// >>> certificate = cx.position("cycle(5)").solve().certificate()
/// >>> bool(cx.check(certificate, position="cycle(5)"))
/// True
/// >>> print(cx.check(certificate, position="cycle(4)"))
/// rejected: it is about another position: `03` is an element of the position, but not of the certificate
/// (what it proves holds: the poset in this file has Grundy value 0: the second player wins)
#[pyfunction]
#[pyo3(signature = (certificate, position=None, *, time=None, memory=None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    position: Option<PositionArg>,
    time: Option<Time>,
    memory: Option<Memory>,
) -> PyResult<Verdict> {
    let source = Source::of(certificate)?;
    let shown = source.shown();
    let limits = Limits::new(time, memory, None, Some(false));
    let checked = run(py, &limits, move |budget| source.check(budget))?;
    match report::Verdict::new(checked, position.map(|PositionArg(position)| position).as_ref()) {
        Ok(verdict) => Ok(Verdict { verdict }),
        Err(Failure::Unreadable { line, message }) => {
            Err(errors::certificate(py, &format!("{shown}: line {line}: {message}"), Some(line)))
        }
        Err(Failure::Io(error)) => Err(match limits.budget.check() {
            Err(stop) => errors::stopped(py, "not checked", stop),
            Ok(()) => os_error(&error, &shown),
        }),
        Err(failure) => Err(errors::certificate(py, &failure.to_string(), None)),
    }
}

/// The source of a certificate.
enum Source {
    Text(Certificate),
    File(PathBuf),
}

impl Source {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Source> {
        if let Ok(certificate) = object.cast::<Certificate>() {
            return Ok(Source::Text(certificate.get().clone()));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Source::Text(Certificate::new(bytes.as_bytes().to_vec())));
        }
        object
            .extract()
            .map(Source::File)
            .map_err(|_| PyTypeError::new_err("a certificate is expected, or the name of a file, or bytes"))
    }

    fn shown(&self) -> String {
        match self {
            Source::Text(_) => "the certificate".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    fn check(&self, budget: &Budget) -> Result<Verified, Failure> {
        match self {
            Source::Text(certificate) => shape::check(&certificate.text[..], budget),
            Source::File(path) => shape::check(File::open(path).map_err(Failure::Io)?, budget),
        }
    }
}

/// The checker's verdict on a certificate; true if it is verified.
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Verdict {
    verdict: report::Verdict,
}

impl Verdict {
    fn text(&self) -> String {
        self.verdict.text().trim_end().to_owned()
    }
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.verdict.is_verified()
    }

    /// "verified" or "rejected".
    #[getter]
    fn verdict(&self) -> &'static str {
        if self.verdict.is_verified() { "verified" } else { "rejected" }
    }

    /// The claim of the certificate: a dictionary with position, outcome, grundy and
    /// grundy_at_least; None if the checker did not reach it.
    #[getter]
    fn claim<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        shape::Verdict::from(&self.verdict).claim.map(|claim| tree::answer(py, &claim)).transpose()
    }

    /// The ids of the theorems that the proof assumes.
    #[getter]
    fn assumed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.verdict.assumed())
    }

    /// The number of steps in the proof; None if it was not read to the end.
    #[getter]
    fn steps(&self) -> Option<usize> {
        self.verdict.steps()
    }

    /// The step that fails, counted from 1.
    #[getter]
    fn step(&self) -> Option<usize> {
        self.verdict.place().1
    }

    /// The line that fails, counted from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.verdict.place().0
    }

    /// A message that says what fails.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.verdict.message()
    }

    /// The verdict as `chomplex check --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tree::answer(py, &shape::Verdict::from(&self.verdict))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text();
        let first = text.lines().next().unwrap_or("");
        Ok(format!("<Verdict {}>", PyString::new(py, first)))
    }
}
