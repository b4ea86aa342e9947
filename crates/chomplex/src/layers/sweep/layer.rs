//! All classes of one size.

use super::down_sets::Key;
use super::shard::{KeyedState, Shard};
use crate::budget::Stop;

/// All classes of one size with their states, or some of them, in one shard per worker.
pub(crate) struct Layer<K, S> {
    /// The number of elements of a down-set.
    pub(crate) size: usize,
    pub(super) shards: Vec<Shard<K, S>>,
}

impl<K: Key, S> Layer<K, S> {
    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// The keys and their states.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &S)> {
        self.shares().flatten()
    }

    /// The same, shard by shard.
    pub(crate) fn shares(&self) -> impl Iterator<Item = impl Iterator<Item = (K, &S)>> {
        self.shards.iter().map(|shard| {
            (0..shard.len()).map(move |place| {
                let KeyedState { key, state } = shard.class(place);
                (*key, state)
            })
        })
    }

    /// Removes all classes, and prepares for about `classes` new ones.
    pub(crate) fn reset(&mut self, classes: usize) -> Result<(), Stop> {
        let each = classes / self.shards.len();
        self.shards.iter_mut().try_for_each(|shard| shard.reset(each))
    }

    /// Removes all classes, and frees the memory.
    pub(crate) fn release(&mut self) -> Result<(), Stop> {
        self.shards.iter_mut().try_for_each(Shard::release)
    }

    /// Inserts a class with its state.
    pub(crate) fn enter(&mut self, key: K, state: S) -> Result<(), Stop> {
        let hash = key.hash();
        let owner = owner(hash, self.shards.len());
        self.shards[owner].enter(key, hash, || state)?;
        Ok(())
    }

    /// The state of the class with this key.
    pub(crate) fn state(&self, key: K) -> Option<&S> {
        let shard = &self.shards[owner(key.hash(), self.shards.len())];
        shard.find(key).map(|place| &shard.class(place).state)
    }
}

/// The worker that owns a class.
#[inline(always)]
pub(super) fn owner(hash: u32, workers: usize) -> usize {
    ((u64::from(hash) * workers as u64) >> 32) as usize
}
