//! Surveys: one row for each of many positions.
//!
//! In: a stream of positions, or of whatever positions can be read from. Out: rows in the order of the stream, as soon
//! as they are known. Several threads work on different rows, and what one has found serves the others.
//!
//! ```
//! use chomplex::budget::Budget;
//! use chomplex::solve::Question;
//! use chomplex::survey::survey;
//!
//! let wheels = (3..9).map(|n| format!("wheel({n})"));
//! let mut values = Vec::new();
//! survey(wheels, |wheel| wheel.parse(), &Question::default(), &Budget::default().with_threads(2), |rows| {
//!     values.extend(rows.iter().filter_map(|row| row.grundy).map(|value| value.0));
//!     Ok(())
//! })?;
//! assert_eq!(values, [1; 6]);
//! # Ok::<(), chomplex::format::ExpressionError>(())
//! ```

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::answer::Answer;
use crate::budget::{Budget, Stop};
use crate::position::Position;
use crate::solve::{Question, solve};
use crate::value::{Candidates, Grundy, Outcome};

/// What is known of one of many positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The position, as an expression.
    pub position: String,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value.
    pub grundy: Option<Grundy>,
    /// Values one of which it is, when it is not known which.
    pub candidates: Option<Candidates>,
    /// What ended the work on this row early, if something did.
    pub stopped_by: Option<Stop>,
}

impl Row {
    fn new(position: &Position, answer: Answer) -> Self {
        let Answer { outcome, grundy, candidates, stopped_by, .. } = answer;
        Row { position: position.to_string(), outcome, grundy, candidates, stopped_by }
    }
}

/// So many rows may be begun before the first of them is done.
const WINDOW: usize = 1024;
/// Rows that come fast are handed over together, at most so much later.
const PAUSE: Duration = Duration::from_millis(5);

/// Asks the same of every position that can be read from the items.
///
/// `take` is given the rows in the order of the items, as many at a time as are ready. A row that a budget ends is marked,
/// and the others go on; after an interruption no row is begun. Neither proofs nor winning moves are sought.
///
/// # Errors
/// Those of `read`, after the rows before; and those of `take`. Either ends all other work on this budget too.
pub fn survey<T: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    read: impl Fn(T) -> Result<Position, E> + Sync,
    question: &Question,
    budget: &Budget,
    mut take: impl FnMut(Vec<Row>) -> Result<(), E>,
) -> Result<(), E> {
    let question = Question { proof: false, moves: false, tables: question.tables.for_many(), ..question.clone() };
    let one_thread = budget.clone().with_threads(1);
    let items = Mutex::new(items.fuse());
    let desk = Desk::new(budget.threads());
    let interrupted = || budget.check() == Err(Stop::Interrupt);
    let begin = || {
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        if !desk.has_room() || interrupted() {
            return None;
        }
        items.next().map(|item| (desk.begin(), item))
    };
    let work = || {
        let _worker = Worker(&desk);
        while let Some((number, item)) = begin() {
            let row = read(item).map(|position| {
                let answer = solve(&position, &question, &one_thread);
                Row::new(&position, answer)
            });
            desk.finish(number, row);
        }
    };
    thread::scope(|scope| {
        (0..budget.threads()).for_each(|_| drop(scope.spawn(work)));
        let result = desk.hand_over(&mut take);
        if result.is_err() {
            desk.close();
            budget.interrupt();
        }
        result
    })
}

/// Where rows lie until those before them are done.
struct Desk<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
}

struct State<R> {
    /// How many rows are handed over.
    handed_over: usize,
    /// The rows begun since; those that are done are there.
    begun: VecDeque<Option<R>>,
    /// How many threads may still begin or finish rows.
    workers: usize,
    /// Nobody waits for rows any more.
    closed: bool,
}

