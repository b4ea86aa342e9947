//! Computes rows in order.

use std::time::Duration;

use super::row::{Column, Row};
use crate::answer::{Answer, WinningMoves};
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::crew::ordered;
use crate::position::Position;
use crate::solve::{Question, solve};

/// A position to examine.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// The values of the parameters of its family.
    pub parameters: Vec<u64>,
}

impl From<Position> for Subject {
    fn from(position: Position) -> Self {
        Subject { position, parameters: Vec::new() }
    }
}

/// The questions asked about every position.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// What to determine, and with which rules. Proofs are not recorded.
    pub question: Question,
    /// Whether to count winning moves.
    pub winning_moves: bool,
    /// Whether to compute the order of the automorphism group.
    pub group_order: bool,
    /// The time limit for a single row.
    pub time_for_a_row: Option<Duration>,
}

impl Inquiry {
    /// Requests what these columns need.
    #[must_use]
    pub fn for_columns(mut self, columns: &[Column]) -> Self {
        self.winning_moves |= columns.contains(&Column::WinningMoveCount);
        self.group_order |= columns.contains(&Column::GroupOrder);
        self
    }

    fn row(&self, subject: Subject, question: &Question, budget: &Budget) -> Row {
        let Subject { position, parameters } = subject;
        let budget = match self.time_for_a_row {
            Some(time) => &budget.clone().with_time_at_most(time),
            None => budget,
        };
        let answer = solve(&position, question, budget);
        let Answer { outcome, grundy, candidates, stopped_by, .. } = answer;
        let (poset, set) = (position.poset(), position.remaining());
        let mut faces = Vec::new();
        for x in set.iter() {
            let level = poset.level(x);
            faces.resize(faces.len().max(level + 1), 0);
            faces[level] += 1;
        }
        let winning_move_count = match &answer.winning_moves {
            WinningMoves::All(classes) => Some(classes.iter().map(|class| class.members.len() as u64).sum()),
            _ => None,
        };
        let (mut group_order, mut stopped_by) = (None, stopped_by);
        if self.group_order {
            match Labelling::within(&poset.restrict(set).0, budget) {
                Ok(labelling) => group_order = Some(labelling.group_order().clone()),
                Err(stop) => stopped_by = stopped_by.or(Some(stop)),
            }
        }
        Row {
            position: position.to_string(),
            parameters,
            outcome,
            grundy,
            candidates,
            winning_move_count,
            elements: position.len() as u64,
            faces,
            group_order,
            decided_by: answer.reason.decided_by().map(|id| id.to_owned().into()),
            stopped_by,
        }
    }
}

/// Asks the same questions about every position that can be read from the items.
///
/// `take` receives the rows in the order of the items, as many at a time as are ready. An item from
/// which nothing is read has no row. A row that exceeds a budget is marked, and the others go on.
/// When the time is up, the process holds too much memory, or after an interruption, no more rows
/// are begun.
///
/// # Errors
/// Those of `read`, after the preceding rows, and those of `take`. Either also ends all other work
/// on this budget.
pub fn survey<T: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    read: impl Fn(T) -> Result<Option<Subject>, E> + Sync,
    inquiry: &Inquiry,
    budget: &Budget,
    mut take: impl FnMut(Vec<Row>) -> Result<(), E>,
) -> Result<(), E> {
    let tables = inquiry.question.tables.for_many();
    let question = Question { proof: false, moves: inquiry.winning_moves, tables, ..inquiry.question.clone() };
    let one_thread = budget.clone().with_threads(1);
    // A row that needs too much memory does not stop the others, unless the process as a whole
    // holds too much.
    let ended = || matches!(budget.check(), Err(Stop::Interrupt | Stop::Time)) || budget.is_exhausted();
    let mut items = items.fuse();
    let items = std::iter::from_fn(|| if ended() { None } else { items.next() });
    let row = |item| Ok(read(item)?.map(|subject| inquiry.row(subject, &question, &one_thread)));
    let deliver = |results: Vec<Result<Option<Row>, E>>| {
        let mut rows = Vec::with_capacity(results.len());
        let error = results.into_iter().find_map(|row| row.map(|row| rows.extend(row)).err());
        let taken = if rows.is_empty() { Ok(()) } else { take(rows) };
        let result = taken.and(error.map_or(Ok(()), Err));
        if result.is_err() {
            budget.interrupt();
        }
        result
    };
    ordered(budget.threads(), items, row, deliver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::WINDOW;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread;

    fn one() -> Result<Option<Subject>, String> {
        "chain(1)".parse::<Position>().map(|position| Some(position.into())).map_err(|error| error.to_string())
    }

    fn values(threads: usize, items: impl Iterator<Item = usize> + Send) -> Vec<u32> {
        let budget = Budget::default().with_threads(threads);
        let read = |n: usize| {
            // Some rows take longer than those after them.
            thread::sleep(Duration::from_micros(if n.is_multiple_of(50) { 3000 } else { 0 }));
            format!("chain({})", n % 30)
                .parse::<Position>()
                .map(|position| Some(position.into()))
                .map_err(|error| error.to_string())
        };
        let mut values = Vec::new();
        let result = survey(items, read, &Inquiry::default(), &budget, |rows| {
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

    /// However slow the first row is, only a bounded number of rows is begun after it.
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
            one()
        };
        let budget = Budget::default().with_threads(3);
        let mut rows = 0;
        let taken = survey(0..5000, read, &Inquiry::default(), &budget, |more| {
            rows += more.len();
            Ok(())
        });
        assert!(taken.is_ok() && rows == 5000);
        assert_eq!(most.into_inner(), WINDOW);
    }

    #[test]
    fn an_error_ends_it_after_the_rows_before() {
        let read = |n: usize| if n == 700 { Err("bad") } else { Ok(one().unwrap()) };
        let mut rows = 0;
        let mut take = |more: Vec<Row>| {
            rows += more.len();
            Ok(())
        };
        let budget = Budget::default().with_threads(2);
        assert_eq!(survey(0.., read, &Inquiry::default(), &budget, &mut take), Err("bad"));
        assert_eq!(rows, 700);
        let full = |_: Vec<Row>| Err("full");
        let budget = Budget::default().with_threads(2);
        assert_eq!(survey(0..700, read, &Inquiry::default(), &budget, full), Err("full"));
    }

    #[test]
    fn an_interruption_ends_it_with_the_rows_begun() {
        let budget = Budget::default().with_threads(2);
        let mut rows = 0;
        let result = survey(
            0..,
            |_| one(),
            &Inquiry::default(),
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
    #[should_panic(expected = "on purpose")]
    fn a_panic_does_not_hang() {
        let read = |n: usize| if n == 40 { panic!("on purpose") } else { one() };
        let _ = survey(0.., read, &Inquiry::default(), &Budget::default().with_threads(2), |_| Ok(()));
    }
}
