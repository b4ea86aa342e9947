//! `chomplex count`: linear extensions, positions, classes of positions.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use chomplex::canon::canonical::canonical_within;
use chomplex::extensions::{Method, Plan, PlannedPrime};
use chomplex::layers;
use chomplex::layers::{Checkpoints, SweepError};
use chomplex::report::extensions as report;
use chomplex::report::words::stopped;
use chomplex::{Budget, Position, Stop};
use chomplex_api::count::{self, Count};
use clap::ValueEnum;

use crate::approximate::ApproximateArgs;
use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::exit::Exit;
use crate::output::{OutputArgs, note, print};
use crate::position::PositionArgs;
use crate::probabilities::ProbabilityArgs;
use crate::progress;

/// Count linear extensions, or the positions that can be reached
///
/// Counts are exact, unless `--approximate` asks for an estimate. Positions and classes include the
/// empty position and the whole one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex count linear-extensions 'boolean(5)'
  chomplex count positions 'simplex(5)'
  chomplex count classes 'boundary(6)' --json
  chomplex count linear-extensions 'chomp(3,4)' --probabilities --plot bar.svg
  chomplex count linear-extensions 'petersen' --balance
  chomplex count linear-extensions 'boolean(8)' --approximate 0.1")]
pub(crate) struct Args {
    /// What to count
    what: What,
    #[command(flatten)]
    position: PositionArgs,
    /// Directory for checkpoints of a long sweep and for what does not fit in memory; the same
    /// command continues from the last checkpoint
    #[arg(long, value_name = "DIR")]
    checkpoints: Option<PathBuf>,
    /// Explain first how the linear extensions will be counted, and why
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    random: ProbabilityArgs,
    #[command(flatten)]
    estimate: ApproximateArgs,
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
    #[value(alias = "linear-extension")]
    LinearExtensions,
    /// The positions that can be reached: the down-sets of the order
    Positions,
    /// The same up to automorphisms
    Classes,
}

