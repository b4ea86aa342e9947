//! A hash table of sets of one size, with a number for each.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::bits::Bits;
use crate::table::Index;

/// Sets of one size, each with room for a number of a fixed number of words.
///
/// ```text
///   entry   set (N words)  number (W words)
/// ```
/// Several threads may look up and add sets at once, since an entry does not change once the index
/// refers to it. Growing needs exclusive access.
pub(super) struct Level<const N: usize> {
    index: Index,
    entries: Vec<AtomicU64>,
    stride: usize,
    taken: Taken,
}

/// The number of places given away, which may exceed the number that exist. It has a cache line of
/// its own, because lookups do not need it.
#[derive(Default)]
#[repr(align(64))]
struct Taken(AtomicUsize);

impl<const N: usize> Level<N> {
    pub(super) fn new(words: usize) -> Self {
        Level { index: Index::default(), entries: Vec::new(), stride: N + words, taken: Taken::default() }
    }

    /// The number of sets that fit: three in eight slots, so that a set is usually in the first
    /// slot probed.
    fn room(&self) -> usize {
        room(self.index.slots())
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
        self.index.bytes() + 8 * self.entries.capacity()
    }

    /// The number of bytes needed while it grows.
    pub(super) fn bytes_to_grow(&self) -> usize {
        self.bytes() + 8 * self.larger() + 8 * self.stride * room(self.larger())
    }

    fn larger(&self) -> usize {
        (2 * self.index.slots()).max(32)
    }

    /// Doubles the capacity; `None` if the system does not have the memory.
    pub(super) fn grow(&mut self) -> Option<()> {
        let (taken, slots) = (self.len(), self.larger());
        let words = room(slots) * self.stride;
        // The system moves large lists without copying them.
        self.entries.reserve_exact(words - self.entries.len());
        self.entries.resize_with(words, || AtomicU64::new(0));
        self.taken = Taken(AtomicUsize::new(taken));
        self.index.reset(slots)?;
        let (entries, stride) = (&self.entries, self.stride);
        self.index.fill((0..taken).map(|place| set::<N>(entries, place * stride).mixed()));
        Some(())
    }

    /// Prefetches the first slot probed for a set.
    #[inline(always)]
    pub(super) fn prefetch_slot(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// The place of a set.
    #[inline(always)]
    pub(super) fn find(&self, sought: Bits<N>, hash: u64) -> Option<usize> {
        self.index.find(hash, |place| set(&self.entries, place * self.stride) == sought)
    }

    /// The place of a set, which is added with its number unless it is there already. `None` if
    /// there is no room for it: the level must grow.
    pub(super) fn add(&self, added: Bits<N>, hash: u64, number: &[u64]) -> Option<usize> {
        let place = self.taken.0.fetch_add(1, Relaxed);
        if place >= self.room() {
            return None;
        }
        let entry = &self.entries[place * self.stride..(place + 1) * self.stride];
        let (to_set, to_number) = entry.split_at(N);
        to_set.iter().zip(added.words()).for_each(|(to, word)| to.store(word, Relaxed));
        to_number.iter().zip(number).for_each(|(to, &word)| to.store(word, Relaxed));
        Some(self.index.publish(hash, place, |place| set(&self.entries, place * self.stride) == added))
    }

    /// The words of the number of a set.
    #[inline]
    pub(super) fn number(&self, place: usize) -> impl ExactSizeIterator<Item = u64> {
        self.entries[place * self.stride + N..(place + 1) * self.stride].iter().map(|word| word.load(Relaxed))
    }
}

/// The set whose words begin here.
#[inline(always)]
fn set<const N: usize>(entries: &[AtomicU64], start: usize) -> Bits<N> {
    let words = &entries[start..][..N];
    Bits::from_words(std::array::from_fn(|i| words[i].load(Relaxed)))
}

/// The number of sets that fit into this many slots.
fn room(slots: usize) -> usize {
    slots / 8 * 3
}
