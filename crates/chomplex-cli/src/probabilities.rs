//! The options of `count linear-extensions` that ask what a random one looks like.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use chomplex::draw::precedence::precedence;
use chomplex::extensions::{self, Probabilities};
use chomplex::report::probabilities as report;
use chomplex::report::words::{stopped, thousands};
use chomplex::{Budget, Position, Stop};
use chomplex_api::count::{Balance, Chances, Count};
use clap::ValueEnum;

use crate::exit::Exit;
use crate::output::{note, print, print_json};
use crate::plot::Plot;
use crate::progress;

/// What to tell of random linear extensions.
#[derive(clap::Args)]
pub(crate) struct ProbabilityArgs {
    /// Print where each element stands in a random linear extension, and which of two comes first
    #[arg(long, help_heading = "Random linear extensions")]
    probabilities: bool,
    /// Print the pairs of elements whose order is closest to a coin toss
    #[arg(long, help_heading = "Random linear extensions")]
    balance: bool,
    /// Format of the probabilities [default: table]
    #[arg(long, help_heading = "Random linear extensions", requires = "probabilities", conflicts_with_all = ["balance", "json"])]
    format: Option<Format>,
    /// Draw the probabilities that one element comes before another as a heat map, to an SVG or PNG
    /// file
    #[arg(long, help_heading = "Random linear extensions", value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns of text
    Table,
    /// Comma-separated values with a line of names first
    Csv,
}

impl ProbabilityArgs {
    /// Whether any of these options was given.
    pub(crate) fn any(&self) -> bool {
        self.probabilities || self.balance || self.plot.is_some()
    }

    /// Computes the probabilities and prints them.
    pub(crate) fn run(&self, position: &Position, budget: &Budget, json: bool) -> anyhow::Result<Exit> {
        let plot = self.plot.as_deref().map(Plot::new).transpose()?;
        if plot.is_some() && position.is_empty() {
            bail!("there is nothing to draw: the position has no elements");
        }
        let result = progress::watch(budget, || extensions::probabilities(position, budget));
        match result {
            Ok(random) => {
                if let Some(plot) = plot {
                    plot.write(&precedence(position, &random))?;
                }
                self.tell(position, &random, json)?;
                Ok(Exit::Answered)
            }
            Err(stop) => {
                if json {
                    print_json(Count::new(position, None, Some(stop)))?;
                }
                note(format!("no probabilities: stopped by {}", stopped(stop)));
                if stop == Stop::Memory {
                    tell_demand(position, budget);
                }
                Ok(Some(stop).into())
            }
        }
    }

    fn tell(&self, position: &Position, random: &Probabilities, json: bool) -> anyhow::Result<()> {
        if json {
            return self.tell_json(position, random);
        }
        match self.format {
            Some(Format::Csv) => print_csv(position, random).context("cannot write the answer"),
            _ if self.probabilities || self.balance => {
                print(&report::text(position, random, self.probabilities, self.balance))
            }
            _ => print(&random.extensions().to_string()),
        }
    }

    fn tell_json(&self, position: &Position, random: &Probabilities) -> anyhow::Result<()> {
        print_json(Count {
            chances: self.probabilities.then(|| Chances::new(position, random)),
            balance: self.balance.then(|| random.balance().map(|balance| Balance::new(position, &balance))),
            ..Count::new(position, Some(random.extensions().to_string()), None)
        })
    }
}

fn print_csv(position: &Position, random: &Probabilities) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", report::CSV_HEADER)?;
    for line in report::csv(position, random) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Prints the memory that would be needed, if that can be found quickly and within the limits.
fn tell_demand(position: &Position, budget: &Budget) {
    let budget = budget.clone().with_time_at_most(Duration::from_secs(5));
    if let Ok((down_sets, bytes)) = extensions::down_sets(position, &budget) {
        let sets = u64::try_from(&down_sets).map_or_else(|_| down_sets.to_string(), thousands);
        // The largest number means "this or more".
        let mebibytes = match bytes {
            u64::MAX => format!("more than {}", thousands(bytes >> 20)),
            _ => format!("about {}", thousands((bytes >> 20) + 1)),
        };
        let _ = writeln!(io::stderr(), "there are {sets} down-sets to look at, which takes {mebibytes} MiB");
    }
}
