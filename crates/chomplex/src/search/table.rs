//! A hash table of what is known, shared by threads, that never grows beyond its limit.
//!
//! ```text
//!   bucket    one word         3 × N words
//!             head             key key key
//!
//!   head      63 … 48   47 … 32   31 … 16   15 … 1    0
//!             note 2    note 1    note 0    version   lock
//! ```
//!
//! A key may be in either of two neighbouring buckets. When both are full, the entry that took the
//! least work is replaced. Keys are stored in full, so positions are never confused.
//!
//! Readers take no lock: they read the head, the keys, and the head again, and start over if it has
//! changed. A writer that changes a key holds the lock bit while it does so and leaves a new
//! version.

use std::hint::spin_loop;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

use crate::bits::Bits;
use crate::table::{Pages, Zeroed};

use super::knowledge::{Knowledge, Note};

const ENTRIES: usize = 3;
const LOCK: u64 = 1;
const VERSION: u64 = 2;

#[derive(Debug)]
#[repr(align(32))]
struct Bucket<const N: usize> {
    head: AtomicU64,
    keys: [[AtomicU64; N]; ENTRIES],
}

// SAFETY: a bucket consists of atomic integers only, for which any bits are valid.
#[allow(unsafe_code)]
unsafe impl<const N: usize> Zeroed for Bucket<N> {}

#[inline]
fn note(head: u64, entry: usize) -> Note {
    Note::from_bits((head >> (16 * (entry + 1))) as u16)
}

#[inline]
fn with_note(head: u64, entry: usize, note: Note) -> u64 {
    let shift = 16 * (entry + 1);
    head & !(0xffff << shift) | u64::from(note.bits()) << shift
}

impl<const N: usize> Bucket<N> {
    #[inline]
    fn has_key(&self, entry: usize, key: Bits<N>) -> bool {
        let words = key.words();
        (0..N).fold(0, |difference, i| difference | (self.keys[entry][i].load(Relaxed) ^ words[i])) == 0
    }

    /// The entry with this key in a bucket whose head is known.
    #[inline]
    fn entry(&self, head: u64, key: Bits<N>) -> Option<usize> {
        (0..ENTRIES).find(|&entry| note(head, entry) != Note::NOTHING && self.has_key(entry, key))
    }

    /// The note stored under a key.
    #[inline]
    fn get(&self, key: Bits<N>) -> Option<Note> {
        loop {
            let head = self.head.load(Acquire);
            if head & LOCK == 0 {
                let found = self.entry(head, key).map(|entry| note(head, entry));
                fence(Acquire);
                if self.head.load(Relaxed) == head {
                    return found;
                }
            }
            spin_loop();
        }
    }

    /// All entries.
    fn entries(&self) -> impl Iterator<Item = (Bits<N>, Note)> {
        let head = self.lock();
        let entry = |entry: usize| {
            let words = std::array::from_fn(|i| self.keys[entry][i].load(Relaxed));
            (Bits::from_words(words), note(head, entry))
        };
        let entries: [_; ENTRIES] = std::array::from_fn(entry);
        self.unlock(head);
        entries.into_iter().filter(|(_, note)| *note != Note::NOTHING)
    }

    /// Takes the lock; returns the head without it.
    fn lock(&self) -> u64 {
        loop {
            let head = self.head.load(Relaxed);
            if head & LOCK == 0 && self.head.compare_exchange_weak(head, head | LOCK, Acquire, Relaxed).is_ok() {
                fence(Release);
                return head;
            }
            spin_loop();
        }
    }

    /// Releases the lock and stores this head.
    fn unlock(&self, head: u64) {
        self.head.store(head, Release);
    }

    fn write(&self, head: u64, entry: usize, key: Bits<N>, note: Note) {
        for (place, word) in self.keys[entry].iter().zip(key.words()) {
            place.store(word, Relaxed);
        }
        // The version may wrap around: it only has to differ.
        let version = head.wrapping_add(VERSION) & 0xffff;
        self.unlock(with_note(head & !0xffff | version, entry, note));
    }
}

/// What is known of positions, by their keys.
#[derive(Debug)]
pub(crate) struct Table<const N: usize> {
    /// Their number is even.
    buckets: Pages<Bucket<N>>,
}

/// What happened to a note.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// It was stored in a free place.
    New,
    /// It was merged with what was known.
    Added,
    /// It replaced another entry.
    Replaced,
}

