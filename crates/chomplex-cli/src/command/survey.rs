//! `chomplex survey`: a row for each of many positions.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, anyhow};
use chomplex::budget::{Budget, Stop};
use chomplex::format::{self, Notation};
use chomplex::position::Position;
use chomplex::report::rows::RowFormat;
use chomplex::report::words::{count, stopped, thousands};
use chomplex::solve::{Goal, Question};
use chomplex::survey::{Row, survey};
use clap::ValueEnum;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::file::Target;
use crate::lines::{Line, Lines, Source};
use crate::progress;
use crate::question::RulesArgs;
use crate::tablebase::TablebaseArgs;

/// Solve many positions, one from each line, and print a row for each
///
/// The rows come in the order of the lines, each as soon as it is known. The search for one position makes use of what was found for
/// others. Blank lines and lines that begin with `#` are skipped.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  nauty-geng -c 7 | chomplex survey --graph6 -
  nauty-geng 8 | chomplex survey --graph6 - --outcome --format csv -o graphs.csv
  chomplex survey positions.txt --format jsonl --time 10m")]
#[command(group = clap::ArgGroup::new("source").required(true))]
pub(crate) struct Args {
    /// A file with an expression in each line, or `-` to read standard input
    #[arg(value_name = "FILE", group = "source")]
    expressions: Option<String>,
    /// A file with a graph6 code in each line, or `-` to read standard input
    #[arg(long, value_name = "FILE", group = "source")]
    graph6: Option<String>,
    /// Decide only who wins, which is often faster than the Grundy value
    #[arg(long)]
    outcome: bool,
    /// How rows are written [default: by the ending of the file of `-o`, else table]
    #[arg(long)]
    format: Option<Format>,
    /// The same as `--format jsonl`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the rows to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Columns of text
    Table,
    /// Comma-separated values with a line of names first
    Csv,
    /// A JSON object in each line
    Jsonl,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let (notation, argument) = match (&self.expressions, &self.graph6) {
            (Some(file), _) => (Notation::Expression, file),
            (None, Some(file)) => (Notation::Graph6, file),
            (None, None) => return Err(anyhow!("a file is expected, or `-` for standard input")),
        };
        let target = self.output.as_deref().map(Target::new).transpose()?;
        let source = open(argument)?;
        let goal = if self.outcome { Goal::Outcome } else { Goal::Grundy };
        let question =
            Question { goal, rules: self.rules.rules(), tables: self.tablebase.tables()?, ..Question::default() };
        let budget = self.threads.apply(self.budget.start()?);
        let work = Work { notation, name: source.name().to_owned(), question, format: self.format(), budget };
        let lines = source.lines(&work.budget);
        match target {
            None => work.run(lines, BufWriter::new(io::stdout().lock()), io::stdout().is_terminal()),
            Some(target) => {
                let mut result = Err(anyhow!("no rows"));
                let written = target.write(|out| {
                    result = work.run(lines, out, false);
                    // What is wrong with the input is no fault of the file, but without all rows there is to be none.
                    result.as_ref().map(drop).map_err(|_| io::Error::other("some rows are missing"))
                });
                let exit = result?;
                written?;
                Ok(exit)
            }
        }
    }

    fn format(&self) -> RowFormat {
        let ending = || self.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
        match self.format {
            Some(Format::Table) => RowFormat::Table,
            Some(Format::Csv) => RowFormat::Csv,
            Some(Format::Jsonl) => RowFormat::JsonLines,
            None if self.json => RowFormat::JsonLines,
            None => match ending() {
                Some("csv") => RowFormat::Csv,
                Some("jsonl" | "ndjson") => RowFormat::JsonLines,
                _ => RowFormat::Table,
            },
        }
    }
}

fn open(argument: &str) -> anyhow::Result<Source> {
    Source::open(argument).map_err(|error| match argument.parse::<Position>() {
        Ok(_) => anyhow!("{error:#}\nFor a single position write `chomplex solve '{argument}'`."),
        Err(_) => error,
    })
}

/// A survey of lines in some notation.
struct Work {
    notation: Notation,
    /// Where the lines come from.
    name: String,
    question: Question,
    format: RowFormat,
    budget: Budget,
}

impl Work {
    /// Writes a row for every line.
    fn run(&self, lines: Lines, out: impl Write, on_terminal: bool) -> anyhow::Result<Exit> {
        let rows_so_far = AtomicU64::new(0);
        let mut rows = Rows { out, format: self.format, begun: false, written: 0, stopped: 0, last_stop: None };
        let work = || {
            let read = |line: anyhow::Result<Line>| self.read(&line?);
            let take = |more: Vec<Row>| {
                rows.write(&more).context("cannot write the rows")?;
                rows_so_far.store(rows.written, Relaxed);
                Ok(())
            };
            survey(
                lines.filter(|line| !matches!(line, Ok(line) if is_skipped(line))),
                read,
                &self.question,
                &self.budget,
                take,
            )
        };
        if on_terminal {
            // The rows show how far it has come.
            work()?;
        } else {
            let positions = || thousands(self.budget.positions());
            let so_far = || format!("{} rows, {} positions", thousands(rows_so_far.load(Relaxed)), positions());
            progress::watch_with(so_far, work)?;
        }
        rows.end().context("cannot write the rows")?;
        if self.budget.check() == Err(Stop::Interrupt) { Ok(Exit::Interrupted) } else { Ok(rows.last_stop.into()) }
    }

    /// The position in a line.
    fn read(&self, line: &Line) -> anyhow::Result<Position> {
        format::read(&line.text, Some(self.notation)).map_err(|error| {
            let is_graph = || format::read(&line.text, Some(Notation::Graph6)).is_ok();
            let remedy = if self.notation == Notation::Expression && is_graph() {
                "\nThis line is a graph6 code; such lines are read by `--graph6`."
            } else {
                ""
            };
            anyhow!("in {}: line {}: {error}{remedy}", self.name, line.number)
        })
    }
}

/// Whether a line holds no position: it is blank, a comment, or the header of a file.
fn is_skipped(line: &Line) -> bool {
    let text = line.text.trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text == b">>graph6<<"
}

/// Rows on their way out.
struct Rows<W> {
    out: W,
    format: RowFormat,
    /// Whether the line before the first row is written.
    begun: bool,
    written: u64,
    /// How many of them a budget ended, and what ended the last.
    stopped: u64,
    last_stop: Option<Stop>,
}

impl<W: Write> Rows<W> {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        self.begin()?;
        for row in rows {
            writeln!(self.out, "{}", self.format.line(row))?;
            self.written += 1;
            self.stopped += u64::from(row.stopped_by.is_some());
            self.last_stop = row.stopped_by.or(self.last_stop);
        }
        self.out.flush()
    }

    fn begin(&mut self) -> io::Result<()> {
        match self.format.header() {
            Some(header) if !self.begun => {
                self.begun = true;
                writeln!(self.out, "{header}")
            }
            _ => Ok(()),
        }
    }

    /// Ends the rows and says how many a budget ended.
    fn end(&mut self) -> io::Result<()> {
        self.begin()?;
        self.out.flush()?;
        if let Some(stop) = self.last_stop {
            let (stopped_rows, rows) = (thousands(self.stopped), count(self.written, "row"));
            let _ = writeln!(io::stderr(), "chomplex: {stopped_rows} of {rows} stopped by {}", stopped(stop));
        }
        Ok(())
    }
}
