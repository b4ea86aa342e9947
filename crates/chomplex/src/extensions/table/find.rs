//! All connected down-sets, from the largest to the smallest.

use std::sync::{Mutex, PoisonError};

use super::fragments::Fragments;
use super::level::{Level, MOST_PLACES};
use super::{Part, SHARDS, Shard, Table, shard_of, split};
use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::symmetry::Symmetry;

/// So many sets wait for a shard before its lock is taken.
const BATCH: usize = 64;

/// With fewer sets of one size, one thread is quicker than several.
pub(super) const FEW_SETS: usize = 2000;

/// A shard that grows.
struct Growing<const N: usize> {
    levels: Shard<N>,
    meter: Meter,
    bytes: usize,
}

impl<const N: usize> Table<N> {
    /// Finds all sets. If there are more than `most`, it gives up: then they were not all found.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn find(&mut self, most: u64, budget: &Budget) -> Result<bool, Stop> {
        let n = self.elements.len();
        let meters = std::mem::take(&mut self.meters);
        let growing = |(levels, meter)| Mutex::new(Growing { levels, meter, bytes: 0 });
        let shards: Vec<Mutex<Growing<N>>> =
            std::mem::take(&mut self.shards).into_iter().zip(meters).map(growing).collect();
        let mut finder = Finder::new(&self.fragments, self.symmetry.clone(), &shards, budget);
        let all = Bits::below(n);
        finder.wait(Part { set: all, hash: all.mixed(), size: n })?;
        finder.flush()?;
        let mut all_found = true;
        for size in (2..=n).rev() {
            let level: Vec<Level<N>> = shards.iter().map(|shard| take_level(shard, size)).collect();
            let found: usize = level.iter().map(Level::len).sum();
            self.states += found as u64;
            if self.states > most {
                all_found = false;
                break;
            }
            if found < FEW_SETS || budget.threads() == 1 {
                level.iter().try_for_each(|level| finder.expand(level))?;
                finder.flush()?;
            } else {
                expand_in_parallel(&finder, &level, budget)?;
            }
            level.into_iter().zip(&shards).for_each(|(level, shard)| put_back(shard, size, level));
        }
        drop(finder);
        for shard in shards {
            let shard = shard.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.shards.push(shard.levels);
            self.meters.push(shard.meter);
        }
        Ok(all_found)
    }
}

/// Takes the sets of one size out of a shard; it is complete.
fn take_level<const N: usize>(shard: &Mutex<Growing<N>>, size: usize) -> Level<N> {
    let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
    let before = shard.levels[size].bytes();
    shard.levels[size].shrink();
    shard.bytes -= before - shard.levels[size].bytes();
    std::mem::replace(&mut shard.levels[size], Level::new(0))
}

fn put_back<const N: usize>(shard: &Mutex<Growing<N>>, size: usize, level: Level<N>) {
    shard.lock().unwrap_or_else(PoisonError::into_inner).levels[size] = level;
}

fn expand_in_parallel<const N: usize>(finder: &Finder<'_, N>, level: &[Level<N>], budget: &Budget) -> Result<(), Stop> {
    let jobs = Mutex::new(level.iter());
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        let work = || {
            let mut finder = finder.another(budget);
            while let Some(level) = next() {
                finder.expand(level)?;
            }
            finder.flush()
        };
        let workers: Vec<_> = (0..budget.threads()).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// One worker that finds the parts of the sets of one size.
struct Finder<'a, const N: usize> {
    fragments: &'a Fragments<N>,
    symmetry: Symmetry<N>,
    shards: &'a [Mutex<Growing<N>>],
    /// For each shard the parts that wait for it.
    waiting: Vec<Vec<Part<N>>>,
    meter: Meter,
}

impl<'a, const N: usize> Finder<'a, N> {
    fn new(
        fragments: &'a Fragments<N>,
        symmetry: Symmetry<N>,
        shards: &'a [Mutex<Growing<N>>],
        budget: &Budget,
    ) -> Self {
        let waiting = vec![Vec::with_capacity(BATCH); SHARDS];
        Finder { fragments, symmetry, shards, waiting, meter: budget.meter(100) }
    }

    fn another(&self, budget: &Budget) -> Self {
        Finder::new(self.fragments, self.symmetry.clone(), self.shards, budget)
    }

    /// Finds what remains of each set when one element is taken away.
    fn expand(&mut self, level: &Level<N>) -> Result<(), Stop> {
        for place in 0..level.len() {
            self.meter.tick()?;
            let set = level.set(place);
            let maximal = self.fragments.maximal(set);
            for x in maximal.iter() {
                let mut found = Ok(());
                let Finder { fragments, symmetry, waiting, shards, .. } = self;
                split(fragments, symmetry, (set, maximal, x), |part| {
                    let shard = shard_of(part.hash);
                    waiting[shard].push(part);
                    if waiting[shard].len() == BATCH && found.is_ok() {
                        found = insert(&shards[shard], &mut waiting[shard]);
                    }
                })?;
                found?;
            }
        }
        Ok(())
    }

    fn wait(&mut self, part: Part<N>) -> Result<(), Stop> {
        let shard = shard_of(part.hash);
        self.waiting[shard].push(part);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.shards.iter().zip(&mut self.waiting).try_for_each(|(shard, waiting)| insert(shard, waiting))
    }
}

/// Brings the parts that wait into their shard.
fn insert<const N: usize>(shard: &Mutex<Growing<N>>, waiting: &mut Vec<Part<N>>) -> Result<(), Stop> {
    let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
    let Growing { levels, meter, bytes } = &mut *shard;
    waiting.iter().for_each(|part| levels[part.size].prefetch_slot(part.hash));
    for part in waiting.drain(..) {
        let level = &mut levels[part.size];
        if level.find(part.set, part.hash).is_some() {
            continue;
        }
        if level.is_full() {
            if level.len() >= MOST_PLACES / 2 {
                return Err(Stop::Memory);
            }
            let before = level.bytes();
            meter.hold((*bytes - before + level.bytes_to_grow()) as u64)?;
            level.grow();
            *bytes = *bytes - before + level.bytes();
            meter.hold(*bytes as u64)?;
        }
        level.add(part.set, part.hash);
    }
    Ok(())
}
