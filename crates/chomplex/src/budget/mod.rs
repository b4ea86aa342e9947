//! Limits on a computation, and its progress.
//!
//! A [`Budget`] is shared by all work on one question. Running out of budget is an answer, not an
//! error: the computation stops with a [`Stop`] and keeps what it has found so far. [`amount`]
//! parses times and sizes.

pub mod amount;
mod memory;
mod meter;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

pub use self::memory::{free_memory, held_memory, peak_memory};
pub use self::meter::Meter;
use crate::clock::Instant;

/// Why a computation ended before it found the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The computation was interrupted.
    Interrupt,
    /// The position is too large for every available method.
    Size,
    /// The limit on positions was reached.
    Positions,
    /// A tablebase is damaged.
    Damage,
}

impl Stop {
    const ALL: [Stop; 6] = [Stop::Time, Stop::Memory, Stop::Interrupt, Stop::Size, Stop::Positions, Stop::Damage];

    /// Finds the reason with this id.
    #[must_use]
    pub fn find(id: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.id() == id)
    }

    /// The name used in output.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Interrupt => "interrupt",
            Stop::Size => "size",
            Stop::Positions => "positions",
            Stop::Damage => "damage",
        }
    }

    /// What ended the computation, in words.
    #[must_use]
    pub fn limit(self) -> &'static str {
        match self {
            Stop::Time => "the time limit",
            Stop::Memory => "the memory limit",
            Stop::Interrupt => "an interruption",
            Stop::Positions => "the number of positions",
            Stop::Damage => "a damaged tablebase (`chomplex tablebase verify` tells more)",
            Stop::Size => "the size (a part has more than 512 elements, and no rule applies to it)",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped by {}", self.limit())
    }
}

impl Error for Stop {}

/// Limits on time, memory, threads and positions, with an interrupt flag and progress counters.
///
/// Clones share the flag and the counters.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: u64,
    threads: usize,
    positions: u64,
    observer: Option<fn(u64)>,
    watch: Arc<Watch>,
}

#[derive(Debug, Default)]
struct Watch {
    interrupted: AtomicBool,
    /// Whether the whole process uses too much memory.
    exhausted: AtomicBool,
    positions: AtomicU64,
    /// Expected number of positions at the end of the work; 0 if unknown.
    expected: AtomicU64,
    bytes: AtomicU64,
}

impl Default for Budget {
    /// No time limit, half of the free memory, one thread, any number of positions.
    fn default() -> Self {
        Budget {
            deadline: None,
            memory: free_memory() / 2,
            threads: 1,
            positions: u64::MAX,
            observer: None,
            watch: Arc::default(),
        }
    }
}

impl Budget {
    /// Stops the work after this time, counted from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stops the work after this time, counted from now, unless it has an earlier deadline.
    #[doc(hidden)]
    #[must_use]
    pub fn with_time_at_most(self, time: Duration) -> Self {
        let before = self.deadline;
        let mut budget = self.with_time(time);
        budget.deadline = before.into_iter().chain(budget.deadline).min();
        budget
    }

    /// Halves the remaining time, if time is limited.
    #[doc(hidden)]
    #[must_use]
    pub fn half(self) -> Self {
        self.quarters(2)
    }

    /// Reduces the remaining time to this many quarters of it, if time is limited.
    #[doc(hidden)]
    #[must_use]
    pub fn quarters(mut self, quarters: u32) -> Self {
        let now = Instant::now();
        self.deadline = self.deadline.map(|end| now + end.saturating_duration_since(now) * quarters / 4);
        self
    }

