//! Computes the rows of the next layer from those of a layer, for any down-sets and accumulator.

use std::ops::Range;
use std::sync::Arc;

use super::columns::Table;
use super::{Layout, TableError};
use crate::budget::{Budget, Meter};
use crate::layers::accumulator::Accumulator;
use crate::layers::file::Stored;
use crate::layers::sweep::{self, DownSetClasses, HashRange, Key, Layer, Sweep};

/// Down-sets, an accumulator, and the layout of their tables.
pub(super) struct Engine<K, A> {
    pub(super) down_sets: K,
    pub(super) accumulator: A,
    pub(super) layout: Layout,
}

/// The engine behind a [`TableSweep`](super::TableSweep), for any down-sets and accumulator.
pub(super) trait Sweeping: Send + Sync {
    /// The layer of the empty down-set.
    fn first(&self) -> Result<Table, TableError>;

    /// Starts pushing rows of a layer to the next, merging them within `memory` bytes.
    fn push(self: Arc<Self>, size: usize, memory: u64) -> Result<Box<dyn Pushing>, TableError>;

    /// The finished states of some rows, as stored bytes.
    fn states(&self, size: usize, table: &[&[u64]]) -> Result<Vec<Vec<u8>>, TableError>;

    /// An estimate of the total number of classes.
    fn expected(&self, last: usize) -> Option<u64>;

    /// Identifies the accumulator and the poset.
    fn name(&self) -> String;
}

/// The engine behind a [`Push`](super::Push), for any down-sets and accumulator.
pub(super) trait Pushing: Send {
    fn rows(&mut self, table: &[&[u64]]) -> Result<Table, TableError>;
    fn rest(&mut self) -> Result<Table, TableError>;
}

impl<K, A> Sweeping for Engine<K, A>
where
    K: DownSetClasses + Send + 'static,
    A: Stored<K::Key> + Send + 'static,
    A::State: 'static,
    K::Key: 'static,
{
    fn first(&self) -> Result<Table, TableError> {
        let mut table = self.layout.empty(0);
        self.append(0, K::Key::EMPTY, &self.accumulator.start(), &mut table)?;
        Ok(table)
    }

    fn push(self: Arc<Self>, size: usize, memory: u64) -> Result<Box<dyn Pushing>, TableError> {
        let engine = Arc::clone(&self);
        let budget = Budget::default().with_memory(memory);
        let sweep = Sweep::new(&self.down_sets, &self.accumulator, usize::MAX, &budget);
        let (round, meters) = (sweep.round(), sweep.meters());
        let others = sweep.bytes_of_messages(round, usize::MAX) + 2 * sweep.idle_bytes();
        let most = (memory.saturating_sub(others) / sweep.bytes_of_class()).max(2) as usize;
        // The rows read at once lead to at most half of the classes there is room for.
        let most_read = (most / (2 * self.down_sets.most_ways().max(1))).clamp(1, LARGEST_BLOCK);
        let (source, target) = (sweep.empty_layer(size, most_read)?, sweep.empty_layer(size + 1, 0)?);
        Ok(Box::new(Running {
            source,
            target,
            meters,
            round,
            most_read,
            most_kept: most / 2,
            budget: budget.clone(),
            engine,
        }))
    }

    fn states(&self, size: usize, table: &[&[u64]]) -> Result<Vec<Vec<u8>>, TableError> {
        self.layout.check(size, table)?;
        let mut states = Vec::new();
        let rows = table.first().map_or(0, |column| column.len());
        self.read(size, table, 0..rows, |_, key, state| {
            let mut bytes = Vec::new();
            self.accumulator.store(key, &state, &mut bytes);
            states.push(bytes);
            Ok(())
        })?;
        Ok(states)
    }

    fn expected(&self, last: usize) -> Option<u64> {
        self.down_sets.expected(last)
    }

    fn name(&self) -> String {
        format!("{}-{}", self.accumulator.id(), self.down_sets.name())
    }
}

