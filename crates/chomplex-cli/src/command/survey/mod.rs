//! `chomplex survey`: a row for each of many positions, and results from all of them.
//!
//! - `source`: where the positions come from.
//! - `journal`: the rows found so far, on disk; `existing`: which files may be replaced;
//!   `metadata`: the metadata of a file of rows.
//! - `work`: the running survey; `rows`: writes rows as they become known.
//! - `findings`: expectations, periods, summaries; `picture`: a plot of the values.

mod existing;
mod findings;
mod journal;
mod metadata;
#[cfg(feature = "parquet")]
mod parquet;
mod picture;
mod rows;
mod source;
mod work;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use chomplex::budget::Stop;
use chomplex::budget::amount::parse_time;
use chomplex::report::rows::{RowFormat, Sheet};
use chomplex::solve::{Goal, Question};
use chomplex::survey::row::{Column, Row};
use chomplex::survey::run::Inquiry;
use chomplex_api::json::{lay_out, to_value};
use chomplex_api::stamp::Stamped;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;

use self::findings::FindingsArgs;
use self::journal::Journal;
use self::metadata::Metadata;
use self::picture::Picture;
use self::rows::Rows;
use self::source::{Source, SourceArgs};
use self::work::{End, Results, Work};
use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::file::Target;
use crate::output::OutputArgs;
use crate::plot::{self, Plot};
use crate::question::RulesArgs;
use crate::tablebase::TablebaseArgs;

/// Solve many positions, and report patterns and counterexamples
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

impl Format {
    /// Each format with its name, the way its rows are printed, and the endings of its files.
    /// Parquet is for programs; as text its rows are JSON lines.
    const TABLE: [(Format, &str, RowFormat, &[&str]); 4] = [
        (Format::Table, "table", RowFormat::Table, &["txt"]),
        (Format::Csv, "csv", RowFormat::Csv, &["csv"]),
        (Format::Jsonl, "jsonl", RowFormat::JsonLines, &["jsonl", "ndjson"]),
        (Format::Parquet, "parquet", RowFormat::JsonLines, &["parquet"]),
    ];

    fn with_ending(ending: &str) -> Option<Format> {
        Format::TABLE.iter().find(|(.., endings)| endings.contains(&ending)).map(|&(format, ..)| format)
    }

