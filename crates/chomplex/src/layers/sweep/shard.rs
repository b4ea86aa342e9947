//! A shard: the classes of one layer that one worker owns, with their states.
//!
//! The classes are in a list, in the order in which they were first met. An index maps a key to its
//! place in the list.

use crate::budget::{Budget, Meter, Stop};
use crate::prefetch::prefetch_lines;
use crate::table::{Arena, Index, Vacant};

use super::down_sets::Key;

/// The share of a layer that one worker owns.
pub(super) struct Shard<K, S> {
    index: Index,
    classes: Arena<KeyedState<K, S>>,
    /// The list grows by at most `1 << most_shift` classes at a time.
    most_shift: u32,
    /// The bytes that a state owns besides itself.
    owned: usize,
    meter: Meter,
}

/// The key of a class and its state.
pub(super) struct KeyedState<K, S> {
    pub(super) key: K,
    pub(super) state: S,
}

/// The list first grows by `1 << 10` classes at a time.
const FIRST_SHIFT: u32 = 10;

impl<K: Key, S> Shard<K, S> {
    /// An empty shard whose list grows by at most `1 << most_shift` classes at a time. A state owns
    /// `owned` bytes besides itself.
    pub(super) fn new(most_shift: u32, owned: usize, budget: &Budget) -> Self {
        let classes = Arena::new(most_shift.min(FIRST_SHIFT));
        Shard { index: Index::default(), classes, most_shift, owned, meter: budget.meter(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The bytes of the classes there is room for, plus `more` classes.
    fn bytes_of_classes(&self, more: usize) -> usize {
        (self.classes.room() + more) * (size_of::<KeyedState<K, S>>() + self.owned)
    }

    #[inline]
    pub(super) fn class(&self, place: usize) -> &KeyedState<K, S> {
        self.classes.get(place)
    }

    #[inline]
    pub(super) fn class_mut(&mut self, place: usize) -> &mut KeyedState<K, S> {
        self.classes.get_mut(place)
    }

    /// Removes all classes, and prepares for about `expected` new ones.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Stop> {
        self.classes.clear();
        let shift = (expected / 8).max(1).ilog2().min(self.most_shift);
        if shift > self.classes.shift() {
            self.classes = Arena::new(shift);
        }
        self.reset_index((expected * 3 / 2).next_power_of_two().max(64))
    }

    /// Removes all classes, and frees the memory.
    pub(super) fn release(&mut self) -> Result<(), Stop> {
        self.classes.release();
        self.index = Index::default();
        self.meter.hold(0)
    }

    fn reset_index(&mut self, slots: usize) -> Result<(), Stop> {
        self.meter.hold((self.bytes_of_classes(0) + self.index.bytes_with(slots)) as u64)?;
        self.index.reset(slots).ok_or(Stop::Memory)
    }

    /// Prefetches the slot of a hash.
    #[inline(always)]
    pub(super) fn prefetch_slot(&self, hash: u32) {
        self.index.prefetch(widened(hash));
    }

    /// Prefetches the class that a hash probably leads to.
    #[inline(always)]
    pub(super) fn prefetch_class(&self, hash: u32) {
        if let Some(place) = self.index.find(widened(hash), |_| true) {
            prefetch_lines(self.class(place));
        }
    }

    /// The place of a class, if it is present.
    #[inline]
    pub(super) fn find(&self, key: K) -> Option<usize> {
        self.index.find(widened(key.hash()), |place| self.class(place).key == key)
    }

    /// The place of a class; inserts the class if it is new.
    #[inline(always)]
    pub(super) fn enter(&mut self, key: K, hash: u32, blank: impl FnOnce() -> S) -> Result<usize, Stop> {
        match self.index.probe(widened(hash), |place| self.class(place).key == key) {
            Ok(place) => Ok(place),
            Err(vacant) => self.add(KeyedState { key, state: blank() }, hash, vacant),
        }
    }

    #[inline]
    fn add(&mut self, class: KeyedState<K, S>, hash: u32, vacant: Vacant) -> Result<usize, Stop> {
        if self.classes.is_full() {
            self.grow()?;
        }
        let place = self.len();
        self.classes.push(class);
        self.index.insert(vacant, widened(hash), place);
        if self.len() * 4 > self.index.slots() * 3 {
            self.spread()?;
        }
        Ok(place)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let more = 1 << self.classes.shift();
        self.meter.hold((self.bytes_of_classes(more) + self.index.bytes()) as u64)?;
        self.classes.grow().ok_or(Stop::Memory)
    }

    /// Doubles the number of slots.
    #[cold]
    fn spread(&mut self) -> Result<(), Stop> {
        self.reset_index(2 * self.index.slots())?;
        let classes = &self.classes;
        self.index.fill((0..classes.len()).map(|place| widened(classes.get(place).key.hash())));
        Ok(())
    }
}

/// A hash of 64 bits: the lower half chooses the slot, the upper half recognises the class.
#[inline(always)]
fn widened(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
