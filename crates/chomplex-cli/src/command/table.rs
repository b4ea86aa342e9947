//! `chomplex table`: tables of values as the papers print them.

use std::time::Duration;

use anstyle::Style;
use anyhow::bail;
use chomplex::budget::amount::parse_time;
use chomplex::report::words::stopped;
use chomplex::{Answer, Candidates, Goal, Grundy, Outcome, Position, Question, RuleId, Rules, Tables, solve};
use chomplex_api::table::{Table, TableEntry};
use clap::ValueEnum;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::output::{OutputArgs, note};
use crate::progress;
use crate::tablebase::TablebaseArgs;
use crate::terminal::{LABEL, LOSES, OPEN, paint};

/// Print a table of Grundy values as the papers do
///
/// For `subsets`: in row n and column k the value of the game of all non-empty subsets of size at
/// most k of a set of n. Where the value is not known it prints what is: candidates in braces, or
/// who wins.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex table subsets --max-n 6
  chomplex table subsets --max-n 9 --time-per-entry 20s --time 5m")]
pub(crate) struct Args {
    /// The family
    family: Family,
    /// The last row
    #[arg(long, value_name = "N", default_value_t = 7)]
    max_n: usize,
    /// Time limit for each entry; after it, print what is known and go on with the next entry
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "5s", help_heading = "Budget")]
    time_per_entry: Duration,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Family {
    /// All non-empty subsets of size at most k of a set of n
    Subsets,
}

/// Maximum row; later rows take too long to build for what they show.
const MOST_ROWS: usize = 12;

/// An entry of the table.
struct Entry {
    n: usize,
    k: usize,
    answer: Answer,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let Family::Subsets = self.family;
        if self.max_n > MOST_ROWS {
            bail!("--max-n: at most {MOST_ROWS} rows can be printed");
        }
        let table = self.tablebase.open()?;
        let largest = table.as_ref().map_or(0, |table| table.vertices());
        let tables = table.map_or_else(Tables::default, |table| Tables::default().with_tablebase(table));
        // Values found in a tablebase need not be taken from the published table.
        let rules = if largest >= 7 { Rules::default().without(RuleId::PublishedTable) } else { Rules::default() };
        let question = Question { goal: Goal::Grundy, moves: false, rules, tables, ..Question::default() };
        let budget = self.threads.apply(self.budget.start()?);
        let places = (0..=self.max_n).flat_map(|n| (0..=n).map(move |k| (n, k)));
        let entry = |(n, k): (usize, usize)| {
            let position: Position = format!("subsets({n},{k})").parse().expect("it is an expression");
            let budget = budget.clone().with_time_at_most(self.time_per_entry);
            Entry { n, k, answer: solve(&position, &question, &budget) }
        };
        let entries: Vec<Entry> = progress::watch_with(|| "solving".to_owned(), || places.map(entry).collect());
        self.output.print(
            || self.text(&entries, largest),
            || {
                let entry = |entry: &Entry| TableEntry::new(entry.n, entry.k, &entry.answer);
                Table { family: "subsets", entries: entries.iter().map(entry).collect() }
            },
        )?;
        let stop = budget.check().err().filter(|_| entries.iter().any(|entry| entry.answer.stopped_by.is_some()));
        if let Some(stop) = stop {
            note(format!("stopped by {}", stopped(stop)));
        }
        Ok(stop.into())
    }

    fn text(&self, entries: &[Entry], largest: usize) -> String {
        let cells: Vec<String> = entries.iter().map(|entry| cell(&entry.answer)).collect();
        let width = |k: usize| {
            let column = entries.iter().zip(&cells).filter(|(entry, _)| entry.k == k);
            column.map(|(_, cell)| cell.chars().count()).max().unwrap_or(0).max(k.to_string().len())
        };
        let mut text = "n╲k".to_owned();
        for k in 0..=self.max_n {
            text += &format!("  {k:>0$}", width(k));
        }
        text = paint(LABEL, text);
        for (entry, cell) in entries.iter().zip(&cells) {
            if entry.k == 0 {
                text += &format!("\n{}", paint(LABEL, format!("{:>3}", entry.n)));
            }
            let style = match entry.answer.grundy {
                Some(Grundy::ZERO) => LOSES,
                Some(_) => Style::new(),
                None => OPEN,
            };
            let cell = format!("{cell:>0$}", width(entry.k));
            text += &format!("  {}", paint(style, cell));
        }
        text.push('\n');
        if self.max_n >= 7 && largest < 7 {
            text.push_str(WITHOUT_TABLEBASE);
        }
        text
    }
}

const WITHOUT_TABLEBASE: &str = "
Row 7 from k = 3 on is as published (Brouwer and Christensen 2017, section 2.2). To compute it,
build the table of all 490,013,147 complexes on at most 7 vertices: `chomplex tablebase build 7`.
With two processors it takes some ten minutes, 5.2 GiB of memory and 0.7 GB of disk.
";

/// The value, or what is known of it.
fn cell(answer: &Answer) -> String {
    match (answer.grundy, &answer.candidates, answer.outcome) {
        (Some(value), ..) => value.to_string(),
        (None, Some(Candidates::OneOf(values)), _) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{{{}}}", values.join(","))
        }
        (None, _, Some(Outcome::First)) => ">0".to_owned(),
        (None, ..) => "?".to_owned(),
    }
}
