//! Certificates and what the checker says of them.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use chomplex::budget::Budget;
use chomplex::report::words::count;
use chomplex_check::{Claim, Failure, Verified};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use serde_json::json;

use crate::errors;
use crate::limits::Limits;
use crate::position::PositionArg;
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
        std::str::from_utf8(&self.text).map_err(|_| PyValueError::new_err("the certificate is no text"))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.text)
    }

    fn __len__(&self) -> usize {
        self.text.len()
    }

    /// Writes it to a file, whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let shown = path.display().to_string();
        py.detach(|| write(&path, &self.text)).map_err(|error| os_error(&error, &shown))
    }

    /// Verifies it, as the function `check` does.
    #[pyo3(signature = (position=None))]
    fn check(slf: Bound<'_, Self>, position: Option<PositionArg>) -> PyResult<Verdict> {
        check(slf.py(), slf.as_any(), position)
    }

    fn __repr__(&self) -> String {
        let claim = self.text.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
        let shown = String::from_utf8_lossy(claim);
        format!("<Certificate: {}, {} bytes>", crate::answer::shortened(&shown), self.text.len())
    }
}

/// Writes a file under another name and then renames it; devices are written at once.
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
/// This is the code of the separate program `chomplex-check`, which shares nothing with the solver. With `position` it is also checked that the
/// certificate is about that position, element by element. The verdict is true if everything holds. What is no certificate
/// at all, or a truncated one, raises CertificateError.
///
/// >>> import chomplex as cx
/// >>> certificate = cx.position("cycle(5)").solve().certificate()
/// >>> bool(cx.check(certificate, position="cycle(5)"))
/// True
/// >>> print(cx.check(certificate, position="cycle(4)"))
/// rejected: it is about another position: `03` is an element of the position, but not of the certificate
/// (what it proves holds: cycle(5) has Grundy value 0: the second player wins)
#[pyfunction]
#[pyo3(signature = (certificate, position=None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    position: Option<PositionArg>,
) -> PyResult<Verdict> {
    let source = Source::of(certificate)?;
    let shown = source.shown();
    let checked = run(py, &Limits::silent(), move |budget| source.check(budget))?;
    match checked {
        Ok(verified) => Ok(Verdict::verified(verified, position)),
        Err(Failure::Rejected { claim, line, step, message }) => {
            let place = step.map(|step| format!(", step {step}")).unwrap_or_default();
            let unproved = claim.as_ref().map(|claim| format!("it does not prove that {claim}: "));
            let text = format!("rejected: {}line {line}{place}: {message}", unproved.unwrap_or_default());
            Ok(Verdict {
                is_verified: false,
                claim,
                assumed: Vec::new(),
                steps: None,
                line: Some(line),
                step,
                message: Some(message),
                text,
            })
        }
        Err(Failure::Unreadable { line, message }) => {
            Err(errors::certificate(py, &format!("{shown}: line {line}: {message}"), Some(line)))
        }
        Err(Failure::Io(error)) => Err(os_error(&error, &shown)),
        Err(failure) => Err(errors::certificate(py, &failure.to_string(), None)),
    }
}

/// Where a certificate is read from.
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
            Source::Text(certificate) => {
                chomplex_check::check(BufReader::new(Interruptible(&certificate.text[..], budget)))
            }
            Source::File(path) => {
                let file = File::open(path).map_err(Failure::Io)?;
                chomplex_check::check(BufReader::with_capacity(1 << 16, Interruptible(file, budget)))
            }
        }
    }
}

/// Something that is read until somebody interrupts.
struct Interruptible<'a, R>(R, &'a Budget);

impl<R: Read> Read for Interruptible<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.1.check() {
            Ok(()) => self.0.read(buffer),
            Err(stop) => Err(io::Error::other(stop.id())),
        }
    }
}

/// What the checker says of a certificate; true if it is verified.
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Verdict {
    is_verified: bool,
    claim: Option<Claim>,
    assumed: Vec<String>,
    steps: Option<usize>,
    line: Option<usize>,
    step: Option<usize>,
    message: Option<String>,
    text: String,
}

impl Verdict {
    /// All conditions hold; but perhaps of another position.
    fn verified(verified: Verified, position: Option<PositionArg>) -> Verdict {
        let Verified { claim, assumed, steps, poset, .. } = verified;
        let difference = position.and_then(|PositionArg(position)| {
            let names: Vec<&str> = poset.names().collect();
            let below = |i: usize| poset.lower(i).iter().map(move |&j| (j as usize, i));
            chomplex::report::difference(&names, (0..names.len()).flat_map(below), &position)
        });
        let message = difference.map(|difference| format!("it is about another position: {difference}"));
        let text = match &message {
            Some(message) => format!("rejected: {message}\n(what it proves holds: {claim})"),
            None => {
                let assuming =
                    if assumed.is_empty() { String::new() } else { format!("\nassumed: {}", assumed.join(", ")) };
                format!("verified: {claim} ({}){assuming}", count(steps as u64, "step"))
            }
        };
        let (is_verified, claim, steps) = (message.is_none(), Some(claim), Some(steps));
        Verdict { is_verified, claim, assumed, steps, line: None, step: None, message, text }
    }

    fn claim_json(&self) -> Option<serde_json::Value> {
        self.claim.as_ref().map(|claim| {
            json!({
                "position": claim.position,
                "outcome": claim.outcome.to_string(),
                "grundy": claim.grundy,
                "grundy_at_least": claim.above.map(|above| u64::from(above) + 1),
            })
        })
    }
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.is_verified
    }

    /// "verified" or "rejected".
    #[getter]
    fn verdict(&self) -> &'static str {
        if self.is_verified { "verified" } else { "rejected" }
    }

    /// What the certificate claims: a dictionary with position, outcome, grundy and grundy_at_least; None if that was not reached.
    #[getter]
    fn claim<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.claim_json().map(|claim| tree::object(py, &claim)).transpose()
    }

    /// The ids of the theorems that the proof takes on trust.
    #[getter]
    fn assumed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.assumed)
    }

    /// How many steps the proof has; None if it was not read to the end.
    #[getter]
    fn steps(&self) -> Option<usize> {
        self.steps
    }

    /// The step that does not hold, counted from 1.
    #[getter]
    fn step(&self) -> Option<usize> {
        self.step
    }

    /// The line that does not hold, counted from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.line
    }

    /// What does not hold.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The same as `chomplex check --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut value = json!({
            "verdict": self.verdict(),
            "claim": self.claim_json(),
            "assumed": self.assumed,
            "step": self.step,
        });
        for (key, field) in [("steps", json!(self.steps)), ("line", json!(self.line)), ("message", json!(self.message))]
        {
            if !field.is_null() {
                value[key] = field;
            }
        }
        tree::object(py, &value)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let first = self.text.lines().next().unwrap_or("");
        Ok(format!("<Verdict {}>", PyString::new(py, first)))
    }
}