    /// Limits the tables to this many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Uses this many threads; at least one. Without the feature `parallel`, always one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = if cfg!(feature = "parallel") { threads.max(1) } else { 1 };
        self
    }

    /// Limits each search to this many positions.
    #[must_use]
    pub fn with_positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self
    }

    /// Calls a function now and then with the number of positions visited so far. Where there are
    /// no other threads, nobody else can look.
    #[doc(hidden)]
    #[must_use]
    pub fn with_observer(mut self, observer: fn(u64)) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The time left, if it is limited.
    #[doc(hidden)]
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The limit on positions of each search.
    pub(crate) fn most_positions(&self) -> u64 {
        self.positions
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Stops all work on this budget and its clones.
    pub fn interrupt(&self) {
        self.watch.interrupted.store(true, Relaxed);
    }

    /// Stops all work on this budget and its clones because the process uses too much memory.
    #[doc(hidden)]
    pub fn exhaust(&self) {
        self.watch.exhausted.store(true, Relaxed);
    }

    /// Whether [`exhaust`](Self::exhaust) was called. All work on this budget then ends, even if
    /// memory is freed.
    #[doc(hidden)]
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.watch.exhausted.load(Relaxed)
    }

    /// The memory limit for the tables, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The number of positions visited so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.watch.positions.load(Relaxed)
    }

    /// Announces that about this many more positions will be visited.
    #[doc(hidden)]
    pub fn expect(&self, more: u64) {
        self.watch.expected.store(self.positions().saturating_add(more), Relaxed);
    }

    /// The expected number of positions visited at the end of the work, if known.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        Some(self.watch.expected.load(Relaxed)).filter(|&expected| expected > 0)
    }

    /// Checks that no limit has been reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Stop> {
        if self.watch.interrupted.load(Relaxed) {
            Err(Stop::Interrupt)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Err(Stop::Time)
        } else if self.watch.bytes.load(Relaxed) > self.memory || self.is_exhausted() {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// A meter for one worker. It checks the budget once every `every` ticks.
    #[doc(hidden)]
    #[must_use]
    pub fn meter(&self, every: u32) -> Meter {
        Meter::new(self.clone(), every)
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::*;

    #[test]
    fn what_is_to_come_is_counted_from_now() {
        let budget = Budget::default();
        assert_eq!(budget.expected(), None);
        budget.meter(1).count(30);
        budget.expect(100);
        budget.meter(1).count(50);
        assert_eq!((budget.positions(), budget.expected()), (80, Some(130)));
        budget.clone().expect(10);
        assert_eq!(budget.expected(), Some(90));
    }

    #[test]
    fn sums_of_sizes_do_not_overflow() {
        let budget = Budget::default().with_memory(u64::MAX);
        let mut meter = budget.meter(1);
        assert_eq!(meter.hold(1000), Ok(()));
        assert_eq!(budget.meter(1).hold(u64::MAX), Err(Stop::Memory));
        assert_eq!(meter.hold(u64::MAX), Err(Stop::Memory));
        assert_eq!(budget.check(), Ok(()));
        let mut table: HashMap<u64, u64> = HashMap::new();
        assert_eq!(meter.make_room(&mut table, usize::MAX / 2, usize::MAX), Err(Stop::Memory));
        assert_eq!((table.capacity(), meter.hold(2000)), (0, Ok(())));
        drop(meter);
        assert_eq!(budget.check(), Ok(()));
    }

    #[test]
    fn limits_are_noticed() {
        assert_eq!(Budget::default().check(), Ok(()));
        assert_eq!(Budget::default().with_time(Duration::ZERO).check(), Err(Stop::Time));
        let budget = Budget::default().with_memory(1000);
        let mut meter = budget.meter(1000);
        assert_eq!(meter.hold(900), Ok(()));
        assert_eq!(budget.meter(1000).hold(200), Err(Stop::Memory));
        assert_eq!(meter.hold(1000), Ok(()));
        drop(meter);
        assert_eq!(budget.meter(1000).hold(200), Ok(()));
        budget.interrupt();
        let mut meter = budget.meter(1000);
        let stopped = (0..5000).find_map(|_| meter.tick().err());
        assert_eq!(stopped, Some(Stop::Interrupt));
    }
}
