//! `chomplex tablebase verify`.

use std::sync::Mutex;

use chomplex::report::words::thousands;
use chomplex::tablebase::{Progress, Sample};
use chomplex_api::tablebase::Verified;

use super::open;
use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::number::parse_size;
use crate::output::OutputArgs;
use crate::progress;
use crate::tablebase::DirectoryArgs;

/// Verify all checksums of a tablebase, and compute some of its values again
///
/// Values of random positions are computed from the values of all their options, and for small
/// positions also by plain recursion.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex tablebase verify 5
  chomplex tablebase verify 7 --positions 1000000 --seed 7")]
pub(crate) struct Args {
    /// The number of vertices
    #[arg(value_name = "N", value_parser = parse_size)]
    n: usize,
    /// The number of values to compute again
    #[arg(long, value_name = "K", default_value_t = Sample::default().positions)]
    positions: u64,
    /// The seed of the random choice of positions
    #[arg(long, value_name = "S", default_value_t = Sample::default().seed)]
    seed: u64,
    #[command(flatten)]
    directory: DirectoryArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let table = open(&self.directory.directory()?, self.n)?;
        let budget = self.budget.start()?;
        let sample = Sample { positions: self.positions, seed: self.seed };
        let so_far = Mutex::new(Progress::Layers(0, 1 << self.n));
        let tell = || match *so_far.lock().expect("nobody panics with it") {
            Progress::Layers(done, all) => format!("checksums of {done} of {all} layers"),
            Progress::Positions(done, all) => format!("{} of {} positions", thousands(done), thousands(all)),
        };
        let note = |progress| *so_far.lock().expect("nobody panics with it") = progress;
        let verified = progress::watch_with(tell, || table.verify(sample, &budget, note))?;
        self.output.print(
            || {
                format!(
                    "verified: {}\nchecksums      all {} classes\nfrom options   {} positions\nby recursion   {} positions",
                    table.id(),
                    thousands(verified.classes),
                    thousands(verified.by_options),
                    thousands(verified.by_recursion),
                )
            },
            || Verified {
                verdict: "verified",
                tablebase: table.id(),
                classes: verified.classes,
                by_options: verified.by_options,
                by_recursion: verified.by_recursion,
            },
        )?;
        Ok(Exit::Answered)
    }
}
