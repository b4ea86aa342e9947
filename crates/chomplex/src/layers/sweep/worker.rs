//! The workers on one layer.
//!
//! The work is done in rounds. In a round each worker takes some classes of the layer, finds all
//! ways to add an element, and sends each result to the worker that owns its class. Then each
//! worker merges the messages sent to it. No two workers write to the same place, and for a given
//! number of workers everything happens in the same order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::{Mutex, MutexGuard};

use super::Push;
use super::barrier::Barrier;
use super::down_sets::{DownSetClasses, Guide, Job, Key};
use super::layer::owner;
use super::shard::{KeyedState, Shard};
use crate::budget::{Meter, Stop};
use crate::layers::accumulator::Accumulator;

/// A message from one worker to another: a class with one more element, and how it was reached.
pub(super) struct Message<K: DownSetClasses> {
    key: K::Key,
    hash: u32,
    source: u32,
    way: K::Way,
}

/// The state that the workers share.
pub(super) struct Mailboxes<K: DownSetClasses> {
    /// The blocks of classes to take, in turn: a shard of the layer, and the first class of the
    /// block.
    blocks: Vec<(usize, usize)>,
    barrier: Barrier,
    /// The messages from each worker to each, for even and for odd rounds.
    messages: [Vec<Mutex<Vec<Message<K>>>>; 2],
    /// Whether a worker stopped in an even or an odd round.
    stopped: [AtomicBool; 2],
    workers: usize,
}

impl<K: DownSetClasses> Mailboxes<K> {
    pub(super) fn new<S>(push: &Push<'_, K, S>, workers: usize) -> Self {
        let round = push.round;
        let starts =
            |(i, shard): (usize, &Shard<K::Key, S>)| (0..shard.len()).step_by(round).map(move |start| (i, start));
        let messages = || (0..workers * workers).map(|_| Mutex::default()).collect();
        Mailboxes {
            blocks: push.source.shards.iter().enumerate().flat_map(starts).collect(),
            barrier: Barrier::new(workers),
            messages: [messages(), messages()],
            stopped: Default::default(),
            workers,
        }
    }

    fn messages(&self, round: usize, from: usize, to: usize) -> MutexGuard<'_, Vec<Message<K>>> {
        self.messages[round % 2][from * self.workers + to].lock()
    }
}

/// One worker on one layer.
pub(super) struct ShardWorker<'a, K: DownSetClasses, A: Accumulator> {
    pub(super) down_sets: &'a K,
    pub(super) accumulator: &'a A,
    pub(super) me: usize,
    pub(super) mailboxes: &'a Mailboxes<K>,
    pub(super) push: &'a Push<'a, K, A::State>,
    /// The classes it owns.
    pub(super) shard: &'a mut Shard<K::Key, A::State>,
    pub(super) meter: &'a mut Meter,
}

impl<K: DownSetClasses, A: Accumulator> Job<K> for ShardWorker<'_, K, A> {
    #[inline(always)]
    fn run(mut self, mut guide: impl Guide<K>) -> Result<(), Stop> {
        let (mailboxes, workers) = (self.mailboxes, self.mailboxes.workers);
        let me = mailboxes.barrier.join();
        let mut known = self.push.expected.map_or(Ok(()), |expected| self.shard.reset(expected / workers));
        for round in 0..mailboxes.blocks.len().div_ceil(workers) {
            if let Some(&block) = mailboxes.blocks.get(round * workers + self.me) {
                known = known.and(self.send(&mut guide, round, block));
            }
            // A worker that stops announces it for this round, so that all stop together.
            mailboxes.stopped[round % 2].fetch_or(known.is_err(), Relaxed);
            if !me.wait() {
                // A worker panicked, so the sweep will panic.
                return Err(Stop::Interrupt);
            }
            if mailboxes.stopped[round % 2].load(Relaxed) {
                return known;
            }
            for from in 0..workers {
                if let Some(&(origin, _)) = mailboxes.blocks.get(round * workers + from) {
                    let messages = mailboxes.messages(round, from, self.me);
                    known = known.and(self.merge(&guide, &self.push.source.shards[origin], &messages));
                }
            }
        }
        known?;
        for place in 0..if self.push.is_last { self.shard.len() } else { 0 } {
            let KeyedState { key, state } = self.shard.class_mut(place);
            self.accumulator.finish(&self.down_sets.class(*key), state);
        }
        Ok(())
    }
}

impl<K: DownSetClasses, A: Accumulator> ShardWorker<'_, K, A> {
    /// Finds all ways to add an element to the classes of a block and sends them. The classes are
    /// counted.
    #[inline(always)]
    fn send(&mut self, guide: &mut impl Guide<K>, round: usize, (origin, start): (usize, usize)) -> Result<(), Stop> {
        let workers = self.mailboxes.workers;
        let (shard, range) = (&self.push.source.shards[origin], self.push.range);
        let taken = |to| std::mem::take(&mut *self.mailboxes.messages(round, self.me, to));
        let mut messages: Vec<Vec<Message<K>>> = (0..workers).map(taken).collect();
        messages.iter_mut().for_each(Vec::clear);
        let mut sent = Ok(());
        for source in start..shard.len().min(start + self.push.round) {
            let found = guide.ways(shard.class(source).key, |key, way| {
                let hash = key.hash();
                if range.holds(hash) {
                    messages[owner(hash, workers)].push(Message { key, hash, source: source as u32, way });
                }
            });
            sent = found.and_then(|()| self.meter.tick());
            if sent.is_err() {
                break;
            }
        }
        for (to, messages) in messages.into_iter().enumerate() {
            *self.mailboxes.messages(round, self.me, to) = messages;
        }
        sent
    }

    /// Merges the messages from one worker.
    #[inline(always)]
    fn merge(
        &mut self,
        guide: &impl Guide<K>,
        from: &Shard<K::Key, A::State>,
        messages: &[Message<K>],
    ) -> Result<(), Stop> {
        const SOON: usize = 24;
        let ShardWorker { accumulator, shard, .. } = self;
        for i in 0..messages.len() {
            if let Some(later) = messages.get(i + 2 * SOON) {
                shard.prefetch_slot(later.hash);
            }
            if let Some(next) = messages.get(i + SOON) {
                shard.prefetch_class(next.hash);
            }
            let Message { key, hash, source, way } = messages[i];
            let place = shard.enter(key, hash, || accumulator.blank())?;
            accumulator.push(&from.class(source as usize).state, &guide.step(way), &mut shard.class_mut(place).state);
        }
        Ok(())
    }
}
