//! A shard: the classes of one layer that one worker owns, with their states.
//!
//! The classes are in a list, in the order in which they were first met. A hash table with open
//! addressing maps a key to its place in the list:
//!
//! ```text
//!   slot   0 if it is free, else
//!          63 … 32     31 … 0
//!          the hash    1 + place in the list
//! ```

use crate::budget::{Budget, Meter, Stop};
use crate::prefetch::{prefetch, prefetch_lines};

use super::arena::{Arena, Slots};
use super::kernel::Key;

/// The share of a layer that one worker owns.
pub(super) struct Shard<K, S> {
    slots: Slots,
    classes: Arena<Entry<K, S>>,
    /// The list grows by at most `1 << most_shift` classes at a time.
    most_shift: u32,
    /// The bytes that a state owns besides itself.
    owned: usize,
    meter: Meter,
}

/// The key of a class and its state.
pub(super) struct Entry<K, S> {
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
        Shard { slots: Slots::new(), classes, most_shift, owned, meter: budget.meter(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The bytes of the classes there is room for, plus `more` classes.
    fn bytes_of_classes(&self, more: usize) -> usize {
        (self.classes.room() + more) * (size_of::<Entry<K, S>>() + self.owned)
    }

    #[inline]
    pub(super) fn class(&self, place: usize) -> &Entry<K, S> {
        self.classes.get(place)
    }

    #[inline]
    pub(super) fn class_mut(&mut self, place: usize) -> &mut Entry<K, S> {
        self.classes.get_mut(place)
    }

    /// Removes all classes, and prepares for about `expected` new ones.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Stop> {
        self.classes.clear();
        let shift = (expected / 8).max(1).ilog2().min(self.most_shift);
        if shift > self.classes.shift() {
            self.classes = Arena::new(shift);
        }
        self.make_slots((expected * 3 / 2).next_power_of_two().max(64))
    }

    /// Removes all classes, and frees the memory.
    pub(super) fn release(&mut self) -> Result<(), Stop> {
        self.classes.release();
        self.slots = Slots::new();
        self.meter.hold(0)
    }

    fn make_slots(&mut self, len: usize) -> Result<(), Stop> {
        if len > self.slots.room() {
            self.meter.hold((self.bytes_of_classes(0) + len * size_of::<u64>()) as u64)?;
        }
        self.slots.reset(len)
    }

    /// Prefetches the slot of a hash.
    #[inline(always)]
    pub(super) fn prefetch_slot(&self, hash: u32) {
        let slots = self.slots.as_slice();
        prefetch(&slots[hash as usize & (slots.len() - 1)]);
    }

    /// Prefetches the class that a hash probably leads to.
    #[inline(always)]
    pub(super) fn prefetch_class(&self, hash: u32) {
        let slots = self.slots.as_slice();
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        while slots[at] != 0 {
            if (slots[at] >> 32) as u32 == hash {
                prefetch_lines(self.class(place(slots[at])));
                return;
            }
            at = (at + 1) & mask;
        }
    }

    /// The place of a class, if it is present.
    #[inline]
    pub(super) fn find(&self, key: K) -> Option<usize> {
        self.probe(key, key.hash()).ok()
    }

    /// The place of a class, or the free slot for it.
    #[inline(always)]
    fn probe(&self, key: K, hash: u32) -> Result<usize, usize> {
        let slots = self.slots.as_slice();
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = slots[at];
            if slot == 0 {
                return Err(at);
            }
            if (slot >> 32) as u32 == hash && self.class(place(slot)).key == key {
                return Ok(place(slot));
            }
            at = (at + 1) & mask;
        }
    }

    /// The place of a class; inserts the class if it is new.
    #[inline(always)]
    pub(super) fn enter(&mut self, key: K, hash: u32, blank: impl FnOnce() -> S) -> Result<usize, Stop> {
        match self.probe(key, hash) {
            Ok(place) => Ok(place),
            Err(at) => self.add(Entry { key, state: blank() }, hash, at),
        }
    }

    #[inline]
    fn add(&mut self, class: Entry<K, S>, hash: u32, at: usize) -> Result<usize, Stop> {
        if self.classes.is_full() {
            self.grow()?;
        }
        let place = self.len();
        self.classes.push(class);
        self.slots.as_mut_slice()[at] = slot(hash, place);
        if self.len() * 4 > self.slots.as_slice().len() * 3 {
            self.spread()?;
        }
        Ok(place)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let more = 1 << self.classes.shift();
        self.meter.hold((self.bytes_of_classes(more) + self.slots.bytes()) as u64)?;
        self.classes.grow()
    }

    /// Doubles the number of slots.
    #[cold]
    fn spread(&mut self) -> Result<(), Stop> {
        self.make_slots(2 * self.slots.as_slice().len())?;
        for place in 0..self.len() {
            let hash = self.class(place).key.hash();
            let slots = self.slots.as_mut_slice();
            let mask = slots.len() - 1;
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = slot(hash, place);
        }
        Ok(())
    }
}

#[inline(always)]
fn slot(hash: u32, place: usize) -> u64 {
    u64::from(hash) << 32 | (place as u64 + 1)
}

#[inline(always)]
fn place(slot: u64) -> usize {
    slot as u32 as usize - 1
}
