//! `chomplex tablebase build`.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use chomplex::layers::Checkpoints;
use chomplex::report::words::thousands;
use chomplex::tablebase::{Built, Tablebase};
use serde_json::json;

use crate::budget::{BudgetArgs, ThreadsArgs, parse_time};
use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::progress;
use crate::tablebase::DirectoryArgs;

/// Build the tablebase for N vertices
///
/// If it is there already, nothing is done. An interrupted build goes on from its last checkpoint when it is started again. For N = 7 it needs, besides the table, of 0.7 GB, at most 5 GB of
/// disk for checkpoints, which are removed at the end. With 6 GiB of memory it is quickest; with less, what does not fit is kept there too.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of vertices, at most 7
    #[arg(value_name = "N")]
    n: usize,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Leave a checkpoint no more often than this, as long as the memory does; the last two are kept
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
        let budget = self.threads.apply(self.budget.start()?);
        let started = Instant::now();
        let so_far: Mutex<Option<(Built, Built)>> = Mutex::new(None);
        let note = |built: Built| {
            let mut so_far = so_far.lock().expect("nobody panics with it");
            let first = so_far.map_or(built, |(first, _)| first);
            *so_far = Some((first, built));
        };
        let tell = || match *so_far.lock().expect("nobody panics with it") {
            None => "beginning".to_owned(),
            Some((first, built)) => describe(first, built, started.elapsed()),
        };
        if let Ok(table) = Tablebase::open(&directory, self.n) {
            return self.tell(&table, None);
        }
        let checkpoints = Checkpoints::new(&directory).every(self.checkpoint_every);
        let build = || Tablebase::build_with_checkpoints(&checkpoints, &directory, self.n, &budget, note);
        let table = progress::watch_with(tell, build)?;
        self.tell(&table, Some(started.elapsed().as_secs_f64()))
    }

    /// Says what there is now, and how long it took, if it was not there before.
    fn tell(&self, table: &Tablebase, seconds: Option<f64>) -> anyhow::Result<Exit> {
        let path = table.path().display().to_string();
        self.output.print(
            || {
                let (classes, bytes) = (thousands(table.classes()), thousands(table.len()));
                let took = seconds.map_or(", there already".to_owned(), |seconds| format!(", {seconds:.1} s"));
                format!("{}: {classes} classes, {bytes} bytes{took}\n{path}", table.id())
            },
            || {
                json!({
                    "tablebase": table.id(), "file": path, "classes": table.classes(),
                    "bytes": table.len(), "seconds": seconds,
                })
            },
        )?;
        Ok(Exit::Answered)
    }
}

/// How far it has come, and how long it may take: a class takes about as long as another.
fn describe(first: Built, built: Built, elapsed: Duration) -> String {
    let (done, all) = (thousands(built.classes), thousands(built.classes_in_all));
    let new = (built.classes - first.classes) as f64;
    let left = (built.classes_in_all - built.classes) as f64;
    let estimate = if new > 0.01 * built.classes_in_all as f64 {
        format!(", about {} left", words(elapsed.mul_f64(left / new)))
    } else {
        String::new()
    };
    format!("layer {} of {}, {done} of {all} classes{estimate}", built.layers, built.layers_in_all)
}

fn words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..90 => format!("{seconds} s"),
        seconds => format!("{} min", (seconds + 30) / 60),
    }
}
