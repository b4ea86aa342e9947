//! The plan of an approximation: what will be done, and how long it will take.

use std::time::Duration;

use dashu_int::UBig;

use super::blocks::Blocks;
use super::estimate::{Estimate, Method};
use super::exact::{Factors, Reach};
use super::lanes::LANES;
use super::magnitude::Magnitude;
use super::poisson::{anytime_interval, interval, normal_limit};
use super::polytope::Polytope;
use super::request::Request;
use super::runs::{RunCounts, RunTarget, run_batches};
use super::sample::along_the_order;
use super::sampler::{Sampler, TOLERANCE};
use crate::budget::{Budget, Stop};
use crate::clock::Instant;
use crate::extensions::chance::Chance;
use crate::poset::Poset;
use crate::position::Position;

/// Limits for exact counting, chosen so that it takes seconds.
const REACH: Reach = Reach { whole: 200_000, quick: 2_000, block: 200_000 };
/// Number of batches of points from which the heights of the elements are estimated.
const GLANCES: usize = 16;
/// Number of batches of pilot runs, which show how many runs are needed.
const PILOTS: u64 = 8;
/// The default relative error, if neither an error nor a time is requested.
const ERROR: f64 = 0.05;
/// The fraction of the time that runs are planned for, since the last ones may take longer than the
/// first.
const SAFE: f64 = 0.9;
/// The fraction of the time spent on measuring how long a run takes.
const TIMING: f64 = 0.05;

/// A plan to estimate a number of linear extensions.
pub struct Plan {
    request: Request,
    counted: UBig,
    parts: Vec<RunTarget>,
    blocks: usize,
    /// The logarithm of the factor that is known before the runs.
    ln_inner: f64,
    pilot: RunCounts,
    /// The time that a thread takes for a batch.
    batch_time: Duration,
    batches: u64,
    threads: usize,
    chance: Chance,
}

/// Determines what can be counted and how long the rest will take.
///
/// # Errors
/// If the budget is spent.
pub fn plan(position: &Position, request: &Request, budget: &Budget) -> Result<Plan, Stop> {
    plan_within(position, request, &REACH, budget)
}

pub(super) fn plan_within(
    position: &Position,
    request: &Request,
    reach: &Reach,
    budget: &Budget,
) -> Result<Plan, Stop> {
    let started = Instant::now();
    let factors = Factors::new(position.poset(), position.remaining(), reach.whole, budget)?;
    let mut plan = Plan {
        request: *request,
        ln_inner: Magnitude::from_integer(&factors.counted).ln(),
        counted: factors.counted,
        parts: Vec::new(),
        blocks: 0,
        pilot: RunCounts::default(),
        batch_time: Duration::ZERO,
        batches: 0,
        threads: budget.threads(),
        chance: Chance::new(request.seed),
    };
    for prime in &factors.hard {
        plan.add_part(prime, reach, budget)?;
    }
    if !plan.is_exact() {
        plan.pilot = pilot_runs(&plan.parts, PILOTS, &mut plan.chance, budget)?;
        plan.batch_time = plan.time_a_batch(budget)?;
        plan.batches = plan.choose_batches(started);
    }
    Ok(plan)
}

impl Plan {
    fn add_part(&mut self, prime: &Poset, reach: &Reach, budget: &Budget) -> Result<(), Stop> {
        let (heights, patience) = heights(prime, &mut self.chance.split(), budget)?;
        let blocks = Blocks::cut(prime, &heights, reach, budget)?;
        let polytope = Polytope::new(prime, &blocks.walls(prime.len()));
        self.parts.push(RunTarget { polytope, patience });
        self.blocks += blocks.len();
        self.ln_inner += blocks.ln_extensions();
        Ok(())
    }

    /// The time for a batch, measured in the pilot runs. If a time was requested, some more runs
    /// make this more precise; they are used for nothing else.
    fn time_a_batch(&self, budget: &Budget) -> Result<Duration, Stop> {
        let enough = self.request.time.map_or(Duration::ZERO, |time| time.mul_f64(TIMING * self.threads as f64));
        let (mut batches, mut tally) = (PILOTS, self.pilot);
        while tally.time < enough {
            let missing = enough.as_secs_f64() / tally.time.as_secs_f64().max(1e-9);
            batches = (batches as f64 * missing.clamp(1.1, 16.0)).ceil() as u64;
            tally = pilot_runs(&self.parts, batches, &mut self.chance.clone(), budget)?;
        }
        Ok(tally.time.div_f64(batches as f64))
    }

    fn choose_batches(&self, started: Instant) -> u64 {
        let Request { error, time, confidence, .. } = self.request;
        let enough = match (error, time) {
            (None, Some(_)) => u64::MAX,
            (error, _) => self.batches_for(error.unwrap_or(ERROR), confidence),
        };
        let within = time.map_or(u64::MAX, |time| {
            let left = time.saturating_sub(started.elapsed()).as_secs_f64() * SAFE * self.threads as f64;
            (left / self.batch_time.as_secs_f64().max(1e-9)) as u64
        });
        enough.min(within).max(1)
    }

