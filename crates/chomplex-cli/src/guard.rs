//! A watchdog that ends commands which overrun their limits.
//!
//! Long-running code polls its budget and stops with partial results. Code that cannot poll is
//! ended from here: a thread watches the clock and the memory of the process. When a limit is
//! reached, the guard first asks the work to stop. If the work does not stop soon, the guard says
//! so and ends the process, but never in the middle of printing an answer.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use chomplex::budget::held_memory;
use chomplex::report::words::stopped;
use chomplex::{Budget, Stop};

use crate::exit::Exit;
use crate::file;
use crate::signals;

/// Polling interval; short, because memory can grow by gigabytes in a second.
const PAUSE: Duration = Duration::from_millis(3);
/// Wall-clock time the work may take to stop after a limit.
const GRACE: Duration = Duration::from_millis(800);
/// Processor time it may also use, since on a busy machine it gets little in `GRACE`.
const GRACE_AT_WORK: Duration = Duration::from_millis(800);
/// After this long the process is ended, whatever it is doing.
const PATIENCE: Duration = Duration::from_secs(10);
/// Memory of the process outside its budget. Beyond this the work is asked to stop.
const BESIDES: u64 = 32 << 20;
/// Beyond this the process is ended at once.
const FAR_BESIDES: u64 = 48 << 20;

/// Builds the answer to print if the work is ended now.
type LastWords = Box<dyn Fn(Stop) -> String + Send>;

#[derive(Default)]
struct Answer {
    /// Whether any output has been printed.
    begun: bool,
    last_words: Option<LastWords>,
}

static ANSWER: Mutex<Answer> = Mutex::new(Answer { begun: false, last_words: None });

fn answer() -> MutexGuard<'static, Answer> {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints part of the answer; the guard waits meanwhile.
pub(crate) fn while_answering<T>(print: impl FnOnce() -> T) -> T {
    let mut answer = answer();
    answer.begun = true;
    print()
}

/// Sets the answer to print if the work is ended before it has printed anything.
pub(crate) fn set_last_words(words: impl Fn(Stop) -> String + Send + 'static) {
    answer().last_words = Some(Box::new(words));
}

/// Starts guarding a command with this deadline and this memory limit.
pub(crate) fn start(budget: &Budget, deadline: Option<Instant>, memory: u64) -> anyhow::Result<()> {
    let budget = budget.clone();
    let guard = thread::Builder::new().name("guard".to_owned());
    guard.spawn(move || watch(&budget, deadline, memory)).context("cannot start a thread")?;
    Ok(())
}

fn watch(budget: &Budget, deadline: Option<Instant>, memory: u64) {
    let slack = memory / 32;
    let (most, far_too_much) = (memory.saturating_add(BESIDES + slack), memory.saturating_add(FAR_BESIDES + slack));
    let mut reached: Option<(Stop, Instant, Duration)> = None;
    loop {
        thread::sleep(PAUSE);
        let held = held_memory();
        if held > far_too_much {
            end(Stop::Memory);
        }
        if held > most {
            budget.exhaust();
        }
        let stop = match () {
            () if signals::came() => Stop::Interrupt,
            () if held > most => Stop::Memory,
            () if deadline.is_some_and(|end| Instant::now() >= end) => Stop::Time,
            () => continue,
        };
        let (stop, since, worked) = *reached.get_or_insert_with(|| (stop, Instant::now(), processor_time()));
        let (waited, worked) = (since.elapsed(), processor_time().saturating_sub(worked));
        if (waited > GRACE && worked > GRACE_AT_WORK) || waited > PATIENCE {
            end(stop);
        }
    }
}

/// Prints what can be said, and ends the process.
fn end(stop: Stop) {
    let answer = answer();
    if let Some(words) = answer.last_words.as_ref().filter(|_| !answer.begun) {
        let mut out = io::stdout();
        let _ = out.write_all(words(stop).as_bytes()).and_then(|()| out.flush());
    }
    let _ = writeln!(io::stderr(), "chomplex: stopped by {}, in the middle of a step", stopped(stop));
    file::abandon();
    std::process::exit(Exit::from(Some(stop)).code().into());
}

/// Processor time used by all threads of the process.
#[cfg(unix)]
fn processor_time() -> Duration {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::MAX, Into::into)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    // Unknown here: use the clock alone.
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}
