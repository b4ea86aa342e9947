//! `chomplex tablebase build`.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use chomplex::report::words::thousands;
use chomplex::tablebase::{Built, Tablebase};
use serde_json::json;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::progress;
use crate::tablebase::DirectoryArgs;

/// Build the tablebase for N vertices
///
/// An interrupted build goes on where it was when it is started again.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of vertices, at most 7
    #[arg(value_name = "N")]
    n: usize,
    #[command(flatten)]
    directory: DirectoryArgs,
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
        let table = progress::watch_with(tell, || Tablebase::build(&directory, self.n, &budget, note))?;
        let seconds = started.elapsed().as_secs_f64();
        let path = table.path().display().to_string();
        self.output.print(
            || {
                let (classes, bytes) = (thousands(table.classes()), thousands(table.len()));
                format!("{}: {classes} classes, {bytes} bytes, {seconds:.1} s\n{path}", table.id())
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