impl<const N: usize> Table<N> {
    /// A table of at most `bytes` bytes, but with room for some entries at least. `None` if the
    /// system does not have the memory.
    pub(crate) fn with_bytes(bytes: u64) -> Option<Self> {
        let pairs = (bytes / (2 * size_of::<Bucket<N>>() as u64)).max(1);
        let buckets = usize::try_from(2 * pairs).expect("a table fits in memory");
        Some(Table { buckets: Pages::new(buckets)? })
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    /// The number of entries it has room for.
    pub(crate) fn capacity(&self) -> u64 {
        (self.buckets.len() * ENTRIES) as u64
    }

    /// The two buckets of a key.
    #[inline]
    fn places(&self, key: Bits<N>) -> (usize, usize) {
        let hash = key.mixed();
        let pairs = (self.buckets.len() / 2) as u64;
        let pair = ((u128::from(hash) * u128::from(pairs)) >> 64) as usize;
        let first = 2 * pair + (hash & 1) as usize;
        (first, first ^ 1)
    }

    /// Prefetches the key's buckets.
    #[inline]
    pub(crate) fn prefetch(&self, key: Bits<N>) {
        let (first, second) = self.places(key);
        crate::prefetch::prefetch(&self.buckets[first]);
        crate::prefetch::prefetch(&self.buckets[second]);
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: Bits<N>) -> Knowledge {
        let (first, second) = self.places(key);
        let found = self.buckets[first].get(key).or_else(|| self.buckets[second].get(key));
        found.map_or(Knowledge::NOTHING, Note::knowledge)
    }

    /// Adds to what is known of a position.
    pub(crate) fn add(&self, key: Bits<N>, note: Note) -> Stored {
        if note == Note::NOTHING {
            return Stored::Added;
        }
        let (first, second) = self.places(key);
        // Always lock in this order, so that two writers cannot deadlock.
        let (one, other) = (&self.buckets[first.min(second)], &self.buckets[first.max(second)]);
        let heads = (one.lock(), other.lock());
        for (bucket, head) in [(one, heads.0), (other, heads.1)] {
            if let Some(entry) = bucket.entry(head, key) {
                let (unlocked, unchanged) = if std::ptr::eq(bucket, one) { (other, heads.1) } else { (one, heads.0) };
                unlocked.unlock(unchanged);
                bucket.unlock(with_note(head, entry, self::note(head, entry).and(note)));
                return Stored::Added;
            }
        }
        let (home, away) =
            if first < second { ((one, heads.0), (other, heads.1)) } else { ((other, heads.1), (one, heads.0)) };
        let work = |(_, head): (&Bucket<N>, u64), entry| self::note(head, entry).work();
        let places = (0..ENTRIES).map(|entry| (home, away, entry)).chain((0..ENTRIES).map(|entry| (away, home, entry)));
        let (target, rest, entry) =
            places.min_by_key(|&(target, _, entry)| work(target, entry)).expect("there are entries");
        let stored = if work(target, entry) == 0 { Stored::New } else { Stored::Replaced };
        rest.0.unlock(rest.1);
        target.0.write(target.1, entry, key, note);
        stored
    }

    /// The same entries in a table of another size, and their number. `None` if the system does not
    /// have the memory.
    pub(crate) fn resized(&self, bytes: u64) -> Option<(Self, u64)> {
        let larger = Table::with_bytes(bytes)?;
        let mut filled = 0;
        for bucket in &*self.buckets {
            for (key, note) in bucket.entries() {
                filled += u64::from(larger.add(key, note) == Stored::New);
            }
        }
        Some((larger, filled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew;

    fn key(x: u64) -> Bits<2> {
        Bits::from_words([x.wrapping_mul(0x9e37_79b9_7f4a_7c15), x])
    }

    fn exact(x: u64) -> Note {
        Note::new(Knowledge::Exact((x % 50) as u16), 1 + x % 7)
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::<2>::with_bytes(1 << 20).unwrap();
        assert_eq!(table.capacity(), 49_152);
        for x in 0..2_000 {
            assert_eq!(table.add(key(x), exact(x)), Stored::New, "{x}");
        }
        for x in 0..2_000 {
            assert_eq!(table.get(key(x)), exact(x).knowledge());
            assert_eq!(table.add(key(x), Note::new(Knowledge::not(1), 1)), Stored::Added);
        }
        assert_eq!(table.get(key(2_000)), Knowledge::NOTHING);
        let (larger, filled) = table.resized(3 << 20).unwrap();
        assert_eq!(filled, 2_000);
        assert!((0..2_000).all(|x| larger.get(key(x)) == exact(x).knowledge()));
    }

    #[test]
    fn a_full_table_forgets_and_is_never_wrong() {
        let table = Table::<2>::with_bytes(1 << 12).unwrap();
        let replaced = (0..10_000).filter(|&x| table.add(key(x), exact(x)) == Stored::Replaced).count();
        assert!(replaced > 9_000 && replaced as u64 >= 10_000 - table.capacity());
        let found = (0..10_000).filter(|&x| table.get(key(x)) != Knowledge::NOTHING).count();
        assert!(found > 100);
        for x in 0..10_000 {
            assert!([Knowledge::NOTHING, exact(x).knowledge()].contains(&table.get(key(x))));
        }
    }

    #[test]
    fn threads_do_not_disturb_each_other() {
        let table = Table::<2>::with_bytes(1 << 12).unwrap();
        crew::map(0..3, |seed| {
            for i in 0..300_000u64 {
                let x = (i * (2 * seed + 1) + seed) % 997;
                table.add(key(x), exact(x));
                let y = (x * 31 + i) % 997;
                assert!([Knowledge::NOTHING, exact(y).knowledge()].contains(&table.get(key(y))));
            }
        });
    }
}
