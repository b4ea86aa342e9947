//! Runs of the Tootsie Pop Algorithm.
//!
//! A run shrinks a set to a smaller one inside it. It draws a point, sets the walls back just so
//! far that the point is on them, draws a point within these walls, and so on, until a point lies
//! between the original walls. The number of points outside has the Poisson distribution, and its
//! mean is the logarithm of the ratio of the two volumes (Huber and Schott, *Using TPA for Bayesian
//! inference*, 2010; Banks, Garrabrant, Huber and Perizzolo, *Using TPA to count linear
//! extensions*, 2018): the fraction of the volume that remains after each point is uniform, so
//! minus its logarithm is exponential.

use std::time::Duration;

use parking_lot::Mutex;

use super::lanes::LANES;
use super::polytope::Polytope;
use super::sampler::Sampler;
use crate::budget::{Budget, Meter, Stop};
use crate::clock::Instant;
use crate::crew;
use crate::extensions::chance::Chance;

/// A polytope to be shrunk by runs, and how far into the past the first replay should go.
pub(super) struct RunTarget {
    pub(super) polytope: Polytope,
    pub(super) patience: usize,
}

/// The counts of some runs.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct RunCounts {
    pub(super) runs: u64,
    /// The number of points outside the walls.
    pub(super) events: u64,
    /// The number of all points.
    pub(super) samples: u64,
    /// The total time of all threads.
    pub(super) time: Duration,
}

impl RunCounts {
    fn add(&mut self, other: &RunCounts) {
        self.runs += other.runs;
        self.events += other.events;
        self.samples += other.samples;
        self.time += other.time;
    }
}

/// Makes `batches` batches of runs on all threads, with one run per lane. Returns the tally of the
/// batches before the first missing one, and the reason why that one is missing.
pub(super) fn run_batches(
    parts: &[RunTarget],
    batches: u64,
    chance: &mut Chance,
    budget: &Budget,
) -> (RunCounts, Option<Stop>) {
    let shared = Mutex::new(Batches { chance: chance.clone(), given: 0, done: Vec::new(), stop: None });
    crew::each(budget.threads(), |_| work(parts, batches, &shared, budget));
    let shared = shared.into_inner();
    *chance = shared.chance;
    let mut tally = RunCounts::default();
    shared.done.iter().map_while(Option::as_ref).for_each(|batch| tally.add(batch));
    (tally, shared.stop)
}

/// Hands out batches. Each batch has its own source of randomness, whichever thread works on it.
struct Batches {
    chance: Chance,
    given: u64,
    done: Vec<Option<RunCounts>>,
    stop: Option<Stop>,
}

fn work(parts: &[RunTarget], batches: u64, shared: &Mutex<Batches>, budget: &Budget) {
    let mut meter = budget.meter(1);
    loop {
        let (place, mut chance) = {
            let mut shared = shared.lock();
            if shared.given == batches || shared.stop.is_some() {
                return;
            }
            shared.given += 1;
            shared.done.push(None);
            (shared.done.len() - 1, shared.chance.split())
        };
        let result = run_batch(parts, &mut chance, budget, &mut meter);
        let mut shared = shared.lock();
        match result {
            Ok(tally) => shared.done[place] = Some(tally),
            Err(stop) => shared.stop = Some(stop),
        }
    }
}

/// Makes one run in each lane, through all parts in turn.
fn run_batch(parts: &[RunTarget], chance: &mut Chance, budget: &Budget, meter: &mut Meter) -> Result<RunCounts, Stop> {
    let started = Instant::now();
    let mut tally = RunCounts { runs: LANES as u64, ..RunCounts::default() };
    for part in parts {
        let mut sampler = Sampler::new(&part.polytope, part.patience);
        let mut distance = [1.0f64; LANES];
        let mut under_way = [true; LANES];
        while under_way.contains(&true) {
            let point = sampler.draw(&distance, chance, budget)?;
            let excursion = part.polytope.excursion(point);
            for lane in 0..LANES {
                if !under_way[lane] {
                    continue;
                }
                meter.tick()?;
                tally.samples += 1;
                under_way[lane] = excursion[lane] > 0.0;
                tally.events += u64::from(under_way[lane]);
                distance[lane] = excursion[lane].clamp(0.0, distance[lane]);
            }
        }
    }
    tally.time = started.elapsed();
    Ok(tally)
}
