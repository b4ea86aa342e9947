//! `chomplex sample`: random linear extensions.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use chomplex::extensions::Sampler;
use chomplex::report::words::{count, stopped};
use chomplex::{Element, Position, Stop};
use clap::ValueEnum;
use serde_json::Value;

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::output::{OutputArgs, note};
use crate::position::PositionArgs;
use crate::progress;
use crate::seed::SeedArgs;

/// Print random linear extensions, each as likely as any other
///
/// Prints one per line: the names of all elements, each after everything below it. The same seed
/// gives the same lines.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex sample linear-extensions 'boolean(4)'
  chomplex sample linear-extensions 'chomp(3,4)' -n 1000 --seed 7
  chomplex sample linear-extensions 'petersen' -n 5 --json")]
pub(crate) struct Args {
    /// What to choose at random
    what: What,
    #[command(flatten)]
    position: PositionArgs,
    /// Number of linear extensions
    #[arg(short = 'n', long, value_name = "K", default_value = "1", value_parser = parse_number)]
    number: u64,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Ways to put all elements in a row, each after everything below it
    #[value(alias = "linear-extension")]
    LinearExtensions,
}

/// Maximum time that lines are buffered.
const PATIENCE: Duration = Duration::from_millis(100);

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let What::LinearExtensions = self.what;
        let position = self.position.read()?;
        let budget = self.threads.apply(self.budget.start()?);
        let seed = self.seed.get();
        let mut printed = 0;
        let result = match progress::watch(&budget, || Sampler::new(&position, seed, &budget)) {
            Ok(sampler) => self.print(&position, sampler, &mut printed)?,
            Err(stop) => Err(stop),
        };
        if let Err(stop) = result {
            let lines = count(printed, "linear extension");
            note(format!("stopped by {} after {lines}", stopped(stop)));
        }
        Ok(result.err().into())
    }

    /// Prints the samples one by one.
    fn print(&self, position: &Position, mut sampler: Sampler, printed: &mut u64) -> anyhow::Result<Result<(), Stop>> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut flushed = Instant::now();
        let mut result = Ok(());
        while *printed < self.number {
            match sampler.sample() {
                Ok(row) => writeln!(out, "{}", self.line(position, &row)).context("cannot write the answer")?,
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
            *printed += 1;
            if flushed.elapsed() > PATIENCE {
                out.flush().context("cannot write the answer")?;
                flushed = Instant::now();
            }
        }
        out.flush().context("cannot write the answer")?;
        Ok(result)
    }

    fn line(&self, position: &Position, row: &[Element]) -> String {
        let names = row.iter().map(|&x| position.name(x));
        if self.output.json { names.collect::<Value>().to_string() } else { names.collect::<Vec<_>>().join(" ") }
    }
}

fn parse_number(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("the number must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("a number is expected, such as 10".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(parse_number("10"), Ok(10));
        assert_eq!(parse_number("0").unwrap_err(), "the number must be at least 1");
        assert!(parse_number("-1").is_err() && parse_number("many").is_err());
    }
}
