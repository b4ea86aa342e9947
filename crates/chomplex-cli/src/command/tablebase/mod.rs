//! `chomplex tablebase`: the value of every complex on a few vertices, on disk.

mod build;
mod probe;
mod stats;
mod verify;

use std::path::Path;

use chomplex::report::words::stopped;
use chomplex::tablebase::{Tablebase, TablebaseError};

use crate::exit::Exit;
use crate::output::note;

/// Build, verify and query the table of all complexes on a few vertices
///
/// A tablebase holds the Grundy value of every simplicial complex on at most N vertices, where N is
/// at most 7. Once it is built, `solve`, `moves`, `explain` and `play` use it automatically.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex tablebase build 7
  chomplex tablebase stats 7
  chomplex tablebase probe 'simplex(7)'")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::Args),
    Verify(verify::Args),
    Stats(stats::Args),
    Probe(probe::Args),
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let done = match &self.command {
            Command::Build(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Probe(args) => args.run(),
        };
        done.or_else(|error| match error.downcast_ref() {
            Some(&TablebaseError::Stopped(stop)) => {
                note(format!("stopped by {}", stopped(stop)));
                Ok(Some(stop).into())
            }
            Some(wrong @ (TablebaseError::Wrong { .. } | TablebaseError::Damaged { .. })) => {
                note(wrong);
                Ok(Exit::Wrong)
            }
            _ => Err(error),
        })
    }
}

/// Up to this many vertices a table is built almost instantly.
const SMALL: usize = 6;

/// Opens the table for n vertices. If the directory has none, builds a small one now.
fn open(directory: &Path, n: usize) -> Result<Tablebase, TablebaseError> {
    match Tablebase::open(directory, n) {
        Err(TablebaseError::Missing { .. }) if n <= SMALL => Tablebase::small(n),
        opened => opened,
    }
}
