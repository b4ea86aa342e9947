//! Sets of one size and a number for each, found by hashing.

use crate::bits::Bits;
use crate::prefetch::prefetch;

/// Sets of one size, each with room for a number of so many words.
///
/// ```text
///   slot    tag (8 bits)   place + 1 (24 bits), or 0 if it is free
///   entry   set (N words)  number (W words)
/// ```
/// A slot is found by the low bits of the hash, or else the next one that is free; so a look-up touches a line of slots and the entry.
#[derive(Debug)]
pub(super) struct Level<const N: usize> {
    slots: Vec<u32>,
    entries: Vec<u64>,
    stride: usize,
}

/// The places a slot can tell.
pub(super) const MOST_PLACES: usize = (1 << 24) - 1;
const PLACE: u32 = (1 << 24) - 1;

impl<const N: usize> Level<N> {
    pub(super) fn new(words: usize) -> Self {
        Level { slots: Vec::new(), entries: Vec::new(), stride: N + words }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len() / self.stride
    }

    pub(super) fn bytes(&self) -> usize {
        4 * self.slots.capacity() + 8 * self.entries.capacity()
    }

    /// Whether the next new set makes it grow.
    pub(super) fn is_full(&self) -> bool {
        4 * (self.len() + 1) > 3 * self.slots.len()
    }

    /// The bytes it has while it grows.
    pub(super) fn bytes_to_grow(&self) -> usize {
        self.bytes() + 4 * self.larger() + 8 * self.stride * self.larger() * 3 / 4
    }

    fn larger(&self) -> usize {
        (2 * self.slots.len()).max(16)
    }

    /// Makes room for half as many sets again, at least.
    pub(super) fn grow(&mut self) {
        let larger = self.larger();
        self.slots = vec![0; larger];
        self.entries.reserve_exact(self.stride * larger * 3 / 4 - self.entries.len());
        for place in 0..self.len() {
            self.fill(self.set(place).mixed(), place);
        }
    }

    fn fill(&mut self, hash: u64, place: usize) {
        let mut slot = self.slot(hash);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = tag(hash) | (place as u32 + 1);
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// Has the slot where a set is looked for fetched.
    #[inline]
    pub(super) fn prefetch_slot(&self, hash: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots[self.slot(hash)]);
        }
    }

    /// The place of a set.
    #[inline]
    pub(super) fn find(&self, set: Bits<N>, hash: u64) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = self.slot(hash);
        while self.slots[slot] != 0 {
            let place = (self.slots[slot] & PLACE) as usize;
            if self.slots[slot] & !PLACE == tag(hash) && self.set(place - 1) == set {
                return Some(place - 1);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// Adds a set that is not there, with its number. The level must not be full.
    pub(super) fn add(&mut self, set: Bits<N>, hash: u64, number: &[u64]) {
        self.fill(hash, self.len());
        self.entries.extend(set.words());
        self.entries.extend_from_slice(number);
    }

    #[inline]
    fn set(&self, place: usize) -> Bits<N> {
        let start = place * self.stride;
        Bits::from_words(self.entries[start..start + N].try_into().expect("there are N words"))
    }

    /// The number of a set.
    #[inline]
    pub(super) fn number(&self, place: usize) -> &[u64] {
        &self.entries[place * self.stride + N..(place + 1) * self.stride]
    }
}

/// Eight bits of the hash that choose neither the slot nor the shard.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 24) as u32 & !PLACE
}
