//! Open addressing: finds the place of an entry in a list, given its hash.
//!
//! ```text
//!   slot    0 if it is free, else
//!           63 … 40                  39 … 0
//!           upper bits of the hash   1 + place in the list
//! ```
//!
//! The lower bits of the hash choose a slot; an entry is in the first slot from there on that was
//! free. So a lookup usually touches one cache line of slots, and the entry itself only if the
//! upper bits agree.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};

use super::pages::Pages;
use crate::prefetch::prefetch;

/// The places of entries in a list, by their hashes.
///
/// Several threads may look up entries and [publish](Index::publish) new ones at once. The list
/// itself belongs to the caller, who says whether the entry at a place is the one sought.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pages: Pages<AtomicU64>,
    /// The number of slots: a power of two, or 0.
    slots: usize,
}

/// A free slot for an entry that was not found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacant(usize);

const PLACE: u64 = (1 << 40) - 1;

impl Index {
    /// The number of slots. There must always be a free one.
    #[inline]
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// The memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.pages)
    }

    /// The memory in bytes after [`Index::reset`].
    pub(crate) fn bytes_with(&self, slots: usize) -> usize {
        self.bytes().max(slots * size_of::<AtomicU64>())
    }

    /// Removes all entries and makes this many slots, a power of two. Memory is reused; if it is
    /// not enough, it is freed before more is allocated.
    ///
    /// `None` if the system does not have the memory.
    pub(crate) fn reset(&mut self, slots: usize) -> Option<()> {
        debug_assert!(slots.is_power_of_two());
        if slots > self.pages.len() {
            *self = Index::default();
            self.pages = Pages::new(slots)?;
        } else {
            self.pages[..slots].iter_mut().for_each(|slot| *slot.get_mut() = 0);
        }
        self.slots = slots;
        Some(())
    }

    /// Adds entries to an empty index, given the hashes of the places from 0 on. The entries must
    /// be distinct.
    pub(crate) fn fill(&mut self, hashes: impl Iterator<Item = u64>) {
        let mask = self.slots.wrapping_sub(1);
        for (place, hash) in hashes.enumerate() {
            let mut at = hash as usize & mask;
            while *self.pages[at].get_mut() != 0 {
                at = (at + 1) & mask;
            }
            self.insert(Vacant(at), hash, place);
        }
    }

    /// Prefetches the first slot probed for a hash.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        if let Some(slot) = self.pages[..self.slots].get(hash as usize & self.slots.wrapping_sub(1)) {
            prefetch(slot);
        }
    }

    /// The place of an entry.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_sought: impl Fn(usize) -> bool) -> Option<usize> {
        self.probe(hash, is_sought).ok()
    }

    /// The place of an entry, or the slot in which it can be inserted.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u64, is_sought: impl Fn(usize) -> bool) -> Result<usize, Vacant> {
        let slots = &self.pages[..self.slots];
        if slots.is_empty() {
            return Err(Vacant(0));
        }
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = slots[at].load(Acquire);
            if slot == 0 {
                return Err(Vacant(at));
            }
            if slot & !PLACE == hash & !PLACE && is_sought(place(slot)) {
                return Ok(place(slot));
            }
            at = (at + 1) & mask;
        }
    }

    /// Inserts an entry that was just probed for in vain.
    #[inline(always)]
    pub(crate) fn insert(&mut self, Vacant(at): Vacant, hash: u64, place: usize) {
        *self.pages[at].get_mut() = slot(hash, place);
    }

    /// Makes an entry visible to other threads, unless it is there already: then this is its place.
    #[inline]
    pub(crate) fn publish(&self, hash: u64, new: usize, is_sought: impl Fn(usize) -> bool) -> usize {
        let mask = self.slots - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.pages[at].compare_exchange(0, slot(hash, new), Release, Acquire) {
                Ok(_) => return new,
                Err(there) if there & !PLACE == hash & !PLACE && is_sought(place(there)) => return place(there),
                Err(_) => at = (at + 1) & mask,
            }
        }
    }
}

#[inline(always)]
fn slot(hash: u64, place: usize) -> u64 {
    hash & !PLACE | (place as u64 + 1)
}

#[inline(always)]
fn place(slot: u64) -> usize {
    (slot & PLACE) as usize - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::crew;

    /// A bad hash: many entries share their slot, their tag, or both.
    fn hash(x: u64) -> u64 {
        ((x % 7) << 60) | (x % 11)
    }

    proptest! {
        /// An index agrees with a search through the list.
        #[test]
        fn entries_are_found(numbers in prop::collection::vec(0..60u64, 0..80), slots in 7..10u32) {
            let (mut index, mut list) = (Index::default(), Vec::new());
            index.reset(1 << slots).unwrap();
            for x in numbers {
                let known = list.iter().position(|&y| y == x);
                match index.probe(hash(x), |place| list[place] == x) {
                    Ok(place) => prop_assert_eq!(Some(place), known),
                    Err(vacant) => {
                        prop_assert_eq!(None, known);
                        index.insert(vacant, hash(x), list.len());
                        list.push(x);
                    }
                }
            }
            let mut other = Index::default();
            prop_assert_eq!(other.find(hash(0), |_| true), None);
            other.reset(1 << 12).unwrap();
            other.reset(1 << 7).unwrap();
            other.fill(list.iter().map(|&x| hash(x)));
            for x in 0..60 {
                let known = list.iter().position(|&y| y == x);
                prop_assert_eq!(index.find(hash(x), |place| list[place] == x), known);
                prop_assert_eq!(other.find(hash(x), |place| list[place] == x), known);
            }
        }
    }

    #[test]
    fn threads_agree_on_places() {
        let mut index = Index::default();
        index.reset(1 << 10).unwrap();
        // Thread t owns the places from 1000 t on, where the entry of place p is p % 1000.
        let places = crew::map(0..3, |thread| {
            let publish = |x: u64| index.publish(hash(x), 1000 * thread + x as usize, |place| place as u64 % 1000 == x);
            (0..500).map(publish).collect::<Vec<usize>>()
        });
        assert!(places[0] == places[1] && places[1] == places[2]);
        assert!(places[0].iter().enumerate().all(|(x, place)| place % 1000 == x));
    }
}
