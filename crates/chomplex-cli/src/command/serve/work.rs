//! Work on a game: first a short slice in the quick lane, and what is not done then in the heavy lane.
//!
//! Who drops the work, since nobody waits for it any more, interrupts it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chomplex::budget::{Budget, Stop};
use chomplex::position::Position;
use chomplex::solve::Tables;

use super::game::Game;
use super::lane::{Lanes, Seat};
use super::limits;
use super::refusal::Refusal;

/// Work on a game, in one or more pieces.
pub(crate) struct Work {
    lanes: Arc<Lanes>,
    pub(crate) game: Arc<Game>,
    /// What it may take without the waiting.
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
    /// Work on a game that may take this long; refused if too many wait already.
    pub(crate) fn new(lanes: &Arc<Lanes>, game: Game, time: Duration) -> Result<Work, Refusal> {
        if !lanes.quick.gate.has_room() || !lanes.heavy.gate.has_room() {
            return Err(Refusal::busy());
        }
        let (lanes, game, progress) = (lanes.clone(), Arc::new(game), Arc::default());
        Ok(Work { lanes, game, time, stage: Stage::Waiting, progress })
    }

    /// How far the work has come.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Does a piece of the work. It is begun again where there is more room and time if these were not enough; what stopped it is told by the
    /// piece itself.
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
                // What others have left is in the way.
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

    /// The seat the work has or gets, until when, and whether it is in the heavy lane.
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

/// A piece that is being worked on. When nobody waits for it any more, it is interrupted.
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

/// How many positions have been looked at.
#[derive(Default)]
pub(crate) struct Progress(Mutex<Count>);

#[derive(Default)]
struct Count {
    /// In the pieces that are done.
    before: u64,
    /// The budget of the piece that is being worked on, and what it had counted before.
    now: Option<(Budget, u64)>,
}

impl Count {
    fn positions(&self) -> u64 {
        let now = self.now.as_ref().map_or(0, |(budget, before)| budget.positions().saturating_sub(*before));
        self.before + now
    }
}

impl Progress {
    /// How many positions have been looked at.
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
