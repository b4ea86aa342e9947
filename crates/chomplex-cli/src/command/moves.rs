//! `chomplex moves`: every move with the value of its option.

use std::fmt::Write as _;

use chomplex::answer::{MoveList, MoveValue};
use chomplex::canon::canonical::MAX_LABELLED;
use chomplex::position::Position;
use chomplex::report::json;
use chomplex::report::words::{self, count, stopped};
use chomplex::solve::{Goal, move_values};
use chomplex::value::{Candidates, Grundy, Outcome};

use crate::exit::Exit;
use crate::layout;
use crate::output::OutputArgs;
use crate::progress;
use crate::question::{Asked, QuestionArgs};
use crate::table::{elide, wrap};
use crate::terminal::{LABEL, OPEN, STRONG, WINS, paint, width};

/// List every move with the value it leads to
///
/// Moves that are equivalent under symmetries of the position share a row. A move that leads to
/// value 0 wins. Easy values are computed first: by rules, then by short searches, then by long
/// ones, smallest options first. If a value is not known, its row shows candidates in braces,
/// "not 0", or a question mark.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex moves 'simplex(4)'
  chomplex moves 'chomp(3,5)' --after 2,4 --json")]
pub(crate) struct Args {
    /// Print every name, however many there are
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let Asked { position, question, budget } = self.question.ask(Goal::Grundy, false)?;
        let list = progress::watch(&budget, || move_values(&position, &question, &budget));
        let moves = Moves { position: &position, list: &list };
        self.output.print(|| moves.table(self.all), || json::moves(&position, &list))?;
        Ok(list.stopped_by.into())
    }
}

/// Maximum number of candidates printed.
const MOST_CANDIDATES: usize = 4;

/// The value of the option, or what is known of it.
fn value(row: &MoveValue) -> String {
    match (row.value, &row.candidates) {
        (Some(value), _) => value.to_string(),
        (None, Some(Candidates::OneOf(values))) if values.len() <= MOST_CANDIDATES => {
            format!("{{{}}}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        }
        (None, _) if row.outcome() == Some(Outcome::First) => "not 0".to_owned(),
        (None, _) => "?".to_owned(),
    }
}

/// The moves of a position by classes.
struct Moves<'a> {
    position: &'a Position,
    list: &'a MoveList,
}

impl Moves<'_> {
    fn table(&self, all: bool) -> String {
        let grundy = words::grundy(self.list.grundy, self.list.candidates.as_ref());
        let (moves, classes) =
            (count(self.position.len() as u64, "move"), count(self.list.classes.len() as u64, "class"));
        // Symmetries of larger positions are not computed.
        let sorted = if self.position.len() > MAX_LABELLED { moves } else { format!("{moves} in {classes}") };
        let heading = format!("{}: {sorted}, Grundy value {grundy}", self.position);
        let mut text = layout::heading(&layout::abridged(self.position, &heading));
        let mut rows: Vec<&MoveValue> = self.list.classes.iter().collect();
        rows.sort_by_key(|row| (row.value.is_none(), row.value, row.outcome().is_none()));
        let column = rows.iter().map(|row| value(row).chars().count()).max().unwrap_or(0).max(5);
        if !rows.is_empty() {
            let heading = format!("{:<column$}        count  moves", "value");
            writeln!(text, "\n{}", paint(LABEL, heading)).expect("a string takes it");
        }
        for row in rows {
            let names = row.moves.members.iter().map(|&x| self.position.name(x));
            let room = width() - 15 - column;
            let lines = if all { wrap(names, room) } else { vec![elide(names, "  ", room)] };
            let wins = if row.value == Some(Grundy::ZERO) { "wins" } else { "" };
            let count = row.moves.members.len();
            let style = match row.value {
                Some(Grundy::ZERO) => WINS,
                Some(_) => STRONG,
                None => OPEN,
            };
            let named = |line: &String| if row.value == Some(Grundy::ZERO) { paint(WINS, line) } else { line.clone() };
            let value = paint(style, format!("{:>column$}  {wins:<4}", value(row)));
            writeln!(text, "{value}  {count:>5}  {}", named(&lines[0])).expect("a string takes it");
            for line in &lines[1..] {
                writeln!(text, "{:1$}{2}", "", 15 + column, named(line)).expect("a string takes it");
            }
        }
        if let Some(stop) = self.list.stopped_by {
            writeln!(text, "\nstopped by {}", stopped(stop)).expect("a string takes it");
        }
        text
    }
}
