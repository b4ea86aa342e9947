//! `chomplex moves`: every move with the value of its option.

use chomplex::canon::canonical::MAX_LABELLED;
use chomplex::report::words::{self, count, stopped};
use chomplex::{Candidates, Goal, Grundy, MoveList, MoveValue, Outcome, Position, move_values};
use chomplex_api::moves::Moves;

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
        self.output.print(|| text(&position, &list, self.all), || Moves::new(&position, &list))?;
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

/// A heading, and a row for each class of moves.
fn text(position: &Position, list: &MoveList, all: bool) -> String {
    let grundy = words::grundy(list.grundy, list.candidates.as_ref());
    let (moves, classes) = (count(position.len() as u64, "move"), count(list.classes.len() as u64, "class"));
    // Symmetries of larger positions are not computed.
    let sorted = if position.len() > MAX_LABELLED { moves } else { format!("{moves} in {classes}") };
    let heading = format!("{position}: {sorted}, Grundy value {grundy}");
    let mut text = layout::heading(&layout::abridged(position, &heading));
    let mut classes: Vec<&MoveValue> = list.classes.iter().collect();
    classes.sort_by_key(|class| (class.value.is_none(), class.value, class.outcome().is_none()));
    let row = |class: &&MoveValue| MoveRow {
        value: class.value,
        shown: value(class),
        names: class.moves.members.iter().map(|&x| position.name(x)).collect(),
    };
    text += &table(&classes.iter().map(row).collect::<Vec<_>>(), all);
    if let Some(stop) = list.stopped_by {
        text += &format!("\nstopped by {}\n", stopped(stop));
    }
    text
}

/// Some moves and the value that they lead to.
pub(crate) struct MoveRow<'a> {
    /// The value, if known.
    pub(crate) value: Option<Grundy>,
    /// What is known of it.
    pub(crate) shown: String,
    pub(crate) names: Vec<&'a str>,
}

/// Rows of moves under headings, after an empty line. A row has one line, or with `all` every name.
pub(crate) fn table(rows: &[MoveRow<'_>], all: bool) -> String {
    let mut text = String::new();
    let column = rows.iter().map(|row| row.shown.chars().count()).max().unwrap_or(0).max(5);
    if !rows.is_empty() {
        let heading = format!("{:<column$}        count  moves", "value");
        text += &format!("\n{}\n", paint(LABEL, heading));
    }
    for MoveRow { value, shown, names } in rows {
        let (room, count) = (width() - 15 - column, names.len());
        let names = names.iter().copied();
        let lines = if all { wrap(names, room) } else { vec![elide(names, "  ", room)] };
        let wins = *value == Some(Grundy::ZERO);
        let style = match value {
            _ if wins => WINS,
            Some(_) => STRONG,
            None => OPEN,
        };
        let named = |line: &String| if wins { paint(WINS, line) } else { line.clone() };
        let value = paint(style, format!("{shown:>column$}  {:<4}", if wins { "wins" } else { "" }));
        text += &format!("{value}  {count:>5}  {}\n", named(&lines[0]));
        for line in &lines[1..] {
            text += &format!("{:1$}{2}\n", "", 15 + column, named(line));
        }
    }
    text
}
