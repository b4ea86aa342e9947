//! A sweep whose layers are tables kept by another system, such as a cluster.
//!
//! In: rows of a layer. Out: rows of the next. A table has columns of 64 bits: first those of the
//! representative of a class, then those of its state. The system that keeps the tables may
//! distribute the rows in any order to any number of processes, and each process makes a [`Push`]
//! of its rows. Then the system merges rows of the same class, column by column, as [`Merge`] says.
//! The result is the next layer. States are finished when they are read, so nothing else has to be
//! done.
//!
//! - `columns`: states as columns.
//! - `start`: chooses the down-sets and the accumulator.
//! - `engine`: computes rows of the next layer from rows of a layer.
//! - [`TableSweep`]: a sweep, from its first table to the result from the last.
//!
//! ```
//! use chomplex::layers::tables::{Ending, Quantity, TableSweep};
//!
//! let sweep = TableSweep::new(&"chomp(3,4)".parse()?, Quantity::LinearExtensions)?;
//! let mut table = sweep.first()?;
//! for size in 0..sweep.last() {
//!     let mut push = sweep.push(size, 1 << 20)?;
//!     let columns: Vec<&[u64]> = table.iter().map(Vec::as_slice).collect();
//!     // So little is merged already.
//!     assert!(push.rows(&columns)?[0].is_empty());
//!     table = push.rest()?;
//! }
//! let columns: Vec<&[u64]> = table.iter().map(Vec::as_slice).collect();
//! assert_eq!(sweep.ending(), Ending::Whole);
//! assert_eq!(sweep.whole(&columns)?, 462u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why columns of 64 bits
//!
//! Spark and databases can group rows, add columns and take their bitwise or, spill to disk, and
//! repeat lost work. So the library only says what a row leads to and how columns merge. Numbers
//! are spread over columns with 32 bits each, which `sum` adds without overflow. Option values are
//! bytes, eight to a column, with 0 for "not known yet", which `bit_or` merges: two bytes that meet
//! are equal, or one of them is 0. A task merges what it can before it hands rows over, with the
//! same sweep and the same tables in memory as on one machine; this leaves two rows per class of
//! the sixteen options of `subsets(7,3)`.

mod columns;
mod engine;
mod error;
mod start;
#[cfg(test)]
mod tests;

pub use self::columns::{Merge, Table};
pub use self::error::TableError;

use std::sync::Arc;

use dashu_int::UBig;
use xxhash_rust::xxh3::xxh3_64;

use self::columns::Columns;
use self::engine::{Pushing, Sweeping};
use self::start::Start;
use super::skeleton::Skeleton;
use crate::complex::CANONICAL_VERSION;
use crate::position::Position;

/// Incremented when tables of earlier versions can no longer be read.
const VERSION: u32 = 2;

/// What a sweep computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The number of linear extensions.
    LinearExtensions,
    /// The number of classes of down-sets.
    Classes,
    /// The Grundy value.
    Grundy,
}

/// How the answer is computed from the layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// From the number of classes in each layer: see [`TableSweep::total`].
    Sizes,
    /// From the only row of the last layer: see [`TableSweep::whole`].
    Whole,
    /// From each row of the last layer, which lies half way, paired with its mirror image: see
    /// [`TableSweep::mirrored`] and [`TableSweep::paired`].
    Pairs,
}

/// A sweep over the down-sets of a position up to its automorphisms. Each layer is a table.
///
/// Layer s has the down-sets of s elements. The sweep over complexes adds the empty face below all
/// others, and a sweep for Grundy values always adds an element below all moves. In these cases
/// there is one more layer.
#[derive(Clone)]
pub struct TableSweep {
    engine: Arc<dyn Sweeping>,
    layout: Layout,
    /// The number of elements of the down-sets in the last layer needed.
    last: usize,
    quantity: Quantity,
    skeleton: Option<Skeleton>,
}

/// The columns of the tables.
#[derive(Clone, Debug)]
struct Layout {
    /// All elements are numbers below this.
    places: usize,
    /// The number of columns of a down-set.
    keys: usize,
    merge: Merge,
    /// The number of columns of a state, for each layer.
    states: Arc<[usize]>,
}

impl Layout {
    fn columns(&self, size: usize) -> Columns {
        Columns { merge: self.merge, count: self.states[size] }
    }

