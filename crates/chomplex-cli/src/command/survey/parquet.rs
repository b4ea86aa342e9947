//! Writes rows as Parquet.
//!
//! A column of numbers is an optional `INT64`, one of texts an optional string, one of several
//! numbers a repeated `INT64`. The order of a group may be too large for `INT64`, so it is written
//! as text.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use chomplex::provenance::PROGRAM;
use chomplex::survey::row::{Cell, Column, Content, Row};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;

/// Number of rows kept in memory and written together.
const TOGETHER: usize = 1 << 16;

/// Writes rows with these columns.
pub(super) fn write(
    out: impl Write + Send,
    columns: &[Column],
    rows: impl Iterator<Item = anyhow::Result<Row>>,
    about: &Value,
) -> anyhow::Result<()> {
    let entry = |(key, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        KeyValue::new(format!("chomplex.{key}"), value)
    };
    let about = about.as_object().map(|about| about.iter().map(entry).collect());
    let properties =
        WriterProperties::builder().set_created_by(PROGRAM.to_owned()).set_key_value_metadata(about).build();
    let mut file = SerializedFileWriter::new(out, schema(columns)?, Arc::new(properties))?;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let group: Vec<Row> = rows.by_ref().take(TOGETHER).collect::<anyhow::Result<_>>()?;
        write_group(file.next_row_group()?, columns, &group)?;
    }
    file.close()?;
    Ok(())
}

fn schema(columns: &[Column]) -> anyhow::Result<TypePtr> {
    let field = |column: &Column| {
        let (physical, logical, repetition) = match column.content() {
            Content::Number => (Physical::INT64, None, Repetition::OPTIONAL),
            Content::Numbers => (Physical::INT64, None, Repetition::REPEATED),
            Content::Text | Content::Large => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
        };
        let name = column.name();
        let field = Type::primitive_type_builder(name, physical).with_logical_type(logical).with_repetition(repetition);
        Ok(Arc::new(field.build()?))
    };
    let fields = columns.iter().map(field).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?))
}

fn write_group<W: Write + Send>(
    mut group: SerializedRowGroupWriter<'_, W>,
    columns: &[Column],
    rows: &[Row],
) -> anyhow::Result<()> {
    for column in columns {
        let writer = group.next_column()?.context("a column is missing")?;
        write_column(writer, column, rows)?;
    }
    group.close()?;
    Ok(())
}

fn write_column(mut writer: SerializedColumnWriter<'_>, column: &Column, rows: &[Row]) -> anyhow::Result<()> {
    let cells: Vec<Cell> = rows.iter().map(|row| column.cell(row)).collect();
    // Definition levels say whether there is a value; repetition levels say whether it continues
    // the previous one.
    let there: Vec<i16> = cells.iter().map(|cell| i16::from(*cell != Cell::Nothing)).collect();
    match column.content() {
        Content::Number => {
            let number = |cell: &Cell| if let Cell::Number(number) = cell { Some(*number as i64) } else { None };
            let values: Vec<i64> = cells.iter().filter_map(number).collect();
            writer.typed::<Int64Type>().write_batch(&values, Some(&there), None)?;
        }
        Content::Text | Content::Large => {
            let texts = cells.iter().filter(|cell| **cell != Cell::Nothing);
            let values: Vec<ByteArray> = texts.map(|cell| cell.to_string().into_bytes().into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&values, Some(&there), None)?;
        }
        Content::Numbers => {
            let (mut values, mut there, mut goes_on) = (Vec::new(), Vec::new(), Vec::new());
            for cell in &cells {
                match cell {
                    Cell::Numbers(numbers) if !numbers.is_empty() => {
                        values.extend(numbers.iter().map(|&number| number as i64));
                        there.extend(numbers.iter().map(|_| 1));
                        goes_on.extend((0..numbers.len()).map(|i| i16::from(i > 0)));
                    }
                    _ => {
                        there.push(0);
                        goes_on.push(0);
                    }
                }
            }
            writer.typed::<Int64Type>().write_batch(&values, Some(&there), Some(&goes_on))?;
        }
    }
    writer.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chomplex::Grundy;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use serde_json::json;

    #[test]
    fn rows_are_read_back() {
        let row = |position: &str, n: u64, grundy: Option<u32>, faces: &[u64]| Row {
            position: position.into(),
            parameters: vec![n],
            grundy: grundy.map(Grundy),
            faces: faces.to_vec(),
            ..Row::default()
        };
        let rows = [row("path(3)", 3, Some(1), &[3, 2]), row("?", 4, None, &[]), row("path(5)", 5, Some(1), &[5, 4])];
        let columns = [Column::Position, Column::Parameter(0, "n".into()), Column::Grundy, Column::Faces];
        let mut file = Vec::new();
        let about = json!({ "command": "chomplex survey", "rows": 3 });
        write(&mut file, &columns, rows.into_iter().map(Ok), &about).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        let known = reader.metadata().file_metadata();
        assert_eq!(known.created_by(), Some(PROGRAM));
        let kept = known.key_value_metadata().unwrap().iter().find(|entry| entry.key == "chomplex.command");
        assert_eq!(kept.unwrap().value.as_deref(), Some("chomplex survey"));
        let read: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            read,
            [
                "{position: \"path(3)\", n: 3, grundy: 1, faces: [3, 2]}",
                "{position: \"?\", n: 4, grundy: null, faces: []}",
                "{position: \"path(5)\", n: 5, grundy: 1, faces: [5, 4]}",
            ]
        );
    }
}
