//! The numbers of all sets, from the smallest to the largest.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::find::FEW_SETS;
use super::level::Level;
use super::{Part, Shard, Table, find_number, interleave, shard_of, split};
use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::symmetry::Symmetry;
use crate::extensions::words::{Product, add};

/// The parts of so many sets are looked up together: while one comes from memory, others do.
const TOGETHER: usize = 16;

impl<const N: usize> Table<N> {
    /// Counts the linear extensions of all sets, which must have been found.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn evaluate(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut shards = std::mem::take(&mut self.shards);
        let result = (2..=self.elements.len()).try_for_each(|size| {
            let take = |shard: &mut Shard<N>| std::mem::replace(&mut shard[size], Level::new(0));
            let mut level: Vec<Level<N>> = shards.iter_mut().map(take).collect();
            let result = self.evaluate_level(&mut level, &shards, budget);
            shards.iter_mut().zip(level).for_each(|(shard, level)| shard[size] = level);
            result
        });
        self.shards = shards;
        result
    }

    fn evaluate_level(&self, level: &mut [Level<N>], smaller: &[Shard<N>], budget: &Budget) -> Result<(), Stop> {
        let sets: usize = level.iter().map(Level::len).sum();
        let worker = || Evaluator::new(self, smaller, budget);
        if sets < FEW_SETS || budget.threads() == 1 {
            let mut worker = worker();
            return level.iter_mut().try_for_each(|level| worker.evaluate(level));
        }
        let jobs = Mutex::new(level.iter_mut());
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::thread::scope(|scope| {
            let work = || {
                let mut worker = worker();
                while let Some(level) = next() {
                    worker.evaluate(level)?;
                }
                Ok(())
            };
            let workers: Vec<_> = (0..budget.threads()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
        })
    }
}

/// What remains when one element is taken away.
struct Rest {
    parts: Range<usize>,
    singles: usize,
}

/// One worker.
struct Evaluator<'a, const N: usize> {
    table: &'a Table<N>,
    smaller: &'a [Shard<N>],
    symmetry: Symmetry<N>,
    meter: Meter,
    product: Product,
    parts: Vec<Part<N>>,
    rests: Vec<Rest>,
    /// For each set that is being looked at the end of its rests.
    ends: Vec<usize>,
}

impl<'a, const N: usize> Evaluator<'a, N> {
    fn new(table: &'a Table<N>, smaller: &'a [Shard<N>], budget: &Budget) -> Self {
        Evaluator {
            table,
            smaller,
            symmetry: table.symmetry.clone(),
            meter: budget.meter(100),
            product: Product::one(),
            parts: Vec::new(),
            rests: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn evaluate(&mut self, level: &mut Level<N>) -> Result<(), Stop> {
        for start in (0..level.len()).step_by(TOGETHER) {
            let places = start..(start + TOGETHER).min(level.len());
            self.parts.clear();
            self.rests.clear();
            self.ends.clear();
            for place in places.clone() {
                self.meter.tick()?;
                self.take_apart(level.set(place))?;
                self.ends.push(self.rests.len());
            }
            for part in &self.parts {
                self.smaller[shard_of(part.hash)][part.size].prefetch_entry(part.hash);
            }
            let mut first = 0;
            for (i, place) in places.enumerate() {
                let end = self.ends[i];
                self.sum(first..end, level.number_mut(place));
                first = end;
            }
        }
        Ok(())
    }

    /// Notes what remains of a set when one element is taken away, in all ways.
    fn take_apart(&mut self, set: Bits<N>) -> Result<(), Stop> {
        let Evaluator { table, smaller, symmetry, parts, rests, .. } = self;
        let maximal = table.fragments.maximal(set);
        for x in maximal.iter() {
            let start = parts.len();
            let singles = split(&table.fragments, symmetry, (set, maximal, x), |part| {
                smaller[shard_of(part.hash)][part.size].prefetch_slot(part.hash);
                parts.push(part);
            })?;
            rests.push(Rest { parts: start..parts.len(), singles });
        }
        Ok(())
    }

    /// Adds up the linear extensions of what remains.
    fn sum(&mut self, rests: Range<usize>, sum: &mut [u64]) {
        let Evaluator { table, smaller, product, parts, .. } = self;
        for rest in &self.rests[rests] {
            let parts = &parts[rest.parts.clone()];
            match (parts, rest.singles) {
                ([part], 0) => add(sum, find_number(smaller, part)),
                (parts, singles) => {
                    let numbers = parts.iter().map(|part| (part.size, find_number(smaller, part)));
                    interleave(product, &table.binomials, numbers, singles);
                    add(sum, product.words());
                }
            }
        }
    }
}
