//! The rows of a survey as JSON lines. Fields may be added, never renamed.

use dashu_int::UBig;
use serde_json::{Value, json};

use crate::budget::Stop;
use crate::survey::row::{Cell, Column, Row};
use crate::value::{Candidates, Grundy, Outcome};

/// The columns of a row, as `survey --format jsonl` prints them.
#[must_use]
pub fn row(row: &Row, columns: &[Column]) -> Value {
    let cell = |column: &Column| match column.cell(row) {
        Cell::Nothing => Value::Null,
        Cell::Number(number) => json!(number),
        Cell::Large(number) => json!(number.to_string()),
        Cell::Text(text) => json!(text),
        Cell::Numbers(numbers) => json!(numbers),
    };
    let fields = columns.iter().map(|column| (column.name().to_owned(), cell(column)));
    fields.collect::<serde_json::Map<String, Value>>().into()
}

/// Reads back a row from its printed columns, as far as they are present. `None` if they are not
/// those of a row.
#[must_use]
pub fn read_row(value: &Value, parameters: &[String]) -> Option<Row> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let numbers = |name: &str| -> Option<Vec<u64>> { value.get(name)?.as_array()?.iter().map(Value::as_u64).collect() };
    let grundy = |number: u64| u32::try_from(number).ok().map(Grundy);
    let outcome = match text("outcome") {
        Some("first") => Some(Outcome::First),
        Some("second") => Some(Outcome::Second),
        _ => None,
    };
    let one_of = numbers("grundy_candidates").and_then(|values| values.into_iter().map(grundy).collect());
    let at_least = number("grundy_at_least").and_then(grundy);
    let group_order = text("group_order").and_then(|digits| digits.parse::<UBig>().ok());
    Some(Row {
        position: text("position")?.to_owned(),
        parameters: parameters.iter().map(|name| number(name)).collect::<Option<_>>()?,
        outcome,
        grundy: number("grundy").and_then(grundy),
        candidates: one_of.map(Candidates::OneOf).or(at_least.map(Candidates::AtLeast)),
        winning_move_count: number("winning_move_count"),
        elements: number("elements")?,
        faces: numbers("faces")?,
        group_order,
        decided_by: text("decided_by").map(|rule| rule.to_owned().into()),
        stopped_by: text("stopped_by").and_then(Stop::find),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        let parameters = ["n".to_owned(), "k".to_owned()];
        let columns: Vec<Column> = Column::all(&parameters).collect();
        let known = Row {
            position: "complex[012 \"]".into(),
            parameters: vec![3, 4],
            outcome: Some(Outcome::First),
            grundy: Some(Grundy(7)),
            winning_move_count: Some(2),
            elements: 7,
            faces: vec![3, 3, 1],
            group_order: Some(UBig::ONE << 80),
            decided_by: Some("search".into()),
            ..Row::default()
        };
        let open = |candidates| Row {
            outcome: None,
            grundy: None,
            candidates: Some(candidates),
            winning_move_count: None,
            group_order: None,
            decided_by: None,
            stopped_by: Some(Stop::Memory),
            ..known.clone()
        };
        let one_of = open(Candidates::OneOf([Grundy(1), Grundy(3)].into_iter().collect()));
        for row in [open(Candidates::AtLeast(Grundy(2))), one_of, known] {
            let text = super::row(&row, &columns).to_string();
            let value = serde_json::from_str(&text).unwrap();
            assert_eq!(read_row(&value, &parameters), Some(row));
        }
        assert_eq!(read_row(&json!({ "position": "path(3)" }), &[]), None);
    }
}
