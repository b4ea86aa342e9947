//! The rows of a survey: a table for people, CSV and JSON lines for programs.
//!
//! Rows are written one at a time, as they become known. The table therefore has the position last,
//! in a column of unlimited width.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::probabilities::quoted;
use crate::report::{json, words};
use crate::survey::row::{Cell, Column, Row};
use crate::value::{Candidates, Grundy};

/// The output format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFormat {
    /// Aligned text columns.
    Table,
    /// Comma-separated values (RFC 4180), with a header line.
    Csv,
    /// One JSON object per line.
    JsonLines,
}

/// A selection of columns and an output format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    format: RowFormat,
    columns: Vec<Column>,
}

impl Sheet {
    /// A sheet with these columns; a table has the position last.
    #[must_use]
    pub fn new(format: RowFormat, mut columns: Vec<Column>) -> Self {
        if format == RowFormat::Table {
            columns.sort_by_key(|column| *column == Column::Position);
        }
        Sheet { format, columns }
    }

    /// A sheet with the default columns.
    #[must_use]
    pub fn usual(format: RowFormat, parameters: &[String]) -> Self {
        let parameters = parameters.iter().enumerate().map(|(i, name)| Column::Parameter(i, name.clone()));
        let values = match format {
            RowFormat::Table => vec![Column::Outcome, Column::Grundy],
            _ => vec![Column::Outcome, Column::Grundy, Column::Candidates, Column::AtLeast, Column::StoppedBy],
        };
        Sheet::new(format, [Column::Position].into_iter().chain(parameters).chain(values).collect())
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether the output is a table for people.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.format == RowFormat::Table
    }

    /// The header line, if there is one.
    #[must_use]
    pub fn header(&self) -> Option<String> {
        match self.format {
            RowFormat::Table => Some(self.table_line(|column| column.name().to_owned(), &plain)),
            RowFormat::Csv => Some(joined(&self.columns, ",")),
            RowFormat::JsonLines => None,
        }
    }

    /// A row, without the line end.
    #[must_use]
    pub fn line(&self, row: &Row) -> String {
        self.painted(row, &plain)
    }

    /// A row of a table with its cells styled by `paint`, which gets each cell already padded.
    /// Other formats are not styled.
    #[must_use]
    pub fn painted(&self, row: &Row, paint: &dyn Fn(&Column, String) -> String) -> String {
        match self.format {
            RowFormat::Table => self.table(row, paint),
            RowFormat::Csv => joined(self.columns.iter().map(|column| quoted(&column.cell(row).to_string())), ","),
            RowFormat::JsonLines => json::row(row, &self.columns).to_string(),
        }
    }

    fn table(&self, row: &Row, paint: &dyn Fn(&Column, String) -> String) -> String {
        let text = |column: &Column| match (column, column.cell(row), &row.candidates) {
            (Column::Grundy, Cell::Nothing, Some(Candidates::OneOf(values))) => set(values),
            (Column::Grundy, Cell::Nothing, Some(Candidates::AtLeast(least))) => format!("≥{least}"),
            (Column::Candidates | Column::AtLeast | Column::StoppedBy, Cell::Nothing, _) => String::new(),
            (_, Cell::Nothing, _) => "?".to_owned(),
            (_, cell, _) => cell.to_string(),
        };
        let line = self.table_line(text, paint);
        let tells = self.columns.contains(&Column::StoppedBy);
        let stopped = row.stopped_by.filter(|_| !tells);
        line + &*stopped.map(|stop| format!("  (stopped by {})", words::stopped(stop))).unwrap_or_default()
    }

    /// The columns side by side, each as wide as its name and its usual content; the last has no
    /// limit.
    fn table_line(&self, text: impl Fn(&Column) -> String, paint: &dyn Fn(&Column, String) -> String) -> String {
        let mut line = String::new();
        for (i, column) in self.columns.iter().enumerate() {
            let width = match (i + 1 == self.columns.len(), column) {
                (true, _) => 0,
                (_, Column::Grundy) => 8,
                (_, Column::Outcome) => 7,
                (_, Column::Parameter(..)) => 3,
                (_, Column::DecidedBy) => 16,
                (_, Column::Faces) => 12,
                (_, Column::Position) => 24,
                _ => 4,
            };
            let gap = if i == 0 { "" } else { "  " };
            let width = if width == 0 { 0 } else { width.max(column.name().len()) };
            line += gap;
            line += &*paint(column, format!("{:<width$}", text(column)));
        }
        line
    }
}