    /// The number of batches after which the interval will not be wider than this, if the rate is
    /// not above what the pilot makes plausible.
    fn batches_for(&self, error: f64, confidence: f64) -> u64 {
        let rate = interval(self.pilot.events, self.pilot.runs, 0.9).upper;
        let target = (error.ln_1p() - self.allowance(rate)).max(0.1 * error.ln_1p());
        // The limits for a count S are about S ± z √S + (z² + 2)/3, and one more for the count
        // itself.
        let z = normal_limit(confidence);
        let (a, b) = ((z * z + 2.0) / 3.0 + 1.0, z * rate.sqrt());
        let root = ((b * b + 4.0 * a * target).sqrt() - b) / (2.0 * a);
        (1.0 / (root * root * LANES as f64)).ceil() as u64
    }

    /// An upper bound on what the tolerance of the numbers can add to the rate.
    ///
    /// Walls that are set back too far by δ let at most exp(n δ / m) times the volume through, if
    /// some point of the polytope lies inside all of them by at least m: everything they let
    /// through, contracted towards that point by the factor m / (m + δ), lies within the right
    /// walls. Here m is half the width of the narrowest block, at least 1/2n.
    fn allowance(&self, rate: f64) -> f64 {
        let n = self.parts.iter().map(|part| part.polytope.len()).max().unwrap_or(0) as f64;
        2.0 * n * n * TOLERANCE * (rate + 1.0)
    }

    /// Whether everything could be counted, so that nothing has to be estimated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.parts.is_empty()
    }

    /// The number of runs that will be made.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.batches * LANES as u64
    }

    /// The approximate time of the runs.
    #[must_use]
    pub fn time(&self) -> Duration {
        let rounds = self.batches.div_ceil(self.threads as u64);
        Duration::try_from_secs_f64(self.batch_time.as_secs_f64() * rounds as f64).unwrap_or(Duration::MAX)
    }

    /// The approximate relative distance of the ends of the interval from the estimate.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.is_exact() {
            return 0.0;
        }
        let rate = self.pilot.events as f64 / self.pilot.runs as f64;
        (normal_limit(self.request.confidence) * (rate / self.runs() as f64).sqrt() + self.allowance(rate)).exp_m1()
    }

    /// The approximate number of random points that will be drawn.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.pilot.samples / PILOTS * self.batches
    }

    /// The same plan with another number of runs, rounded up to full batches.
    #[must_use]
    pub fn with_runs(mut self, runs: u64) -> Self {
        self.batches = runs.div_ceil(LANES as u64).max(1);
        self
    }

    /// Carries out the plan. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// If the budget is spent before the first runs are complete.
    pub fn carry_out(&self, budget: &Budget) -> Result<Estimate, Stop> {
        if self.is_exact() {
            return Ok(Estimate::exact(self.counted.clone()));
        }
        let (tally, stopped_by) = run_batches(&self.parts, self.batches, &mut self.chance.clone(), budget);
        match stopped_by {
            Some(stop) if tally.runs == 0 => Err(stop),
            _ => Ok(self.estimate(&tally, stopped_by)),
        }
    }

    fn estimate(&self, tally: &RunCounts, stopped_by: Option<Stop>) -> Estimate {
        let confidence = self.request.confidence;
        let rates = match stopped_by {
            None => interval(tally.events, tally.runs, confidence),
            Some(_) => {
                let prior = (self.pilot.events as f64 + 0.5, self.pilot.runs as f64);
                anytime_interval(tally.events, tally.runs, confidence, prior)
            }
        };
        let allowance = self.allowance(rates.upper);
        Estimate {
            value: self.extensions(tally.events as f64 / tally.runs as f64),
            lower: self.extensions((rates.lower - allowance).max(0.0)),
            upper: self.extensions(rates.upper + allowance),
            exact: None,
            confidence,
            method: Method::TootsiePop,
            runs: tally.runs,
            samples: tally.samples,
            events: tally.events,
            blocks: self.blocks,
            stopped_by,
        }
    }

    /// The number of linear extensions that corresponds to this rate.
    fn extensions(&self, rate: f64) -> Magnitude {
        Magnitude::from_ln(self.ln_inner + rate)
    }
}

/// Makes `batches` batches of runs, or fails.
fn pilot_runs(parts: &[RunTarget], batches: u64, chance: &mut Chance, budget: &Budget) -> Result<RunCounts, Stop> {
    let (tally, stop) = run_batches(parts, batches, chance, budget);
    stop.map_or(Ok(tally), Err)
}

/// The approximate height of each element, non-decreasing along the order, and how far into the
/// past a replay should go.
fn heights(poset: &Poset, chance: &mut Chance, budget: &Budget) -> Result<(Vec<f64>, usize), Stop> {
    let polytope = Polytope::new(poset, &vec![[0.0, 1.0]; poset.len()]);
    let mut sampler = Sampler::new(&polytope, 64);
    let mut heights = vec![0.0; poset.len()];
    for _ in 0..GLANCES {
        for (height, bounds) in heights.iter_mut().zip(sampler.draw(&[1.0; LANES], chance, budget)?) {
            *height += bounds.low.iter().sum::<f64>();
        }
    }
    along_the_order(poset, &mut heights);
    Ok((heights, sampler.patience))
}