impl<E> Desk<Result<Row, E>> {
    fn new(workers: usize) -> Self {
        let state = State { handed_over: 0, begun: VecDeque::new(), workers, closed: false };
        Desk { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Hands rows over in their order until there are no more.
    fn hand_over(&self, take: &mut impl FnMut(Vec<Row>) -> Result<(), E>) -> Result<(), E> {
        loop {
            let ready = self.ready();
            if ready.is_empty() {
                return Ok(());
            }
            let mut rows = Vec::with_capacity(ready.len());
            let error = ready.into_iter().find_map(|row| row.map(|row| rows.push(row)).err());
            if !rows.is_empty() {
                take(rows)?;
            }
            if let Some(error) = error {
                return Err(error);
            }
            self.pause();
        }
    }
}

impl<R> Desk<R> {
    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while the state is such.
    fn wait_while(&self, is_such: impl FnMut(&mut State<R>) -> bool) -> MutexGuard<'_, State<R>> {
        self.changed.wait_while(self.state(), is_such).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until another row may be begun; false if none will be.
    fn has_room(&self) -> bool {
        !self.wait_while(|state| !state.closed && state.begun.len() >= WINDOW).closed
    }

    /// The number of a new row.
    fn begin(&self) -> usize {
        let mut state = self.state();
        state.begun.push_back(None);
        state.handed_over + state.begun.len() - 1
    }

    fn finish(&self, number: usize, row: R) {
        let mut state = self.state();
        let place = number - state.handed_over;
        state.begun[place] = Some(row);
        if place == 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for the next row, and takes it with all that are done after it; nothing if there is none.
    fn ready(&self) -> Vec<R> {
        let is_done = |state: &State<R>| matches!(state.begun.front(), Some(Some(_)));
        let mut state = self.wait_while(|state| state.workers > 0 && !state.closed && !is_done(state));
        let mut ready = Vec::new();
        while is_done(&state) {
            ready.extend(state.begun.pop_front().flatten());
        }
        state.handed_over += ready.len();
        self.changed.notify_all();
        ready
    }

    /// Lets some more rows be done, while there is room for them.
    fn pause(&self) {
        let goes_on = |state: &mut State<R>| state.workers > 0 && !state.closed && state.begun.len() < WINDOW;
        drop(self.changed.wait_timeout_while(self.state(), PAUSE, goes_on));
    }

    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

/// A thread at work; when it goes, the desk is told.
struct Worker<'a, R>(&'a Desk<R>);

impl<R> Drop for Worker<'_, R> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.workers -= 1;
        // A row that was given up with a panic will never come.
        state.closed |= thread::panicking();
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    fn values(threads: usize, items: impl Iterator<Item = usize> + Send) -> Vec<u32> {
        let budget = Budget::default().with_threads(threads);
        let read = |n: usize| {
            // Some rows take longer than those after them.
            thread::sleep(Duration::from_micros(if n.is_multiple_of(50) { 3000 } else { 0 }));
            format!("chain({})", n % 30).parse::<Position>().map_err(|error| error.to_string())
        };
        let mut values = Vec::new();
        let result = survey(items, read, &Question::default(), &budget, |rows| {
            values.extend(rows.iter().map(|row| row.grundy.unwrap().0));
            Ok(())
        });
        assert_eq!(result, Ok(()));
        values
    }

    #[test]
    fn rows_keep_their_order() {
        let expected: Vec<u32> = (0..3000).map(|n| n % 30).collect();
        for threads in [1, 2, 5] {
            assert_eq!(values(threads, 0..3000), expected, "{threads} threads");
        }
        assert!(values(3, 0..0).is_empty());
    }

    /// However slow the first row is, only so many are begun after it.
    #[test]
    fn what_waits_is_bounded() {
        let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let read = |n: usize| {
            begun.fetch_add(1, Relaxed);
            if n == 0 {
                while begun.load(Relaxed) < WINDOW {
                    thread::sleep(Duration::from_millis(1));
                }
                thread::sleep(Duration::from_millis(50));
                most.store(begun.load(Relaxed), Relaxed);
            }
            "chain(1)".parse::<Position>()
        };
        let budget = Budget::default().with_threads(3);
        let mut rows = 0;
        let taken = survey(0..5000, read, &Question::default(), &budget, |more| {
            rows += more.len();
            Ok(())
        });
        assert!(taken.is_ok() && rows == 5000);
        assert_eq!(most.into_inner(), WINDOW);
    }

    #[test]
    fn an_error_ends_it_after_the_rows_before() {
        let read = |n: usize| if n == 700 { Err("bad") } else { Ok("chain(1)".parse::<Position>().unwrap()) };
        let mut rows = 0;
        let mut take = |more: Vec<Row>| {
            rows += more.len();
            Ok(())
        };
        let budget = Budget::default().with_threads(2);
        assert_eq!(survey(0.., read, &Question::default(), &budget, &mut take), Err("bad"));
        assert_eq!(rows, 700);
        let full = |_: Vec<Row>| Err("full");
        let budget = Budget::default().with_threads(2);
        assert_eq!(survey(0..700, read, &Question::default(), &budget, full), Err("full"));
    }

    #[test]
    fn an_interruption_ends_it_with_the_rows_begun() {
        let budget = Budget::default().with_threads(2);
        let mut rows = 0;
        let result = survey(
            0..,
            |_| "chain(1)".parse::<Position>(),
            &Question::default(),
            &budget,
            |more| {
                rows += more.len();
                if rows > 10 {
                    budget.interrupt();
                }
                Ok(())
            },
        );
        assert!(result.is_ok() && rows > 10);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_does_not_hang() {
        let read = |n: usize| if n == 40 { panic!("on purpose") } else { "chain(1)".parse::<Position>() };
        let _ = survey(0.., read, &Question::default(), &Budget::default().with_threads(2), |_| Ok(()));
    }
}