/// A sweep that needs more bytes of disk than this is refused.
const MOST_ON_DISK: f64 = 1e13;

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        self.check()?;
        // A sweep with checkpoints may take its time to write the last one.
        let guarded = self.checkpoints.is_none();
        let budget = self.threads.apply(if guarded { self.budget.start()? } else { self.budget.start_unguarded()? });
        if self.random.any() {
            self.random.run(&position, &budget, self.output.json)
        } else if self.estimate.is_asked() {
            self.estimate.run(&position, &self.budget, &budget, &self.output)
        } else if self.what == What::LinearExtensions {
            self.count_extensions(&position, &budget)
        } else {
            self.count_positions(&position, &budget)
        }
    }

    fn count_positions(&self, position: &Position, budget: &Budget) -> anyhow::Result<Exit> {
        let checkpoints = self.checkpoints.as_ref().map(Checkpoints::new);
        let result = progress::watch(budget, || match (self.what, &checkpoints) {
            (What::Positions, _) => Ok(layers::positions(position, budget)?),
            (_, None) => Ok(layers::classes(position, budget)?),
            (_, Some(kept)) => layers::classes_with_checkpoints(position, budget, kept),
        });
        self.tell(position, None, result.map(|count| count.to_string()), budget)
    }

    fn count_extensions(&self, position: &Position, budget: &Budget) -> anyhow::Result<Exit> {
        let checkpoints = self.checkpoints.as_ref().map(Checkpoints::new);
        let plan = match progress::watch(budget, || Plan::new(position, budget)) {
            Ok(plan) => plan,
            Err(stop) => return self.tell(position, None, Err(stop.into()), budget),
        };
        if self.explain && !self.output.json {
            print(&report::explain(&plan))?;
        }
        let result = progress::watch(budget, || plan.count(budget, checkpoints.as_ref()));
        self.tell(position, Some(&plan), result.map(|count| count.to_string()), budget)
    }

    /// Prints the count, or why there is none.
    fn tell(
        &self,
        position: &Position,
        plan: Option<&Plan>,
        result: Result<String, SweepError>,
        budget: &Budget,
    ) -> anyhow::Result<Exit> {
        let (count, stopped_by) = match result {
            Ok(count) => (Some(count), None),
            Err(SweepError::Stop(stop)) => (None, Some(stop)),
            Err(error) => return Err(error.into()),
        };
        if self.output.json || count.is_some() {
            self.output.print(
                || count.clone().unwrap_or_default(),
                || Count {
                    plan: plan.filter(|_| self.explain).map(count::Plan::from),
                    ..Count::new(position, count.clone(), stopped_by)
                },
            )?;
        }
        if let Some(stop) = stopped_by {
            note(format!("not counted: stopped by {}", stopped(stop)));
            if stop == Stop::Memory && self.what != What::Positions {
                self.tell_what_it_takes(position, plan, budget);
            }
        }
        Ok(stopped_by.into())
    }

    /// Prints the resources that would have been needed, and possible remedies.
    fn tell_what_it_takes(&self, position: &Position, plan: Option<&Plan>, budget: &Budget) {
        let mut err = io::stderr();
        if let Some(plan) = plan.filter(|_| !self.explain) {
            let _ = writeln!(err, "{}", report::explain(plan));
        }
        let bytes = |prime: &PlannedPrime| if let Method::Table(table) = &prime.method { table.bytes() } else { None };
        let is_hopeless = match plan {
            Some(plan) => plan.primes().iter().filter_map(bytes).any(|bytes| bytes > MOST_ON_DISK),
            None => self.what == What::Classes && has_too_many_classes(position, budget),
        };
        if self.checkpoints.is_none() && !is_hopeless {
            let what = "with less memory it can be done on disk: `--checkpoints DIR` keeps there what does not fit";
            let _ = writeln!(err, "{what}");
        }
        if plan.is_some() {
            let _ = writeln!(err, "`--approximate 0.05` estimates the number, with an interval");
        }
    }

    /// Refuses options that do not make sense together.
    fn check(&self) -> anyhow::Result<()> {
        let is_extensions = self.what == What::LinearExtensions;
        if self.random.any() && !is_extensions {
            bail!(
                "`--probabilities`, `--balance` and `--plot` are about random linear extensions: write `count linear-extensions`"
            );
        }
        if (self.explain || self.estimate.is_asked()) && !is_extensions {
            bail!("`--explain` and `--approximate` are about linear extensions: write `count linear-extensions`");
        }
        if self.estimate.has_seed() && !self.estimate.is_asked() {
            bail!("`--seed` goes with `--approximate`: everything else is exact");
        }
        if self.estimate.is_asked() && (self.random.any() || self.explain) {
            bail!(
                "`--approximate` gives a number alone, not with `--probabilities`, `--balance`, `--plot` or `--explain`"
            );
        }
        if self.checkpoints.is_some() && (self.random.any() || self.estimate.is_asked()) {
            bail!("`--checkpoints` are left while counting exactly, and counting alone");
        }
        Ok(())
    }
}

/// Whether the classes of positions would fill more than any disk, by a quick lower bound.
///
/// Every set of elements of one level, together with everything below it, is a position. So there
/// are at least 2^w positions if a level has w elements, and a class has no more members than there
/// are automorphisms.
fn has_too_many_classes(position: &Position, budget: &Budget) -> bool {
    let mut levels: Vec<u32> = Vec::new();
    for x in position.moves() {
        let level = position.poset().level(x);
        levels.resize(levels.len().max(level + 1), 0);
        levels[level] += 1;
    }
    let widest = levels.into_iter().max().unwrap_or(0);
    // Logarithms to base 10; a class takes one bit per element.
    let bytes = f64::from(widest) * 2_f64.log10() + (position.len() as f64 / 8.0).log10();
    if bytes < MOST_ON_DISK.log10() {
        return false;
    }
    let budget = budget.clone().with_time_at_most(Duration::from_secs(2));
    let digits = canonical_within(position, &budget).map(|form| form.group_order.to_string().len());
    digits.is_ok_and(|digits| bytes - digits as f64 > MOST_ON_DISK.log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_fit_on_no_disk() {
        // 1,392,195,548,889,993,358 classes of boolean(8), 490,013,148 of boolean(7): OEIS A003182.
        for (position, too_many) in
            [("boolean(8)", true), ("boolean(7)", false), ("antichain(100)", false), ("antichain(0)", false)]
        {
            assert_eq!(has_too_many_classes(&position.parse().unwrap(), &Budget::default()), too_many, "{position}");
        }
    }
}
