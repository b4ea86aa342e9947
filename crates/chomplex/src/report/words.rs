//! Answers in a few lines.

use std::fmt::Write as _;

use crate::answer::{Answer, MoveClass, WinningMoves};
use crate::budget::Stop;
use crate::complex::VertexSets;
use crate::element::{Element, ElementSet};
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reason::{Claim, Reason, Rule, StepId};
use crate::rule::RuleId;
use crate::shape::Shape;
use crate::value::{Candidates, Grundy, Outcome};

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

/// The known facts, as pairs of a key and a text. Winning moves are separated by two spaces.
#[must_use]
pub fn entries(position: &Position, answer: &Answer) -> Vec<(&'static str, String)> {
    let mut entries = vec![
        ("outcome", answer.outcome.map_or("not known", wins).to_owned()),
        ("Grundy value", grundy(answer.grundy, answer.candidates.as_ref())),
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
    if let Some(hint) = hint(position, answer) {
        entries.push(("hint", hint));
    }
    entries
}

/// For larger positions, components are not examined for a hint: their sets alone would take much
/// memory.
const MOST_HINTED: usize = 1 << 12;

/// How to find out more: the tablebase of complexes on 7 vertices has values that a search did not
/// find, or that were only published.
#[must_use]
pub fn hint(position: &Position, answer: &Answer) -> Option<String> {
    let published = answer.assumed.iter().any(|id| id == RuleId::PublishedTable.id());
    if (answer.grundy.is_some() && !published) || position.len() > MOST_HINTED {
        return None;
    }
    let is_on_seven = |part: &ElementSet| {
        let shape = Shape::new(position.poset(), part);
        VertexSets::recognise(&shape, |vertices, _| vertices <= 7).is_some_and(|complex| complex.vertices() == 7)
    };
    let parts = position.poset().components(position.remaining());
    parts
        .iter()
        .any(is_on_seven)
        .then(|| "`chomplex tablebase build 7` computes the values of all complexes on 7 vertices".to_owned())
}

/// The winner, in words.
#[must_use]
pub fn wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "the first player wins",
        Outcome::Second => "the second player wins",
    }
}

/// The Grundy value, or what is known of it.
#[must_use]
pub fn grundy(value: Option<Grundy>, candidates: Option<&Candidates>) -> String {
    match (value, candidates) {
        (Some(value), _) => value.to_string(),
        (None, Some(Candidates::OneOf(values))) => {
            format!("one of {}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        (None, Some(Candidates::AtLeast(least))) => format!("at least {least}"),
        (None, None) => "not known".to_owned(),
    }
}

/// Maximum number of classes of winning moves that are listed; beyond it they are only counted.
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

/// The reason why a computation ended early, in words.
#[must_use]
pub fn stopped(stop: Stop) -> &'static str {
    stop.limit()
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
        Rule::OrdinalSum(leaves) => match &leaves[..] {
            [(set, leaf)] => {
                let size = count(set.len() as u64, "element");
                format!("an ordinal sum with one piece of {size}: {}", summary_of(reason, leaf.step))
            }
            _ => format!("an ordinal sum with {} pieces", leaves.len()),
        },
        Rule::Fold(..) | Rule::Twins(..) => {
            let (reductions, left) = reduced(reason, id);
            let onto = count(reason.step(left).set.len() as u64, "element");
            format!("{} onto {onto}: {}", reductions.join(", "), summary_of(reason, left))
        }
        Rule::Theorem(finding) => format!("{} ({})", finding.shape, finding.rule.id()),
        Rule::Added(id) => format!("the added rule {id}"),
        Rule::Search { tablebase: Some(id), .. } => id.to_string(),
        Rule::Search { positions, .. } => format!("search through {}", count(*positions, "position")),
        Rule::Mex(moves) if moves.is_empty() => "no moves".to_owned(),
        Rule::Reply(_, to) if !matches!(reason.step(to.step).rule, Rule::Reply(..) | Rule::Mex(_)) => {
            format!("a move to a lost position: {}", summary_of(reason, to.step))
        }
        Rule::Reply(..) | Rule::Mex(_) => format!("search, proved in {}", count(reason.steps().len() as u64, "step")),
    }
}

