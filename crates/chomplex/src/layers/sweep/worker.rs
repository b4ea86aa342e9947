//! The workers on one layer.
//!
//! The work goes in rounds. In a round each worker takes some classes of the layer, finds all ways to add an element and the class
//! of each result, and sends it to the worker that looks after that class. Then each worker merges what was sent to it.
//! So nobody writes where another does, and for the same number of workers all happens in the same order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Push;
use super::kernel::{Guide, Job, Kernel, Key};
use super::layer::owner;
use super::meeting::Meeting;
use super::shard::{Entry, Shard};
use crate::budget::{Meter, Stop};
use crate::layers::fold::Fold;

/// What one worker sends to another: a class with one element more, and the way there.
pub(super) struct Message<K: Kernel> {
    key: K::Key,
    hash: u32,
    source: u32,
    way: K::Way,
}

/// Where the workers meet.
pub(super) struct Post<K: Kernel> {
    /// The classes of each round and worker: a shard of the layer and the first of them.
    blocks: Vec<(usize, usize)>,
    meeting: Meeting,
    /// For even and for odd rounds, from each worker to each.
    letters: [Vec<Mutex<Vec<Message<K>>>>; 2],
    /// Whether someone gave up in an even, an odd round.
    stopped: [AtomicBool; 2],
    workers: usize,
}

impl<K: Kernel> Post<K> {
    pub(super) fn new<S>(push: &Push<'_, K, S>, workers: usize) -> Self {
        let round = push.round;
        let starts =
            |(i, shard): (usize, &Shard<K::Key, S>)| (0..shard.len()).step_by(round).map(move |start| (i, start));
        let letters = || (0..workers * workers).map(|_| Mutex::default()).collect();
        Post {
            blocks: push.source.shards.iter().enumerate().flat_map(starts).collect(),
            meeting: Meeting::new(workers),
            letters: [letters(), letters()],
            stopped: Default::default(),
            workers,
        }
    }

    fn letters(&self, round: usize, from: usize, to: usize) -> MutexGuard<'_, Vec<Message<K>>> {
        self.letters[round % 2][from * self.workers + to].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One worker on one layer.
pub(super) struct Worker<'a, K: Kernel, F: Fold> {
    pub(super) kernel: &'a K,
    pub(super) fold: &'a F,
    pub(super) me: usize,
    pub(super) post: &'a Post<K>,
    pub(super) push: &'a Push<'a, K, F::State>,
    /// What it looks after.
    pub(super) shard: &'a mut Shard<K::Key, F::State>,
    pub(super) meter: &'a mut Meter,
}

impl<K: Kernel, F: Fold> Job<K> for Worker<'_, K, F> {
    #[inline(always)]
    fn run(mut self, mut guide: impl Guide<K>) -> Result<(), Stop> {
        let (post, workers) = (self.post, self.post.workers);
        let me = post.meeting.join();
        let mut known = self.push.expected.map_or(Ok(()), |expected| self.shard.reset(expected / workers));
        for round in 0..post.blocks.len().div_ceil(workers) {
            if let Some(&block) = post.blocks.get(round * workers + self.me) {
                known = known.and(self.send(&mut guide, round, block));
            }
            // Whoever stops says so for this round, so that all stop together.
            post.stopped[round % 2].fetch_or(known.is_err(), Relaxed);
            if !me.wait() {
                // One of them panics, and all of the sweep will.
                return Err(Stop::Interrupt);
            }
            if post.stopped[round % 2].load(Relaxed) {
                return known;
            }
            for from in 0..workers {
                if let Some(&(origin, _)) = post.blocks.get(round * workers + from) {
                    let letters = post.letters(round, from, self.me);
                    known = known.and(self.merge(&guide, &self.push.source.shards[origin], &letters));
                }
            }
        }
        known?;
        for place in 0..if self.push.is_last { self.shard.len() } else { 0 } {
            let Entry { key, state } = self.shard.class_mut(place);
            self.fold.finish(&self.kernel.class(*key), state);
        }
        Ok(())
    }
}

impl<K: Kernel, F: Fold> Worker<'_, K, F> {
    /// Sends all ways to go on from some classes; these are counted.
    #[inline(always)]
    fn send(&mut self, guide: &mut impl Guide<K>, round: usize, (origin, start): (usize, usize)) -> Result<(), Stop> {
        let workers = self.post.workers;
        let (shard, part) = (&self.push.source.shards[origin], self.push.part);
        let taken = |to| std::mem::take(&mut *self.post.letters(round, self.me, to));
        let mut letters: Vec<Vec<Message<K>>> = (0..workers).map(taken).collect();
        letters.iter_mut().for_each(Vec::clear);
        let mut sent = Ok(());
        for source in start..shard.len().min(start + self.push.round) {
            let found = guide.ways(shard.class(source).key, |key, way| {
                let hash = key.hash();
                if part.holds(hash) {
                    letters[owner(hash, workers)].push(Message { key, hash, source: source as u32, way });
                }
            });
            sent = found.and_then(|()| self.meter.tick());
            if sent.is_err() {
                break;
            }
        }
        for (to, letters) in letters.into_iter().enumerate() {
            *self.post.letters(round, self.me, to) = letters;
        }
        sent
    }

    /// Takes in what was sent.
    #[inline(always)]
    fn merge(
        &mut self,
        guide: &impl Guide<K>,
        from: &Shard<K::Key, F::State>,
        letters: &[Message<K>],
    ) -> Result<(), Stop> {
        const SOON: usize = 24;
        let Worker { fold, shard, .. } = self;
        for i in 0..letters.len() {
            if let Some(later) = letters.get(i + 2 * SOON) {
                shard.prefetch_slot(later.hash);
            }
            if let Some(next) = letters.get(i + SOON) {
                shard.prefetch_class(next.hash);
            }
            let Message { key, hash, source, way } = letters[i];
            let place = shard.enter(key, hash, || fold.blank())?;
            fold.push(&from.class(source as usize).state, &guide.step(way), &mut shard.class_mut(place).state);
        }
        Ok(())
    }
}
