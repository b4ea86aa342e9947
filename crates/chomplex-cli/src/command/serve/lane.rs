//! Where work is done: lanes with a few workers each, and a fair queue before them.
//!
//! A lane has slots, at least as many as workers. Each slot has its share of the memory. It keeps
//! the tables of the last game played there, so that the next question about this game can reuse
//! much of the work. All slots together never hold more than their shares.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use chomplex::tablebase::Tablebase;
use chomplex::{Budget, Stop, Tables};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::limits;
use super::refusal::Refusal;

/// A first-come, first-served queue for some workers.
pub(crate) struct Gate {
    workers: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    patience: Duration,
}

impl Gate {
    fn new(workers: usize, (most_waiting, patience): (usize, Duration)) -> Self {
        Gate { workers: Arc::new(Semaphore::new(workers)), waiting: AtomicUsize::new(0), most_waiting, patience }
    }

    /// Whether the queue has room for another request.
    pub(crate) fn has_room(&self) -> bool {
        self.waiting.load(Relaxed) < self.most_waiting
    }

    /// Waits for a worker.
    async fn enter(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if !self.has_room() {
            return Err(Refusal::busy());
        }
        let _waiting = Waiting::new(&self.waiting);
        match timeout(self.patience, self.workers.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refusal::busy()),
        }
    }

    /// Runs a short task on a worker.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        errand: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.enter().await?;
        let work = move || {
            let result = errand();
            drop(permit);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::bug())
    }
}

/// A queued request; leaves the queue when dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Relaxed);
        Waiting(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// Workers with slots.
pub(crate) struct Lane {
    pub(crate) gate: Gate,
    /// The free slots; the most recently used is last.
    free: Mutex<Vec<Slot>>,
    memory_of_a_slot: u64,
    tablebase: Option<Arc<Tablebase>>,
}

/// A share of the memory, and the tables of a game.
struct Slot {
    game: Option<String>,
    tables: Tables,
    /// Also accounts for the memory of the tables.
    budget: Budget,
}

impl Lane {
    fn new(gate: Gate, slots: usize, memory: u64, tablebase: Option<&Arc<Tablebase>>) -> Arc<Self> {
        let (free, tablebase) = (Mutex::default(), tablebase.cloned());
        let lane = Lane { gate, free, memory_of_a_slot: memory / slots as u64, tablebase };
        lane.free().extend((0..slots).map(|_| lane.fresh()));
        Arc::new(lane)
    }

    fn free(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self) -> Slot {
        let tables = match &self.tablebase {
            Some(tablebase) => Tables::default().with_tablebase(tablebase.clone()),
            None => Tables::default(),
        };
        Slot { game: None, tables, budget: Budget::default().with_memory(self.memory_of_a_slot) }
    }

    /// Waits for a worker, and takes the slot of this game or else the least recently used one.
    pub(crate) async fn sit(self: &Arc<Self>, game: &str) -> Result<Seat, Refusal> {
        let permit = self.gate.enter().await?;
        let mut free = self.free();
        let known = free.iter().position(|slot| slot.game.as_deref() == Some(game));
        let mut slot = free.remove(known.unwrap_or(0));
        drop(free);
        if known.is_none() {
            slot = Slot { game: Some(game.to_owned()), ..self.fresh() };
        }
        Ok(Seat { lane: self.clone(), slot: Some(slot), is_used: known.is_some(), _permit: permit })
    }
}

/// A worker with a slot. Dropping it frees both.
pub(crate) struct Seat {
    lane: Arc<Lane>,
    slot: Option<Slot>,
    is_used: bool,
    _permit: OwnedSemaphorePermit,
}

impl Seat {
    fn slot(&self) -> &Slot {
        self.slot.as_ref().expect("it is given back at the end")
    }

    /// The tables of the game.
    pub(crate) fn tables(&self) -> &Tables {
        &self.slot().tables
    }

    /// The slot's budget with this time limit.
    pub(crate) fn budget(&self, time: Duration) -> Budget {
        self.slot().budget.clone().with_time(time)
    }

    /// Whether the slot holds results of earlier questions.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used
    }

    /// Drops the results of earlier questions.
    pub(crate) fn renew(&mut self) {
        let game = self.slot.take().and_then(|slot| slot.game);
        self.slot = Some(Slot { game, ..self.lane.fresh() });
        self.is_used = false;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(slot) = self.slot.take() else { return };
        // An interrupted budget stays interrupted.
        let spoilt = slot.budget.check() == Err(Stop::Interrupt) || thread::panicking();
        let slot = if spoilt { self.lane.fresh() } else { slot };
        self.lane.free().push(slot);
    }
}

