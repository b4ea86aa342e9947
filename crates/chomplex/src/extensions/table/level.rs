//! Sets of one size and a number for each, found by hashing.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::bits::Bits;
use crate::prefetch::prefetch;

/// Sets of one size, each with room for a number of so many words.
///
/// ```text
///   slot    tag (24 bits)  place + 1 (40 bits), or 0 if it is free
///   entry   set (N words)  number (W words)
/// ```
/// A slot is found by the low bits of the hash, or else the next one that is free; so a look-up touches a line of slots and the entry. Several threads may look
/// and add at once, for an entry does not change once a slot tells its place; to grow, a level must be alone.
pub(super) struct Level<const N: usize> {
    slots: Vec<AtomicU64>,
    entries: Vec<AtomicU64>,
    stride: usize,
    taken: Taken,
}

/// The places given away, which may be more than there are: on a line of its own, for those who only look need not know.
#[derive(Default)]
#[repr(align(64))]
struct Taken(AtomicUsize);

/// What came of adding a set.
pub(super) enum Added {
    /// It has this place now.
    New(usize),
    /// It was there, in this place.
    There(usize),
    /// There is no room for it: the level must grow.
    Full,
}

const PLACE: u64 = (1 << 40) - 1;

impl<const N: usize> Level<N> {
    pub(super) fn new(words: usize) -> Self {
        Level { slots: Vec::new(), entries: Vec::new(), stride: N + words, taken: Taken::default() }
    }

    /// How many sets find room: three in eight slots, so that a set is most often in the first slot where it is looked for.
    fn room(&self) -> usize {
        room(self.slots.len())
    }

    /// How many sets it holds, at most.
    pub(super) fn len(&self) -> usize {
        self.taken.0.load(Relaxed).min(self.room())
    }

    /// Whether the next new set makes it grow.
    pub(super) fn is_full(&self) -> bool {
        self.taken.0.load(Relaxed) >= self.room()
    }

    pub(super) fn bytes(&self) -> usize {
        8 * (self.slots.capacity() + self.entries.capacity())
    }

    /// The bytes it has while it grows.
    pub(super) fn bytes_to_grow(&self) -> usize {
        self.bytes() + 8 * self.larger() + 8 * self.stride * room(self.larger())
    }

    fn larger(&self) -> usize {
        (2 * self.slots.len()).max(32)
    }

    /// Makes room for as many sets again, at least.
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
        loop {
            match self.slots[slot].load(Acquire) {
                0 => return None,
                entry if self.is_of(entry, set, hash) => return Some(place(entry)),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a set with its number, unless it is there.
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

    /// Lets others find an entry, unless the set has one already.
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

/// The sets that find room in so many slots.
fn room(slots: usize) -> usize {
    slots / 8 * 3
}

/// The place that a slot tells.
#[inline]
fn place(slot: u64) -> usize {
    (slot & PLACE) as usize - 1
}

/// The bits of the hash that do not choose the slot, where there are fewer than 2^40 of them.
#[inline]
fn tag(hash: u64) -> u64 {
    hash & !PLACE
}
