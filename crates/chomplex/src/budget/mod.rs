//! What a computation may spend, and how far it has come.
//!
//! A [`Budget`] is shared by everything that works on one question. Running out of it is an answer, not an
//! error: the computation stops with a [`Stop`], and what is known so far is kept. [`amount`] reads times and sizes.

pub mod amount;

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hashbrown::HashMap;

/// Why a computation ended before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The time was up.
    Time,
    /// The tables had grown as large as they may.
    Memory,
    /// Somebody asked it to stop.
    Interrupt,
    /// The position is too large for any method there is.
    Size,
    /// As many positions were looked at as were allowed.
    Positions,
    /// A tablebase is damaged.
    Damage,
}

impl Stop {
    const ALL: [Stop; 6] = [Stop::Time, Stop::Memory, Stop::Interrupt, Stop::Size, Stop::Positions, Stop::Damage];

    /// The one of this name.
    #[must_use]
    pub fn find(id: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.id() == id)
    }

    /// Its name in output.
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
}

/// Time, memory and threads; the wish to interrupt; and a count of the work done, for whoever watches.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: u64,
    threads: usize,
    positions: u64,
    watch: Arc<Watch>,
}

#[derive(Debug, Default)]
struct Watch {
    interrupted: AtomicBool,
    /// Whether the process as a whole holds too much.
    exhausted: AtomicBool,
    positions: AtomicU64,
    /// How many there will be when all is done; 0 if nobody knows.
    expected: AtomicU64,
    bytes: AtomicU64,
}

impl Default for Budget {
    /// No limit on time, half of the free memory, one thread.
    fn default() -> Self {
        Budget { deadline: None, memory: free_memory() / 2, threads: 1, positions: u64::MAX, watch: Arc::default() }
    }
}

impl Budget {
    /// Ends the work after this time, counted from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Ends the work after this time, counted from now, if it does not end earlier.
    #[must_use]
    pub fn with_time_at_most(self, time: Duration) -> Self {
        let before = self.deadline;
        let mut budget = self.with_time(time);
        budget.deadline = before.into_iter().chain(budget.deadline).min();
        budget
    }

    /// The same with half of the time that is left, if time is limited.
    #[must_use]
    pub fn half(self) -> Self {
        self.quarters(2)
    }

    /// Ends after so many quarters of the time that is left.
    #[must_use]
    pub fn quarters(mut self, quarters: u32) -> Self {
        let now = Instant::now();
        self.deadline = self.deadline.map(|end| now + end.saturating_duration_since(now) * quarters / 4);
        self
    }

    /// Keeps the tables within so many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Lets so many threads work.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Lets each search look at so many positions and no more.
    #[must_use]
    pub fn with_positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self
    }

    /// How many positions each search may look at.
    pub(crate) fn most_positions(&self) -> u64 {
        self.positions
    }

    /// The number of threads that may work.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Asks everything that works on this budget, or a clone of it, to stop.
    pub fn interrupt(&self) {
        self.watch.interrupted.store(true, Relaxed);
    }

    /// Asks everything that works on this budget, or a clone of it, to stop because the process holds too much memory.
    pub fn exhaust(&self) {
        self.watch.exhausted.store(true, Relaxed);
    }

    /// Whether [`exhaust`](Self::exhaust) was called: whatever is given back, all work on this budget ends.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.watch.exhausted.load(Relaxed)
    }

    /// The memory that the tables may hold, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The number of positions looked at so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.watch.positions.load(Relaxed)
    }

    /// Says that about so many more positions will be looked at.
    pub fn expect(&self, more: u64) {
        self.watch.expected.store(self.positions().saturating_add(more), Relaxed);
    }

    /// About how many positions will have been looked at when the work is done, if somebody knows.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        Some(self.watch.expected.load(Relaxed)).filter(|&expected| expected > 0)
    }

    /// Whether the work may go on.
    ///
    /// # Errors
    /// The limit that is reached.
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

    /// A meter for one worker that asks the budget after every so many ticks.
    #[must_use]
    pub fn meter(&self, every: u32) -> Meter {
        Meter { budget: self.clone(), every, since_check: 0, positions: 0, published: 0, bytes: 0 }
    }
}

/// Counts the work of one worker and asks the budget now and then.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    every: u32,
    since_check: u32,
    positions: u64,
    /// How many of them the budget knows of.
    published: u64,
    bytes: u64,
}

