//! Writes rows as they become known.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::Context;
use chomplex::budget::Stop;
use chomplex::report::rows::Sheet;
use chomplex::report::words::{count, stopped, thousands};
use chomplex::survey::row::{Column, Row};

use super::journal::Journal;
use super::source::Source;
use super::work::End;
use crate::exit::Exit;
use crate::layout;
use crate::terminal::{LABEL, OPEN, STRONG, paint};

/// The style of a cell.
fn style(column: &Column, row: &Row) -> Style {
    match (column, row.outcome, row.grundy) {
        (Column::Outcome, outcome, _) => layout::outcome_style(outcome),
        (Column::Grundy, _, None) => OPEN,
        (Column::Grundy, ..) => STRONG,
        _ => Style::new(),
    }
}

/// Writes rows to the output.
pub(super) struct Rows {
    /// Where rows are shown, if they are.
    out: Option<Box<dyn Write>>,
    pub(super) sheet: Sheet,
    /// Whether the header line has been written.
    begun: bool,
    pub(super) written: u64,
    /// Number of rows stopped by a limit, and the last such limit.
    stopped: u64,
    last_stop: Option<Stop>,
}

impl Rows {
    pub(super) fn new(out: Option<Box<dyn Write>>, sheet: Sheet) -> Self {
        Rows { out, sheet, begun: false, written: 0, stopped: 0, last_stop: None }
    }

    pub(super) fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        self.begin()?;
        for row in rows {
            self.count(row);
            if let Some(out) = &mut self.out {
                let paint = |column: &Column, cell| paint(style(column, row), cell);
                writeln!(out, "{}", self.sheet.painted(row, &paint))?;
            }
        }
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }

    pub(super) fn count(&mut self, row: &Row) {
        self.written += 1;
        self.stopped += u64::from(row.stopped_by.is_some());
        self.last_stop = row.stopped_by.or(self.last_stop);
    }

    fn begin(&mut self) -> io::Result<()> {
        match (&mut self.out, self.sheet.header()) {
            (Some(out), Some(header)) if !self.begun => {
                self.begun = true;
                let header = if self.sheet.is_table() { paint(LABEL, header) } else { header };
                writeln!(out, "{header}")
            }
            _ => Ok(()),
        }
    }

    /// Ends the output and reports what is missing.
    pub(super) fn end(&mut self, source: &Source, end: End, journal: Option<&Journal>) -> anyhow::Result<Exit> {
        self.begin().context("cannot write the rows")?;
        let say = |text: String| drop(writeln!(io::stderr(), "chomplex: {text}"));
        if source.skipped() > 0 {
            let are_not = if source.skipped() == 1 { "is not a position" } else { "are not positions" };
            say(format!("skipped {} that {are_not}", count(source.skipped(), "line")));
        }
        if let Some(stop) = self.last_stop {
            let (stopped_rows, rows) = (thousands(self.stopped), count(self.written, "row"));
            say(format!("{stopped_rows} of {rows} stopped by {}", stopped(stop)));
        }
        let End::Early(stop) = end else { return Ok(self.last_stop.into()) };
        let rows = count(self.written, "row");
        match journal {
            None => say(format!("stopped by {} after {rows}", stopped(stop))),
            Some(journal) => {
                let path = journal.path().display();
                say(format!(
                    "stopped by {}; {rows} are kept in `{path}`; the same command goes on from there",
                    stopped(stop)
                ));
            }
        }
        Ok(Some(stop).into())
    }
}
