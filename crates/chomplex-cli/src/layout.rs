//! Lays out answers for the terminal: wrapped, aligned, with the important parts highlighted.

use anstyle::Style;
use chomplex::report::words;
use chomplex::{Answer, Outcome, Position};

use crate::table::{fill, reflow, wrap};
use crate::terminal::{LABEL, LOSES, OPEN, STRONG, WINS, paint, width};

/// Width of the key column.
const KEY: usize = 15;

/// Lays out the answer of `solve`.
pub(crate) fn answer(position: &Position, answer: &Answer) -> String {
    let mut text = heading(&abridged(position, &words::heading(position)));
    for (key, value) in words::entries(position, answer) {
        let style = match key {
            "outcome" => outcome_style(answer.outcome),
            "Grundy value" if answer.grundy.is_none() => OPEN,
            "Grundy value" => STRONG,
            "winning moves" if !answer.winning_moves.classes().is_empty() => WINS,
            "stopped by" => OPEN,
            _ => Style::new(),
        };
        text += &entry(key, &value, style);
    }
    text
}

/// The style of an outcome: a win, a loss or unknown for the player to move.
pub(crate) fn outcome_style(outcome: Option<Outcome>) -> Style {
    match outcome {
        Some(Outcome::First) => WINS,
        Some(Outcome::Second) => LOSES,
        None => OPEN,
    }
}

/// Maximum number of lines for the expression of a position at the start of an answer.
const MOST_LINES: usize = 5;

/// Shortens a very long expression at the beginning of a text about its position.
pub(crate) fn abridged(position: &Position, text: &str) -> String {
    let (expression, room) = (position.to_string(), MOST_LINES * width());
    let end = expression.char_indices().nth(room).map(|(end, _)| end);
    match (end, text.strip_prefix(&expression)) {
        (Some(end), Some(rest)) => {
            let end = expression[..end].rfind(' ').unwrap_or(end);
            format!("{} … (`chomplex convert --to expression` prints it whole){rest}", &expression[..end])
        }
        _ => text.to_owned(),
    }
}

/// A heading that names the subject.
pub(crate) fn heading(line: &str) -> String {
    painted(&reflow(line, width()), STRONG)
}

/// A key and its value; further lines of the value are aligned below the first. Parts of the value
/// separated by two spaces are not broken.
fn entry(key: &str, value: &str, style: Style) -> String {
    let room = width().saturating_sub(KEY);
    let lines: Vec<String> = wrap(value.split("  "), room)
        .iter()
        .flat_map(|line| if fits(line, room) { vec![line.clone()] } else { fill(line, room) })
        .collect();
    let key = |i: usize| if i == 0 { paint(LABEL, format!("{key:<KEY$}")) } else { " ".repeat(KEY) };
    let lines = lines.iter().enumerate().map(|(i, line)| format!("{}{}\n", key(i), paint(style, line)));
    lines.collect()
}

fn fits(line: &str, room: usize) -> bool {
    line.chars().count() <= room
}

/// Formats an explanation: highlights its first sentence and the names of lemmas and folds.
pub(crate) fn prose(text: &str) -> String {
    let mut laid_out = String::new();
    for (i, line) in text.lines().enumerate() {
        let broken = reflow(line, width());
        let name = title(line);
        laid_out += &match name {
            _ if line.is_empty() => "\n".to_owned(),
            Some(name) => format!("{}{}", paint(STRONG, name), &broken[name.len()..]),
            None if i == 0 => painted(&broken, STRONG),
            None => broken,
        };
    }
    laid_out
}

/// The name at the start of a line: `Lemma 3.`, `Fold 1.`, `Simplest form:`.
fn title(line: &str) -> Option<&str> {
    let end = ["Lemma ", "Fold ", "Simplest form"].iter().find_map(|name| {
        let after = line.strip_prefix(name)?;
        let number = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        Some(name.len() + number + 1)
    })?;
    line.get(..end)
}

/// Applies a style to every line, but not to the line ends.
fn painted(text: &str, style: Style) -> String {
    text.lines().map(|line| paint(style, line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_expressions_are_cut() {
        let position: Position = "zigzag-n(2000)".parse().unwrap();
        let position = position.play(position.find("1998").unwrap()).unwrap();
        let text = abridged(&position, &format!("{position}: and more"));
        assert!(text.starts_with("poset[") && text.chars().count() < 600, "{text}");
        assert!(text.ends_with(", … (`chomplex convert --to expression` prints it whole): and more"), "{text}");
        let short: Position = "petersen".parse().unwrap();
        assert_eq!(abridged(&short, "petersen: 25 elements"), "petersen: 25 elements");
        assert_eq!(abridged(&position, "something else"), "something else");
    }

    #[test]
    fn titles_are_found() {
        assert_eq!(title("Lemma 12. path(3) has"), Some("Lemma 12."));
        assert_eq!(title("Fold 1. The involution"), Some("Fold 1."));
        assert_eq!(title("Simplest form: path(3)"), Some("Simplest form:"));
        assert_eq!(title("  Lemma 3"), None);
    }
}
