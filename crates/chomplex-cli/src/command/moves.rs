//! `chomplex moves`: every move with the value it leads to.

use std::fmt::Write as _;

use chomplex::answer::{MoveList, MoveValue};
use chomplex::position::Position;
use chomplex::report::json;
use chomplex::report::words::{count, stopped};
use chomplex::solve::{Goal, move_values};
use chomplex::value::Grundy;

use crate::exit::Exit;
use crate::layout;
use crate::output::OutputArgs;
use crate::progress;
use crate::question::{Asked, QuestionArgs};
use crate::table::{elide, wrap};
use crate::terminal::{LABEL, OPEN, STRONG, WINS, paint, width};

/// List every move with the value it leads to
///
/// Moves that symmetries of the position carry into each other stand in one row. A move that leads to value 0 wins.
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

/// The moves of a position by classes.
struct Moves<'a> {
    position: &'a Position,
    list: &'a MoveList,
}

impl Moves<'_> {
    fn table(&self, all: bool) -> String {
        let grundy = self.list.grundy.map_or("not known".to_owned(), |value| value.to_string());
        let (moves, classes) =
            (count(self.position.len() as u64, "move"), count(self.list.classes.len() as u64, "class"));
        let mut text = layout::heading(&format!("{}: {moves} in {classes}, Grundy value {grundy}", self.position));
        if !self.list.classes.is_empty() {
            writeln!(text, "\n{}", paint(LABEL, "value        count  moves")).expect("a string takes it");
        }
        let room = width() - 20;
        let mut rows: Vec<&MoveValue> = self.list.classes.iter().collect();
        rows.sort_by_key(|row| (row.value.is_none(), row.value));
        for row in rows {
            let names = row.moves.members.iter().map(|&x| self.position.name(x));
            let lines = if all { wrap(names, room) } else { vec![elide(names, "  ", room)] };
            let value = row.value.map_or("?".to_owned(), |value| value.to_string());
            let wins = if row.value == Some(Grundy::ZERO) { "wins" } else { "" };
            let count = row.moves.members.len();
            let style = match row.value {
                Some(Grundy::ZERO) => WINS,
                Some(_) => STRONG,
                None => OPEN,
            };
            let named = |line: &String| if row.value == Some(Grundy::ZERO) { paint(WINS, line) } else { line.clone() };
            let value = paint(style, format!("{value:>5}  {wins:<4}"));
            writeln!(text, "{value}  {count:>5}  {}", named(&lines[0])).expect("a string takes it");
            for line in &lines[1..] {
                writeln!(text, "{:20}{}", "", named(line)).expect("a string takes it");
            }
        }
        if let Some(stop) = self.list.stopped_by {
            writeln!(text, "\nstopped by {}", stopped(stop)).expect("a string takes it");
        }
        text
    }
}
