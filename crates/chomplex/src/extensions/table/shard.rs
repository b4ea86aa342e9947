//! The sets whose hash chooses one part of a table.

use std::sync::{Mutex, PoisonError};

use super::Part;
use super::level::{Level, MOST_PLACES};
use crate::budget::{Budget, Meter, Stop};

/// A table falls into so many shards by hash.
const SHARDS: usize = 64;

/// The sets of all sizes whose hash chooses one shard, each with its number.
pub(super) struct Shard<const N: usize> {
    levels: Vec<Level<N>>,
    meter: Meter,
    bytes: usize,
}

/// Empty shards for sets whose numbers take so many words by size.
pub(super) fn shards<const N: usize>(words: &[usize], budget: &Budget) -> Vec<Shard<N>> {
    let levels = || words.iter().map(|&words| Level::new(words)).collect();
    (0..SHARDS).map(|_| Shard { levels: levels(), meter: budget.meter(1), bytes: 0 }).collect()
}

impl<const N: usize> Shard<N> {
    /// The place of a set among those of its size.
    #[inline]
    fn find(&self, part: &Part<N>) -> Option<usize> {
        self.levels[part.size].find(part.set, part.hash)
    }

    #[inline]
    fn number(&self, size: usize, place: usize) -> &[u64] {
        self.levels[size].number(place)
    }

    /// Adds a set with its number, unless it is there. Says whether it was not.
    fn add(&mut self, part: &Part<N>, number: &[u64]) -> Result<bool, Stop> {
        let level = &mut self.levels[part.size];
        if level.find(part.set, part.hash).is_some() {
            return Ok(false);
        }
        if level.is_full() {
            if level.len() >= MOST_PLACES / 2 {
                return Err(Stop::Memory);
            }
            let others = self.bytes - level.bytes();
            self.meter.hold((others + level.bytes_to_grow()) as u64)?;
            level.grow();
            self.bytes = others + level.bytes();
            self.meter.hold(self.bytes as u64)?;
        }
        level.add(part.set, part.hash, number);
        Ok(true)
    }
}

/// The shards as a worker has them: all for itself, or shared with others.
pub(super) trait Shards<const N: usize> {
    /// Has the place where a set is looked for fetched.
    fn prefetch(&self, part: &Part<N>);

    /// The place of a set.
    fn find(&self, part: &Part<N>) -> Option<usize>;

    /// Does something with the number in a place.
    fn with_number<R>(&self, part: &Part<N>, place: usize, act: impl FnOnce(&[u64]) -> R) -> R;

    /// Adds a set with its number, unless it is there. Says whether it was not.
    fn add(&mut self, part: &Part<N>, number: &[u64]) -> Result<bool, Stop>;
}

#[inline]
fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

impl<const N: usize> Shards<N> for &mut [Shard<N>] {
    #[inline]
    fn prefetch(&self, part: &Part<N>) {
        self[shard_of(part.hash)].levels[part.size].prefetch_slot(part.hash);
    }

    #[inline]
    fn find(&self, part: &Part<N>) -> Option<usize> {
        self[shard_of(part.hash)].find(part)
    }

    #[inline]
    fn with_number<R>(&self, part: &Part<N>, place: usize, act: impl FnOnce(&[u64]) -> R) -> R {
        act(self[shard_of(part.hash)].number(part.size, place))
    }

    fn add(&mut self, part: &Part<N>, number: &[u64]) -> Result<bool, Stop> {
        self[shard_of(part.hash)].add(part, number)
    }
}

impl<const N: usize> Shards<N> for &[Mutex<&mut Shard<N>>] {
    /// The lock would have to be taken.
    fn prefetch(&self, _: &Part<N>) {}

    fn find(&self, part: &Part<N>) -> Option<usize> {
        self[shard_of(part.hash)].lock().unwrap_or_else(PoisonError::into_inner).find(part)
    }

    fn with_number<R>(&self, part: &Part<N>, place: usize, act: impl FnOnce(&[u64]) -> R) -> R {
        let shard = self[shard_of(part.hash)].lock().unwrap_or_else(PoisonError::into_inner);
        act(shard.number(part.size, place))
    }

    fn add(&mut self, part: &Part<N>, number: &[u64]) -> Result<bool, Stop> {
        self[shard_of(part.hash)].lock().unwrap_or_else(PoisonError::into_inner).add(part, number)
    }
}

/// The number of a set that is there.
pub(super) fn number_of<'a, const N: usize>(shards: &'a [Shard<N>], part: &Part<N>) -> &'a [u64] {
    let shard = &shards[shard_of(part.hash)];
    shard.number(part.size, shard.find(part).expect("the table is complete"))
}