impl Meter {
    /// Counts one more position.
    ///
    /// # Errors
    /// If the budget is spent; it is asked only now and then.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        self.pause()
    }

    /// Counts so many more positions.
    pub fn count(&mut self, positions: u64) {
        self.positions += positions;
        self.publish();
    }

    /// Goes on as [`tick`](Self::tick) does, without counting a position.
    ///
    /// # Errors
    /// If the budget is spent; it is asked only now and then.
    #[inline]
    pub fn pause(&mut self) -> Result<(), Stop> {
        self.since_check += 1;
        if self.since_check < self.every { Ok(()) } else { self.check() }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        self.since_check = 0;
        self.publish();
        if self.positions > self.budget.positions { Err(Stop::Positions) } else { self.budget.check() }
    }

    fn publish(&mut self) {
        self.budget.watch.positions.fetch_add(self.positions - self.published, Relaxed);
        self.published = self.positions;
    }

    /// Says how large the worker's tables are now, or are about to become.
    ///
    /// # Errors
    /// If that is too large; the tables should then not grow.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        let (old, memory) = (self.bytes, self.budget.memory);
        let exchange = |all: u64| {
            let all = all.saturating_sub(old).saturating_add(bytes);
            // What cannot be counted cannot be held either, whatever the limit is.
            Some(all).filter(|&all| (all <= memory && all < u64::MAX) || bytes <= old)
        };
        match self.budget.watch.bytes.fetch_update(Relaxed, Relaxed, exchange) {
            Ok(_) => {
                self.bytes = bytes;
                Ok(())
            }
            Err(_) => Err(Stop::Memory),
        }
    }

    /// How large the worker's tables may become, if nobody else needs more.
    #[must_use]
    pub fn room(&self) -> u64 {
        let others = self.budget.watch.bytes.load(Relaxed).saturating_sub(self.bytes);
        self.budget.memory.saturating_sub(others)
    }

    /// Makes room for one more entry in a hash table whose entries own so many bytes each, where `more` bytes are held
    /// besides it.
    ///
    /// # Errors
    /// If the table would grow too large.
    pub(crate) fn make_room<K: Eq + Hash, V>(
        &mut self,
        table: &mut HashMap<K, V>,
        owned: usize,
        more: usize,
    ) -> Result<(), Stop> {
        let capacity = table.capacity();
        if table.len() < capacity {
            return Ok(());
        }
        let larger = capacity.saturating_mul(2).max(500);
        let bytes = |capacity: usize| table_bytes(capacity, size_of::<(K, V)>());
        let besides = larger.saturating_mul(owned).saturating_add(more);
        // While the table grows, the old one is still there.
        self.hold(bytes(capacity).saturating_add(bytes(larger)).saturating_add(besides) as u64)?;
        table.reserve(larger - table.len());
        self.hold(bytes(table.capacity()).saturating_add(besides) as u64)
    }

    /// Goes on with another budget, which is told what this worker holds.
    pub(crate) fn continue_with(&mut self, budget: &Budget) {
        self.publish();
        self.budget.watch.bytes.fetch_sub(self.bytes, Relaxed);
        budget.watch.bytes.fetch_add(self.bytes, Relaxed);
        self.budget = budget.clone();
    }

    /// The number of positions this worker has counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

/// Another worker's meter: it has counted nothing yet and holds nothing.
impl Clone for Meter {
    fn clone(&self) -> Self {
        self.budget.meter(self.every)
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.publish();
        self.budget.watch.bytes.fetch_sub(self.bytes, Relaxed);
    }
}

/// The bytes of a hash table with room for so many entries: a power of two of slots, seven eighths of them filled, and a
/// byte of control for each.
fn table_bytes(capacity: usize, entry: usize) -> usize {
    let slots = (capacity.saturating_mul(8) / 7).checked_next_power_of_two().unwrap_or(usize::MAX);
    if capacity == 0 { 0 } else { slots.saturating_mul(entry + 1) }
}

/// The memory the machine could still give, in bytes; 4 GiB where that cannot be asked.
#[must_use]
pub fn free_memory() -> u64 {
    proc_field("/proc/meminfo", "MemAvailable:").unwrap_or(4 << 30)
}

/// The most memory this process ever held, in bytes; 0 where that cannot be asked.
#[must_use]
pub fn peak_memory() -> u64 {
    proc_field("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// The memory this process holds now, without files mapped into it, in bytes; 0 where that cannot be asked.
#[must_use]
pub fn held_memory() -> u64 {
    proc_field("/proc/self/status", "RssAnon:").unwrap_or(0)
}

/// A field of a Linux status file, given in kibibytes.
fn proc_field(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(test)]
mod tests {
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
