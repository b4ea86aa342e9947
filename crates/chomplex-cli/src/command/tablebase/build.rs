//! `chomplex tablebase build`.

use std::time::{Duration, Instant};

use chomplex::budget::amount::parse_time;
use chomplex::layers::Checkpoints;
use chomplex::report::words::thousands;
use chomplex::tablebase::Tablebase;
use chomplex_api::tablebase::Built;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::number::parse_size;
use crate::output::OutputArgs;
use crate::progress;
use crate::tablebase::DirectoryArgs;

/// Build the tablebase for N vertices
///
/// If the tablebase exists, this does nothing. To resume an interrupted build from its last
/// checkpoint, run the same command again. The table for N = 7 takes 0.7 GB of disk; until it is
/// done, checkpoints take up to 5 GB more. The build is quickest with 5.2 GiB of memory; with less,
/// it keeps on disk what does not fit.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex tablebase build 5
  chomplex tablebase build 7 --memory 4GiB")]
pub(crate) struct Args {
    /// The number of vertices, at most 7
    #[arg(value_name = "N", value_parser = parse_size)]
    n: usize,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Write checkpoints at most this often, as long as there is enough memory; the last two are
    /// kept
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "2m")]
    checkpoint_every: Duration,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let directory = self.directory.directory()?;
        let budget = self.threads.apply(self.budget.start_unguarded()?);
        let started = Instant::now();
        if let Ok(table) = Tablebase::open(&directory, self.n) {
            return self.tell(&table, None);
        }
        let checkpoints = Checkpoints::new(&directory).every(self.checkpoint_every);
        let build = || Tablebase::build_with_checkpoints(&checkpoints, &directory, self.n, &budget, |_| ());
        let table = progress::watch(&budget, build)?;
        self.tell(&table, Some(started.elapsed().as_secs_f64()))
    }

    /// Reports the tablebase, and the time it took if it was built now.
    fn tell(&self, table: &Tablebase, seconds: Option<f64>) -> anyhow::Result<Exit> {
        let path = table.path().display().to_string();
        self.output.print(
            || {
                let (classes, bytes) = (thousands(table.classes()), thousands(table.len()));
                let took = seconds.map_or(", there already".to_owned(), |seconds| format!(", {seconds:.1} s"));
                format!("{}: {classes} classes, {bytes} bytes{took}\n{path}", table.id())
            },
            || Built {
                tablebase: table.id(),
                file: path.clone(),
                classes: table.classes(),
                bytes: table.len(),
                seconds,
            },
        )?;
        Ok(Exit::Answered)
    }
}
