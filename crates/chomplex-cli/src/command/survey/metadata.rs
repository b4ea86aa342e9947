//! Metadata of a file of rows, in a file beside it.
//!
//! Rows are for other programs: a comment or a first record of another kind would break many
//! readers. So the program, the command and the columns are recorded in `FILE.metadata.json`.
//! Parquet has a place for metadata and holds them too.

use std::path::{Path, PathBuf};

use chomplex::survey::row::Column;
use serde::Serialize;

use crate::shell::command_line;

/// The metadata file of a file of rows.
pub(super) fn path(rows: &Path) -> PathBuf {
    let mut name = rows.file_name().unwrap_or_default().to_owned();
    name.push(".metadata.json");
    rows.with_file_name(name)
}

/// The metadata.
#[derive(Serialize)]
pub(super) struct Metadata<'a> {
    file: Option<String>,
    file_format: &'static str,
    command: String,
    /// A survey makes no random choices.
    seed: (),
    columns: Vec<&'a str>,
    rows: u64,
}

impl<'a> Metadata<'a> {
    /// Describes a file with these rows.
    pub(super) fn new(file: &Path, file_format: &'static str, columns: &'a [Column], rows: u64) -> Self {
        let file = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let columns = columns.iter().map(Column::name).collect();
        Metadata { file, file_format, command: command_line(), seed: (), columns, rows }
    }
}
