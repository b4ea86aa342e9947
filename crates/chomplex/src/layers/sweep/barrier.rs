//! A barrier for the workers.

use parking_lot::{Condvar, Mutex};

/// A barrier that releases everyone if a participant panics. Accumulators are user code and may
/// panic.
pub(super) struct Barrier {
    workers: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: usize,
    round: u64,
    /// A participant has panicked and will never arrive.
    broken: bool,
}

/// A participant of the barrier. Dropping it during a panic releases all others.
pub(super) struct Participant<'a>(&'a Barrier);

impl Barrier {
    pub(super) fn new(workers: usize) -> Self {
        Barrier { workers, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn join(&self) -> Participant<'_> {
        Participant(self)
    }
}

impl Participant<'_> {
    /// Waits until all participants have arrived. Returns `false` if one has panicked instead.
    pub(super) fn wait(&self) -> bool {
        let mut state = self.0.state.lock();
        state.waiting += 1;
        let round = state.round;
        if state.waiting == self.0.workers {
            state.waiting = 0;
            state.round += 1;
            self.0.changed.notify_all();
        }
        self.0.changed.wait_while(&mut state, |state| state.round == round && !state.broken);
        state.round != round
    }
}

impl Drop for Participant<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state.lock().broken = true;
            self.0.changed.notify_all();
        }
    }
}
