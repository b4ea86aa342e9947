//! `chomplex survey`: a row for each of many positions, and results from all of them.
//!
//! - `source`: where the positions come from.
//! - `journal`: the rows found so far, on disk; `existing`: which files may be replaced;
//!   `metadata`: the metadata of a file of rows.
//! - `findings`: expectations, periods, summaries; `picture`: a plot of the values.

mod existing;
mod findings;
mod journal;
mod metadata;
#[cfg(feature = "parquet")]
mod parquet;
mod picture;
mod source;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anstyle::Style;
use anyhow::{Context, anyhow, bail};
use chomplex::budget::amount::parse_time;
use chomplex::budget::{Budget, Stop};
use chomplex::report::rows::{RowFormat, Sheet};
use chomplex::report::words::{count, stopped, thousands};
use chomplex::solve::{Goal, Question};
use chomplex::survey::row::{Column, Row};
use chomplex::survey::run::{Inquiry, survey};
use clap::ValueEnum;
use serde_json::{Value, json};

use self::findings::{Findings, FindingsArgs};
use self::journal::Journal;
use self::picture::Picture;
use self::source::{Source, SourceArgs};
use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::file::Target;
use crate::layout;
use crate::output;
use crate::plot::{self, Plot};
use crate::progress;
use crate::question::RulesArgs;
use crate::tablebase::TablebaseArgs;
use crate::terminal::{LABEL, OPEN, STRONG, paint};

/// Solve many positions, and say what they have in common
///
/// Positions are the members of a family with parameters, all objects of a kind up to isomorphism,
/// or the lines of a file (blank lines and lines that begin with `#` are skipped). Each gives a
/// row, printed in order as soon as it is known. With `--expect`, `--period` or `--summary` rows
/// are printed only to a file.
///
/// While rows are written to a file, a journal beside it keeps them: after a crash, or when the
/// time is up, the same command continues from there. A second file, named like the first with
/// `.metadata.json` added, records the program's version, the command and the columns.
#[derive(clap::Args)]
#[command(override_usage = "\
chomplex survey <EXPRESSION> --for <RANGE>… [OPTIONS]
       chomplex survey <FILE> [OPTIONS]
       chomplex survey --graphs <N> [OPTIONS]")]
