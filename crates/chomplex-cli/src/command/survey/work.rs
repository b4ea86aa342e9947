//! A running survey: from the positions to the rows and what is made of them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use chomplex::report::words::{count, thousands};
use chomplex::survey::row::Row;
use chomplex::survey::run::{Inquiry, survey};
use chomplex::{Budget, Stop};

use super::findings::Findings;
use super::journal::Journal;
use super::picture::Picture;
use super::rows::Rows;
use super::source::{Item, Source};
use crate::output::note;
use crate::progress;

/// How a survey ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All rows, or all that were wanted, are there.
    Complete,
    /// The time was up, or the survey was interrupted.
    Early(Stop),
}

/// A running survey.
pub(super) struct Work<'a> {
    pub(super) source: &'a Source,
    pub(super) inquiry: Inquiry,
    pub(super) budget: Budget,
    pub(super) results: Results,
}

/// What is made of the rows.
pub(super) struct Results {
    pub(super) rows: Rows,
    pub(super) journal: Option<Journal>,
    pub(super) findings: Findings,
    pub(super) picture: Option<Picture>,
}

/// Why a survey ends before its last position.
enum Halt {
    /// Enough is known.
    Enough,
    Failed(anyhow::Error),
}

impl Work<'_> {
    /// Writes a row for every position.
    pub(super) fn run(&mut self, on_terminal: bool) -> anyhow::Result<End> {
        let mut items = self.source.items(&self.budget)?;
        if self.catch_up(&mut items)?.is_break() {
            return Ok(End::Complete);
        }
        let Work { source, inquiry, budget, results } = self;
        let (source, inquiry, budget) = (*source, &*inquiry, &*budget);
        let (begun, before) = (Instant::now(), results.rows.written);
        let (so_far, all_begun, mut left) = (AtomicU64::new(before), AtomicBool::new(false), 0);
        let last = std::iter::from_fn(|| {
            // After an interruption a stream ends early.
            all_begun.store(budget.check().is_ok(), Relaxed);
            None
        });
        let items = items.chain(last);
        let read = |item| source.read(item).map_err(Halt::Failed);
        let take = |mut rows: Vec<Row>| {
            left += results.leave(&mut rows, budget);
            let flow = results.take(rows).map_err(Halt::Failed)?;
            so_far.store(results.rows.written, Relaxed);
            if flow.is_break() { Err(Halt::Enough) } else { Ok(()) }
        };
        let work = || survey(items, read, inquiry, budget, take);
        let result = if on_terminal {
            // The printed rows show the progress.
            work()
        } else {
            let told = || describe(so_far.load(Relaxed), before, source.count(), begun.elapsed(), budget.positions());
            progress::watch_with(told, work)
        };
        match (result, budget.check()) {
            (Err(Halt::Enough), _) => Ok(End::Complete),
            (Err(Halt::Failed(error)), _) => Err(error),
            (Ok(()), Err(stop))
                if (stop != Stop::Memory || budget.is_exhausted()) && (left > 0 || !all_begun.load(Relaxed)) =>
            {
                Ok(End::Early(stop))
            }
            (Ok(()), _) => Ok(End::Complete),
        }
    }

    /// Adds to an error where the rows before it are kept, if there are any.
    pub(super) fn keep(&mut self, error: anyhow::Error) -> anyhow::Error {
        match self.results.journal.take() {
            Some(journal) if journal.len() > 0 => {
                let (rows, path) = (count(journal.len(), "row"), journal.path().display().to_string());
                let error = format!("{error:#}");
                anyhow!(
                    "{}\nThe {rows} before are kept in `{path}`, and the same command goes on from there.",
                    error.trim_end()
                )
            }
            Some(journal) => match journal.finish() {
                Ok(()) => error,
                Err(other) => error.context(other),
            },
            None => error,
        }
    }

    /// Takes the rows of the first positions from the journal, after checking that the positions
    /// are the same. Breaks if they are enough.
    fn catch_up(&mut self, items: &mut impl Iterator<Item = Item>) -> anyhow::Result<ControlFlow<()>> {
        let Results { rows, journal: Some(journal), findings, picture, .. } = &mut self.results else {
            return Ok(ControlFlow::Continue(()));
        };
        for row in journal.read()? {
            if self.budget.check().is_err() {
                break;
            }
            let row = row?;
            let position = loop {
                match items.next().map(|item| self.source.read(item)).transpose()? {
                    Some(Some(subject)) => break Some(subject.position.to_string()),
                    Some(None) => {}
                    None => break None,
                }
            };
            if position.as_deref() != Some(&*row.position) {
                let found = position.map_or("nothing".to_owned(), |position| format!("`{position}`"));
                let path = journal.path().display();
                bail!(
                    "`{path}` has `{}` where {} now has {found}: remove it to begin anew",
                    row.position,
                    self.source.name
                );
            }
            if let Some(picture) = picture {
                picture.add(&row);
            }
            rows.count(&row);
            if findings.add(&row)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if journal.len() > 0 {
            note(format!("{} are in the journal already", count(journal.len(), "row")));
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Results {
    /// Removes the rows that were cut short by the end of the survey: the journal leaves them to
    /// the next run. Returns their number.
    fn leave(&self, rows: &mut Vec<Row>, budget: &Budget) -> usize {
        let (Some(_), Err(stop)) = (&self.journal, budget.check()) else { return 0 };
        let begun = rows.len();
        rows.retain(|row| row.stopped_by != Some(stop));
        begun - rows.len()
    }

    /// Takes some rows; breaks if enough is known.
    fn take(&mut self, mut rows: Vec<Row>) -> anyhow::Result<ControlFlow<()>> {
        let (mut wanted, mut flow) = (0, ControlFlow::Continue(()));
        while flow.is_continue()
            && let Some(row) = rows.get(wanted)
        {
            flow = self.findings.add(row)?;
            wanted += 1;
        }
        rows.truncate(wanted);
        if let Some(journal) = &mut self.journal {
            journal.add(&rows).with_context(|| format!("cannot write `{}`", journal.path().display()))?;
        }
        if let Some(picture) = &mut self.picture {
            rows.iter().for_each(|row| picture.add(row));
        }
        self.rows.write(&rows).context("cannot write the rows")?;
        Ok(flow)
    }
}

/// The progress, with an estimated time if the number of rows is known. It assumes that every row
/// takes equally long.
fn describe(done: u64, before: u64, all: Option<u64>, elapsed: Duration, positions: u64) -> String {
    let positions = format!("{} positions", thousands(positions));
    match all.filter(|&all| all > done) {
        None => format!("{} rows, {positions}", thousands(done)),
        Some(all) => {
            let left = elapsed.as_secs_f64() * (all - done) as f64 / (done - before).max(1) as f64;
            let left = if done > before { format!(", at least {} left", progress::time(left)) } else { String::new() };
            format!("{} of {} rows{left}, {positions}", thousands(done), thousands(all))
        }
    }
}
