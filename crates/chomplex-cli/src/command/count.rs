//! `chomplex count`: linear extensions, positions, classes of positions.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use chomplex::budget::Stop;
use chomplex::layers::{Checkpoints, SweepError};
use chomplex::position::Position;
use chomplex::report::words::stopped;
use chomplex::{extensions, layers};
use clap::ValueEnum;
use serde_json::json;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::position::PositionArgs;
use crate::probabilities::ProbabilityArgs;
use crate::progress;

/// Count linear extensions, or the positions that can be reached
///
/// The counts are exact. They include the empty position and the whole one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex count linear-extensions 'boolean(5)'
  chomplex count positions 'simplex(5)'
  chomplex count classes 'boundary(6)' --json
  chomplex count linear-extensions 'chomp(3,4)' --probabilities --plot bar.svg
  chomplex count linear-extensions 'petersen' --balance")]
pub(crate) struct Args {
    /// What to count
    what: What,
    #[command(flatten)]
    position: PositionArgs,
    /// Leave checkpoints of a long sweep in this directory, with all that does not fit into memory, and go on from the last one there is
    #[arg(long, value_name = "DIR")]
    checkpoints: Option<PathBuf>,
    #[command(flatten)]
    random: ProbabilityArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The ways to put all elements in a row, each after everything below it
    LinearExtensions,
    /// The positions that can be reached: the down-sets of the order
    Positions,
    /// The same up to automorphisms
    Classes,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        if self.random.any() {
            return self.run_random(&position);
        }
        let budget = self.threads.apply(self.budget.start()?);
        let checkpoints = self.checkpoints.as_ref().map(Checkpoints::new);
        let result = progress::watch(&budget, || match (self.what, &checkpoints) {
            (What::LinearExtensions, None) => Ok(extensions::count(&position, &budget)?),
            (What::LinearExtensions, Some(kept)) => extensions::count_with_checkpoints(&position, &budget, kept),
            (What::Positions, _) => Ok(layers::positions(&position, &budget)?),
            (What::Classes, None) => Ok(layers::classes(&position, &budget)?),
            (What::Classes, Some(kept)) => layers::classes_with_checkpoints(&position, &budget, kept),
        });
        let (count, stopped_by) = match result {
            Ok(count) => (Some(count.to_string()), None),
            Err(SweepError::Stop(stop)) => (None, Some(stop)),
            Err(error) => return Err(error.into()),
        };
        if self.output.json || count.is_some() {
            self.output.print(
                || count.clone().unwrap_or_default(),
                || {
                    let stopped_by = stopped_by.map(Stop::id);
                    json!({ "position": position.to_string(), "count": count, "stopped_by": stopped_by })
                },
            )?;
        }
        if let Some(stop) = stopped_by {
            let _ = writeln!(io::stderr(), "chomplex: not counted: stopped by {}", stopped(stop));
            if stop == Stop::Memory && self.checkpoints.is_none() && !matches!(self.what, What::Positions) {
                let what = "with less memory it can be done on disk: `--checkpoints DIR` keeps there what does not fit";
                let _ = writeln!(io::stderr(), "{what}");
            }
        }
        Ok(stopped_by.into())
    }

    fn run_random(&self, position: &Position) -> anyhow::Result<Exit> {
        if self.what != What::LinearExtensions {
            bail!(
                "`--probabilities`, `--balance` and `--plot` are about random linear extensions: write `count linear-extensions`"
            );
        }
        if self.checkpoints.is_some() {
            bail!("`--checkpoints` are left while counting alone, not with `--probabilities`, `--balance` or `--plot`");
        }
        self.random.run(position, &self.threads.apply(self.budget.start()?), self.output.json)
    }
}
