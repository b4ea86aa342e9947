//! Summaries of the rows of a survey, in words.

use std::collections::BTreeSet;

use super::words::{count, thousands};
use crate::survey::expect::Counterexample;
use crate::survey::period::Sequence;
use crate::survey::summary::Summary;
use crate::value::Grundy;

/// Maximum number of counterexamples shown.
const SHOWN: usize = 20;

/// The result of testing a formula: the numbers of rows for which it holds, fails, or is unknown.
#[must_use]
pub fn expectation(formula: &str, [holds, fails, unknown]: [u64; 3], counterexamples: &[Counterexample]) -> String {
    let rows = holds + fails + unknown;
    let mut lines = vec![match (fails, unknown) {
        (0, 0) => format!("`{formula}` holds for all {}.", count(rows, "row")),
        (0, _) => format!(
            "`{formula}` holds for {} of {}; of {unknown} it is not known.",
            thousands(holds),
            count(rows, "row")
        ),
        (_, 0) => format!("`{formula}` fails for {} of {}:", thousands(fails), count(rows, "row")),
        _ => format!(
            "`{formula}` fails for {} of {}, of {} it is not known:",
            thousands(fails),
            count(rows, "row"),
            thousands(unknown)
        ),
    }];
    lines.extend(counterexamples.iter().take(SHOWN).map(|example| {
        let cells: Vec<String> = example.cells.iter().map(|(name, cell)| format!("{name} {cell}")).collect();
        format!("  {}  {}", example.position, cells.join(", ")).trim_end().to_owned()
    }));
    if fails > SHOWN as u64 {
        lines.push(format!("  … and {} more", thousands(fails - SHOWN as u64)));
    }
    lines.join("\n")
}

/// The periods of sequences, a line for each.
#[must_use]
pub fn periods(sequences: &[Sequence], parameters: &[String]) -> String {
    let last = parameters.last().map_or("", |name| name);
    let line = |sequence: &Sequence| {
        let others = sequence.others.iter().zip(parameters);
        let others: Vec<String> = others.map(|(value, name)| format!("{name} = {value}")).collect();
        let start = if others.is_empty() { String::new() } else { format!("{}: ", others.join(", ")) };
        let cut = match sequence.places.last() {
            Some(place) if sequence.is_cut => format!(" (known to {last} = {place})"),
            None => " (no value is known)".to_owned(),
            _ => String::new(),
        };
        match sequence.period() {
            Some(period) => {
                let from = sequence.places[period.from];
                let block = sequence.values[period.from..period.from + period.length].iter();
                let block: Vec<String> = block.map(ToString::to_string).collect();
                let seen = count(period.seen as u64, "value");
                format!("{start}from {last} = {from} on {period}: {} (seen for {seen}){cut}", block.join(", "))
            }
            None => format!("{start}no period is seen in {}{cut}", count(sequence.values.len() as u64, "value")),
        }
    };
    sequences.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A histogram of the values.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let mut parts = vec![totals(summary)];
    if !summary.values.is_empty() {
        parts.push(histogram(summary));
    }
    if let Some((column, _)) = summary.cross() {
        parts.push(cross_table(summary, column.name()));
    }
    parts.join("\n\n")
}

fn totals(summary: &Summary) -> String {
    let mut lines = vec![count(summary.rows, "row")];
    for (outcome, rows) in &summary.outcomes {
        lines.push(format!("the {outcome} player wins {} of them ({})", thousands(*rows), share(*rows, summary.rows)));
    }
    if !summary.decided_by.is_empty() {
        let mut rules: Vec<(&String, &u64)> = summary.decided_by.iter().collect();
        rules.sort_by_key(|(_, rows)| std::cmp::Reverse(**rows));
        let rules: Vec<String> = rules.iter().map(|(rule, rows)| format!("{rule} {}", thousands(**rows))).collect();
        lines.push(format!("decided by {}", rules.join(", ")));
    }
    if summary.stopped > 0 {
        lines.push(format!("stopped early: {}", thousands(summary.stopped)));
    }
    lines.join("\n")
}

fn histogram(summary: &Summary) -> String {
    let known: u64 = summary.values.values().map(|value| value.rows).sum();
    let width = summary.values.values().map(|value| thousands(value.rows).len()).max().unwrap_or(0).max(4);
    let mut lines = vec![format!("value  {:>width$}   share  the smallest", "rows")];
    for (Grundy(grundy), value) in &summary.values {
        let (rows, share) = (thousands(value.rows), share(value.rows, known));
        lines.push(format!("{grundy:>5}  {rows:>width$}  {share:>6}  {}", value.smallest));
    }
    lines.join("\n")
}

fn cross_table(summary: &Summary, name: &str) -> String {
    let Some((_, cross)) = summary.cross() else { return String::new() };
    let values: BTreeSet<Option<Grundy>> = cross.values().flat_map(|row| row.keys().copied()).collect();
    let title = |value: &Option<Grundy>| value.map_or("?".to_owned(), |value| value.to_string());
    let first = cross.keys().map(|entry| entry.to_string().chars().count()).chain([name.len()]).max().unwrap_or(0);
    let largest = cross.values().flat_map(|row| row.values()).max().copied().unwrap_or(0);
    let width = thousands(largest).len().max(4);
    let mut lines = vec![format!("{name:<first$}")];
    values.iter().for_each(|value| lines[0] += &*format!("  {:>width$}", title(value)));
    for (entry, row) in cross {
        let mut line = format!("{:<first$}", entry.to_string());
        for value in &values {
            let cell = row.get(value).map_or(String::new(), |rows| thousands(*rows));
            line += &*format!("  {cell:>width$}");
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

fn share(part: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}
