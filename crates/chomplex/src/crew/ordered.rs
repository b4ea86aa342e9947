//! A parallel map that delivers its results in order.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::{each, join};

/// Maximum number of items begun before the first of them is done.
pub(crate) const WINDOW: usize = 1024;
/// Results that are computed quickly are delivered together, delayed by at most this much.
const PAUSE: Duration = Duration::from_millis(5);

/// Maps items on several threads with deep stacks.
///
/// `deliver` runs on the current thread. It receives the results in the order of the items, as many
/// at a time as are ready.
///
/// # Errors
/// Those of `deliver`. No more items are begun then.
pub(crate) fn ordered<T, R: Send, E>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    deliver: impl FnMut(Vec<R>) -> Result<(), E>,
) -> Result<(), E> {
    let items = Mutex::new(items.fuse());
    let buffer = ReorderBuffer::default();
    let begin = || {
        let mut items = items.lock();
        if !buffer.has_room() {
            return None;
        }
        items.next().map(|item| (buffer.begin(), item))
    };
    let produce = |_| {
        let _guard = CloseOnPanic(&buffer);
        while let Some((number, item)) = begin() {
            buffer.finish(number, work(item));
        }
    };
    thread::scope(|scope| {
        let _guard = CloseOnPanic(&buffer);
        let producers = scope.spawn(|| {
            each(threads, produce);
            buffer.close();
        });
        let result = buffer.deliver(deliver);
        buffer.close();
        join(producers);
        result
    })
}

/// A reorder buffer: results wait here until those before them are done.
struct ReorderBuffer<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
}

struct State<R> {
    /// The number of results delivered.
    delivered: usize,
    /// The items begun since then; finished ones are `Some`.
    begun: VecDeque<Option<R>>,
    /// Whether no more items will be begun.
    closed: bool,
}

impl<R> Default for ReorderBuffer<R> {
    fn default() -> Self {
        let state = State { delivered: 0, begun: VecDeque::new(), closed: false };
        ReorderBuffer { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<R> ReorderBuffer<R> {
    /// Delivers results in order until there are no more.
    fn deliver<E>(&self, mut deliver: impl FnMut(Vec<R>) -> Result<(), E>) -> Result<(), E> {
        loop {
            let ready = self.ready();
            if ready.is_empty() {
                return Ok(());
            }
            deliver(ready)?;
            self.pause();
        }
    }

    /// Waits while the predicate holds.
    fn wait_while(&self, is_such: impl FnMut(&mut State<R>) -> bool) -> MutexGuard<'_, State<R>> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, is_such);
        state
    }

    /// Waits until another item may be begun. Returns `false` if none will be.
    fn has_room(&self) -> bool {
        !self.wait_while(|state| !state.closed && state.begun.len() >= WINDOW).closed
    }

    /// Begins a new item and returns its number.
    fn begin(&self) -> usize {
        let mut state = self.state.lock();
        state.begun.push_back(None);
        state.delivered + state.begun.len() - 1
    }

    fn finish(&self, number: usize, result: R) {
        let mut state = self.state.lock();
        let place = number - state.delivered;
        state.begun[place] = Some(result);
        if place == 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for the next result, and takes it together with the finished ones that follow it.
    /// Empty if there are no more.
    fn ready(&self) -> Vec<R> {
        let is_done = |state: &State<R>| matches!(state.begun.front(), Some(Some(_)));
        let mut state = self.wait_while(|state| !state.closed && !is_done(state));
        let mut ready = Vec::new();
        while is_done(&state) {
            ready.extend(state.begun.pop_front().flatten());
        }
        state.delivered += ready.len();
        self.changed.notify_all();
        ready
    }

    /// Waits for more items to finish, while there is room for them.
    fn pause(&self) {
        let goes_on = |state: &mut State<R>| !state.closed && state.begun.len() < WINDOW;
        self.changed.wait_while_for(&mut self.state.lock(), goes_on, PAUSE);
    }

    fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }
}

/// Closes the buffer when its thread panics: the result of that thread will never arrive.
struct CloseOnPanic<'a, R>(&'a ReorderBuffer<R>);

impl<R> Drop for CloseOnPanic<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
