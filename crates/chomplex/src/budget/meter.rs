//! Counts the work and the memory of one worker.

use std::hash::Hash;
use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use super::{Budget, Stop};

/// Counts the work of one worker and checks the budget from time to time.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    every: u32,
    since_check: u32,
    positions: u64,
    /// The part of `positions` already reported to the budget.
    published: u64,
    bytes: u64,
}

impl Meter {
    pub(super) fn new(budget: Budget, every: u32) -> Self {
        Meter { budget, every, since_check: 0, positions: 0, published: 0, bytes: 0 }
    }

    /// Counts one more position.
    ///
    /// # Errors
    /// If the budget is spent. It is checked only from time to time.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        self.pause()
    }

    /// Counts several more positions.
    pub fn count(&mut self, positions: u64) {
        self.positions += positions;
        self.publish();
    }

    /// Like [`tick`](Self::tick), but does not count a position.
    ///
    /// # Errors
    /// If the budget is spent. It is checked only from time to time.
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
        if let Some(observe) = self.budget.observer {
            observe(self.budget.positions());
        }
    }

    /// Reports the size of the worker's tables, now or after they grow.
    ///
    /// # Errors
    /// If that exceeds the memory limit; the tables should then not grow.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        let (old, memory) = (self.bytes, self.budget.memory);
        let exchange = |all: u64| {
            let all = all.saturating_sub(old).saturating_add(bytes);
            // A saturated sum is refused, whatever the limit is.
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

    /// The size that the worker's tables may reach, if no other worker needs more.
    #[must_use]
    pub fn room(&self) -> u64 {
        let others = self.budget.watch.bytes.load(Relaxed).saturating_sub(self.bytes);
        self.budget.memory.saturating_sub(others)
    }

    /// Makes room for one more entry in a hash table.
    ///
    /// Each entry owns `owned` bytes outside the table; the worker holds another `more` bytes.
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
        // The old table exists until the new one is filled.
        self.hold(bytes(capacity).saturating_add(bytes(larger)).saturating_add(besides) as u64)?;
        table.reserve(larger - table.len());
        self.hold(bytes(table.capacity()).saturating_add(besides) as u64)
    }

    /// Switches to another budget and reports there what this worker holds.
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

/// The clone is a meter for another worker: it starts with no positions and no memory.
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

/// The size in bytes of a hash table with this capacity.
///
/// The number of slots is a power of two, of which at most seven eighths are filled. Each slot has
/// a control byte.
fn table_bytes(capacity: usize, entry: usize) -> usize {
    let slots = (capacity.saturating_mul(8) / 7).checked_next_power_of_two().unwrap_or(usize::MAX);
    if capacity == 0 { 0 } else { slots.saturating_mul(entry + 1) }
}
