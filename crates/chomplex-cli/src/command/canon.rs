//! `chomplex canon`: a position up to isomorphism.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::bail;
use chomplex::budget::{Budget, Stop};
use chomplex::canon::canonical::{Canonical, MAX_LABELLED, canonical_within, isomorphism_within};
use chomplex::element::Element;
use chomplex::position::Position;
use chomplex::report::words::{stopped, thousands};
use serde_json::{Map, Value, json};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::output::OutputArgs;
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
        match progress::watch_with(|| "labelling".to_owned(), || find(&position, second, &budget)) {
            Ok((form, pair)) => {
                let found = Found { position: &position, form: &form, pair: pair.as_ref() };
                self.output.print(|| found.text(self.all), || found.json())?;
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
                let _ = writeln!(io::stderr(), "chomplex: stopped by {why}");
                Ok(Some(stop).into())
            }
        }
    }
}

/// Width of the first column.
const KEY: usize = 13;
/// Number of generators, or lines of classes, printed by default.
const LINES: usize = 12;

type Images = Vec<(Element, Element)>;

/// The canonical form of a position, and whether it is isomorphic to the other one.
#[allow(clippy::type_complexity, reason = "it is taken apart at once")]
fn find(
    position: &Position,
    other: Option<Position>,
    budget: &Budget,
) -> Result<(Canonical, Option<(Option<Images>, Position)>), Stop> {
    let form = canonical_within(position, budget)?;
    let pair = other.map(|other| Ok((isomorphism_within(position, &other, budget)?, other))).transpose()?;
    Ok((form, pair))
}

struct Found<'a> {
    position: &'a Position,
    form: &'a Canonical,
    pair: Option<&'a (Option<Images>, Position)>,
}

impl Found<'_> {
    fn text(&self, all: bool) -> String {
        let mut text = String::new();
        let mut entry = |key: &str, lines: &[String]| {
            for (i, line) in lines.iter().enumerate() {
                let key = paint(LABEL, format!("{:<KEY$}", if i == 0 { key } else { "" }));
                writeln!(text, "{key}{line}").expect("a string takes it");
            }
        };
        entry("position", &[self.position.to_string()]);
        entry("canonical", &[self.form.position.to_string()]);
        entry("group order", &[self.form.group_order.to_string()]);
        let room = if all { usize::MAX } else { width() - KEY };
        let generators: Vec<String> = self.generators().iter().map(|cycles| written(cycles, room)).collect();
        entry("generators", &shortened(generators, all));
        let classes: Vec<String> = self.classes().iter().map(|class| braced(class, room)).collect();
        entry("classes", &shortened(wrap(classes.iter().map(String::as_str), width() - KEY), all));
        match self.pair {
            None => {}
            Some((None, other)) => entry("isomorphic", &[format!("no, not to {other}")]),
            Some((Some(images), other)) => {
                let map: Vec<String> =
                    images.iter().map(|&(x, y)| format!("{}→{}", self.position.name(x), other.name(y))).collect();
                entry("isomorphic", &[format!("yes, to {other}")]);
                entry("map", &wrap(map.iter().map(String::as_str), width() - KEY));
            }
        }
        text
    }

    fn json(&self) -> Value {
        let mut value = json!({
            "position": self.position.to_string(),
            "canonical": self.form.position.to_string(),
            "group_order": self.form.group_order.to_string(),
            "generators": self.generators(),
            "classes": self.classes(),
        });
        if let Some((images, other)) = self.pair {
            value["other"] = other.to_string().into();
            value["isomorphic"] = images.is_some().into();
            value["map"] = images.as_ref().map_or(Value::Null, |images| {
                let pair = |&(x, y): &(Element, Element)| (self.position.name(x).to_owned(), other.name(y).into());
                images.iter().map(pair).collect::<Map<String, Value>>().into()
            });
        }
        value
    }

    fn classes(&self) -> Vec<Vec<&str>> {
        self.form.orbits.iter().map(|orbit| orbit.iter().map(|&x| self.position.name(x)).collect()).collect()
    }

    /// The generators as cycles of names.
    fn generators(&self) -> Vec<Vec<Vec<&str>>> {
        let named = |cycle: Vec<Element>| cycle.into_iter().map(|x| self.position.name(x)).collect();
        self.form.generators.iter().map(|moved| cycles(moved).into_iter().map(named).collect()).collect()
    }
}

/// The cycles of a permutation, each starting at its first element.
fn cycles(moved: &[(Element, Element)]) -> Vec<Vec<Element>> {
    let mut image: HashMap<Element, Element> = moved.iter().copied().collect();
    let mut cycles = Vec::new();
    for &(first, _) in moved {
        let mut cycle = Vec::new();
        let mut x = first;
        while let Some(y) = image.remove(&x) {
            cycle.push(x);
            x = y;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// A permutation as `(0 1)(02 12)`.
fn written(cycles: &[Vec<&str>], room: usize) -> String {
    let cycles: Vec<String> = cycles.iter().map(|cycle| format!("({})", cycle.join(" "))).collect();
    elide(cycles.iter().map(String::as_str), "", room)
}

/// A set as `{0 1 2}`.
fn braced(orbit: &[&str], room: usize) -> String {
    format!("{{{}}}", elide(orbit.iter().copied(), " ", room - 2))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycle_notation() {
        let pairs = [(0, 2), (1, 3), (2, 4), (3, 1), (4, 0)].map(|(x, y)| (Element::new(x), Element::new(y)));
        let numbers: Vec<Vec<usize>> =
            cycles(&pairs).into_iter().map(|cycle| cycle.into_iter().map(Element::index).collect()).collect();
        assert_eq!(numbers, [vec![0, 2, 4], vec![1, 3]]);
    }
}
