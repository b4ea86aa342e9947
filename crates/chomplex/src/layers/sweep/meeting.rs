//! Where workers wait for each other.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A barrier that lets all go when one of those it waits for panics: folds are written by others.
pub(super) struct Meeting {
    workers: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: usize,
    round: u64,
    /// Somebody will never come.
    broken: bool,
}

/// Whoever holds it takes part. If it is dropped by a panic, nobody need wait any more.
pub(super) struct Participant<'a>(&'a Meeting);

impl Meeting {
    pub(super) fn new(workers: usize) -> Self {
        Meeting { workers, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn join(&self) -> Participant<'_> {
        Participant(self)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Participant<'_> {
    /// Waits until all have come, and tells whether they have.
    pub(super) fn wait(&self) -> bool {
        let mut state = self.0.state();
        state.waiting += 1;
        let round = state.round;
        if state.waiting == self.0.workers {
            state.waiting = 0;
            state.round += 1;
            self.0.changed.notify_all();
        }
        let there = |state: &mut State| state.round == round && !state.broken;
        state = self.0.changed.wait_while(state, there).unwrap_or_else(PoisonError::into_inner);
        state.round != round
    }
}

impl Drop for Participant<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state().broken = true;
            self.0.changed.notify_all();
        }
    }
}