/// The reductions at the start of a proof, and the step they lead to.
fn reduced(reason: &Reason, mut id: StepId) -> (Vec<String>, StepId) {
    let mut rules: Vec<(&str, u64)> = Vec::new();
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

/// A number with thousands separators.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

/// Items separated by spaces, since names may contain commas.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join("  ")
}

/// Maximum number of items in a list; longer lists are truncated.
const MOST_LISTED: usize = 12;

/// `a, b and c`, or the first few and the number of the others.
pub(crate) fn enumeration(items: &[impl AsRef<str>]) -> String {
    enumeration_of(items, MOST_LISTED)
}

/// The same with at most `most` items.
pub(crate) fn enumeration_of(items: &[impl AsRef<str>], most: usize) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match &items[..] {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        many if many.len() > most => format!("{} and {} more", many[..most].join(", "), many.len() - most),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Maximum length of expressions in sentences; longer ones are truncated.
const MOST_NAMED: usize = 100;

/// An expression for a set, truncated if it is long. For a sum or an ordinal sum, a set within one
/// part is described by the expression of that part.
pub(crate) fn shortened(position: &Position, scribe: &Scribe<'_>, set: &ElementSet) -> String {
    if set.is_empty() {
        return "the empty position".to_owned();
    }
    let (name, part) = match only_part(position, set) {
        Some((number, whole)) => {
            let name = whole.or_else(|| without_empty(&scribe.expression(set), number));
            (name.unwrap_or_else(|| scribe.expression(set)), format!(" (part {number})"))
        }
        None => (scribe.expression(set), String::new()),
    };
    if name.chars().count() <= MOST_NAMED {
        format!("{name}{part}")
    } else {
        let beginning: String = name.chars().take(MOST_NAMED).collect();
        format!("{beginning}… ({}){part}", count(set.len() as u64, "element"))
    }
}

/// The part of a sum that contains a set, if there is one, and its expression if the set is all of
/// it.
fn only_part(position: &Position, set: &ElementSet) -> Option<(usize, Option<String>)> {
    let ground = position.ground_expression();
    let parts = top_level(ground, " + ");
    let parts = match ground.strip_prefix("ordinal(").and_then(|rest| rest.strip_suffix(')')) {
        Some(arguments) if parts.len() == 1 => top_level(arguments, ","),
        _ => parts,
    };
    if parts.len() < 2 {
        return None;
    }
    let number = |x: Element| position.name(x).split_once(':').and_then(|(number, _)| number.parse::<usize>().ok());
    let first = number(set.iter().next()?)?;
    if set.iter().any(|x| number(x) != Some(first)) {
        return None;
    }
    let whole = position.poset().elements().filter(|&x| number(x) == Some(first)).count();
    let all = (whole == set.len()).then(|| parts.get(first.checked_sub(1)?).map(|part| part.trim().to_owned()));
    Some((first, all.flatten()))
}

/// The part with this number of a sum whose other parts are empty.
fn without_empty(expression: &str, number: usize) -> Option<String> {
    let parts = top_level(expression, " + ");
    let others = parts.iter().enumerate().filter(|&(i, _)| i + 1 != number);
    let empty = others.clone().count() > 0 && others.into_iter().all(|(_, part)| *part == "antichain(0)");
    empty.then(|| parts.get(number.checked_sub(1)?).map(|part| (*part).to_owned())).flatten()
}

/// Splits an expression at a separator outside of brackets.
fn top_level<'a>(expression: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (i, letter) in expression.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 && i >= start && expression[i..].starts_with(separator) => {
                parts.push(&expression[start..i]);
                start = i + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&expression[start..]);
    parts
}
