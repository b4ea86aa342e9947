//! A search through a kernel, by one thread or several, with a table that may serve other searches too.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::kernel::Kernel;
use crate::crew::crew;
use crate::rule::RuleId;

use super::Oracle;
use super::cubes::Cubes;
use super::door::Door;
use super::engine::{Manner, Worker};
use super::knowledge::Knowledge;
use super::shared::{Run, Shared};

/// A kernel, its table, and the way in.
pub(crate) struct Keyed<K: Kernel<N>, const N: usize, const B: usize> {
    door: Box<dyn Door<K, N, B>>,
    kernel: K,
    shared: Arc<Shared<N>>,
    budget: Budget,
    /// How values are sought at first.
    manner: Manner,
    /// Does alone what takes little.
    worker: Worker<K, N>,
    /// What several workers together have done.
    positions: u64,
    cubes: Cut<B>,
    /// Whether a proof takes what the search has found.
    is_guided: bool,
}

/// All down-sets of the board at once, cube by cube: opened when a search takes long.
enum Cut<const B: usize> {
    /// With no more moves of bases than these it was not tried yet.
    NotYet {
        moves: usize,
    },
    Open(Box<Cubes<B>>),
    /// There is no good way to cut the board.
    No,
}

/// The budget is asked after so many positions.
const MEANWHILE: u32 = 64;

/// So many positions are left to one thread.
const ALONE: u64 = 1 << 16;

/// A position takes about so many nanoseconds.
const POSITION: u64 = 2_500;

/// The board is cut into cubes as soon as that takes no longer than what was done so far: at first with so many moves of bases at most, at last with
/// these.
const FEW_MOVES: usize = 1 << 19;
const MOST_MOVES: usize = 1 << 25;

/// So many planes are likely to tell a value.
const PLANES: u64 = 8;

impl<K: Kernel<N>, const N: usize, const B: usize> Keyed<K, N, B> {
    pub(crate) fn new(kernel: K, door: Box<dyn Door<K, N, B>>, shared: Arc<Shared<N>>, budget: &Budget) -> Self {
        let run = Arc::new(Run::new(1));
        let worker = Worker::new(kernel.clone(), shared.clone(), run, budget.meter(MEANWHILE), 0);
        Keyed {
            door,
            kernel,
            shared,
            budget: budget.clone(),
            manner: Manner::Pairs,
            worker,
            positions: 0,
            cubes: Cut::NotYet { moves: FEW_MOVES },
            is_guided: false,
        }
    }

    /// The same, seeking values in this manner at first.
    pub(crate) fn beginning(self, manner: Manner) -> Self {
        Keyed { manner, ..self }
    }

    /// The same for a kernel whose guesses lead to small proofs: the board is never cut into cubes, and a proof takes what the search has found.
    pub(crate) fn guided(self) -> Self {
        Keyed { cubes: Cut::No, is_guided: true, ..self }
    }

