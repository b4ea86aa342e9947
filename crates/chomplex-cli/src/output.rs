//! Prints answers on standard output, as text or JSON.

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Context;
use chomplex_api::json::{lay_out, to_value};
use chomplex_api::stamp::Stamped;
use serde::Serialize;

use crate::guard;

/// How the answer is printed.
#[derive(Clone, clap::Args)]
pub(crate) struct OutputArgs {
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl OutputArgs {
    /// Prints the answer in the requested form.
    pub(crate) fn print<T: Serialize>(
        &self,
        text: impl FnOnce() -> String,
        answer: impl FnOnce() -> T,
    ) -> anyhow::Result<()> {
        print(&self.render(text, answer))
    }

    /// The answer in the requested form.
    pub(crate) fn render<T: Serialize>(&self, text: impl FnOnce() -> String, answer: impl FnOnce() -> T) -> String {
        if self.json { json(answer()) + "\n" } else { text() }
    }
}

/// Prints a text and adds a final newline if it has none.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    guard::while_answering(|| write(text)).context("cannot write the answer")
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Prints a message on standard error. It is lost if that is closed.
pub(crate) fn note(message: impl Display) {
    let _ = writeln!(io::stderr(), "chomplex: {message}");
}

/// Prints an answer as JSON.
pub(crate) fn print_json(answer: impl Serialize) -> anyhow::Result<()> {
    print(&json(answer))
}

/// An answer as JSON, with the versions of the program and of its answers.
pub(crate) fn json(answer: impl Serialize) -> String {
    lay_out(&to_value(&Stamped::new(answer)))
}
