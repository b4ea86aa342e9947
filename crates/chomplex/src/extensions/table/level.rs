//! A hash table of sets of one size, with a number for each.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::bits::Bits;
use crate::prefetch::prefetch;

/// Sets of one size, each with room for a number of a fixed number of words.
///
/// ```text
///   slot    tag (24 bits)  place + 1 (40 bits), or 0 if it is free
///   entry   set (N words)  number (W words)
/// ```
/// Slots use open addressing with linear probing, starting at the low bits of the hash, so a lookup
/// touches one cache line of slots and the entry. Several threads may look up and add sets at once,
/// since an entry does not change once a slot refers to it. Growing needs exclusive access.
pub(super) struct Level<const N: usize> {
    slots: Vec<AtomicU64>,
    entries: Vec<AtomicU64>,
    stride: usize,
    taken: Taken,
}

/// The number of places given away, which may exceed the number that exist. It has a cache line of
/// its own, because lookups do not need it.
#[derive(Default)]
#[repr(align(64))]
struct Taken(AtomicUsize);

/// The result of adding a set.
pub(super) enum Added {
    /// The set was added at this place.
    New(usize),
    /// The set was there already, at this place.
    There(usize),
    /// There is no room for it: the level must grow.
    Full,
}

const PLACE: u64 = (1 << 40) - 1;

impl<const N: usize> Level<N> {
    pub(super) fn new(words: usize) -> Self {
        Level { slots: Vec::new(), entries: Vec::new(), stride: N + words, taken: Taken::default() }
    }

    /// The number of sets that fit: three in eight slots, so that a set is usually in the first
    /// slot probed.
    fn room(&self) -> usize {
        room(self.slots.len())
    }

    /// An upper bound on the number of sets.
    pub(super) fn len(&self) -> usize {
        self.taken.0.load(Relaxed).min(self.room())
    }

    /// Whether the level must grow before the next new set.
    pub(super) fn is_full(&self) -> bool {
        self.taken.0.load(Relaxed) >= self.room()
    }

    pub(super) fn bytes(&self) -> usize {
        8 * (self.slots.capacity() + self.entries.capacity())
    }

    /// The number of bytes needed while it grows.
    pub(super) fn bytes_to_grow(&self) -> usize {
        self.bytes() + 8 * self.larger() + 8 * self.stride * room(self.larger())
    }

    fn larger(&self) -> usize {
        (2 * self.slots.len()).max(32)
    }

    /// At least doubles the capacity.
    pub(super) fn grow(&mut self) {
        let taken = self.len();
        self.taken = Taken(AtomicUsize::new(taken));
        self.slots = (0..self.larger()).map(|_| AtomicU64::new(0)).collect();
        let words = self.room() * self.stride;
        self.entries.reserve_exact(words - self.entries.len());
        self.entries.resize_with(words, || AtomicU64::new(0));
        for place in 0..taken {
            let hash = self.set(place).mixed();
            let mut slot = self.slot(hash);
            while *self.slots[slot].get_mut() != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            *self.slots[slot].get_mut() = tag(hash) | (place as u64 + 1);
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// Prefetches the first slot probed for a set.
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
        loop {
            match self.slots[slot].load(Acquire) {
                0 => return None,
                entry if self.is_of(entry, set, hash) => return Some(place(entry)),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a set with its number, unless it is there already.
    pub(super) fn add(&self, set: Bits<N>, hash: u64, number: &[u64]) -> Added {
        let place = self.taken.0.fetch_add(1, Relaxed);
        if place >= self.room() {
            return Added::Full;
        }
        let entry = &self.entries[place * self.stride..(place + 1) * self.stride];
        let (to_set, to_number) = entry.split_at(N);
        to_set.iter().zip(set.words()).for_each(|(to, word)| to.store(word, Relaxed));
        to_number.iter().zip(number).for_each(|(to, &word)| to.store(word, Relaxed));
        self.publish(set, hash, place)
    }

    /// Makes an entry visible to others, unless the set has one already.
    fn publish(&self, set: Bits<N>, hash: u64, new: usize) -> Added {
        let mut slot = self.slot(hash);
        loop {
            match self.slots[slot].compare_exchange(0, tag(hash) | (new as u64 + 1), Release, Acquire) {
                Ok(_) => return Added::New(new),
                Err(entry) if self.is_of(entry, set, hash) => return Added::There(place(entry)),
                Err(_) => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    #[inline]
    fn is_of(&self, entry: u64, set: Bits<N>, hash: u64) -> bool {
        entry & !PLACE == tag(hash) && self.set(place(entry)) == set
    }

    #[inline]
    fn set(&self, place: usize) -> Bits<N> {
        let words = &self.entries[place * self.stride..][..N];
        Bits::from_words(std::array::from_fn(|i| words[i].load(Relaxed)))
    }

    /// The words of the number of a set.
    #[inline]
    pub(super) fn number(&self, place: usize) -> impl ExactSizeIterator<Item = u64> {
        self.entries[place * self.stride + N..(place + 1) * self.stride].iter().map(|word| word.load(Relaxed))
    }
}

/// The number of sets that fit into this many slots.
fn room(slots: usize) -> usize {
    slots / 8 * 3
}

/// The place that a slot refers to.
#[inline]
fn place(slot: u64) -> usize {
    (slot & PLACE) as usize - 1
}

/// The upper bits of the hash, which do not select the slot as long as there are fewer than 2^40
/// slots.
#[inline]
fn tag(hash: u64) -> u64 {
    hash & !PLACE
}
