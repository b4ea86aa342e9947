//! Answers.

use chomplex::certify::CertifyError;
use chomplex::report::words;
use chomplex::{
    Answer as Inner, Candidates, Element, Goal, MoveClass, Position as InnerPosition, Question, Rules, Stop,
};
use chomplex_api::answer::{self as shape, possible};
use chomplex_api::certificate::certify;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PySlice, PyTuple};

use crate::certificate::Certificate;
use crate::errors;
use crate::former;
use crate::limits::{Limits, Memory, Threads, Time};
use crate::position::Position;
use crate::run::run;
use crate::tables::TablebaseArg;
use crate::tree;

/// What is known about a position. `print` shows it as the command line does.
///
/// >>> import chomplex as cx
/// >>> a = cx.position("wheel(5) + nim(3)").solve()
/// >>> a.grundy, a.outcome, a.winning_moves.classes
/// (2, 'first', (('1:0', '1:1', '1:2', '1:3', '1:4'), ('2:1,2',)))
/// >>> print(a)
/// wheel(5) + nim(3): 19 elements
/// outcome        the first player wins
/// Grundy value   2
/// winning moves  1:0 (and 4 like it)  2:1,2
/// reason         2 parts, nim-sum 1 ⊕ 3
/// assumed        bipartite
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Answer {
    pub(crate) position: InnerPosition,
    pub(crate) answer: Inner,
    pub(crate) goal: Goal,
    pub(crate) rules: Rules,
    pub(crate) tablebase: TablebaseArg,
}

#[pymethods]
impl Answer {
    /// The position that was solved.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone().into()
    }

    /// The winner, "first" or "second"; None if it is not known.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.answer.outcome.map(|outcome| outcome.to_string())
    }

    /// The Grundy value; None if it is not known.
    #[getter]
    fn grundy(&self) -> Option<u32> {
        self.answer.grundy.map(|value| value.0)
    }

    /// The possible Grundy values, if the value is known to be one of a few.
    #[getter]
    fn grundy_candidates<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        possible(self.answer.candidates.as_ref()).0.map(|values| PyTuple::new(py, values)).transpose()
    }

    /// A lower bound for the Grundy value, if no more is known.
    #[getter]
    fn grundy_at_least(&self) -> Option<u32> {
        possible(self.answer.candidates.as_ref()).1
    }

    /// The former name of `grundy_candidates`.
    #[getter]
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        former::warn(py, "Answer.candidates", "grundy_candidates")?;
        self.grundy_candidates(py)
    }

    /// The former name of `grundy_at_least`.
    #[getter]
    fn at_least(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        former::warn(py, "Answer.at_least", "grundy_at_least")?;
        Ok(self.grundy_at_least())
    }

    /// The known winning moves.
    #[getter]
    fn winning_moves(&self) -> WinningMoves {
        let name = |&x: &Element| self.position.name(x).to_owned();
        let winning = &self.answer.winning_moves;
        let mut moves: Vec<Element> =
            winning.classes().iter().flat_map(|class| class.members.iter().copied()).collect();
        moves.sort_unstable();
        let class = |class: &MoveClass| class.members.iter().map(name).collect();
        WinningMoves {
            status: winning.status(),
            moves: moves.iter().map(name).collect(),
            classes: winning.classes().iter().map(class).collect(),
        }
    }

    /// A short reason: `str` gives it in words, `to_dict` as a dictionary.
    #[getter]
    fn reason(&self) -> Reason {
        let words = words::summary(&self.answer.reason);
        Reason { words, shape: shape::Reason::new(&self.position, &self.answer.reason) }
    }

    /// The ids of the theorems, tables and tablebases that the answer assumes without proof.
    #[getter]
    fn assumed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.answer.assumed.iter().map(|id| &**id))
    }

    /// Statistics of the search.
    #[getter]
    fn stats(&self) -> Stats {
        let stats = self.answer.stats;
        Stats { positions: stats.positions, seconds: stats.time.as_secs_f64(), peak_bytes: stats.peak_bytes }
    }

    /// The limit that stopped the work early: "time", "memory", "size" or another; None if nothing
    /// did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.answer.stopped_by.map(Stop::id)
    }

    /// The answer as `chomplex solve --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tree::answer(py, &shape::Answer::new(&self.position, &self.answer))
    }

    /// A proof of the answer, which `check` verifies without the solver.
    ///
    /// A search for the value alone keeps no proof. So the position is solved once more, and the
    /// proof is written, within a budget of its own. Raises CertificateError if there is no
    /// complete proof, and BudgetError if the budget is spent first.
    ///
    /// >>> import chomplex as cx
    /// >>> certificate = cx.position("petersen").solve().certificate()
    /// >>> print(certificate.check())
    /// verified: petersen has Grundy value 2: the first player wins (2 steps)
    /// assumed: bipartite
    #[pyo3(signature = (*, time=None, memory=None, threads=None, progress=None))]
    fn certificate(
        &self,
        py: Python<'_>,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
    ) -> PyResult<Certificate> {
        let limits = Limits::new(time, memory, threads, progress);
        let (position, goal) = (self.position.clone(), self.goal);
        let (rules, tablebase) = (self.rules.clone(), self.tablebase.clone());
        let written = run(py, &limits, move |budget| {
            let question = Question { goal, proof: true, moves: false, rules, tables: tablebase.tables() };
            let mut text = Vec::new();
            certify(&position, &question, budget, &mut text).map(|_| text)
        })?;
        written.map(Certificate::new).map_err(|error| match error {
            CertifyError::Stopped(stop) => errors::stopped(py, "no certificate", stop),
            error => errors::certificate(py, &error.to_string(), None),
        })
    }

    fn __str__(&self) -> String {
        words::answer(&self.position, &self.answer).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let value = match (self.answer.grundy, &self.answer.candidates) {
            (Some(value), _) => format!("has Grundy value {value}"),
            (None, Some(Candidates::OneOf(values))) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("has one of the Grundy values {}", values.join(", "))
            }
            (None, Some(Candidates::AtLeast(value))) => format!("has at least the Grundy value {value}"),
            (None, None) => "has an unknown Grundy value".to_owned(),
        };
        let wins = self.answer.outcome.map_or("it is not known who wins", words::wins);
        let stopped = self.answer.stopped_by.map(|stop| format!(" (stopped by {})", words::stopped(stop)));
        format!("<Answer: {} {value}: {wins}{}>", shortened(&self.position.to_string()), stopped.unwrap_or_default())
    }
}