/// All lanes.
pub(crate) struct Lanes {
    /// For short tasks: reading a position, drawing a board.
    pub(crate) errands: Gate,
    /// For large boards.
    pub(crate) drawing: Gate,
    /// For the first slice of a search.
    pub(crate) quick: Arc<Lane>,
    /// For searches that need more time or memory.
    pub(crate) heavy: Arc<Lane>,
}

impl Lanes {
    /// Creates lanes that together use this much memory and at most `threads` threads for long
    /// work.
    pub(crate) fn new(memory: u64, threads: usize, tablebase: Option<&Arc<Tablebase>>) -> Lanes {
        let workers = threads.max(2);
        let for_quick = memory / 4;
        let games = (for_quick / limits::LEAST_FOR_A_GAME) as usize;
        let games = games.clamp(workers, workers.max(limits::GAMES));
        Lanes {
            errands: Gate::new(workers, limits::ERRANDS),
            drawing: Gate::new(1, limits::DRAWING),
            quick: Lane::new(Gate::new(workers, limits::QUICK), games, for_quick, tablebase),
            // A quarter is left for everything other than tables.
            heavy: Lane::new(Gate::new(threads, limits::HEAVY), threads, memory / 2, tablebase),
        }
    }

    /// Where a board with this many elements is laid out or drawn.
    pub(crate) fn for_board(&self, elements: usize) -> &Gate {
        if elements > limits::LARGE_BOARD { &self.drawing } else { &self.errands }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chomplex::{Position, Question, solve};

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    fn lane(slots: usize) -> Arc<Lane> {
        Lane::new(Gate::new(1, (1, Duration::from_millis(50))), slots, (slots as u64) << 24, None)
    }

    #[test]
    fn who_waits_too_long_or_comes_too_late_is_refused() {
        block_on(async {
            let lane = lane(1);
            let seat = lane.sit("path(3)").await.unwrap();
            assert!(lane.gate.has_room());
            let waiting = tokio::spawn({
                let lane = lane.clone();
                async move { lane.sit("path(3)").await.is_ok() }
            });
            tokio::task::yield_now().await;
            // One request waits; there is no room for a second one.
            assert!(!lane.gate.has_room());
            assert!(lane.sit("path(3)").await.is_err());
            assert!(!waiting.await.unwrap(), "nobody left in time");
            drop(seat);
            assert!(lane.sit("path(3)").await.is_ok() && lane.gate.has_room());
        });
    }

    #[test]
    fn a_game_finds_its_tables_again_unless_it_was_interrupted() {
        block_on(async {
            let lane = lane(2);
            for game in ["a", "b", "a", "b"] {
                drop(lane.sit(game).await.unwrap());
            }
            assert!(lane.sit("a").await.unwrap().is_used());
            let mut seat = lane.sit("b").await.unwrap();
            assert!(seat.is_used());
            seat.renew();
            assert!(!seat.is_used());
            drop(seat);
            assert!(!lane.sit("c").await.unwrap().is_used(), "it takes the place of a, which was used longest ago");
            assert!(!lane.sit("a").await.unwrap().is_used());
            let seat = lane.sit("a").await.unwrap();
            seat.budget(Duration::MAX).interrupt();
            drop(seat);
            let seat = lane.sit("a").await.unwrap();
            assert!(!seat.is_used() && seat.budget(Duration::from_secs(9)).check().is_ok());
        });
    }

    #[test]
    fn tables_are_kept_and_accounted_for() {
        block_on(async {
            let (lane, game) = (lane(1), "complex[012 016 023 034 045 056 123 134 146 456]");
            let position: Position = game.parse().unwrap();
            let mut held = Vec::new();
            let mut positions = Vec::new();
            for _ in 0..2 {
                let seat = lane.sit(game).await.unwrap();
                let budget = seat.budget(Duration::from_secs(60));
                let before = budget.positions();
                let question = Question { tables: seat.tables().clone(), ..Question::default() };
                assert!(solve(&position, &question, &budget).grundy.is_some());
                positions.push(budget.positions() - before);
                drop(question);
                held.push((1 << 24) - budget.meter(1).room());
            }
            assert!(positions[1] * 10 < positions[0], "the second time it is known: {positions:?}");
            assert!(held[0] > 0 && held[1] >= held[0], "{held:?}");
        });
    }
}
