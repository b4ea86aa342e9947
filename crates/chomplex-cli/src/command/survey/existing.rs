//! Protects existing files: a survey replaces the rows of an earlier survey, and nothing else.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::bail;
use chomplex::survey::row::Column;
use serde_json::{Map, Value};

/// Number of bytes read to recognise a file.
const ENOUGH: u64 = 1 << 16;

/// Refuses to replace a file that does not look like the rows of a survey.
pub(super) fn check(path: &Path, parameters: &[String]) -> anyhow::Result<()> {
    let Ok(file) = File::open(path) else { return Ok(()) };
    let mut start = Vec::new();
    if file.take(ENOUGH).read_to_end(&mut start).is_err() || are_rows(&start, parameters) {
        return Ok(());
    }
    bail!(
        "`{}` exists and does not hold the rows of a survey; choose another file, or replace it with `--force`",
        path.display()
    )
}

/// Whether a file is empty or starts like rows: with column names, with an object that has some, or
/// as Parquet.
fn are_rows(start: &[u8], parameters: &[String]) -> bool {
    if start.is_empty() || start.starts_with(b"PAR1") {
        return true;
    }
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines();
    let Some(first) = lines.find(|line| !line.starts_with('#')) else { return text.contains("chomplex") };
    let is_column = |name: &str| Column::find(name, parameters).is_ok();
    if first.starts_with('{') {
        let object: Map<String, Value> = serde_json::from_str(first).unwrap_or_default();
        return object.keys().any(|key| is_column(key));
    }
    first.split([',', ' ']).any(is_column)
}

#[cfg(test)]
mod tests {
    use super::are_rows;

    #[test]
    fn rows_are_known_again() {
        let rows =
            ["", "n,position,grundy\n3,path(3),1\n", "n  position  grundy\n", "PAR1", "# chomplex 0.1\nposition\n"];
        assert!(rows.iter().all(|text| are_rows(text.as_bytes(), &[])));
        assert!(are_rows(b"{\"n\":1,\"position\":\"path(1)\"}\n", &[]));
        for other in ["#!/bin/sh\necho\n", "a thesis\n", "{\"title\": 1}\n", "{", "\u{7f}ELF"] {
            assert!(!are_rows(other.as_bytes(), &[]), "{other}");
        }
    }
}
