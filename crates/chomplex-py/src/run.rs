//! Long work that can be interrupted and watched.
//!
//! Python is free while the work goes on. What is done within a moment is done right here. Anything longer goes on
//! in a thread of its own, and this one wakes now and then: it lets Python handle signals, so that Ctrl-C ends the work, and shows how far it is.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chomplex::budget::{Budget, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::limits::Limits;

/// So long may work take before it gets a thread of its own.
const MOMENT: Duration = Duration::from_millis(2);
/// Positions up to this size are tried for a moment; of larger ones some work knows no budget and may take longer.
const SMALL: usize = 512;
/// So often the calling thread wakes.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);
/// Work shorter than this is not talked about.
const PATIENCE: Duration = Duration::from_secs(1);
/// So long interrupted work may take to end; then it is left to itself.
const FAREWELL: Duration = Duration::from_millis(300);
/// The stack of the thread. What descends far has a thread of its own.
const STACK: usize = 8 << 20;

/// Rows or positions that are done, for whoever watches.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(crate) done: Arc<AtomicU64>,
    pub(crate) expected: Option<u64>,
}

/// Does the work within the limits, first for a moment in this thread if the position is small, then in another.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    elements: usize,
    work: impl Fn(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let budget = &limits.budget;
    let work = if elements <= SMALL {
        let moment = budget.clone().with_time_at_most(MOMENT);
        let (work, result) = py.detach(|| {
            let result = work(&moment);
            // Whatever the moment ended early is done again.
            let ended = moment.check() == Err(Stop::Time) && budget.check() != Err(Stop::Time);
            (work, (!ended).then_some(result))
        });
        if let Some(result) = result {
            return Ok(result);
        }
        work
    } else {
        work
    };
    run_aside(py, limits, None, work)
}

/// Does the work in another thread, and counts rows instead of positions if there are some.
pub(crate) fn run_aside<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    rows: Option<&Rows>,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let budget = limits.budget.clone();
    let (send, mut done) = mpsc::sync_channel(1);
    let mut wait = |time| {
        let done = &mut done;
        py.detach(move || done.recv_timeout(time))
    };
    let work = move || {
        // Nobody may be waiting any more.
        let _ = send.send(work(&budget));
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    let thread = thread.map_err(|error| PyRuntimeError::new_err(format!("no thread is to be had: {error}")))?;
    let mut bar = Bar::new(limits, rows);
    loop {
        match wait(BETWEEN_SIGNALS) {
            Ok(result) => {
                py.detach(|| end(thread));
                bar.close(py);
                return Ok(result);
            }
            Err(RecvTimeoutError::Disconnected) => {
                py.detach(|| end(thread));
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| bar.show(py)) {
                    limits.budget.interrupt();
                    if wait(FAREWELL).is_ok() {
                        py.detach(|| end(thread));
                    }
                    bar.close(py);
                    return Err(error);
                }
            }
        }
    }
}

/// Waits for a thread that is done; a panic is handed on.
fn end(thread: JoinHandle<()>) {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
}

/// A progress bar (`chomplex/_progress.py`), once the work has taken a while.
struct Bar<'a> {
    limits: &'a Limits,
    rows: Option<&'a Rows>,
    begun: Instant,
    is_sought: bool,
    bar: Option<Py<PyAny>>,
}

impl<'a> Bar<'a> {
    fn new(limits: &'a Limits, rows: Option<&'a Rows>) -> Self {
        Bar { limits, rows, begun: Instant::now(), is_sought: limits.progress != Some(false), bar: None }
    }

    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.is_sought && self.begun.elapsed() >= PATIENCE {
            self.is_sought = false;
            let unit = if self.rows.is_some() { "rows" } else { "positions" };
            let bar = py.import("chomplex._progress")?.call_method1("bar", (self.limits.progress, unit))?;
            self.bar = (!bar.is_none()).then(|| bar.unbind());
        }
        if let Some(bar) = &self.bar {
            let (done, expected) = match self.rows {
                Some(rows) => (rows.done.load(Relaxed), rows.expected),
                None => (self.limits.budget.positions(), self.limits.budget.expected()),
            };
            bar.call_method1(py, "show", (done, expected))?;
        }
        Ok(())
    }

    /// What goes wrong with the bar now is no matter.
    fn close(&self, py: Python<'_>) {
        if let Some(bar) = &self.bar {
            let _ = bar.call_method0(py, "close");
        }
    }
}
