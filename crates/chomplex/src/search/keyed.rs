//! A search through a kernel, by one thread or several, with a table that may serve other searches too.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::kernel::Kernel;
use crate::rule::RuleId;

use super::Oracle;
use super::engine::Worker;
use super::knowledge::Knowledge;
use super::shared::{Run, Shared};

/// What turns sets of a board into positions of a kernel.
pub(crate) type Door<const B: usize, P> = Box<dyn Fn(Bits<B>) -> P + Send + Sync>;

/// A kernel, its table, and the way in.
pub(crate) struct Keyed<K: Kernel<N>, const N: usize, const B: usize> {
    door: Door<B, K::Position>,
    kernel: K,
    shared: Arc<Shared<N>>,
    budget: Budget,
    /// Does alone what takes little.
    worker: Worker<K, N>,
    /// What several workers together have done.
    positions: u64,
    used: Vec<RuleId>,
}

/// The budget is asked after so many positions.
const MEANWHILE: u32 = 64;

/// A search descends one call for each element; this is ample for 512 of them.
const STACK: usize = 64 << 20;

/// Sets of fewer elements are left to one thread.
const WORTH_THREADS: usize = 32;

impl<K: Kernel<N> + Sync, const N: usize, const B: usize> Keyed<K, N, B>
where
    K::Position: Send + Sync,
{
    pub(crate) fn new(kernel: K, door: Door<B, K::Position>, shared: Arc<Shared<N>>, budget: &Budget) -> Self {
        let run = Arc::new(Run::new(1));
        let worker = Worker::new(kernel.clone(), shared.clone(), run, budget.meter(MEANWHILE), 0);
        Keyed { door, kernel, shared, budget: budget.clone(), worker, positions: 0, used: Vec::new() }
    }

    /// Asks a question about a set: alone, or all at once and whoever has the answer first ends it.
    fn ask<T: Send>(
        &mut self,
        set: Bits<B>,
        question: impl Fn(&mut Worker<K, N>, K::Position) -> Result<T, Stop> + Sync,
    ) -> Result<T, Stop> {
        let position = (self.door)(set);
        let threads = self.budget.threads();
        if threads == 1 || set.len() < WORTH_THREADS || self.worker.known(position)?.value().is_some() {
            return question(&mut self.worker, position);
        }
        let run = Arc::new(Run::new(threads));
        let first = Mutex::new(None);
        let (done, question) = (Mutex::new((0, Vec::new())), &question);
        let work = |number: usize| {
            let meter = self.budget.meter(MEANWHILE);
            let mut worker = Worker::new(self.kernel.clone(), self.shared.clone(), run.clone(), meter, number);
            let answer = question(&mut worker, position);
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
            run.end();
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.0 += worker.positions();
            done.1.extend_from_slice(worker.used());
        };
        thread::scope(|scope| {
            let spawn =
                |number| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(number)).is_ok();
            // If no thread is to be had, this one does it.
            if (0..threads).filter(|&number| spawn(number)).count() == 0 {
                work(0);
            }
        });
        let (positions, used) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.positions += positions;
        self.used.extend(used);
        first.into_inner().unwrap_or_else(PoisonError::into_inner).expect("some worker came to an end")
    }

    fn known(&mut self, set: Bits<B>) -> Knowledge {
        let position = (self.door)(set);
        self.worker.known(position).unwrap_or(Knowledge::NOTHING)
    }
}

impl<K: Kernel<N> + Sync, const N: usize, const B: usize> Oracle<B> for Keyed<K, N, B>
where
    K::Position: Send + Sync,
{
    fn value(&mut self, _: &Board<B>, set: Bits<B>) -> Result<u16, Stop> {
        self.ask(set, Worker::value)
    }

    fn loses(&mut self, _: &Board<B>, set: Bits<B>) -> Result<bool, Stop> {
        self.ask(set, |worker, position| worker.is(position, 0))
    }

    fn known_value(&mut self, _: &Board<B>, set: Bits<B>) -> Option<u16> {
        self.known(set).value()
    }

    fn known_loses(&mut self, _: &Board<B>, set: Bits<B>) -> Option<bool> {
        self.known(set).is(0)
    }

    fn positions(&self) -> u64 {
        self.positions + self.worker.positions()
    }
}
