//! `chomplex tablebase stats`.

use chomplex::report::words::thousands;
use chomplex::tablebase::{Complex, Stats};
use chomplex_api::tablebase as shape;

use super::open;
use crate::exit::Exit;
use crate::number::parse_size;
use crate::output::OutputArgs;
use crate::tablebase::DirectoryArgs;

/// Print a histogram of the values, and where the largest occurs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex tablebase stats 5
  chomplex tablebase stats 7 --json")]
pub(crate) struct Args {
    /// The number of vertices
    #[arg(value_name = "N", value_parser = parse_size)]
    n: usize,
    #[command(flatten)]
    directory: DirectoryArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let table = open(&self.directory.directory()?, self.n)?;
        let stats = table.stats();
        self.output.print(|| text(&table.id(), &stats), || shape::Stats::new(table.id(), &stats))?;
        Ok(Exit::Answered)
    }
}

fn text(id: &str, stats: &Stats) -> String {
    let (all, lost) = (stats.classes(), stats.second_player_wins());
    let mut text = format!("{id}: {} classes\n\nvalue      classes\n", thousands(all));
    for (value, count) in stats.histogram().into_iter().enumerate() {
        text += &format!("{value:>5}  {:>11}\n", thousands(count));
    }
    let percent = 100.0 * lost as f64 / all as f64;
    text += &format!("\nThe second player wins in {} of them ({percent:.2} %).\n", thousands(lost));
    let examples: Vec<String> = largest(stats).iter().map(|complex| format!("  {complex}\n")).collect();
    text +=
        &format!("The largest value is {}, here with each number of faces:\n{}", stats.largest(), examples.concat());
    text
}

/// Complexes of the largest value, one for each number of faces.
fn largest(stats: &Stats) -> &[Complex] {
    stats.examples(stats.largest())
}
