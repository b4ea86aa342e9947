//! The rows of a survey: a table for people, CSV and JSON lines for programs.
//!
//! Rows are written one at a time, as they become known. So the table has the position last: that column may be as wide as
//! it likes.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::budget::Stop;
use crate::report::{json, words};
use crate::survey::Row;
use crate::value::{Candidates, Grundy};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFormat {
    /// Columns of text.
    Table,
    /// Comma-separated values (RFC 4180), with a line of names first.
    Csv,
    /// A JSON object in each line.
    JsonLines,
}

impl RowFormat {
    /// The line before the first row, if there is one.
    #[must_use]
    pub fn header(self) -> Option<&'static str> {
        match self {
            RowFormat::Table => Some("outcome  grundy    position"),
            RowFormat::Csv => Some("position,outcome,grundy,grundy_candidates,grundy_at_least,stopped_by"),
            RowFormat::JsonLines => None,
        }
    }

    /// A row, without the end of the line.
    #[must_use]
    pub fn line(self, row: &Row) -> String {
        match self {
            RowFormat::Table => table(row),
            RowFormat::Csv => csv(row),
            RowFormat::JsonLines => json::row(row).to_string(),
        }
    }
}

fn table(row: &Row) -> String {
    let outcome = row.outcome.map_or("?".to_owned(), |outcome| outcome.to_string());
    let grundy = match (row.grundy, &row.candidates) {
        (Some(value), _) => value.to_string(),
        (None, Some(Candidates::OneOf(values))) => set(values),
        (None, Some(Candidates::AtLeast(least))) => format!("≥{least}"),
        (None, None) => "?".to_owned(),
    };
    let stopped = row.stopped_by.map(|stop| format!("  (stopped by {})", words::stopped(stop))).unwrap_or_default();
    format!("{outcome:<7}  {grundy:<8}  {}{stopped}", row.position)
}

/// `{1,3}`, `{0,…,9}`.
fn set(values: &BTreeSet<Grundy>) -> String {
    match (values.first(), values.last()) {
        (Some(&Grundy(least)), Some(&Grundy(most)))
            if values.len() > 3 && (most - least) as usize == values.len() - 1 =>
        {
            format!("{{{least},…,{most}}}")
        }
        _ => format!("{{{}}}", joined(values, ",")),
    }
}

fn csv(row: &Row) -> String {
    let (candidates, least) = match &row.candidates {
        Some(Candidates::OneOf(values)) => (joined(values, " "), String::new()),
        Some(Candidates::AtLeast(least)) => (String::new(), least.to_string()),
        None => (String::new(), String::new()),
    };
    let fields = [
        quoted(&row.position),
        or_nothing(row.outcome),
        or_nothing(row.grundy),
        candidates,
        least,
        or_nothing(row.stopped_by.map(Stop::id)),
    ];
    fields.join(",")
}

fn or_nothing(field: Option<impl Display>) -> String {
    field.map(|field| field.to_string()).unwrap_or_default()
}

fn joined(values: impl IntoIterator<Item = impl Display>, gap: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(gap)
}

/// A field, in quotes if it needs them.
pub(super) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Outcome;

    fn row(position: &str) -> Row {
        let position = position.to_owned();
        Row { position, outcome: None, grundy: None, candidates: None, stopped_by: None }
    }

    #[test]
    fn what_is_known() {
        let row = Row { outcome: Some(Outcome::First), grundy: Some(Grundy(12)), ..row("petersen") };
        assert_eq!(RowFormat::Table.line(&row), "first    12        petersen");
        assert_eq!(RowFormat::Csv.line(&row), "petersen,first,12,,,");
        let fields =
            r#""outcome":"first","grundy":12,"grundy_candidates":null,"grundy_at_least":null,"stopped_by":null"#;
        assert_eq!(RowFormat::JsonLines.line(&row), format!("{{\"position\":\"petersen\",{fields}}}"));
    }

    #[test]
    fn what_is_not() {
        let candidates = Some(Candidates::OneOf([Grundy(1), Grundy(3)].into_iter().collect()));
        let one_of = Row { candidates, stopped_by: Some(Stop::Time), ..row("subsets(8,3)") };
        assert_eq!(RowFormat::Table.line(&one_of), "?        {1,3}     subsets(8,3)  (stopped by the time limit)");
        assert_eq!(RowFormat::Csv.line(&one_of), "\"subsets(8,3)\",,,1 3,,time");
        assert!(RowFormat::JsonLines.line(&one_of).contains(r#""grundy":null,"grundy_candidates":[1,3],"#));
        let at_least = Row { candidates: Some(Candidates::AtLeast(Grundy(2))), ..row("poset[\"a\"<b]") };
        assert_eq!(RowFormat::Table.line(&at_least), "?        ≥2        poset[\"a\"<b]");
        assert_eq!(RowFormat::Csv.line(&at_least), "\"poset[\"\"a\"\"<b]\",,,,2,");
        let interval = Row { candidates: Some(Candidates::OneOf((2..6).map(Grundy).collect())), ..row("subsets(8,5)") };
        assert_eq!(RowFormat::Table.line(&interval), "?        {2,…,5}   subsets(8,5)");
        assert_eq!(RowFormat::Csv.line(&interval), "\"subsets(8,5)\",,,2 3 4 5,,");
        assert_eq!(RowFormat::Table.line(&row("chain(1)")), "?        ?         chain(1)");
    }
}
