//! What threads share: the table, which grows as far as memory allows; and within one search, which
//! positions are being worked on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use parking_lot::Mutex;

use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::rule::RuleId;

use super::table::Table;

/// A table that grows.
///
/// The thread that finds it too full makes a larger one while the others continue with the old one.
/// What they write there meanwhile is lost, which only costs a little work.
#[derive(Debug)]
pub(crate) struct Shared<const N: usize> {
    state: Mutex<State<N>>,
    /// The number of times the table has been replaced.
    generation: AtomicU64,
    /// The number of entries.
    filled: AtomicU64,
    /// The table grows when it has more entries than this.
    most: AtomicU64,
    /// The theorems that entries may rely on.
    used: Mutex<BTreeSet<RuleId>>,
}

#[derive(Debug)]
struct State<const N: usize> {
    table: Arc<Table<N>>,
    meter: Meter,
}

/// The size of the first table in bytes.
const FIRST: u64 = 1 << 18;

/// The load factor above which a table grows, so that hardly any bucket is ever full.
const FULL: (u64, u64) = (5, 8);

impl<const N: usize> Shared<N> {
    /// # Errors
    /// If there is no memory for the smallest table.
    pub(crate) fn new(budget: &Budget) -> Result<Self, Stop> {
        let mut meter = budget.meter(u32::MAX);
        meter.hold(FIRST)?;
        let table = Table::with_bytes(FIRST).ok_or(Stop::Memory)?;
        let most = AtomicU64::new(table.capacity() * FULL.0 / FULL.1);
        let state = Mutex::new(State { table: Arc::new(table), meter });
        Ok(Shared { state, generation: AtomicU64::new(0), filled: AtomicU64::new(0), most, used: Mutex::default() })
    }

    /// The current table and its generation.
    pub(crate) fn table(&self) -> (Arc<Table<N>>, u64) {
        let state = self.state.lock();
        (state.table.clone(), self.generation())
    }

    #[inline]
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    /// Counts new entries, and grows the table if needed and possible.
    pub(crate) fn count(&self, entries: u64) {
        if self.filled.fetch_add(entries, Relaxed) + entries > self.most.load(Relaxed) {
            self.grow();
        }
    }

    /// The theorems that entries may rely on.
    pub(crate) fn used(&self) -> Vec<RuleId> {
        self.used.lock().iter().copied().collect()
    }

    /// Records that entries rely on theorems.
    pub(crate) fn note_used(&self, rules: &[RuleId]) {
        if !rules.is_empty() {
            self.used.lock().extend(rules);
        }
    }

    #[cold]
    fn grow(&self) {
        let mut state = self.state.lock();
        if self.filled.load(Relaxed) <= self.most.load(Relaxed) {
            return;
        }
        // While the new table is filled, the old one still exists. Some room is left for memory
        // that is not counted.
        let old = state.table.bytes();
        let room = state.meter.room();
        let new = (2 * old).min((room - room / 16).saturating_sub(old));
        let fits = new >= old + old / 4 && state.meter.hold(old + new).is_ok();
        let Some((table, filled)) = fits.then(|| state.table.resized(new)).flatten() else {
            self.most.store(u64::MAX, Relaxed);
            return;
        };
        self.most.store(table.capacity() * FULL.0 / FULL.1, Relaxed);
        self.filled.store(filled, Relaxed);
        let bytes = table.bytes();
        state.table = Arc::new(table);
        self.generation.fetch_add(1, Relaxed);
        let held = state.meter.hold(bytes);
        debug_assert!(held.is_ok(), "it has become less");
    }
}

/// One search by one or more workers.
#[derive(Debug)]
pub(crate) struct Run {
    done: AtomicBool,
    /// Marks of the positions that workers are busy with; empty if there is only one worker.
    busy: Box<[AtomicU64]>,
}

/// Number of busy marks; collisions are harmless.
const MARKS: usize = 1 << 12;

impl Run {
    pub(crate) fn new(workers: usize) -> Self {
        let marks = if workers > 1 { MARKS } else { 0 };
        Run { done: AtomicBool::new(false), busy: (0..marks).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether some worker has the answer.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    pub(crate) fn end(&self) {
        self.done.store(true, Relaxed);
    }

    #[inline]
    fn mark<const N: usize>(&self, key: Bits<N>) -> Option<(&AtomicU64, u64)> {
        if self.busy.is_empty() {
            return None;
        }
        let hash = key.mixed() | 1;
        Some((&self.busy[(hash >> 52) as usize], hash))
    }

    /// Marks a position that a worker is starting on.
    #[inline]
    pub(crate) fn begin<const N: usize>(&self, key: Bits<N>) {
        if let Some((mark, hash)) = self.mark(key) {
            mark.store(hash, Relaxed);
        }
    }

    /// Removes the mark.
    #[inline]
    pub(crate) fn leave<const N: usize>(&self, key: Bits<N>) {
        if let Some((mark, hash)) = self.mark(key)
            && mark.load(Relaxed) == hash
        {
            mark.store(0, Relaxed);
        }
    }

    /// Whether a worker is busy with a position.
    #[inline]
    pub(crate) fn is_busy<const N: usize>(&self, key: Bits<N>) -> bool {
        self.mark(key).is_some_and(|(mark, hash)| mark.load(Relaxed) == hash)
    }
}