/// Leaves a cell unstyled.
fn plain(_: &Column, cell: String) -> String {
    cell
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

fn joined(values: impl IntoIterator<Item = impl Display>, gap: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Stop;
    use crate::value::Outcome;

    fn row(position: &str) -> Row {
        Row { position: position.to_owned(), ..Row::default() }
    }

    fn line(format: RowFormat, row: &Row) -> String {
        Sheet::usual(format, &[]).line(row)
    }

    #[test]
    fn what_is_known() {
        let row = Row { outcome: Some(Outcome::First), grundy: Some(Grundy(12)), ..row("petersen") };
        assert_eq!(Sheet::usual(RowFormat::Table, &[]).header().unwrap(), "outcome  grundy    position");
        assert_eq!(line(RowFormat::Table, &row), "first    12        petersen");
        let header = "position,outcome,grundy,grundy_candidates,grundy_at_least,stopped_by";
        assert_eq!(Sheet::usual(RowFormat::Csv, &[]).header().unwrap(), header);
        assert_eq!(line(RowFormat::Csv, &row), "petersen,first,12,,,");
        let fields =
            r#""outcome":"first","grundy":12,"grundy_candidates":null,"grundy_at_least":null,"stopped_by":null"#;
        assert_eq!(line(RowFormat::JsonLines, &row), format!("{{\"position\":\"petersen\",{fields}}}"));
    }

    #[test]
    fn what_is_not() {
        let candidates = Some(Candidates::OneOf([Grundy(1), Grundy(3)].into_iter().collect()));
        let one_of = Row { candidates, stopped_by: Some(Stop::Time), ..row("subsets(8,3)") };
        assert_eq!(line(RowFormat::Table, &one_of), "?        {1,3}     subsets(8,3)  (stopped by the time limit)");
        assert_eq!(line(RowFormat::Csv, &one_of), "\"subsets(8,3)\",,,1 3,,time");
        assert!(line(RowFormat::JsonLines, &one_of).contains(r#""grundy":null,"grundy_candidates":[1,3],"#));
        let at_least = Row { candidates: Some(Candidates::AtLeast(Grundy(2))), ..row("poset[\"a\"<b]") };
        assert_eq!(line(RowFormat::Table, &at_least), "?        ≥2        poset[\"a\"<b]");
        assert_eq!(line(RowFormat::Csv, &at_least), "\"poset[\"\"a\"\"<b]\",,,,2,");
        let interval = Row { candidates: Some(Candidates::OneOf((2..6).map(Grundy).collect())), ..row("subsets(8,5)") };
        assert_eq!(line(RowFormat::Table, &interval), "?        {2,…,5}   subsets(8,5)");
        assert_eq!(line(RowFormat::Csv, &interval), "\"subsets(8,5)\",,,2 3 4 5,,");
        assert_eq!(line(RowFormat::Table, &row("chain(1)")), "?        ?         chain(1)");
    }

    #[test]
    fn columns_are_chosen() {
        let parameters = ["n".to_owned()];
        let mut row = Row { parameters: vec![5], elements: 11, faces: vec![5, 6], ..row("wheel(5)") };
        row.decided_by = Some("search".into());
        let columns = ["position", "n", "elements", "faces", "decided_by"];
        let columns = columns.map(|name| Column::find(name, &parameters).unwrap()).to_vec();
        let sheet = Sheet::new(RowFormat::Table, columns.clone());
        assert_eq!(sheet.header().unwrap(), "n    elements  faces         decided_by        position");
        assert_eq!(sheet.line(&row), "5    11        5 6           search            wheel(5)");
        let sheet = Sheet::new(RowFormat::Csv, columns);
        assert_eq!(sheet.line(&row), "wheel(5),5,11,5 6,search");
    }
}
