//! The classes of one layer that one worker looks after, with their states.
//!
//! The classes stand in a list in the order in which they were met. A table of slots leads from a canonical word to its place in the list:
//!
//! ```text
//!   slot   0 if it is free, else
//!          63 … 32                    31 … 0
//!          upper half of the hash     1 + place in the list
//! ```

use crate::budget::{Budget, Meter, Stop};
use crate::prefetch::{prefetch, prefetch_lines};

use super::arena::{Arena, Slots};

/// A share of a layer.
pub(super) struct Shard<S> {
    slots: Slots,
    words: Arena<u128>,
    states: Arena<S>,
    meter: Meter,
}

/// The hash of a word: the upper half chooses the worker, the lower half the slot.
#[inline(always)]
pub(super) fn hash(word: u128) -> u64 {
    let product = u128::from(word as u64 ^ 0x9e37_79b9_7f4a_7c15) * u128::from((word >> 64) as u64 ^ 0xd1b5_4a32_d192_ed03);
    let folded = (product >> 64) as u64 ^ product as u64;
    folded.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ folded >> 29
}

impl<S: Copy> Shard<S> {
    /// Room grows by `1 << shift` classes at a time.
    pub(super) fn new(shift: u32, budget: &Budget) -> Self {
        Shard { slots: Slots::new(), words: Arena::new(shift), states: Arena::new(shift), meter: budget.meter(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    fn bytes(&self) -> usize {
        self.slots.bytes() + self.words.bytes() + self.states.bytes()
    }

    #[inline]
    pub(super) fn word(&self, place: usize) -> u128 {
        *self.words.get(place)
    }

    #[inline]
    pub(super) fn state(&self, place: usize) -> &S {
        self.states.get(place)
    }

    #[inline]
    pub(super) fn state_mut(&mut self, place: usize) -> &mut S {
        self.states.get_mut(place)
    }

    /// Forgets all classes, and makes ready for about so many.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Stop> {
        self.words.clear();
        self.states.clear();
        self.make_slots((expected * 4 / 3).next_power_of_two().max(64))
    }

    fn make_slots(&mut self, len: usize) -> Result<(), Stop> {
        if len > self.slots.room() {
            let others = self.bytes() - self.slots.bytes();
            self.meter.hold((others + len * size_of::<u64>()) as u64)?;
        }
        self.slots.reset(len)
    }

    /// Has the slot of a hash fetched.
    #[inline(always)]
    pub(super) fn prefetch_slot(&self, hash: u64) {
        let slots = self.slots.as_slice();
        prefetch(&slots[hash as usize & (slots.len() - 1)]);
    }

    /// Has what the slot of a hash leads to fetched.
    #[inline(always)]
    pub(super) fn prefetch_class(&self, hash: u64) {
        let slots = self.slots.as_slice();
        let slot = slots[hash as usize & (slots.len() - 1)];
        let place = (slot as u32 as usize).wrapping_sub(1);
        if place < self.len() {
            prefetch(self.words.get(place));
            prefetch_lines(self.states.get(place));
        }
    }

    /// The place of a class, if it is there.
    #[inline]
    pub(super) fn find(&self, word: u128) -> Option<usize> {
        self.probe(word, hash(word)).ok()
    }

    /// The place of a class, or the free slot where it would be entered.
    #[inline(always)]
    fn probe(&self, word: u128, hash: u64) -> Result<usize, usize> {
        let slots = self.slots.as_slice();
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = slots[at];
            if slot == 0 {
                return Err(at);
            }
            if slot >> 32 == hash >> 32 {
                let place = slot as u32 as usize - 1;
                if self.word(place) == word {
                    return Ok(place);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The place of a class, which is entered if it is new.
    #[inline(always)]
    pub(super) fn enter(&mut self, word: u128, hash: u64, blank: impl FnOnce() -> S) -> Result<usize, Stop> {
        match self.probe(word, hash) {
            Ok(place) => Ok(place),
            Err(at) => self.add(word, hash, at, blank()),
        }
    }

    #[inline]
    fn add(&mut self, word: u128, hash: u64, at: usize, blank: S) -> Result<usize, Stop> {
        if self.words.is_full() {
            self.grow()?;
        }
        let place = self.len();
        self.words.push(word);
        self.states.push(blank);
        self.slots.as_mut_slice()[at] = slot(hash, place);
        if self.len() * 4 > self.slots.as_slice().len() * 3 {
            self.spread()?;
        }
        Ok(place)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let more = self.words.chunk_bytes() + self.states.chunk_bytes();
        self.meter.hold((self.bytes() + more) as u64)?;
        self.words.grow()?;
        self.states.grow()
    }

    /// Twice as many slots.
    #[cold]
    fn spread(&mut self) -> Result<(), Stop> {
        self.make_slots(2 * self.slots.as_slice().len())?;
        for place in 0..self.len() {
            let hash = hash(self.word(place));
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
fn slot(hash: u64, place: usize) -> u64 {
    hash >> 32 << 32 | (place as u64 + 1)
}
