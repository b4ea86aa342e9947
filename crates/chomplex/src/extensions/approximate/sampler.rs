//! Points of an order polytope, drawn uniformly.
//!
//! The chain: visit the elements in turn, up and down again, and give each a new number, uniform between the largest number below it and the
//! smallest above it. That keeps the uniform distribution. With the same random choices a chain that starts higher everywhere stays higher: the new
//! number is `(1 - u) * lowest + u * highest`. So two chains, started from the lowest point and from the highest, hold all others between
//! them, and *coupling from the past* (Propp and Wilson, *Exact sampling with coupled Markov chains*, 1996) applies: imagine the chain to have run forever;
//! if it is replayed from some time in the past with the two as close as need be in the end, the point it has come to now is known that
//! closely, and it is uniform, exactly. If they are not close, the replay starts earlier, with the same choices for the same times.

use super::lanes::{Dice, LANES, Numbers, larger, smaller};
use super::polytope::{Bounds, Polytope};
use crate::budget::{Budget, Stop};
use crate::extensions::chance::Chance;

/// How closely the numbers of a point are known.
pub(super) const TOLERANCE: f64 = 1.0 / (1u64 << 40) as f64;

/// Draws points of an order polytope, one in each lane.
pub(super) struct Sampler<'a> {
    polytope: &'a Polytope,
    point: Vec<Bounds>,
    /// How many sweeps into the past are tried first. Any number will do.
    pub(super) patience: usize,
    sweeps: u64,
}

/// A stretch of the past: so many sweeps with these choices.
struct Stretch {
    dice: Dice,
    sweeps: usize,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(polytope: &'a Polytope, patience: usize) -> Self {
        Sampler { polytope, point: Vec::new(), patience, sweeps: 0 }
    }

    /// The number of sweeps made so far.
    pub(super) fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Draws a point in each lane, with the walls set back by that lane's distance.
    pub(super) fn draw(&mut self, distance: &Numbers, chance: &mut Chance, budget: &Budget) -> Result<&[Bounds], Stop> {
        let mut past = vec![Stretch { dice: Dice::new(chance), sweeps: self.patience }];
        while !self.replay(&past, distance, budget)? {
            let sweeps = past.iter().map(|stretch| stretch.sweeps).sum();
            past.push(Stretch { dice: Dice::new(chance), sweeps });
        }
        Ok(&self.point)
    }

    /// Replays the past, whose earliest stretch is the last; tells whether that pins the point down.
    fn replay(&mut self, past: &[Stretch], distance: &Numbers, budget: &Budget) -> Result<bool, Stop> {
        let all: usize = past.iter().map(|stretch| stretch.sweeps).sum();
        // Between two looks at the bounds an even number of sweeps.
        let step = (all / 16).clamp(1, 32).next_multiple_of(2);
        let mut met = None;
        let mut done = 0;
        self.point.clear();
        self.point.extend((0..self.polytope.len()).map(|x| self.polytope.open(x, distance)));
        for stretch in past.iter().rev() {
            let mut dice = stretch.dice.clone();
            let mut left = stretch.sweeps;
            while left > 0 {
                budget.check()?;
                let sweeps = step.min(left);
                sweep(self.polytope, &mut self.point, distance, &mut dice, sweeps);
                left -= sweeps;
                done += sweeps;
                if met.is_none() && self.spread() <= TOLERANCE {
                    met = Some(done);
                }
            }
        }
        self.sweeps += all as u64;
        if let Some(sweeps) = met {
            // Next time it will take about as long.
            self.patience = (sweeps + sweeps / 8 + 1).next_multiple_of(2);
        }
        Ok(met.is_some())
    }

    /// How far apart the bounds are, at most.
    fn spread(&self) -> f64 {
        let apart = |bounds: &Bounds| -> Numbers { std::array::from_fn(|lane| bounds.high[lane] - bounds.low[lane]) };
        let widest = self.point.iter().fold([0.0; LANES], |widest, bounds| larger(&widest, &apart(bounds)));
        widest.into_iter().fold(0.0, f64::max)
    }
}

/// Sweeps over all elements so often, up and down in turn.
fn sweep(polytope: &Polytope, point: &mut [Bounds], distance: &Numbers, dice: &mut Dice, sweeps: usize) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        #[allow(unsafe_code)]
        return unsafe { sweep_avx2(polytope, point, distance, dice, sweeps) };
    }
    sweep_anywhere(polytope, point, distance, dice, sweeps);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sweep_avx2(polytope: &Polytope, point: &mut [Bounds], distance: &Numbers, dice: &mut Dice, sweeps: usize) {
    sweep_anywhere(polytope, point, distance, dice, sweeps);
}

#[inline(always)]
fn sweep_anywhere(polytope: &Polytope, point: &mut [Bounds], distance: &Numbers, dice: &mut Dice, sweeps: usize) {
    for i in 0..sweeps {
        if i % 2 == 0 {
            (0..point.len()).for_each(|x| renew(polytope, point, distance, dice, x));
        } else {
            (0..point.len()).rev().for_each(|x| renew(polytope, point, distance, dice, x));
        }
    }
}

/// Gives an element a new number between its neighbours.
#[inline(always)]
fn renew(polytope: &Polytope, point: &mut [Bounds], distance: &Numbers, dice: &mut Dice, x: usize) {
    let Bounds { low, high } = polytope.open(x, distance);
    // Of the lowest point and of the highest: what this number lies between.
    let (mut from, mut to) = ([low, low], [high, high]);
    let (lower, upper) = polytope.covers(x);
    for &y in lower {
        let other = &point[y as usize];
        from = [larger(&from[0], &other.low), larger(&from[1], &other.high)];
    }
    for &y in upper {
        let other = &point[y as usize];
        to = [smaller(&to[0], &other.low), smaller(&to[1], &other.high)];
    }
    let chosen = dice.roll();
    let between = |i: usize| -> Numbers {
        std::array::from_fn(|lane| (1.0 - chosen[lane]) * from[i][lane] + chosen[lane] * to[i][lane])
    };
    point[x] = Bounds { low: between(0), high: between(1) };
}
