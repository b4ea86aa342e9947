//! Uniformly random points of an order polytope.
//!
//! The Markov chain visits the elements in turn, each after those below it, and gives each a new
//! number, uniform between the largest number below it and the smallest above it. This preserves
//! the uniform distribution. With the same random choices, a chain that starts higher everywhere
//! stays higher, since the new number is `(1 - u) * lowest + u * highest`. Two chains, started from
//! the lowest point and from the highest, therefore hold all others between them, and *coupling
//! from the past* (Propp and Wilson, *Exact sampling with coupled Markov chains*, 1996) applies.
//! Imagine that the chain has run forever. If a replay from some time in the past brings the two
//! chains close enough together, the point that the chain has reached now is known that closely,
//! and it is exactly uniform. If they are not close, the replay starts earlier, with the same
//! choices for the same times.

use super::lanes::{Dice, LANES, Numbers, larger, minus, plus, smaller, times};
use super::polytope::{Bounds, Polytope};
use crate::budget::{Budget, Stop};
use crate::extensions::chance::Chance;

/// How precisely the coordinates of a point are known.
pub(super) const TOLERANCE: f64 = 1.0 / (1u64 << 40) as f64;

/// Draws points of an order polytope, one in each lane.
pub(super) struct Sampler<'a> {
    polytope: &'a Polytope,
    point: Vec<Bounds>,
    /// Number of sweeps into the past that are tried first. Any number is correct.
    pub(super) patience: usize,
}

/// A stretch of the past: a number of sweeps with these choices.
struct Stretch {
    dice: Dice,
    sweeps: usize,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(polytope: &'a Polytope, patience: usize) -> Self {
        Sampler { polytope, point: Vec::new(), patience }
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

    /// Replays the past, whose earliest stretch is the last. Returns whether this determines the
    /// point.
    fn replay(&mut self, past: &[Stretch], distance: &Numbers, budget: &Budget) -> Result<bool, Stop> {
        let all: usize = past.iter().map(|stretch| stretch.sweeps).sum();
        // Number of sweeps between two checks of the bounds.
        let step = (all / 16).clamp(1, 32);
        let mut met = None;
        let mut done = 0;
        self.point.clear();
        let open = |x| self.polytope.open(x, *distance);
        self.point.extend((0..self.polytope.len()).map(open).map(|[low, high]| Bounds { low, high }));
        for stretch in past.iter().rev() {
            let mut dice = stretch.dice.clone();
            let mut left = stretch.sweeps;
            while left > 0 {
                budget.check()?;
                let sweeps = step.min(left);
                let apart = Sweeps { polytope: self.polytope, distance, count: sweeps }.run(&mut self.point, &mut dice);
                left -= sweeps;
                done += sweeps;
                if met.is_none() && apart.iter().all(|&apart| apart <= TOLERANCE) {
                    met = Some(done);
                }
            }
        }
        if let Some(sweeps) = met {
            // The next draw will take about as long.
            self.patience = sweeps + sweeps / 8 + 1;
        }
        Ok(met.is_some())
    }
}

/// Some sweeps over all elements. (Alternating up and down would take half as many again.)
struct Sweeps<'a> {
    polytope: &'a Polytope,
    distance: &'a Numbers,
    count: usize,
}

impl Sweeps<'_> {
    /// Makes the sweeps. Returns the maximum distance of the bounds afterwards.
    fn run(&self, point: &mut [Bounds], dice: &mut Dice) -> Numbers {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.run_avx512(point, dice) };
        } else if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.run_avx2(point, dice) };
        }
        self.run_portable(point, dice)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn run_avx512(&self, point: &mut [Bounds], dice: &mut Dice) -> Numbers {
        self.run_portable(point, dice)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&self, point: &mut [Bounds], dice: &mut Dice) -> Numbers {
        self.run_portable(point, dice)
    }

    #[inline(always)]
    fn run_portable(&self, point: &mut [Bounds], dice: &mut Dice) -> Numbers {
        // A copy stays in registers.
        let mut rolled = dice.clone();
        let mut apart = [0.0; LANES];
        for _ in 0..self.count {
            apart = [0.0; LANES];
            for x in 0..point.len() {
                let [low, high] = renew(self.polytope, point, *self.distance, &mut rolled, x);
                point[x] = Bounds { low, high };
                apart = larger(apart, minus(high, low));
            }
        }
        *dice = rolled;
        apart
    }
}