/// The beginning of a long expression.
pub(crate) fn shortened(expression: &str) -> String {
    match expression.char_indices().nth(60) {
        None => expression.to_owned(),
        Some((end, _)) => format!("{}…", &expression[..end]),
    }
}

/// The winning moves: a sequence of names, in the order of the elements.
///
/// `status` says whether these are "all" (so if the second player wins, there are none) or "some";
/// otherwise it is "none-known" or "not-sought". `classes` groups the same moves: symmetries of the
/// position map the moves of a class to each other.
#[pyclass(frozen, sequence, module = "chomplex")]
pub(crate) struct WinningMoves {
    /// "all", "some", "none-known" or "not-sought".
    #[pyo3(get)]
    status: &'static str,
    moves: Vec<String>,
    classes: Vec<Vec<String>>,
}

#[pymethods]
impl WinningMoves {
    /// The moves by symmetry class, each class a tuple.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let classes: Vec<_> = self.classes.iter().map(|class| PyTuple::new(py, class)).collect::<PyResult<_>>()?;
        PyTuple::new(py, classes)
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, &self.moves)?.try_iter()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<&str>().is_ok_and(|name| self.moves.iter().any(|known| known == name))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return PyTuple::new(py, &self.moves)?.as_any().get_item(index);
        }
        let index: isize = index.extract().map_err(|_| PyTypeError::new_err("a number or a slice is expected"))?;
        let place = if index < 0 { index + self.moves.len() as isize } else { index };
        match usize::try_from(place).ok().and_then(|place| self.moves.get(place)) {
            Some(name) => Ok(name.into_pyobject(py)?.into_any()),
            None => Err(PyIndexError::new_err(format!("there are {} winning moves", self.moves.len()))),
        }
    }

    fn __repr__(&self) -> String {
        let class = |class: &Vec<String>| match class.len() {
            1 => class[0].clone(),
            n => format!("{} (and {} like it)", class[0], n - 1),
        };
        let classes: Vec<String> = self.classes.iter().map(class).collect();
        let gap = if classes.is_empty() { "" } else { ": " };
        format!("<WinningMoves {}{gap}{}>", self.status, classes.join("  "))
    }
}

/// A short reason why an answer holds.
///
/// >>> import chomplex as cx
/// >>> reason = cx.position("cycle(5)").solve().reason
/// >>> str(reason)
/// 'a cycle of 5 vertices (cycle)'
/// >>> reason.to_dict()
/// {'rule': 'cycle', 'summary': 'a cycle of 5 vertices (cycle)', 'steps': 1}
#[pyclass(frozen, module = "chomplex")]
pub(crate) struct Reason {
    words: String,
    shape: Option<shape::Reason>,
}

#[pymethods]
impl Reason {
    /// The rule of the last step, or "search"; None if nothing is decided.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.shape.as_ref().map(|reason| reason.rule.as_str())
    }

    /// The reason as in `chomplex solve --json`; None if nothing is decided.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tree::answer(py, &self.shape)
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Reason: {}>", self.words)
    }
}

/// Statistics of a search.
#[pyclass(frozen, get_all, module = "chomplex")]
pub(crate) struct Stats {
    /// The number of positions examined.
    positions: u64,
    /// The time in seconds.
    seconds: f64,
    /// The peak memory of the process so far, in bytes; 0 where it is not available.
    peak_bytes: u64,
}

#[pymethods]
impl Stats {
    fn __repr__(&self) -> String {
        let Stats { positions, seconds, peak_bytes } = self;
        format!("Stats(positions={positions}, seconds={seconds:.6}, peak_bytes={peak_bytes})")
    }
}
