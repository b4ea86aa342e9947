//! Ends a command that does not end by itself when a limit is reached.
//!
//! All long work asks its budget now and then, and then ends with what it knows. What cannot ask is ended from here: a
//! thread looks at the clock and at the memory of the process. When a limit is reached it first asks the work to stop,
//! and if that does not happen soon, it says so and ends the process. It never does that in the middle of an answer.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use chomplex::budget::{Budget, Stop, held_memory};
use chomplex::report::words::stopped;

use crate::exit::Exit;
use crate::file;
use crate::signals;

/// From one look to the next: short, for memory can grow by gigabytes in a second.
const PAUSE: Duration = Duration::from_millis(3);
/// The work may take this long to end after a limit, by the clock.
const GRACE: Duration = Duration::from_millis(800);
/// And this much of the processor: on a busy machine it gets little of it.
const GRACE_AT_WORK: Duration = Duration::from_millis(800);
/// After this time it is ended, whatever it is busy with.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a process holds besides what its budget counts. Beyond this it is asked to stop.
const BESIDES: u64 = 32 << 20;
/// Beyond this it is ended at once.
const FAR_BESIDES: u64 = 48 << 20;

/// What would be answered if the work ended now.
type LastWords = Box<dyn Fn(Stop) -> String + Send>;

#[derive(Default)]
struct Answer {
    /// Whether something was printed.
    begun: bool,
    last_words: Option<LastWords>,
}

static ANSWER: Mutex<Answer> = Mutex::new(Answer { begun: false, last_words: None });

fn answer() -> MutexGuard<'static, Answer> {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a part of the answer; meanwhile the guard waits.
pub(crate) fn while_answering<T>(print: impl FnOnce() -> T) -> T {
    let mut answer = answer();
    answer.begun = true;
    print()
}

/// What is printed if the work has to be ended before it has printed anything.
pub(crate) fn set_last_words(words: impl Fn(Stop) -> String + Send + 'static) {
    answer().last_words = Some(Box::new(words));
}

/// Begins to guard a command with this deadline and this limit on memory.
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

/// Says what can be said, and ends the process.
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

/// The time that all threads of the process have worked.
#[cfg(unix)]
fn processor_time() -> Duration {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::MAX, Into::into)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    // Not known: the clock alone decides.
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}