    fn empty(&self, size: usize) -> Table {
        vec![Vec::new(); self.keys + self.states[size]]
    }

    fn check(&self, size: usize, table: &[&[u64]]) -> Result<(), TableError> {
        let expected = self.keys + self.states[size];
        let equal = table.windows(2).all(|pair| pair[0].len() == pair[1].len());
        let found = table.len();
        if found == expected && equal { Ok(()) } else { Err(TableError::Columns { size, expected, found }) }
    }
}

impl TableSweep {
    /// A sweep that computes a quantity for a position.
    ///
    /// # Errors
    /// If there are more than 512 elements, or for Grundy values more than 254.
    pub fn new(position: &Position, quantity: Quantity) -> Result<Self, TableError> {
        Start { poset: position.poset(), set: position.remaining(), quantity }.sweep()
    }

    /// Identifies the sweep: tables of one sweep cannot be used for another. The id does not depend
    /// on the machine.
    #[must_use]
    pub fn id(&self) -> String {
        // The empty face is always swept, but counted only if it belongs to the position.
        let counted = self.quantity == Quantity::Classes && self.skeleton.is_some_and(Skeleton::has_empty);
        let Layout { places, keys, merge, states } = &self.layout;
        let shape = [*places, *keys, *merge as usize, self.last, usize::from(counted)];
        let bytes: Vec<u8> = shape.iter().chain(&**states).flat_map(|&number| (number as u64).to_le_bytes()).collect();
        format!("{}-{:016x}-{CANONICAL_VERSION}.{VERSION}", self.engine.name(), xxh3_64(&bytes))
    }

    /// The number of elements of the down-sets in the last layer. The first layer is that of the
    /// empty set.
    #[must_use]
    pub fn last(&self) -> usize {
        self.last
    }

    /// The number of columns of a down-set. Together they are the key of a row.
    #[must_use]
    pub fn key_columns(&self) -> usize {
        self.layout.keys
    }

    /// The number of columns of a state of a down-set of `size` elements, where `size` is at most
    /// [`last`](Self::last).
    ///
    /// # Panics
    /// If there is no such layer.
    #[must_use]
    pub fn state_columns(&self, size: usize) -> usize {
        self.layout.states[size]
    }

    /// How rows with the same key are merged.
    #[must_use]
    pub fn merge(&self) -> Merge {
        self.layout.merge
    }

