//! `chomplex moves`: every move with the value it leads to.

use std::fmt::Write as _;

use chomplex::answer::{MoveList, MoveValue};
use chomplex::position::Position;
use chomplex::report::json;
use chomplex::report::words::{count, stopped};
use chomplex::solve::{Goal, move_values};
use chomplex::value::Grundy;

use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::progress;
use crate::question::{Asked, QuestionArgs};
use crate::table::{WIDTH, elide, wrap};

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
        let mut text = format!("{}: {moves} in {classes}, Grundy value {grundy}\n", self.position);
        if !self.list.classes.is_empty() {
            text.push_str("\nvalue        count  moves\n");
        }
        let mut rows: Vec<&MoveValue> = self.list.classes.iter().collect();
        rows.sort_by_key(|row| (row.value.is_none(), row.value));
        for row in rows {
            let names = row.moves.members.iter().map(|&x| self.position.name(x));
            let lines = if all { wrap(names, WIDTH - 20) } else { vec![elide(names, "  ", WIDTH - 20)] };
            let value = row.value.map_or("?".to_owned(), |value| value.to_string());
            let wins = if row.value == Some(Grundy::ZERO) { "wins" } else { "" };
            let count = row.moves.members.len();
            writeln!(text, "{value:>5}  {wins:<4}  {count:>5}  {}", lines[0]).expect("a string takes it");
            for line in &lines[1..] {
                writeln!(text, "{:20}{line}", "").expect("a string takes it");
            }
        }
        if let Some(stop) = self.list.stopped_by {
            writeln!(text, "\nstopped by {}", stopped(stop)).expect("a string takes it");
        }
        text
    }
}
