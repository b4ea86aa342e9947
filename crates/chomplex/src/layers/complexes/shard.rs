//! The classes of one layer that one worker looks after, with their states.
//!
//! The classes stand in a list in the order in which they were met. A table of slots leads from a canonical word to its place in the list:
//!
//! ```text
//!   slot   0 if it is free, else
//!          63 … 32     31 … 0
//!          the hash    1 + place in the list
//! ```

use crate::budget::{Budget, Meter, Stop};
use crate::prefetch::{prefetch, prefetch_lines};

use super::arena::{Arena, Slots};

/// A share of a layer.
pub(super) struct Shard<S> {
    slots: Slots,
    classes: Arena<Entry<S>>,
    meter: Meter,
}

/// A canonical word and its state.
#[derive(Clone, Copy)]
pub(super) struct Entry<S> {
    pub(super) word: u128,
    pub(super) state: S,
}

/// The hash of a word: the upper bits choose the worker, the lower ones the slot.
#[inline(always)]
pub(super) fn hash(word: u128) -> u32 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd1b5_4a32_d192_ed03);
    let folded = (product >> 64) as u64 ^ product as u64;
    (folded.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
}

impl<S: Copy> Shard<S> {
    /// Room grows by `1 << shift` classes at a time.
    pub(super) fn new(shift: u32, budget: &Budget) -> Self {
        Shard { slots: Slots::new(), classes: Arena::new(shift), meter: budget.meter(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    fn bytes(&self) -> usize {
        self.slots.bytes() + self.classes.bytes()
    }

    #[inline]
    pub(super) fn class(&self, place: usize) -> &Entry<S> {
        self.classes.get(place)
    }

    #[inline]
    pub(super) fn class_mut(&mut self, place: usize) -> &mut Entry<S> {
        self.classes.get_mut(place)
    }

    /// Forgets all classes, and makes ready for about so many.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Stop> {
        self.classes.clear();
        self.make_slots((expected * 3 / 2).next_power_of_two().max(64))
    }

    /// Forgets all classes, and gives the memory back.
    pub(super) fn release(&mut self) -> Result<(), Stop> {
        self.classes.release();
        self.slots = Slots::new();
        self.meter.hold(0)
    }

    fn make_slots(&mut self, len: usize) -> Result<(), Stop> {
        if len > self.slots.room() {
            self.meter.hold((self.classes.bytes() + len * size_of::<u64>()) as u64)?;
        }
        self.slots.reset(len)
    }

    /// Has the slot of a hash fetched.
    #[inline(always)]
    pub(super) fn prefetch_slot(&self, hash: u32) {
        let slots = self.slots.as_slice();
        prefetch(&slots[hash as usize & (slots.len() - 1)]);
    }

    /// Has the class that a hash probably leads to fetched.
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

    /// The place of a class, if it is there.
    #[inline]
    pub(super) fn find(&self, word: u128) -> Option<usize> {
        self.probe(word, hash(word)).ok()
    }

    /// The place of a class, or the free slot where it would be entered.
    #[inline(always)]
    fn probe(&self, word: u128, hash: u32) -> Result<usize, usize> {
        let slots = self.slots.as_slice();
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = slots[at];
            if slot == 0 {
                return Err(at);
            }
            if (slot >> 32) as u32 == hash && self.class(place(slot)).word == word {
                return Ok(place(slot));
            }
            at = (at + 1) & mask;
        }
    }

    /// The place of a class, which is entered if it is new.
    #[inline(always)]
    pub(super) fn enter(&mut self, word: u128, hash: u32, blank: impl FnOnce() -> S) -> Result<usize, Stop> {
        match self.probe(word, hash) {
            Ok(place) => Ok(place),
            Err(at) => self.add(Entry { word, state: blank() }, hash, at),
        }
    }

    #[inline]
    fn add(&mut self, class: Entry<S>, hash: u32, at: usize) -> Result<usize, Stop> {
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
        self.meter.hold((self.bytes() + self.classes.chunk_bytes()) as u64)?;
        self.classes.grow()
    }

    /// Twice as many slots.
    #[cold]
    fn spread(&mut self) -> Result<(), Stop> {
        self.make_slots(2 * self.slots.as_slice().len())?;
        for place in 0..self.len() {
            let hash = hash(self.class(place).word);
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
