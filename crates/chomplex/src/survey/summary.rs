//! A histogram of the values.

use std::collections::BTreeMap;

use super::row::{Cell, Column, Row};
use crate::value::{Grundy, Outcome};

/// Counts over the rows of a survey.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The number of rows.
    pub rows: u64,
    /// The number of rows won by each player.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// The rows of each value.
    pub values: BTreeMap<Grundy, Value>,
    /// The number of rows decided by each rule.
    pub decided_by: BTreeMap<String, u64>,
    /// The number of rows that a budget ended.
    pub stopped: u64,
    by: Option<Column>,
    cross: CrossTable,
}

/// For each entry of a column, the number of rows of each value, or without a known value.
pub type CrossTable = BTreeMap<CrossKey, BTreeMap<Option<Grundy>, u64>>;

/// The rows of one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The number of rows.
    pub rows: u64,
    /// The number of elements of the smallest position.
    pub elements: u64,
    /// The first of the smallest positions.
    pub smallest: String,
}

/// An entry of a column, ordered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CrossKey {
    /// Numbers, compared as such.
    Numbers(Vec<u64>),
    /// Anything else, as text.
    Text(String),
}

impl Summary {
    /// An empty summary. If a column is given, values are also counted for each of its entries.
    #[must_use]
    pub fn new(by: Option<Column>) -> Self {
        Summary {
            rows: 0,
            outcomes: BTreeMap::new(),
            values: BTreeMap::new(),
            decided_by: BTreeMap::new(),
            stopped: 0,
            by,
            cross: BTreeMap::new(),
        }
    }

    /// Counts one more row.
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        if let Some(outcome) = row.outcome {
            *self.outcomes.entry(outcome).or_default() += 1;
        }
        if let Some(grundy) = row.grundy {
            let new = || Value { rows: 0, elements: row.elements, smallest: row.position.clone() };
            let value = self.values.entry(grundy).or_insert_with(new);
            value.rows += 1;
            if row.elements < value.elements {
                (value.elements, value.smallest) = (row.elements, row.position.clone());
            }
        }
        if let Some(rule) = &row.decided_by {
            *self.decided_by.entry(rule.to_string()).or_default() += 1;
        }
        self.stopped += u64::from(row.stopped_by.is_some());
        if let Some(column) = &self.by {
            let entry = match column.cell(row) {
                Cell::Number(number) => CrossKey::Numbers(vec![number]),
                Cell::Numbers(numbers) => CrossKey::Numbers(numbers),
                other => CrossKey::Text(other.to_string()),
            };
            *self.cross.entry(entry).or_default().entry(row.grundy).or_default() += 1;
        }
    }

    /// The column by which values are counted, and for each of its entries the number of rows of
    /// each value.
    #[must_use]
    pub fn cross(&self) -> Option<(&Column, &CrossTable)> {
        self.by.as_ref().map(|column| (column, &self.cross))
    }
}

impl std::fmt::Display for CrossKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CrossKey::Numbers(numbers) => Cell::Numbers(numbers.clone()).fmt(f),
            CrossKey::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted() {
        let mut summary = Summary::new(Some(Column::Elements));
        for (position, elements, grundy) in [("a", 5, Some(3)), ("b", 4, Some(3)), ("c", 4, Some(0)), ("d", 10, None)] {
            let grundy = grundy.map(Grundy);
            let outcome = grundy.map(Grundy::outcome);
            summary.add(&Row { position: position.into(), elements, grundy, outcome, ..Row::default() });
        }
        assert_eq!(summary.rows, 4);
        assert_eq!(summary.outcomes, [(Outcome::First, 2), (Outcome::Second, 1)].into());
        assert_eq!(summary.values[&Grundy(3)], Value { rows: 2, elements: 4, smallest: "b".into() });
        let (_, cross) = summary.cross().unwrap();
        let entries: Vec<String> = cross.keys().map(ToString::to_string).collect();
        assert_eq!(entries, ["4", "5", "10"]);
        assert_eq!(cross[&CrossKey::Numbers(vec![4])], [(Some(Grundy(0)), 1), (Some(Grundy(3)), 1)].into());
        assert_eq!(cross[&CrossKey::Numbers(vec![10])], [(None, 1)].into());
    }
}
