//! Long work that can be interrupted and watched.
//!
//! Work is done by a worker, a thread with a deep stack that waits for the next work afterwards, so that a short call does not pay for
//! a thread. To wake a thread takes longer than many a position, so both sides stay awake for a moment before they sleep. Meanwhile Python is free. The calling thread wakes when the work is done, and now and then: it lets Python handle signals, so that Ctrl-C ends the
//! work, and shows how far it is.

use std::hint;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use chomplex::budget::Budget;
use chomplex::crew;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;

/// So long a thread that waits for another stays awake.
const MOMENT: Duration = Duration::from_micros(100);
/// So often the calling thread wakes.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);
/// Work shorter than this is not talked about.
const PATIENCE: Duration = Duration::from_secs(1);
/// So long interrupted work may take to end; then it is left to itself.
const FAREWELL: Duration = Duration::from_millis(300);
/// So many workers wait for work at most.
const MOST_IDLE: usize = 8;

type Work = Box<dyn FnOnce() + Send>;

/// A thread that does one thing after another; it ends when this is dropped and the work is done.
struct Worker(Sender<Work>);

/// The workers that have nothing to do, of one process.
struct Idle {
    process: u32,
    workers: Vec<Worker>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, workers: Vec::new() });

impl Worker {
    /// One that has nothing to do, or a new one.
    fn take() -> PyResult<Worker> {
        match Idle::of_this_process().and_then(|mut idle| idle.workers.pop()) {
            Some(worker) => Ok(worker),
            None => Worker::new(),
        }
    }

    fn new() -> PyResult<Worker> {
        let (send, receive) = mpsc::channel::<Work>();
        let next = move || awake(&receive).or_else(|| receive.recv().ok());
        let thread = crew::spawn(move || std::iter::from_fn(next).for_each(|work| work()));
        thread.map_err(|error| PyRuntimeError::new_err(format!("no thread is to be had: {error}")))?;
        Ok(Worker(send))
    }

    /// It has nothing to do now.
    fn rest(self) {
        if let Some(mut idle) = Idle::of_this_process().filter(|idle| idle.workers.len() < MOST_IDLE) {
            idle.workers.push(self);
        }
    }
}

impl Idle {
    /// The workers of this process: those of its parent are not here. Nobody waits for the lock, which after a fork may never be free.
    fn of_this_process() -> Option<MutexGuard<'static, Idle>> {
        let mut idle = IDLE.try_lock().ok()?;
        let process = std::process::id();
        if idle.process != process {
            *idle = Idle { process, workers: Vec::new() };
        }
        Some(idle)
    }
}

/// What is sent within a moment. Between two looks it does nothing for a while, so that a neighbour on the same core is not slowed down.
fn awake<T>(receive: &Receiver<T>) -> Option<T> {
    let begun = Instant::now();
    while begun.elapsed() < MOMENT {
        match receive.try_recv() {
            Ok(sent) => return Some(sent),
            Err(TryRecvError::Empty) => (0..32).for_each(|_| hint::spin_loop()),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
    None
}

/// Rows that are done, for whoever watches.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(crate) done: Arc<AtomicU64>,
    pub(crate) expected: Option<u64>,
}

/// Does the work within the limits.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    run_rows(py, limits, None, work)
}

/// Does short work at once; a panic becomes an exception here too.
pub(crate) fn run_here<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let result = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    result.map_err(|panic| errors::internal(py, &*panic))
}

/// Panics, for the tests.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, aside: bool) -> PyResult<()> {
    let work = || panic!("as the test wants it");
    if aside { run(py, &Limits::silent(), move |_| work()) } else { run_here(py, work) }
}

/// The same, where rows are counted instead of positions.
pub(crate) fn run_rows<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    rows: Option<&Rows>,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let budget = limits.budget.clone();
    let (send, mut done) = mpsc::sync_channel(1);
    let mut wait = |time| {
        let done = &mut done;
        py.detach(move || awake(done).map_or_else(|| done.recv_timeout(time), Ok))
    };
    let worker = Worker::take()?;
    let work = move || {
        // A panic becomes an exception. Nobody may be waiting any more.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&budget))));
    };
    worker.0.send(Box::new(work)).map_err(|_| PyRuntimeError::new_err("the worker is gone"))?;
    let mut bar = Bar::new(limits, rows);
    loop {
        match wait(BETWEEN_SIGNALS) {
            Ok(result) => {
                worker.rest();
                bar.close(py);
                return result.map_err(|panic| errors::internal(py, &*panic));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| bar.show(py)) {
                    limits.budget.interrupt();
                    if wait(FAREWELL).is_ok() {
                        worker.rest();
                    }
                    bar.close(py);
                    return Err(error);
                }
            }
        }
    }
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
