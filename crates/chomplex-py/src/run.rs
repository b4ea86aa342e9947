//! Runs long work that can be interrupted and observed.
//!
//! The work is done on a thread with a deep stack, which is reused for later calls, so that a
//! short call does not pay for a new thread. Waking a thread takes longer than solving many a small
//! position, so both sides spin for a moment before they sleep. The work runs without the
//! interpreter lock. The calling thread wakes when the work is done, and at regular intervals: it
//! lets Python handle signals, so that Ctrl-C stops the work, and it updates the progress bar.

use std::hint;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chomplex::Budget;
use chomplex::crew;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;

/// How long a waiting thread spins before it sleeps.
const MOMENT: Duration = Duration::from_micros(100);
/// Interval at which the calling thread wakes.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);
/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time for interrupted work to end; after that it is abandoned.
const FAREWELL: Duration = Duration::from_millis(300);
/// Maximum number of idle threads.
const MOST_IDLE: usize = 8;

type Work = Box<dyn FnOnce() + Send>;

/// A thread with a deep stack that runs tasks one after another. It is joined when this is dropped.
struct DeepThread {
    /// The thread ends when this is dropped and its tasks are done.
    tasks: Option<Sender<Work>>,
    handle: Option<JoinHandle<()>>,
}

/// The threads of one process that are not at work for a caller.
struct Pool {
    process: u32,
    idle: Vec<DeepThread>,
    /// Threads whose task did not end in time. They are joined once they have ended.
    abandoned: Vec<DeepThread>,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { process: 0, idle: Vec::new(), abandoned: Vec::new() });

impl DeepThread {
    /// An idle thread, or a new one.
    fn take() -> PyResult<DeepThread> {
        match Pool::of_this_process().and_then(|mut pool| pool.idle.pop()) {
            Some(thread) => Ok(thread),
            None => DeepThread::new(),
        }
    }

    fn new() -> PyResult<DeepThread> {
        let (send, receive) = mpsc::channel::<Work>();
        let next = move || awake(&receive).or_else(|| receive.recv().ok());
        let handle = crew::spawn(move || std::iter::from_fn(next).for_each(|work| work()))
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        Ok(DeepThread { tasks: Some(send), handle: Some(handle) })
    }

    /// Hands a task over.
    fn run(&self, task: Work) -> PyResult<()> {
        let sent = self.tasks.as_ref().map(|tasks| tasks.send(task));
        sent.and_then(Result::ok).ok_or_else(|| PyRuntimeError::new_err("the thread is gone"))
    }

    /// Puts the thread back among the idle ones. If there are enough of them, it ends.
    fn rest(self) {
        if let Some(mut pool) = Pool::of_this_process().filter(|pool| pool.idle.len() < MOST_IDLE) {
            pool.idle.push(self);
        }
    }

    /// Leaves the thread to its task, after which it ends.
    fn abandon(mut self) {
        self.tasks = None;
        match Pool::of_this_process() {
            Some(mut pool) => pool.abandoned.push(self),
            None => mem::forget(self),
        }
    }
}

impl Drop for DeepThread {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(handle) = self.handle.take() {
            // Tasks catch their own panics.
            let _ = handle.join();
        }
    }
}

impl Pool {
    /// The threads of this process; after a fork the parent's threads do not exist here. This never
    /// blocks on the lock, because after a fork it may stay locked forever.
    fn of_this_process() -> Option<MutexGuard<'static, Pool>> {
        let mut pool = POOL.try_lock().ok()?;
        let process = std::process::id();
        if pool.process != process {
            let parents = mem::replace(&mut *pool, Pool { process, idle: Vec::new(), abandoned: Vec::new() });
            mem::forget(parents);
        }
        pool.abandoned.retain(|thread| thread.handle.as_ref().is_some_and(|handle| !handle.is_finished()));
        Some(pool)
    }
}

/// Spins for a moment until a message arrives. It pauses between checks, so that a neighbour on the
/// same core is not slowed down.
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

/// A counter of finished rows, for the progress bar.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(crate) done: Arc<AtomicU64>,
    pub(crate) expected: Option<u64>,
}

/// Runs the work on another thread, within the limits.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    run_rows(py, limits, None, work)
}

/// Runs short work on the calling thread; a panic becomes an exception here too.
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

/// Like `run`, but the progress counts rows instead of positions.
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
    let thread = DeepThread::take()?;
    let work = move || {
        // A panic becomes an exception. The receiver may be gone already.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&budget))));
    };
    thread.run(Box::new(work))?;
    let mut bar = Bar::new(limits, rows);
    loop {
        match wait(BETWEEN_SIGNALS) {
            Ok(result) => {
                thread.rest();
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
                        thread.rest();
                    } else {
                        thread.abandon();
                    }
                    bar.close(py);
                    return Err(error);
                }
            }
        }
    }
}

/// A progress bar (`chomplex/_progress.py`), shown once the work has taken a while.
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

    /// Closes the bar and ignores errors.
    fn close(&self, py: Python<'_>) {
        if let Some(bar) = &self.bar {
            let _ = bar.call_method0(py, "close");
        }
    }
}
