//! The rows found so far, on disk, so that an interrupted survey can resume.
//!
//! The journal lies beside the output file. Its first line identifies the survey, the command and
//! the program; each further line is a row with everything known of it. When all rows are there,
//! the output file is written from the journal, and the journal is removed.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use chomplex::report::json;
use chomplex::survey::row::{Column, Row};
use chomplex_api::json::to_value;
use chomplex_api::stamp::Stamped;
use serde::Serialize;
use serde_json::Value;

use crate::shell::command_line;

/// A journal open for appending rows.
pub(super) struct Journal {
    path: PathBuf,
    out: BufWriter<File>,
    parameters: Vec<String>,
    columns: Vec<Column>,
    rows: u64,
}

/// The first line of a journal.
#[derive(Serialize)]
struct Title<'a> {
    survey: &'a Value,
    command: String,
    /// A survey makes no random choices.
    seed: (),
}

impl Journal {
    /// Opens the journal of a file: a new one, or that of the same survey if it was not finished.
    pub(super) fn open(target: &Path, survey: &Value, parameters: Vec<String>) -> anyhow::Result<Journal> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        let path = target.with_file_name(name);
        Journal::open_at(&path, survey, parameters)
            .with_context(|| format!("cannot use the journal `{}`", path.display()))
    }

    fn open_at(path: &Path, survey: &Value, parameters: Vec<String>) -> anyhow::Result<Journal> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.try_lock().is_err() {
            bail!("another survey is writing it");
        }
        let mut journal = Journal {
            path: path.to_owned(),
            out: BufWriter::new(file.try_clone()?),
            columns: Column::all(&parameters).collect(),
            parameters,
            rows: 0,
        };
        let title = to_value(&Stamped::new(Title { survey, command: command_line(), seed: () }));
        let whole = journal.check(&file, survey)?;
        // An incomplete last line was being written when the program ended.
        file.set_len(whole)?;
        journal.out.seek(SeekFrom::Start(whole))?;
        if whole == 0 {
            writeln!(journal.out, "{title}")?;
            journal.out.flush()?;
        }
        Ok(journal)
    }

    /// Returns the length of the part with complete lines, after checking that it belongs to this
    /// survey.
    fn check(&mut self, file: &File, survey: &Value) -> anyhow::Result<u64> {
        let mut reader = BufReader::new(file);
        let (mut whole, mut line) = (0, String::new());
        loop {
            line.clear();
            let length = reader.read_line(&mut line).context("it is not text")?;
            if !line.ends_with('\n') {
                return Ok(whole);
            }
            match line.trim_end() {
                first if whole == 0 && !is_title(first, survey) => {
                    bail!("it belongs to another survey: {first}\nRemove it, or choose another file for this survey.");
                }
                _ if whole == 0 => {}
                row => {
                    self.row(row).with_context(|| format!("row {} is damaged", self.rows + 1))?;
                    self.rows += 1;
                }
            }
            whole += length as u64;
        }
    }

    fn row(&self, line: &str) -> anyhow::Result<Row> {
        let value: Value = serde_json::from_str(line)?;
        json::read_row(&value, &self.parameters).context("it is no row")
    }

    /// Number of rows.
    pub(super) fn len(&self) -> u64 {
        self.rows
    }

    /// Appends rows and flushes them, so that they survive a sudden end of the program.
    pub(super) fn add(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in rows {
            writeln!(self.out, "{}", json::row(row, &self.columns))?;
        }
        self.rows += rows.len() as u64;
        self.out.flush()
    }

    /// Reads the rows from the beginning.
    pub(super) fn read(&self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Row>> + use<'_>> {
        let lines = BufReader::new(File::open(&self.path)?).lines().skip(1);
        Ok(lines.take(self.rows as usize).map(|line| self.row(&line?)))
    }

    /// Path of the journal.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the journal, once the output file is written.
    pub(super) fn finish(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// Whether a journal with this first line belongs to a survey, whatever version of the program
/// began it.
fn is_title(line: &str, survey: &Value) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|title| title["survey"] == *survey)
}
