//! `chomplex canon`: a position up to isomorphism.

use anyhow::bail;
use chomplex::canon::canonical::MAX_LABELLED;
use chomplex::report::words::{stopped, thousands};
use chomplex::{Position, Stop};
use chomplex_api::canon::Canon;
use chomplex_api::map::Named;

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::output::{OutputArgs, note};
use crate::position::NotationArgs;
use crate::progress;
use crate::table::{elide, wrap};
use crate::terminal::{LABEL, paint, width};

/// Print a canonical expression and the symmetries, or compare two positions
///
/// Isomorphic positions have the same canonical expression. With a second position it says whether
/// they are isomorphic and by which map; the exit code is 0 either way.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex canon 'cycle(4)'
  chomplex canon 'cycle(3)' 'boundary(3)'")]
pub(crate) struct Args {
    /// An expression such as `simplex(4)`, `@FILE` to read a file, or `-` to read standard input
    #[arg(value_name = "POSITION")]
    first: String,
    /// A second position to compare it with
    #[arg(value_name = "POSITION")]
    second: Option<String>,
    /// Print every generator and every class in full, however long
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        if self.first == "-" && self.second.as_deref() == Some("-") {
            bail!("standard input can be read only once");
        }
        let position = self.notation.read(&self.first)?;
        let second = self.second.as_deref().map(|text| self.notation.read(text)).transpose()?;
        let elements = second.iter().map(Position::len).fold(position.len(), usize::max);
        let budget = self.budget.start()?;
        match progress::watch_with(|| "labelling".to_owned(), || Canon::find(&position, second.as_ref(), &budget)) {
            Ok(found) => {
                self.output.print(|| text(&found, self.all), || &found)?;
                Ok(Exit::Answered)
            }
            Err(stop) => {
                let why = match stop {
                    Stop::Size if elements > MAX_LABELLED => format!(
                        "the size: the position has {} elements, and the limit is {}",
                        thousands(elements as u64),
                        thousands(MAX_LABELLED as u64)
                    ),
                    Stop::Size => "the size: the position is too large".to_owned(),
                    stop => stopped(stop).to_owned(),
                };
                note(format!("stopped by {why}"));
                Ok(Some(stop).into())
            }
        }
    }
}

/// Width of the first column.
const KEY: usize = 13;
/// Number of generators, or lines of classes, printed by default.
const LINES: usize = 12;

fn text(found: &Canon, all: bool) -> String {
    let mut text = String::new();
    let mut entry = |key: &str, lines: &[String]| {
        for (i, line) in lines.iter().enumerate() {
            let key = paint(LABEL, format!("{:<KEY$}", if i == 0 { key } else { "" }));
            text += &format!("{key}{line}\n");
        }
    };
    entry("position", std::slice::from_ref(&found.position));
    entry("canonical", std::slice::from_ref(&found.canonical));
    entry("group order", std::slice::from_ref(&found.group_order));
    let room = if all { usize::MAX } else { width() - KEY };
    let generators: Vec<String> = found.generators.iter().map(|cycles| written(cycles, room)).collect();
    entry("generators", &shortened(generators, all));
    let classes: Vec<String> = found.classes.iter().map(|class| braced(class, room)).collect();
    entry("classes", &shortened(wrap(classes.iter().map(String::as_str), width() - KEY), all));
    if let Some(pair) = &found.comparison {
        let other = &pair.other;
        match &pair.map {
            None => entry("isomorphic", &[format!("no, not to {other}")]),
            Some(Named(map)) => {
                let map: Vec<String> = map.iter().map(|(x, y)| format!("{x}→{y}")).collect();
                entry("isomorphic", &[format!("yes, to {other}")]);
                entry("map", &wrap(map.iter().map(String::as_str), width() - KEY));
            }
        }
    }
    text
}

/// A permutation as `(0 1)(02 12)`.
fn written(cycles: &[Vec<String>], room: usize) -> String {
    let cycles: Vec<String> = cycles.iter().map(|cycle| format!("({})", cycle.join(" "))).collect();
    elide(cycles.iter().map(String::as_str), "", room)
}

/// A set as `{0 1 2}`.
fn braced(orbit: &[String], room: usize) -> String {
    format!("{{{}}}", elide(orbit.iter().map(String::as_str), " ", room - 2))
}

/// The first few lines, or all if requested.
fn shortened(mut lines: Vec<String>, all: bool) -> Vec<String> {
    let left_out = lines.len().saturating_sub(LINES);
    if !all && left_out > 0 {
        lines.truncate(LINES);
        lines.push(format!("… ({left_out} more lines)"));
    }
    lines
}
