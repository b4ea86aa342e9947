//! Work on a game: first a short slice in the quick lane, then the rest in the heavy lane.
//!
//! Dropping the work interrupts it: nobody waits for the result any more.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chomplex::{Budget, Position, Stop, Tables};
use chomplex_api::game::Game;

use super::lane::{Lanes, Seat};
use super::limits;
use super::refusal::Refusal;

/// Work on a game, in one or more pieces.
pub(crate) struct Work {
    lanes: Arc<Lanes>,
    pub(crate) game: Arc<Game>,
    /// Time limit, not counting the time in queues.
    time: Duration,
    stage: Stage,
    progress: Arc<Progress>,
}

/// Where the work is done.
enum Stage {
    /// Nothing has been done yet.
    Waiting,
    /// In the quick lane, until its slice is used up.
    Quick(Seat, Instant),
    /// In the heavy lane, until its time is used up.
    Heavy(Seat, Instant),
}

impl Work {
    /// Creates work with this time limit; refused if too many requests wait already.
    pub(crate) fn new(lanes: &Arc<Lanes>, game: Game, time: Duration) -> Result<Work, Refusal> {
        if !lanes.quick.gate.has_room() || !lanes.heavy.gate.has_room() {
            return Err(Refusal::busy());
        }
        let (lanes, game, progress) = (lanes.clone(), Arc::new(game), Arc::default());
        Ok(Work { lanes, game, time, stage: Stage::Waiting, progress })
    }

    /// The progress of the work.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Runs a piece of the work. If it stops for lack of time or memory, it is restarted where
    /// there is more of both. The piece itself returns the limit that stopped it.
    pub(crate) async fn run<T, F>(&mut self, piece: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: Fn(&Position, &Tables, &Budget) -> (T, Option<Stop>) + Send + Sync + 'static,
    {
        let piece = Arc::new(piece);
        loop {
            let (seat, until, heavy) = self.seat().await?;
            let (mut seat, (result, stop)) = self.run_there(seat, until, piece.clone()).await?;
            let short_of = stop.filter(|stop| matches!(stop, Stop::Time | Stop::Memory));
            let full = short_of == Some(Stop::Memory) && seat.is_used();
            match short_of {
                // Results of earlier questions fill the memory.
                Some(_) if full => {
                    seat.renew();
                    self.stage = if heavy { Stage::Heavy(seat, until) } else { Stage::Quick(seat, until) };
                }
                Some(_) if !heavy && self.time > limits::SLICE => {
                    drop(seat);
                    let seat = self.lanes.heavy.sit(self.game.start.ground_expression()).await?;
                    self.stage = Stage::Heavy(seat, Instant::now() + self.time);
                }
                _ => {
                    self.stage = if heavy { Stage::Heavy(seat, until) } else { Stage::Quick(seat, until) };
                    return Ok(result);
                }
            }
        }
    }

    /// The current or a new seat, its deadline, and whether it is in the heavy lane.
    async fn seat(&mut self) -> Result<(Seat, Instant, bool), Refusal> {
        match std::mem::replace(&mut self.stage, Stage::Waiting) {
            Stage::Quick(seat, until) => Ok((seat, until, false)),
            Stage::Heavy(seat, until) => Ok((seat, until, true)),
            Stage::Waiting => {
                let seat = self.lanes.quick.sit(self.game.start.ground_expression()).await?;
                Ok((seat, Instant::now() + self.time.min(limits::SLICE), false))
            }
        }
    }

    async fn run_there<T, F>(
        &self,
        seat: Seat,
        until: Instant,
        piece: Arc<F>,
    ) -> Result<(Seat, (T, Option<Stop>)), Refusal>
    where
        T: Send + 'static,
        F: Fn(&Position, &Tables, &Budget) -> (T, Option<Stop>) + Send + Sync + 'static,
    {
        let budget = seat.budget(until.saturating_duration_since(Instant::now()));
        let mut running = Running::new(&budget, &self.progress);
        let game = self.game.clone();
        let work = move || {
            let result = piece(&game.position, seat.tables(), &budget);
            (seat, result)
        };
        let result = tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::bug());
        running.is_done = true;
        result
    }
}

/// A running piece. It is interrupted when dropped.
struct Running<'a> {
    budget: Budget,
    progress: &'a Progress,
    is_done: bool,
}

impl<'a> Running<'a> {
    fn new(budget: &Budget, progress: &'a Progress) -> Self {
        progress.begin(budget);
        Running { budget: budget.clone(), progress, is_done: false }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.budget.interrupt();
        }
        self.progress.end();
    }
}

/// Number of positions examined.
#[derive(Default)]
pub(crate) struct Progress(Mutex<Count>);

#[derive(Default)]
struct Count {
    /// Positions examined in finished pieces.
    before: u64,
    /// The budget of the running piece, and its count at the start of the piece.
    now: Option<(Budget, u64)>,
}

impl Count {
    fn positions(&self) -> u64 {
        let now = self.now.as_ref().map_or(0, |(budget, before)| budget.positions().saturating_sub(*before));
        self.before + now
    }
}

impl Progress {
    /// Number of positions examined so far.
    pub(crate) fn positions(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).positions()
    }

    fn begin(&self, budget: &Budget) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).now = Some((budget.clone(), budget.positions()));
    }

    fn end(&self) {
        let mut count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *count = Count { before: count.positions(), now: None };
    }
}