    fn name_and_rows(self) -> (&'static str, RowFormat) {
        let entry = Format::TABLE.iter().find(|(format, ..)| *format == self);
        entry.map(|&(_, name, rows, _)| (name, rows)).expect("the table has all formats")
    }
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let source = self.source.source()?;
        let parameters = source.parameters();
        let findings = self.findings.start(&parameters)?;
        let sheet = self.sheet(&parameters)?;
        let needed = [sheet.columns(), &findings.columns()].concat();
        self.check(&needed)?;
        let picture = self.plot.as_ref().map(|_| Picture::new(&source.name, &parameters)).transpose()?;
        let plot = self.plot.as_deref().map(Plot::new).transpose()?;
        self.check_ending()?;
        let target = self.output.as_deref().map(Target::new).transpose()?;
        if let (Some(path), false) = (&self.output, self.force) {
            existing::check(path, &parameters)?;
        }
        let inquiry = self.inquiry()?.for_columns(&needed);
        let journal = match &self.output {
            Some(path) if target.as_ref().is_some_and(Target::is_file) => {
                Some(Journal::open(path, &self.fingerprint(&source, &needed), parameters)?)
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
        let results = Results { rows: Rows::new(out, sheet), journal, findings, picture };
        let mut work = Work { source: &source, inquiry, budget, results };
        let end = work.run(shows_rows && io::stdout().is_terminal()).map_err(|error| work.keep(error))?;
        self.finish(work, end, target.as_ref(), plot)
    }

    /// Refuses columns and formats that cannot be written.
    fn check(&self, needed: &[Column]) -> anyhow::Result<()> {
        if self.outcome && needed.contains(&Column::Grundy) && self.columns.is_some() {
            bail!("with `--outcome` there is no column `grundy`");
        }
        if self.format() == Format::Parquet && cfg!(not(feature = "parquet")) {
            bail!(
                "this program was built without Parquet; `cargo install --path crates/chomplex-cli --features parquet` builds one with it"
            );
        }
        if self.format() == Format::Parquet && self.output.is_none() {
            bail!("Parquet is written to a file: name it with `-o FILE.parquet`");
        }
        Ok(())
    }

    fn inquiry(&self) -> anyhow::Result<Inquiry> {
        let goal = if self.outcome { Goal::Outcome } else { Goal::Grundy };
        let (rules, tables) = (self.rules.rules(), self.tablebase.tables()?);
        let question = Question { goal, rules, tables, ..Question::default() };
        Ok(Inquiry { question, time_for_a_row: self.time_per_row, ..Inquiry::default() })
    }

    /// Writes the file of rows, the picture and the findings.
    fn finish(&self, work: Work<'_>, end: End, target: Option<&Target>, plot: Option<Plot>) -> anyhow::Result<Exit> {
        let Results { mut rows, journal, findings, picture } = work.results;
        let exit = rows.end(work.source, end, journal.as_ref())?;
        if end == End::Early(Stop::Interrupt) && journal.is_some() {
            return Ok(exit);
        }
        if let (Some(target), Some(path), Some(journal), End::Complete) = (target, &self.output, journal, end) {
            let about = Target::new(&metadata::path(path))?;
            let (name, _) = self.format().name_and_rows();
            let metadata = Metadata::new(path, name, rows.sheet.columns(), journal.len());
            let metadata = to_value(&Stamped::new(metadata));
            target.write(|out| self.write_rows(out, &rows.sheet, journal.read()?, &metadata))?;
            about.write(|out| writeln!(out, "{}", lay_out(&metadata)))?;
            journal.finish().context("cannot remove the journal")?;
        }
        if let (Some(plot), Some(picture)) = (plot, picture) {
            plot.write(&picture.svg())?;
        }
        if self.findings.any() {
            OutputArgs { json: self.json }.print(|| findings.text(), || findings.shape())?;
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
        if self.format() == Format::Parquet {
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
        Format::with_ending(&self.output.as_deref().and_then(plot::ending)?)
    }

    /// The format that an option asks for.
    fn asked_format(&self) -> Option<Format> {
        self.format.or(self.json.then_some(Format::Jsonl))
    }

    fn format(&self) -> Format {
        self.asked_format().or(self.named_format()).unwrap_or(Format::Table)
    }

    /// Refuses a file extension of another format, or of one that cannot be written.
    fn check_ending(&self) -> anyhow::Result<()> {
        const ENDINGS: &str = ".txt (table), .csv, .jsonl or .parquet";
        let Some(path) = self.output.as_deref().filter(|path| !is_device(path)) else { return Ok(()) };
        match (self.asked_format(), self.named_format()) {
            (None, None) => bail!("`{}` should end in {ENDINGS}, or say the format with `--format`", path.display()),
            (Some(asked), Some(named)) if asked != named => {
                bail!("`{}` ends like a file of another format than the one asked for", path.display())
            }
            _ => Ok(()),
        }
    }

    /// The columns and their format.
    fn sheet(&self, parameters: &[String]) -> anyhow::Result<Sheet> {
        let (_, format) = self.format().name_and_rows();
        match &self.columns {
            None => Ok(Sheet::usual(format, parameters)),
            Some(names) => {
                let columns = names.iter().map(|name| Column::find(name.trim(), parameters));
                Ok(Sheet::new(format, columns.collect::<Result<_, _>>()?))
            }
        }
    }

    fn fingerprint(&self, source: &Source, needed: &[Column]) -> Value {
        to_value(&Fingerprint {
            of: &source.name,
            outcome_only: self.outcome,
            winning_move_count: needed.contains(&Column::WinningMoveCount),
            group_order: needed.contains(&Column::GroupOrder),
            seconds_per_row: self.time_per_row.map(|time| time.as_secs_f64()),
            format: 2,
        })
    }
}

/// Identifies a survey: everything its rows depend on.
#[derive(Serialize)]
struct Fingerprint<'a> {
    of: &'a str,
    outcome_only: bool,
    winning_move_count: bool,
    group_order: bool,
    seconds_per_row: Option<f64>,
    format: u32,
}

/// Whether this is a device or a pipe, which has no format of its own.
fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir())
}
