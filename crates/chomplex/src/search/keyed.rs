//! A search through a kernel, by one thread or several, with a table that other searches may share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use parking_lot::Mutex;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::kernel::Kernel;
use crate::crew;
use crate::rule::RuleId;

use super::cubes::Cubes;
use super::encoder::Encoder;
use super::knowledge::Knowledge;
use super::oracle::Oracle;
use super::pairs::{Manner, PairSearcher};
use super::shared::{Run, Shared};

/// A kernel, its table, and the encoder that leads to its positions.
pub(crate) struct Keyed<K: Kernel<N>, const N: usize, const B: usize> {
    encoder: Box<dyn Encoder<K, N, B>>,
    kernel: K,
    shared: Arc<Shared<N>>,
    budget: Budget,
    /// The way of searching for values to begin with.
    manner: Manner,
    /// Answers easy questions on its own.
    searcher: PairSearcher<K, N>,
    /// Number of positions that several searchers have examined together.
    positions: u64,
    cubes: Cut<B>,
    /// Whether proofs are built from what the search has found.
    is_guided: bool,
}

/// All down-sets of the board at once, cube by cube; opened when a search takes long.
enum Cut<const B: usize> {
    /// Not tried yet; the next attempt allows at most this many moves of bases.
    NotYet {
        moves: usize,
    },
    Open(Box<Cubes<B>>),
    /// There is no good way to cut the board.
    No,
}

/// Number of positions between checks of the budget.
const MEANWHILE: u32 = 64;

/// Number of positions left to one thread before others join.
const ALONE: u64 = 1 << 16;

/// Approximate time per position, in nanoseconds.
const POSITION: u64 = 2_500;

/// The board is cut into cubes as soon as that takes no longer than the work done so far. These are
/// the limits on the number of moves of bases in the first attempt and in the last.
const FEW_MOVES: usize = 1 << 19;
const MOST_MOVES: usize = 1 << 25;

/// Number of planes usually needed to determine a value.
const PLANES: u64 = 8;

impl<K: Kernel<N>, const N: usize, const B: usize> Keyed<K, N, B> {
    pub(crate) fn new(kernel: K, encoder: Box<dyn Encoder<K, N, B>>, shared: Arc<Shared<N>>, budget: &Budget) -> Self {
        let run = Arc::new(Run::new(1));
        let searcher = PairSearcher::new(kernel.clone(), shared.clone(), run, budget.meter(MEANWHILE), 0);
        Keyed {
            encoder,
            kernel,
            shared,
            budget: budget.clone(),
            manner: Manner::Pairs,
            searcher,
            positions: 0,
            cubes: Cut::NotYet { moves: FEW_MOVES },
            is_guided: false,
        }
    }

    /// Sets the way of searching for values to begin with.
    pub(crate) fn beginning(self, manner: Manner) -> Self {
        Keyed { manner, ..self }
    }

    /// Adapts the search to a kernel whose guesses lead to small proofs: the board is never cut
    /// into cubes, and proofs are built from what the search has found.
    pub(crate) fn guided(self) -> Self {
        Keyed { cubes: Cut::No, is_guided: true, ..self }
    }

    /// Asks a question about a set, which cubes would answer with this number of planes. One
    /// searcher tries first. If that takes long and the board can be cut into cubes, all searchers
    /// try for as long as the cubes would take; then the cubes are computed.
    fn ask<T: Send>(
        &mut self,
        board: &Board<B>,
        set: Bits<B>,
        planes: u64,
        question: impl Fn(&mut PairSearcher<K, N>, K::Position) -> Result<T, Stop> + Sync,
        of_cubes: impl FnOnce(&mut Cubes<B>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let position = self.encoder.position(set);
        let question = |searcher: &mut PairSearcher<K, N>| question(searcher, position);
        if !matches!(self.cubes, Cut::Open(_))
            && let Some(answer) = self.ask_alone(ALONE, question)
        {
            return answer;
        }
        while let Cut::NotYet { moves } = self.cubes {
            let cubes = match Cubes::new(board, moves, &self.budget) {
                Ok(cubes) => Some(cubes),
                Err(Stop::Positions) if moves < MOST_MOVES => None,
                Err(_) => {
                    self.cubes = Cut::No;
                    break;
                }
            };
            // The time the cubes would take, or the time until the next attempt to cut the board.
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

    /// Asks all searchers at once; the first answer ends the run. Together they give up after
    /// `positions` positions.
    fn ask_all<T: Send>(
        &mut self,
        positions: u64,
        question: impl Fn(&mut PairSearcher<K, N>) -> Result<T, Stop> + Sync,
    ) -> Option<Result<T, Stop>> {
        let threads = self.budget.threads();
        if threads == 1 {
            return self.ask_alone(positions, question);
        }
        let run = Arc::new(Run::new(threads));
        let first = Mutex::new(None);
        let (done, question) = (AtomicU64::new(0), &question);
        crew::each(threads, |number| {
            let meter = self.budget.meter(MEANWHILE);
            let mut searcher = PairSearcher::new(self.kernel.clone(), self.shared.clone(), run.clone(), meter, number);
            let answer = searcher.within(positions / threads as u64, question);
            if let Some(answer) = answer {
                first.lock().get_or_insert(answer);
                run.end();
            }
            done.fetch_add(searcher.positions(), Relaxed);
            self.shared.note_used(searcher.used());
        });
        self.positions += done.into_inner();
        first.into_inner()
    }

    /// Asks one searcher, which gives up after `positions` positions.
    fn ask_alone<T>(
        &mut self,
        positions: u64,
        question: impl FnOnce(&mut PairSearcher<K, N>) -> Result<T, Stop>,
    ) -> Option<Result<T, Stop>> {
        let answer = self.searcher.within(positions, question);
        self.shared.note_used(self.searcher.used());
        answer
    }
}

impl<K: Kernel<N>, const N: usize, const B: usize> Oracle<B> for Keyed<K, N, B> {
    /// Unless full values are wanted anyway, asks first whether the set is lost, which is often
    /// decided sooner.
    fn value(&mut self, board: &Board<B>, set: Bits<B>) -> Result<u16, Stop> {
        let manner = self.manner;
        if manner == Manner::Pairs && self.has_value(board, set, 0)? {
            return Ok(0);
        }
        let question = move |searcher: &mut PairSearcher<K, N>, position| searcher.value_in_turns(position, manner);
        self.ask(board, set, PLANES, question, |cubes| cubes.value(board, set))
    }

    fn known(&mut self, board: &Board<B>, set: Bits<B>) -> Knowledge {
        let position = self.encoder.position(set);
        let of_table = self.searcher.known(position).unwrap_or(Knowledge::NOTHING);
        match &mut self.cubes {
            Cut::Open(cubes) => cubes.known(board, set).unwrap_or(Knowledge::NOTHING).and(of_table),
            Cut::NotYet { .. } | Cut::No => of_table,
        }
    }

    fn positions(&self) -> u64 {
        // At least 1: a position that is valued without a search still counts.
        let of_cubes = if let Cut::Open(cubes) = &self.cubes { cubes.positions() } else { 0 };
        (self.positions + self.searcher.positions() + of_cubes).max(1)
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
        self.searcher.continue_with(budget);
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
        let question = move |searcher: &mut PairSearcher<K, N>, position| searcher.is(position, value);
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
        self.encoder.fold(&self.kernel, set)
    }

    fn theorem(&mut self, _: &Board<B>, set: Bits<B>) -> Option<RuleId> {
        self.encoder.theorem(&self.kernel, set)
    }
}