#[command(after_help = "\
Examples:
  chomplex survey 'wheel(n)' --for n=3..12
  chomplex survey 'cycle(n)' --for n=3..200 --expect 'grundy == 0'
  chomplex survey 'gmk(3,m,k)' --for m=0..12 --for k=0..12 --period --plot gmk.svg
  chomplex survey --graphs 7 --summary --by faces
  nauty-geng -c 7 | chomplex survey --graph6 -
  chomplex survey positions.txt --columns position,grundy,winning_move_count -o values.csv")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Decide only who wins, which is often faster than the Grundy value
    #[arg(long)]
    outcome: bool,
    #[command(flatten)]
    findings: FindingsArgs,
    /// The columns of the rows, separated by commas: the parameters, position, outcome, grundy,
    /// grundy_candidates, grundy_at_least, winning_move_count, elements, faces, group_order,
    /// decided_by, stopped_by
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Output")]
    columns: Option<Vec<String>>,
    /// Format of the rows [default: from the extension of the `-o` file, else table]
    #[arg(long, help_heading = "Output")]
    format: Option<Format>,
    /// Print rows as `--format jsonl`, and findings as JSON
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,
    /// Write the rows to this file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Overwrite the `-o` file even if it does not contain rows of a survey
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
    /// Draw the values to an SVG or PNG file: points for one parameter, squares for two, else a
    /// histogram
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,
    /// Time limit for each row; after it, mark the row and go on with the next
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    time_per_row: Option<Duration>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns of text
    Table,
    /// Comma-separated values with a line of names first
    Csv,
    /// A JSON object in each line
    Jsonl,
    /// An Apache Parquet file, if the program was built with this feature
    Parquet,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let source = self.source.source()?;
        let parameters = source.parameters();
        let findings = self.findings.start(&parameters)?;
        let sheet = self.sheet(&parameters)?;
        let needed = [sheet.columns(), &findings.columns()].concat();
        if self.outcome && needed.contains(&Column::Grundy) && self.columns.is_some() {
            bail!("with `--outcome` there is no column `grundy`");
        }
        if self.is_parquet() && cfg!(not(feature = "parquet")) {
            bail!(
                "this program was built without Parquet; `cargo install --path crates/chomplex-cli --features parquet` builds one with it"
            );
        }
        if self.is_parquet() && self.output.is_none() {
            bail!("Parquet is written to a file: name it with `-o FILE.parquet`");
        }
        let picture = self.plot.as_ref().map(|_| Picture::new(&source.name, &parameters)).transpose()?;
        let plot = self.plot.as_deref().map(Plot::new).transpose()?;
        self.check_ending()?;
        let target = self.output.as_deref().map(Target::new).transpose()?;
        if let (Some(path), false) = (&self.output, self.force) {
            existing::check(path, &parameters)?;
        }
        let goal = if self.outcome { Goal::Outcome } else { Goal::Grundy };
        let (rules, tables) = (self.rules.rules(), self.tablebase.tables()?);
        let question = Question { goal, rules, tables, ..Question::default() };
        let inquiry = Inquiry { question, time_for_a_row: self.time_per_row, ..Inquiry::default() };
        let journal = match &self.output {
            Some(path) if target.as_ref().is_some_and(Target::is_file) => {
                Some(Journal::open(path, &self.fingerprint(&source, &needed), parameters.clone())?)
            }
            _ => None,
        };
        let shows_rows = target.is_none() && !self.findings.any();
        let out: Option<Box<dyn Write>> = match &target {
            Some(target) if !target.is_file() => Some(Box::new(target.open()?)),
            None if shows_rows => Some(Box::new(BufWriter::new(io::stdout().lock()))),
            _ => None,
        };
        let budget = self.threads.apply(self.budget.start()?);
        let mut work = Work {
            source: &source,
            inquiry: inquiry.for_columns(&needed),
            budget,
            rows: Rows { out, sheet, begun: false, written: 0, stopped: 0, last_stop: None },
            journal,
            findings,
            picture,
        };
        let end = work.run(shows_rows && io::stdout().is_terminal()).map_err(|error| work.keep(error))?;
        let Work { rows, journal, findings, picture, .. } = work;
        let mut rows = rows;
        let exit = rows.end(&source, end, journal.as_ref())?;
        if end == End::Early(Stop::Interrupt) && journal.is_some() {
            return Ok(exit);
        }
        if let (Some(target), Some(path), Some(journal), End::Complete) = (&target, &self.output, journal, end) {
            let about = Target::new(&metadata::path(path))?;
            let columns = rows.sheet.columns();
            let about_rows = metadata::describe(path, self.format_name(), columns, journal.len());
            target.write(|out| self.write_rows(out, &rows.sheet, journal.read()?, &about_rows))?;
            about.write(|out| writeln!(out, "{}", output::lay_out(&about_rows)))?;
            journal.finish().context("cannot remove the journal")?;
        }
        if let (Some(plot), Some(picture)) = (plot, picture) {
            plot.write(&picture.svg())?;
        }
        if self.findings.any() {
            output::OutputArgs { json: self.json }.print(|| findings.text(), || findings.json())?;
        }
        Ok(if findings.is_contradicted() && exit != Exit::Interrupted { Exit::Wrong } else { exit })
    }

    /// Writes all rows of a journal to a file.
    fn write_rows(
        &self,
        out: &mut (impl Write + Send),
        sheet: &Sheet,
        rows: impl Iterator<Item = anyhow::Result<Row>>,
        about: &Value,
    ) -> anyhow::Result<()> {
        #[cfg(feature = "parquet")]
        if self.is_parquet() {
            return parquet::write(out, sheet.columns(), rows, about);
        }
        let _ = about;
        if let Some(header) = sheet.header() {
            writeln!(out, "{header}")?;
        }
        for row in rows {
            writeln!(out, "{}", sheet.line(&row?))?;
        }
        Ok(())
    }

    /// The format named by the file extension, if there is one.
    fn named_format(&self) -> Option<Format> {
        match &*self.output.as_deref().and_then(plot::ending)? {
            "txt" => Some(Format::Table),
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }

    /// Refuses a file extension of another format, or of one that cannot be written.
    fn check_ending(&self) -> anyhow::Result<()> {
        const ENDINGS: &str = ".txt (table), .csv, .jsonl or .parquet";
        let Some(path) = self.output.as_deref().filter(|path| !is_device(path)) else { return Ok(()) };
        let asked = self.format.or(self.json.then_some(Format::Jsonl));
        match (asked, self.named_format()) {
            (None, None) => bail!("`{}` should end in {ENDINGS}, or say the format with `--format`", path.display()),
            (Some(asked), Some(named)) if asked != named => {
                bail!("`{}` ends like a file of another format than the one asked for", path.display())
            }
            _ => Ok(()),
        }
    }

    fn format_name(&self) -> &'static str {
        match self.format() {
            _ if self.is_parquet() => "parquet",
            RowFormat::Table => "table",
            RowFormat::Csv => "csv",
            RowFormat::JsonLines => "jsonl",
        }
    }

    fn is_parquet(&self) -> bool {
        self.format.or(self.named_format()) == Some(Format::Parquet)
    }

    /// The columns and their format.
    fn sheet(&self, parameters: &[String]) -> anyhow::Result<Sheet> {
        let format = self.format();
        match &self.columns {
            None => Ok(Sheet::usual(format, parameters)),
            Some(names) => {
                let columns = names.iter().map(|name| Column::find(name.trim(), parameters));
                Ok(Sheet::new(format, columns.collect::<Result<_, _>>()?))
            }
        }
    }

    fn format(&self) -> RowFormat {
        match self.format {
            Some(Format::Table) => RowFormat::Table,
            Some(Format::Csv) => RowFormat::Csv,
            Some(Format::Jsonl) => RowFormat::JsonLines,
            // Parquet is for programs; as text its rows are JSON lines.
            Some(Format::Parquet) => RowFormat::JsonLines,
            None if self.json => RowFormat::JsonLines,
            None => match self.named_format() {
                Some(Format::Csv) => RowFormat::Csv,
                Some(Format::Jsonl | Format::Parquet) => RowFormat::JsonLines,
                Some(Format::Table) | None => RowFormat::Table,
            },
        }
    }

    /// Identifies a survey: everything its rows depend on.
    fn fingerprint(&self, source: &Source, needed: &[Column]) -> Value {
        json!({
            "of": source.name,
            "outcome_only": self.outcome,
            "winning_move_count": needed.contains(&Column::WinningMoveCount),
            "group_order": needed.contains(&Column::GroupOrder),
            "seconds_per_row": self.time_per_row.map(|time| time.as_secs_f64()),
            "format": 2,
        })
    }
}