impl<K: DownSetClasses, A: Stored<K::Key>> Engine<K, A> {
    /// Appends a class to the table of a layer.
    fn append(&self, size: usize, key: K::Key, state: &A::State, table: &mut Table) -> Result<(), TableError> {
        let (keys, states) = table.split_at_mut(self.layout.keys);
        let mut bytes = Vec::new();
        key.store(&mut bytes);
        let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")));
        keys.iter_mut().zip(words).for_each(|(column, word)| column.push(word));
        bytes.clear();
        self.accumulator.store(key, state, &mut bytes);
        self.layout.columns(size).spread(&bytes, states)
    }

    /// Visits some rows of the table of a layer, with finished states.
    fn read(
        &self,
        size: usize,
        table: &[&[u64]],
        range: Range<usize>,
        mut visit: impl FnMut(usize, K::Key, A::State) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let (keys, states) = table.split_at(self.layout.keys);
        let columns = self.layout.columns(size);
        let mut bytes = Vec::new();
        for row in range {
            bytes.clear();
            bytes.extend(keys.iter().flat_map(|column| column[row].to_le_bytes()));
            bytes.resize(K::Key::BYTES, 0);
            let key = K::Key::restore(&bytes);
            if key.members().count() != size || key.members().any(|element| element >= self.layout.places) {
                return Err(TableError::Row { row, size });
            }
            columns.gather(states.iter().map(|column| column[row]), &mut bytes)?;
            bytes.resize(self.accumulator.bytes(size), 0);
            let mut state = self.accumulator.restore(key, &bytes);
            self.accumulator.finish(&self.down_sets.class(key), &mut state);
            // The state of the empty down-set may be blank.
            if size > 0 && !self.accumulator.is_complete(key, &state) {
                return Err(TableError::Lost { row, size });
            }
            visit(row, key, state)?;
        }
        Ok(())
    }
}

/// The largest number of rows read at once.
const LARGEST_BLOCK: usize = 4096;

/// A push in progress.
struct Running<K: DownSetClasses, A: Accumulator> {
    engine: Arc<Engine<K, A>>,
    /// The rows that are pushed at once.
    source: Layer<K::Key, A::State>,
    /// The classes reached but not yet returned.
    target: Layer<K::Key, A::State>,
    meters: Vec<Meter>,
    round: usize,
    most_read: usize,
    most_kept: usize,
    budget: Budget,
}

impl<K, A> Pushing for Running<K, A>
where
    K: DownSetClasses + Send,
    A: Stored<K::Key> + Send,
{
    fn rows(&mut self, table: &[&[u64]]) -> Result<Table, TableError> {
        self.engine.layout.check(self.source.size, table)?;
        let mut given = self.engine.layout.empty(self.target.size);
        let rows = table.first().map_or(0, |column| column.len());
        for start in (0..rows).step_by(self.most_read) {
            self.push(table, start..rows.min(start + self.most_read))?;
            if self.target.len() >= self.most_kept {
                self.give(&mut given)?;
            }
        }
        Ok(given)
    }

    fn rest(&mut self) -> Result<Table, TableError> {
        let mut given = self.engine.layout.empty(self.target.size);
        self.give(&mut given)?;
        Ok(given)
    }
}

impl<K: DownSetClasses, A: Stored<K::Key>> Running<K, A> {
    fn push(&mut self, table: &[&[u64]], range: Range<usize>) -> Result<(), TableError> {
        let Running { engine, source, target, meters, budget, .. } = self;
        source.reset(range.len())?;
        engine.read(source.size, table, range.clone(), |row, key, state| {
            source.enter(key, state)?;
            let is_new = source.len() == row - range.start + 1;
            if is_new { Ok(()) } else { Err(TableError::Row { row, size: source.size }) }
        })?;
        let push = sweep::Push { source, range: HashRange::WHOLE, expected: None, is_last: false, round: self.round };
        Sweep::new(&engine.down_sets, &engine.accumulator, usize::MAX, budget).push(&push, target, meters)?;
        Ok(())
    }

    fn give(&mut self, given: &mut Table) -> Result<(), TableError> {
        for (key, state) in self.target.iter() {
            self.engine.append(self.target.size, key, state, given)?;
        }
        Ok(self.target.reset(0)?)
    }
}