/// A new number for an element between its neighbours, both for the lowest point and for the
/// highest.
#[inline(always)]
fn renew(polytope: &Polytope, point: &[Bounds], distance: Numbers, dice: &mut Dice, x: usize) -> [Numbers; 2] {
    let [from, to] = polytope.open(x, distance);
    let (mut from, mut to) = ([from; 2], [to; 2]);
    let (lower, upper) = polytope.covers(x);
    for &y in lower {
        let other = &point[y as usize];
        from = [larger(from[0], other.low), larger(from[1], other.high)];
    }
    for &y in upper {
        let other = &point[y as usize];
        to = [smaller(to[0], other.low), smaller(to[1], other.high)];
    }
    let share = dice.roll();
    let rest = minus([1.0; LANES], share);
    [plus(times(rest, from[0]), times(share, to[0])), plus(times(rest, from[1]), times(share, to[1]))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;
    use crate::position::Position;
    use hashbrown::HashMap;

    /// The frequency of each linear extension, against the distribution of the statistic with a
    /// margin of five deviations: it fails for at most one seed in a million.
    #[test]
    fn every_linear_extension_is_as_likely() {
        let expressions =
            ["antichain(4)", "zigzag-n(3)", "boolean(3)", "poset[a<b<c<d, e<f, a<f]", "nim(4,3)", "star(3)"];
        for expression in expressions {
            let position: Position = expression.parse().unwrap();
            let poset = position.poset();
            let polytope = Polytope::new(poset, &vec![[0.0, 1.0]; poset.len()]);
            let (mut chance, budget) = (Chance::new(4), Budget::default());
            let mut sampler = Sampler::new(&polytope, 8);
            let extensions = naive::linear_extensions(poset) as usize;
            let draws = 3 * extensions + 100;
            let mut counts: HashMap<Vec<usize>, u32> = HashMap::new();
            for _ in 0..draws {
                let point = sampler.draw(&[1.0; LANES], &mut chance, &budget).unwrap();
                for lane in 0..LANES {
                    let mut row: Vec<usize> = (0..poset.len()).collect();
                    row.sort_by(|&x, &y| point[x].low[lane].total_cmp(&point[y].low[lane]));
                    *counts.entry(row).or_default() += 1;
                }
            }
            assert!(counts.len() <= extensions, "{expression}: an order that is not an extension");
            let expected = (draws * LANES) as f64 / extensions as f64;
            let missing = (extensions - counts.len()) as f64 * expected;
            let statistic =
                missing + counts.values().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum::<f64>();
            let freedom = extensions as f64 - 1.0;
            assert!(
                (statistic - freedom).abs() < 5.0 * (2.0 * freedom).sqrt() + 5.0,
                "{expression}: {statistic} {freedom}"
            );
        }
    }

    /// A replay from farther in the past gives the same point: the answer does not depend on how
    /// far the first replay goes, up to the tolerance.
    #[test]
    fn an_earlier_start_leads_to_the_same_point() {
        let position: Position = "boolean(4)".parse().unwrap();
        let polytope = Polytope::new(position.poset(), &[[0.4, 0.6]; 16]);
        let (mut chance, budget) = (Chance::new(5), Budget::default());
        let mut past: Vec<Stretch> = Vec::new();
        let mut sampler = Sampler::new(&polytope, 2);
        let mut before: Option<Vec<Bounds>> = None;
        for sweeps in [300, 300, 600] {
            past.push(Stretch { dice: Dice::new(&mut chance), sweeps });
            assert!(sampler.replay(&past, &[0.3; LANES], &budget).unwrap());
            for (old, new) in before.iter().flatten().zip(&sampler.point) {
                assert!((0..LANES).all(|i| (old.low[i] - new.low[i]).abs() <= TOLERANCE), "{old:?} {new:?}");
            }
            before = Some(sampler.point.clone());
        }
    }

    /// The numbers are the same to the last bit, whichever instructions the processor has.
    #[test]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn the_same_numbers_on_every_processor() {
        let position: Position = "boolean(5)".parse().unwrap();
        let polytope = Polytope::new(position.poset(), &[[0.25, 0.5]; 32]);
        let distance = std::array::from_fn(|lane| lane as f64 / 8.0);
        let after = |sweep: &dyn Fn(&mut [Bounds], &mut Dice) -> Numbers| {
            let mut point: Vec<Bounds> =
                (0..32).map(|x| polytope.open(x, distance)).map(|[low, high]| Bounds { low, high }).collect();
            let apart = sweep(&mut point, &mut Dice::new(&mut Chance::new(8)));
            point.iter().flat_map(|bounds| [bounds.low, bounds.high]).chain([apart]).collect::<Vec<Numbers>>()
        };
        let sweeps = Sweeps { polytope: &polytope, distance: &distance, count: 7 };
        let expected = after(&|point, dice| sweeps.run_portable(point, dice));
        assert!(expected[20].iter().all(|&number| number > 0.0 && number < 1.0));
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            assert_eq!(after(&|point, dice| unsafe { sweeps.run_avx2(point, dice) }), expected);
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has these instructions.
            assert_eq!(after(&|point, dice| unsafe { sweeps.run_avx512(point, dice) }), expected);
        }
    }
}