/// Whether this is a device or a pipe, which has no format of its own.
fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir())
}

/// How a survey ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// All rows, or all that were wanted, are there.
    Complete,
    /// The time was up, or the survey was interrupted.
    Early(Stop),
}

/// A running survey.
struct Work<'a> {
    source: &'a Source,
    inquiry: Inquiry,
    budget: Budget,
    rows: Rows,
    journal: Option<Journal>,
    findings: Findings,
    picture: Option<Picture>,
}

impl Work<'_> {
    /// Writes a row for every position.
    fn run(&mut self, on_terminal: bool) -> anyhow::Result<End> {
        let mut items = self.source.items(&self.budget)?;
        if !self.catch_up(&mut items)? {
            return Ok(End::Complete);
        }
        let Work { source, inquiry, budget, rows, journal, findings, picture } = self;
        let (source, inquiry, budget) = (*source, &*inquiry, &*budget);
        let (begun, before, so_far) = (Instant::now(), rows.written, AtomicU64::new(rows.written));
        // Whether enough is known; whether all items were read; number of rows left for the next
        // run.
        let (mut complete, all_begun, mut left) = (false, AtomicBool::new(false), 0);
        let last = std::iter::from_fn(|| {
            // After an interruption a stream ends early.
            all_begun.store(budget.check().is_ok(), Relaxed);
            None
        });
        let items = items.chain(last);
        let work = || {
            survey(
                items,
                |item| source.read(item),
                inquiry,
                budget,
                |mut more| {
                    // A row cut short by the end of the survey is not done: the journal leaves it
                    // to the next run.
                    if journal.is_some()
                        && let Err(stop) = budget.check()
                    {
                        let begun = more.len();
                        more.retain(|row| row.stopped_by != Some(stop));
                        left += begun - more.len();
                    }
                    let mut wanted = 0;
                    while !complete && let Some(row) = more.get(wanted) {
                        complete = !findings.add(row)?;
                        wanted += 1;
                    }
                    more.truncate(wanted);
                    if let Some(journal) = journal {
                        journal.add(&more).with_context(|| format!("cannot write `{}`", journal.path().display()))?;
                    }
                    if let Some(picture) = picture {
                        more.iter().for_each(|row| picture.add(row));
                    }
                    rows.write(&more).context("cannot write the rows")?;
                    so_far.store(rows.written, Relaxed);
                    if complete { Err(anyhow!(ENOUGH)) } else { Ok(()) }
                },
            )
        };
        let result = if on_terminal {
            // The printed rows show the progress.
            work()
        } else {
            let told = || describe(so_far.load(Relaxed), before, source.count(), begun.elapsed(), budget.positions());
            progress::watch_with(told, work)
        };
        match result {
            Err(error) if complete && error.to_string() == ENOUGH => Ok(End::Complete),
            Err(error) => Err(error),
            Ok(()) => match budget.check() {
                Err(stop)
                    if (stop != Stop::Memory || budget.is_exhausted()) && (left > 0 || !all_begun.load(Relaxed)) =>
                {
                    Ok(End::Early(stop))
                }
                _ => Ok(End::Complete),
            },
        }
    }

    /// Adds to an error where the rows before it are kept, if there are any.
    fn keep(&mut self, error: anyhow::Error) -> anyhow::Error {
        match self.journal.take() {
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
    /// are the same. Returns whether to go on.
    fn catch_up(&mut self, items: &mut impl Iterator<Item = source::Item>) -> anyhow::Result<bool> {
        let Some(journal) = &self.journal else { return Ok(true) };
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
            if let Some(picture) = &mut self.picture {
                picture.add(&row);
            }
            self.rows.count(&row);
            if !self.findings.add(&row)? {
                return Ok(false);
            }
        }
        if journal.len() > 0 {
            let _ = writeln!(io::stderr(), "chomplex: {} are in the journal already", count(journal.len(), "row"));
        }
        Ok(true)
    }
}

/// The error text that ends a survey which has found what it was looking for.
const ENOUGH: &str = "enough is known";

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
struct Rows {
    /// Where rows are shown, if they are.
    out: Option<Box<dyn Write>>,
    sheet: Sheet,
    /// Whether the header line has been written.
    begun: bool,
    written: u64,
    /// Number of rows stopped by a limit, and the last such limit.
    stopped: u64,
    last_stop: Option<Stop>,
}

impl Rows {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
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

    fn count(&mut self, row: &Row) {
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
    fn end(&mut self, source: &Source, end: End, journal: Option<&Journal>) -> anyhow::Result<Exit> {
        self.begin().context("cannot write the rows")?;
        let say = |text: String| drop(writeln!(io::stderr(), "chomplex: {text}"));
        if source.skipped() > 0 {
            say(format!("skipped {} that are not positions", count(source.skipped(), "line")));
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
