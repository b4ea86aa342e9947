//! The options of `count linear-extensions` that ask for an estimate with a guarantee.

use chomplex::extensions::approximate::{Plan, Request, plan};
use chomplex::report::extensions::estimate;
use chomplex::report::words::{count, stopped, thousands};
use chomplex::{Budget, Position};
use chomplex_api::count::{Approximate, Count};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::output::{OutputArgs, note};
use crate::progress;
use crate::seed::SeedArgs;

/// How precise the estimate has to be.
#[derive(clap::Args)]
pub(crate) struct ApproximateArgs {
    /// Estimate the number with this relative error, such as 0.05 or 5%; without one, as well as
    /// `--time` allows
    #[arg(long, help_heading = "Estimates", value_name = "ERROR", num_args = 0..=1, value_parser = parse_error)]
    approximate: Option<Option<f64>>,
    /// The probability that the interval contains the true number, such as 0.95 or 95% [default:
    /// 0.99]
    #[arg(long, help_heading = "Estimates", value_name = "P", requires = "approximate", value_parser = parse_confidence)]
    confidence: Option<f64>,
    #[command(flatten)]
    seed: SeedArgs,
}

impl ApproximateArgs {
    /// Whether an estimate was requested.
    pub(crate) fn is_asked(&self) -> bool {
        self.approximate.is_some()
    }

    /// Whether a seed was given.
    pub(crate) fn has_seed(&self) -> bool {
        self.seed.is_given()
    }

    /// Prints the expected time, then computes the estimate.
    pub(crate) fn run(
        &self,
        position: &Position,
        limits: &BudgetArgs,
        budget: &Budget,
        output: &OutputArgs,
    ) -> anyhow::Result<Exit> {
        let mut request = Request::new(self.confidence.unwrap_or(0.99), self.seed.get())?;
        if let Some(error) = self.approximate.flatten() {
            request = request.with_error(error)?;
        }
        if let Some(time) = limits.time() {
            request = request.with_time(time);
        }
        let planned = progress::watch(budget, || plan(position, &request, budget));
        let result = planned.and_then(|plan| {
            tell(&plan);
            progress::watch(budget, || plan.carry_out(budget))
        });
        let stopped_by = match &result {
            Ok(estimate) => estimate.stopped_by,
            Err(stop) => Some(*stop),
        };
        if let Ok(found) = &result {
            output.print(
                || estimate(found),
                || Count {
                    approximate: Some(Approximate::from(found)),
                    ..Count::new(position, found.exact.as_ref().map(ToString::to_string), stopped_by)
                },
            )?;
        } else if output.json {
            output.print(String::new, || Count::new(position, None, stopped_by))?;
        }
        if let Some(stop) = stopped_by {
            let what = if result.is_ok() { "fewer runs than planned" } else { "not estimated" };
            note(format!("{what}: stopped by {}", stopped(stop)));
        }
        Ok(stopped_by.into())
    }
}

/// A relative error: a fraction, or a percentage with its sign.
fn parse_error(text: &str) -> Result<f64, String> {
    match fraction(text) {
        Some(error) if error > 0.0 && error <= 1.0 => Ok(error),
        Some(percent) if percent > 1.0 && percent <= 100.0 && !text.ends_with('%') => {
            Err(format!("the error is a fraction: write {} or {percent}% for {percent} per cent", percent / 100.0))
        }
        _ => Err("a relative error above 0 and at most 1 is expected, such as 0.05 or 5%".to_owned()),
    }
}

/// A probability: a fraction, or a percentage with its sign.
fn parse_confidence(text: &str) -> Result<f64, String> {
    match fraction(text) {
        Some(confidence) if confidence > 0.0 && confidence < 1.0 => Ok(confidence),
        Some(percent) if percent > 1.0 && percent < 100.0 && !text.ends_with('%') => {
            Err(format!("a probability is expected: write {} or {percent}%", percent / 100.0))
        }
        _ => Err("a probability between 0 and 1 is expected, such as 0.99 or 99%".to_owned()),
    }
}

fn fraction(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok().map(|percent| percent / 100.0),
        None => text.parse().ok(),
    }
}

/// Prints the plan and the expected time before the work starts.
fn tell(plan: &Plan) {
    if plan.is_exact() {
        return;
    }
    let seconds = plan.time().as_secs_f64();
    let time = if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) };
    note(format!(
        "{} of some {} points, about {time}, for an error of about {:.2} %",
        count(plan.runs(), "run"),
        thousands(plan.samples()),
        100.0 * plan.error()
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_fractions_or_percentages() {
        assert_eq!(parse_error("0.05"), Ok(0.05));
        assert_eq!(parse_error("5%"), Ok(0.05));
        assert_eq!(parse_error("5").unwrap_err(), "the error is a fraction: write 0.05 or 5% for 5 per cent");
        for bad in ["0", "-1", "200%", "101", "few", "%", "NaN", ""] {
            assert!(parse_error(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_confidence("95%"), Ok(0.95));
        assert_eq!(parse_confidence("99").unwrap_err(), "a probability is expected: write 0.99 or 99%");
        assert!(parse_confidence("1").is_err() && parse_confidence("0").is_err() && parse_confidence("100%").is_err());
    }
}
