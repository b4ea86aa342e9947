//! Answers in a few lines.

use std::fmt::Write as _;

use crate::answer::{Answer, MoveClass, WinningMoves};
use crate::budget::Stop;
use crate::element::ElementSet;
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reason::{Claim, Reason, Rule, StepId};
use crate::value::{Candidates, Outcome};

/// The answer in a few lines.
#[must_use]
pub fn answer(position: &Position, answer: &Answer) -> String {
    let mut text = format!("{}\n", heading(position));
    for (key, value) in entries(position, answer) {
        writeln!(text, "{key:<14} {value}").expect("a string takes it");
    }
    text
}

/// The position and its size.
#[must_use]
pub fn heading(position: &Position) -> String {
    format!("{position}: {}", count(position.len() as u64, "element"))
}

/// What is known, as pairs of a key and a text; the winning moves are set apart by two blanks.
#[must_use]
pub fn entries(position: &Position, answer: &Answer) -> Vec<(&'static str, String)> {
    let mut entries = vec![
        ("outcome", answer.outcome.map_or("not known", wins).to_owned()),
        ("Grundy value", grundy(answer)),
        ("winning moves", winning_moves(position, &answer.winning_moves)),
        ("reason", summary(&answer.reason)),
    ];
    if !answer.assumed.is_empty() {
        entries.push(("assumed", answer.assumed.join(", ")));
    }
    if let Some(stop) = answer.stopped_by {
        let positions = count(answer.stats.positions, "position");
        entries.push(("stopped by", format!("{}, after {positions}", stopped(stop))));
    }
    entries
}

/// Who wins.
#[must_use]
pub fn wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "the first player wins",
        Outcome::Second => "the second player wins",
    }
}

fn grundy(answer: &Answer) -> String {
    match (answer.grundy, &answer.candidates) {
        (Some(value), _) => value.to_string(),
        (None, Some(Candidates::OneOf(values))) => {
            format!("one of {}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        (None, Some(Candidates::AtLeast(least))) => format!("at least {least}"),
        (None, None) => "not known".to_owned(),
    }
}

/// More classes of winning moves are only counted.
const MOST_MOVES: usize = 12;

fn winning_moves(position: &Position, moves: &WinningMoves) -> String {
    let name = |class: &MoveClass| {
        let name = position.name(class.representative);
        match class.members.len() {
            1 => name.to_owned(),
            n => format!("{name} (and {} like it)", n - 1),
        }
    };
    let names = |classes: &[MoveClass]| {
        let shown = list(classes.iter().take(MOST_MOVES).map(name));
        match classes.len().saturating_sub(MOST_MOVES) {
            0 => shown,
            more => format!("{shown}  … and {}", count(more as u64, "more class")),
        }
    };
    match moves {
        WinningMoves::All(classes) if classes.is_empty() => "none".to_owned(),
        WinningMoves::All(classes) => names(classes),
        WinningMoves::Some(classes) => format!("{}; perhaps others", names(classes)),
        WinningMoves::NoneKnown => "none known".to_owned(),
        WinningMoves::NotSought => "not sought".to_owned(),
    }
}

/// What ended a computation early.
#[must_use]
pub fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time limit",
        Stop::Memory => "the memory limit",
        Stop::Interrupt => "an interruption",
        Stop::Positions => "the number of positions",
        Stop::Damage => "a damaged tablebase (`chomplex tablebase verify` tells more)",
        Stop::Size => "the size (a part has more than 512 elements, and no rule applies to it)",
    }
}

/// The reason in one line.
#[must_use]
pub fn summary(reason: &Reason) -> String {
    reason.conclusion().map_or("not decided".to_owned(), |conclusion| summary_of(reason, conclusion))
}