    /// Asks a question about a set, of which as many planes of cubes would tell. At first alone; if that takes long and the board can be cut into
    /// cubes, all workers for as long as the cubes would take, and then the cubes.
    fn ask<T: Send>(
        &mut self,
        board: &Board<B>,
        set: Bits<B>,
        planes: u64,
        question: impl Fn(&mut Worker<K, N>, K::Position) -> Result<T, Stop> + Sync,
        of_cubes: impl FnOnce(&mut Cubes<B>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let position = self.door.position(set);
        let question = |worker: &mut Worker<K, N>| question(worker, position);
        if !matches!(self.cubes, Cut::Open(_))
            && let Some(answer) = self.ask_alone(ALONE, question)
        {
            return answer;
        }
        while let Cut::NotYet { moves } = self.cubes {
            let cubes = match Cubes::of(board, moves, &self.budget) {
                Ok(cubes) => Some(cubes),
                Err(Stop::Positions) if moves < MOST_MOVES => None,
                Err(_) => {
                    self.cubes = Cut::No;
                    break;
                }
            };
            // As long as the cubes would take, or before they are looked for again.
            let meanwhile = cubes.as_ref().map_or(moves as u64 / 4, |cubes| planes * cubes.cost() / POSITION);
            if let Some(answer) = self.ask_all(meanwhile, question) {
                return answer;
            }
            self.cubes = cubes.map_or(Cut::NotYet { moves: 4 * moves }, |cubes| Cut::Open(Box::new(cubes)));
        }
        match &mut self.cubes {
            Cut::Open(cubes) => of_cubes(cubes),
            _ => self.ask_all(u64::MAX, question).expect("nobody gives up"),
        }
    }

    /// Asks all workers at once; whoever has the answer first ends it. They give up after so many positions.
    fn ask_all<T: Send>(
        &mut self,
        positions: u64,
        question: impl Fn(&mut Worker<K, N>) -> Result<T, Stop> + Sync,
    ) -> Option<Result<T, Stop>> {
        let threads = self.budget.threads();
        if threads == 1 {
            return self.ask_alone(positions, question);
        }
        let run = Arc::new(Run::new(threads));
        let first = Mutex::new(None);
        let (done, question) = (AtomicU64::new(0), &question);
        crew(threads, |number| {
            let meter = self.budget.meter(MEANWHILE);
            let mut worker = Worker::new(self.kernel.clone(), self.shared.clone(), run.clone(), meter, number);
            let answer = worker.within(positions / threads as u64, question);
            if let Some(answer) = answer {
                first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
                run.end();
            }
            done.fetch_add(worker.positions(), Relaxed);
            self.shared.note_used(worker.used());
        });
        self.positions += done.into_inner();
        first.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks one worker, who gives up after so many positions.
    fn ask_alone<T>(
        &mut self,
        positions: u64,
        question: impl FnOnce(&mut Worker<K, N>) -> Result<T, Stop>,
    ) -> Option<Result<T, Stop>> {
        let answer = self.worker.within(positions, question);
        self.shared.note_used(self.worker.used());
        answer
    }

    fn known(&mut self, set: Bits<B>) -> Knowledge {
        let position = self.door.position(set);
        self.worker.known(position).unwrap_or(Knowledge::NOTHING)
    }
}

impl<K: Kernel<N>, const N: usize, const B: usize> Oracle<B> for Keyed<K, N, B> {
    /// Unless values are sought to the end anyway, first whether it is lost, which is often decided sooner.
    fn value(&mut self, board: &Board<B>, set: Bits<B>) -> Result<u16, Stop> {
        let manner = self.manner;
        if manner == Manner::Pairs && self.loses(board, set)? {
            return Ok(0);
        }
        let question = move |worker: &mut Worker<K, N>, position| worker.value_in_turns(position, manner);
        self.ask(board, set, PLANES, question, |cubes| cubes.value(board, set))
    }

    fn loses(&mut self, board: &Board<B>, set: Bits<B>) -> Result<bool, Stop> {
        self.has_value(board, set, 0)
    }

    fn known_value(&mut self, board: &Board<B>, set: Bits<B>) -> Option<u16> {
        let of_cubes =
            if let Cut::Open(cubes) = &mut self.cubes { cubes.known_value(board, set).ok().flatten() } else { None };
        of_cubes.or_else(|| self.known(set).value())
    }

    fn known_loses(&mut self, board: &Board<B>, set: Bits<B>) -> Option<bool> {
        let of_cubes =
            if let Cut::Open(cubes) = &mut self.cubes { cubes.known_loses(board, set).ok().flatten() } else { None };
        of_cubes.or_else(|| self.known(set).is(0))
    }

    fn positions(&self) -> u64 {
        // What is valued at once was looked at all the same.
        let of_cubes = if let Cut::Open(cubes) = &self.cubes { cubes.positions() } else { 0 };
        (self.positions + self.worker.positions() + of_cubes).max(1)
    }

    fn used(&self) -> Vec<RuleId> {
        self.shared.used()
    }

    fn is_guided(&self) -> bool {
        self.is_guided
    }

    fn resume(&mut self, _: &Board<B>, budget: &Budget) -> Result<(), Stop> {
        self.budget = budget.clone();
        self.kernel.continue_with(budget);
        self.worker.continue_with(budget);
        if let Cut::Open(cubes) = &mut self.cubes {
            cubes.continue_with(budget);
        }
        Ok(())
    }

    fn rest(&mut self) {
        if let Cut::Open(cubes) = &mut self.cubes {
            cubes.rest();
        }
    }

    fn has_value(&mut self, board: &Board<B>, set: Bits<B>, value: u16) -> Result<bool, Stop> {
        let question = move |worker: &mut Worker<K, N>, position| worker.is(position, value);
        self.ask(board, set, u64::from(value) + 1, question, |cubes| cubes.is(board, set, value))
    }

    fn value_below(&mut self, board: &Board<B>, set: Bits<B>, bound: u16) -> Result<Option<u16>, Stop> {
        for value in 0..bound {
            if self.has_value(board, set, value)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn fold(&mut self, _: &Board<B>, set: Bits<B>) -> Option<Vec<usize>> {
        self.door.fold(&self.kernel, set)
    }

    fn theorem(&mut self, _: &Board<B>, set: Bits<B>) -> Option<RuleId> {
        self.door.theorem(&self.kernel, set)
    }
}
