//! `chomplex convert`: between notations.

use std::io::Write;
use std::path::PathBuf;

use chomplex::Notation;
use chomplex::format;
use chomplex_api::reading::Conversion;

use crate::exit::Exit;
use crate::file::Target;
use crate::output::{OutputArgs, json, print};
use crate::position::PositionArgs;

/// Write a position in another notation
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex convert 'petersen' --to graph6
  chomplex convert @relations.txt --from matrix --to expression
  chomplex convert 'chomp(3,4)' --to dot -o bar.dot")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The notation: expression, json, graph6, matrix, facets, sage or dot
    #[arg(long, value_name = "NOTATION", value_parser = Notation::parse_writable)]
    to: Notation,
    /// Write to this file instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        let mut text = format::write(&position, self.to)?;
        if self.output.json {
            text = json(Conversion { position: position.to_string(), notation: self.to.name(), text });
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        match &self.file {
            Some(path) => Target::new(path)?.write(|out| out.write_all(text.as_bytes()))?,
            None => print(&text)?,
        }
        Ok(Exit::Answered)
    }
}