fn summary_of(reason: &Reason, id: StepId) -> String {
    match &reason.step(id).rule {
        Rule::Components(parts) => {
            let values: Vec<String> = parts.iter().map(|(_, part)| value_of(reason, part.step)).collect();
            if values.len() <= 8 {
                format!("{} parts, nim-sum {}", values.len(), values.join(" ⊕ "))
            } else {
                format!("{} parts, nim-sum of their values", values.len())
            }
        }
        Rule::OrdinalSum(leaves) if leaves.is_empty() => "sums and ordinal sums of single elements".to_owned(),
        Rule::OrdinalSum(leaves) => {
            format!("sums and ordinal sums of single elements and {}", count(leaves.len() as u64, "piece"))
        }
        Rule::Fold(..) | Rule::Twins(..) => {
            let (reductions, left) = reduced(reason, id);
            let onto = count(reason.step(left).set.len() as u64, "element");
            format!("{} onto {onto}: {}", reductions.join(", "), summary_of(reason, left))
        }
        Rule::Theorem(finding) => format!("{} ({})", finding.shape, finding.rule.id()),
        Rule::Search { tablebase: Some(id), .. } => id.to_string(),
        Rule::Search { positions, .. } => format!("search through {}", count(*positions, "position")),
        Rule::Mex(moves) if moves.is_empty() => "no moves".to_owned(),
        Rule::Reply(_, to) if !matches!(reason.step(to.step).rule, Rule::Reply(..) | Rule::Mex(_)) => {
            format!("a move to a lost position: {}", summary_of(reason, to.step))
        }
        Rule::Reply(..) | Rule::Mex(_) => format!("search, proved in {}", count(reason.steps().len() as u64, "step")),
    }
}

/// The reductions with which a proof begins, and the step they lead to.
fn reduced(reason: &Reason, mut id: StepId) -> (Vec<String>, StepId) {
    let mut rules: Vec<(&'static str, u64)> = Vec::new();
    while let Rule::Fold(_, left) | Rule::Twins(.., left) = &reason.step(id).rule {
        let rule = reason.step(id).rule.id();
        match rules.last_mut() {
            Some((last, times)) if *last == rule => *times += 1,
            _ => rules.push((rule, 1)),
        }
        id = left.step;
    }
    let told = |(rule, times): (&str, u64)| if times == 1 { rule.to_owned() } else { format!("{times} × {rule}") };
    (rules.into_iter().map(told).collect(), id)
}

pub(crate) fn value_of(reason: &Reason, step: StepId) -> String {
    match reason.step(step).claim {
        Claim::Value(value) => value.to_string(),
        Claim::Not(value) => format!("≠{value}"),
        Claim::Above(value) => format!("≥{}", value.0 + 1),
    }
}

/// `1 element`, `2 classes`, `1,000 positions`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    match (number, noun.ends_with('s')) {
        (1, _) => format!("1 {noun}"),
        (_, false) => format!("{} {noun}s", thousands(number)),
        (_, true) => format!("{} {noun}es", thousands(number)),
    }
}

/// A number with its thousands set apart.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

/// Things in a row; names may contain commas, so blanks set them apart.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join("  ")
}

/// Longer lists are cut short.
const MOST_LISTED: usize = 12;

/// `a, b and c`, or the first of many and how many more there are.
pub(crate) fn enumeration(items: &[impl AsRef<str>]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match &items[..] {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        many if many.len() > MOST_LISTED => {
            format!("{} and {} more", many[..MOST_LISTED].join(", "), many.len() - MOST_LISTED)
        }
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Longer expressions are shortened in sentences.
const MOST_NAMED: usize = 100;

/// An expression for a set, or the beginning of it.
pub(crate) fn shortened(scribe: &Scribe<'_>, set: &ElementSet) -> String {
    let name = scribe.expression(set);
    if set.is_empty() {
        "the empty position".to_owned()
    } else if name.chars().count() <= MOST_NAMED {
        name
    } else {
        let beginning: String = name.chars().take(MOST_NAMED).collect();
        format!("{beginning}… ({})", count(set.len() as u64, "element"))
    }
}
