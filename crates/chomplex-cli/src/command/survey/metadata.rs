//! Metadata of a file of rows, in a file beside it.
//!
//! Rows are for other programs: a comment or a first record of another kind would break many
//! readers. So the program, the command and the columns are recorded in `FILE.metadata.json`.
//! Parquet has a place for metadata and holds them too.

use std::path::{Path, PathBuf};

use chomplex::provenance::stamped;
use chomplex::survey::row::Column;
use serde_json::{Value, json};

use crate::shell::command_line;

/// The metadata file of a file of rows.
pub(super) fn path(rows: &Path) -> PathBuf {
    let mut name = rows.file_name().unwrap_or_default().to_owned();
    name.push(".metadata.json");
    rows.with_file_name(name)
}

/// The metadata.
pub(super) fn describe(file: &Path, format: &str, columns: &[Column], rows: u64) -> Value {
    stamped(json!({
        "file": file.file_name().map(|name| name.to_string_lossy()),
        "file_format": format,
        "command": command_line(),
        // A survey makes no random choices.
        "seed": null,
        "columns": columns.iter().map(Column::name).collect::<Vec<_>>(),
        "rows": rows,
    }))
}