    /// An estimate of the number of classes up to the last layer, if it can be computed quickly.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        self.engine.expected(self.last)
    }

    /// The first layer: the empty down-set.
    ///
    /// # Errors
    /// None are known.
    pub fn first(&self) -> Result<Table, TableError> {
        self.engine.first()
    }

    /// Starts pushing rows of the layer of `size` elements to the next. Rows of the same class are
    /// merged right away, within about `memory` bytes.
    ///
    /// # Errors
    /// If the memory is too small for any work.
    pub fn push(&self, size: usize, memory: u64) -> Result<Push, TableError> {
        Ok(Push { running: Arc::clone(&self.engine).push(size, memory)? })
    }

    /// How the answer is computed from the layers.
    #[must_use]
    pub fn ending(&self) -> Ending {
        match (self.quantity, self.skeleton) {
            (Quantity::Classes, _) => Ending::Sizes,
            (Quantity::LinearExtensions, Some(skeleton)) if skeleton.is_whole() => Ending::Pairs,
            _ => Ending::Whole,
        }
    }

    /// The number of classes of down-sets, from the number of rows in each layer.
    ///
    /// # Errors
    /// If the sweep computes something else, or the number of layers is wrong.
    pub fn total(&self, rows: &[u64]) -> Result<UBig, TableError> {
        if self.ending() != Ending::Sizes || rows.len() != self.last + 1 {
            return Err(TableError::Ending);
        }
        Ok(self
            .skeleton
            .map_or_else(|| rows.iter().map(|&rows| UBig::from(rows)).sum(), |skeleton| skeleton.classes_from(rows)))
    }

    /// The number of linear extensions or the Grundy value, from the last layer.
    ///
    /// # Errors
    /// If this is not how the sweep ends, or the table is not the last layer.
    pub fn whole(&self, table: &[&[u64]]) -> Result<UBig, TableError> {
        if self.ending() != Ending::Whole {
            return Err(TableError::Ending);
        }
        let states = self.engine.states(self.last, table)?;
        let [state] = &states[..] else { return Err(TableError::Last(states.len())) };
        Ok(match self.quantity {
            // Entry 0, which is not a move, is the value of the whole.
            Quantity::Grundy => UBig::from(state[0]),
            Quantity::LinearExtensions | Quantity::Classes => UBig::from_le_bytes(state),
        })
    }

    /// For some rows of the last layer, the keys of their mirror images. [Further
    /// columns](Self::mirror_columns) hold the factors to multiply with the states of those mirror
    /// images.
    ///
    /// # Errors
    /// If this is not how the sweep ends, or these are not rows of the last layer.
    pub fn mirrored(&self, table: &[&[u64]]) -> Result<Table, TableError> {
        let skeleton = self.pairing()?;
        let states = self.engine.states(self.last, table)?;
        let mut mirrored = vec![Vec::new(); self.layout.keys + self.mirror_columns()];
        let (keys, numbers) = mirrored.split_at_mut(self.layout.keys);
        let columns = Columns { merge: Merge::Sum, count: numbers.len() };
        for (row, state) in states.iter().enumerate() {
            let word = table[..keys.len()].iter().rev().fold(0, |word, column| word << 64 | u128::from(column[row]));
            let image = skeleton.mirror_image(word);
            keys.iter_mut().enumerate().for_each(|(i, column)| column.push((image >> (64 * i)) as u64));
            let product = UBig::from_le_bytes(state) * skeleton.automorphisms(word);
            columns.spread(&product.to_le_bytes(), numbers)?;
        }
        Ok(mirrored)
    }

    /// The number of columns after the key in the result of [`mirrored`](Self::mirrored).
    #[must_use]
    pub fn mirror_columns(&self) -> usize {
        self.layout.states[self.last] + 1
    }

    /// The contribution of some pairs to the sum that [`conclude_pairs`](Self::conclude_pairs)
    /// takes. The table has the columns of a state, then those of the mirror image with the same
    /// key.
    ///
    /// # Errors
    /// If this is not how the sweep ends, or the columns are not of this form.
    pub fn paired(&self, table: &[&[u64]]) -> Result<UBig, TableError> {
        self.pairing()?;
        let (columns, count) = (self.layout.columns(self.last), self.mirror_columns());
        let (size, found, expected) = (self.last, table.len(), columns.count + count);
        if found != expected || table.iter().any(|column| column.len() != table[0].len()) {
            return Err(TableError::Columns { size, expected, found });
        }
        let (states, images) = table.split_at(columns.count);
        let mut bytes = Vec::new();
        let mut number = |columns: Columns, table: &[&[u64]], row: usize| {
            columns.gather(table.iter().map(|column| column[row]), &mut bytes)?;
            Ok::<_, TableError>(UBig::from_le_bytes(&bytes))
        };
        (0..table[0].len()).try_fold(UBig::ZERO, |sum, row| {
            Ok(sum + number(columns, states, row)? * number(Columns { count, ..columns }, images, row)?)
        })
    }

    /// The number of linear extensions, from the sum over all pairs.
    ///
    /// # Errors
    /// If this is not how the sweep ends.
    pub fn conclude_pairs(&self, sum: UBig) -> Result<UBig, TableError> {
        Ok(self.pairing()?.chains_from_pairs(sum))
    }

    fn pairing(&self) -> Result<Skeleton, TableError> {
        self.skeleton.filter(|_| self.ending() == Ending::Pairs).ok_or(TableError::Ending)
    }
}

impl std::fmt::Debug for TableSweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TableSweep").field(&self.id()).finish()
    }
}

/// Pushes rows of one layer to the next.
pub struct Push {
    running: Box<dyn Pushing>,
}

impl Push {
    /// Takes some rows, and returns some rows of the next layer, or none yet. Each row of the layer
    /// must be given exactly once, to this push or another.
    ///
    /// # Errors
    /// If these are not rows of the layer. Then the rows taken so far are lost.
    pub fn rows(&mut self, table: &[&[u64]]) -> Result<Table, TableError> {
        self.running.rows(table)
    }

    /// Returns the remaining rows of the next layer.
    ///
    /// # Errors
    /// If a number was too large.
    pub fn rest(&mut self) -> Result<Table, TableError> {
        self.running.rest()
    }
}

impl std::fmt::Debug for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Push").finish_non_exhaustive()
    }
}
