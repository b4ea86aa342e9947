//! Runs of the Tootsie Pop Algorithm.
//!
//! A run shrinks a set to a smaller one inside it: it draws a point, sets the walls back just so far that the point is on them, draws a point
//! within these, and so on, until a point is between the walls as they are. How many points lie outside has the Poisson law, and its mean is
//! the logarithm of the ratio of the two volumes (Huber and Schott, *Using TPA for Bayesian inference*, 2010; Banks, Garrabrant, Huber and Perizzolo,
//! *Using TPA to count linear extensions*, 2018): the part of the volume that remains after each point is uniform, so minus its logarithm is exponential.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::lanes::LANES;
use super::polytope::Polytope;
use super::sampler::Sampler;
use crate::budget::{Budget, Meter, Stop};
use crate::crew::crew;
use crate::extensions::chance::Chance;

/// A polytope that runs shrink, and how far into the past the first replay should go.
pub(super) struct Part {
    pub(super) polytope: Polytope,
    pub(super) patience: usize,
}

/// What some runs have counted.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    pub(super) runs: u64,
    /// Points outside the walls.
    pub(super) events: u64,
    /// All points.
    pub(super) samples: u64,
    /// The time of all threads together.
    pub(super) time: Duration,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.runs += other.runs;
        self.events += other.events;
        self.samples += other.samples;
        self.time += other.time;
    }
}

/// Makes so many batches of runs, one run a lane, on all threads. With the tally of the batches up to the first that is missing comes the reason
/// why it is.
pub(super) fn run_batches(parts: &[Part], batches: u64, chance: &mut Chance, budget: &Budget) -> (Tally, Option<Stop>) {
    let desk = Mutex::new(Desk { chance: chance.clone(), given: 0, done: Vec::new(), stop: None });
    crew(budget.threads(), |_| work(parts, batches, &desk, budget));
    let desk = desk.into_inner().expect("no worker has panicked");
    *chance = desk.chance;
    let mut tally = Tally::default();
    desk.done.iter().map_while(Option::as_ref).for_each(|batch| tally.add(batch));
    (tally, desk.stop)
}

/// Gives out batches: each has its own source of chance, whoever works on it.
struct Desk {
    chance: Chance,
    given: u64,
    done: Vec<Option<Tally>>,
    stop: Option<Stop>,
}

fn work(parts: &[Part], batches: u64, desk: &Mutex<Desk>, budget: &Budget) {
    let mut meter = budget.meter(1);
    loop {
        let (place, mut chance) = {
            let mut desk = desk.lock().expect("no worker has panicked");
            if desk.given == batches || desk.stop.is_some() {
                return;
            }
            desk.given += 1;
            desk.done.push(None);
            (desk.done.len() - 1, desk.chance.split())
        };
        let result = run_batch(parts, &mut chance, budget, &mut meter);
        let mut desk = desk.lock().expect("no worker has panicked");
        match result {
            Ok(tally) => desk.done[place] = Some(tally),
            Err(stop) => desk.stop = Some(stop),
        }
    }
}

/// One run in each lane, through all parts in turn.
fn run_batch(parts: &[Part], chance: &mut Chance, budget: &Budget, meter: &mut Meter) -> Result<Tally, Stop> {
    let started = Instant::now();
    let mut tally = Tally { runs: LANES as u64, ..Tally::default() };
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
