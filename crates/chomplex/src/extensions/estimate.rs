//! How large a table will become, seen beforehand.
//!
//! The down-sets of an order can often be counted without looking at each, and then drawn at random; the share of the connected ones among a few of these
//! tells how many they are. Where that share is too small, larger sets are drawn more often, and count less: several ways to draw them are mixed, and a set
//! counts by the chance it had in all of them together (the balance heuristic of E. Veach and L. Guibas, *Optimally combining sampling techniques for Monte Carlo
//! rendering*, 1995).

use dashu_int::UBig;
use dashu_int::ops::EstimatedLog2 as _;

use super::chance::Chance;
use super::table::{Direction, Table};
use crate::bits::{Bits, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::ElementSet;
use crate::layers::{DownSets, Tilt};
use crate::poset::Poset;

/// What a table will hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The number of down-sets, if that could be counted quickly; otherwise there are at least so many.
    pub down_sets: Bound,
    /// Which elements are taken away, if one way is known to be better than the other.
    pub direction: Option<Direction>,
    /// About so many connected sets will be in the table, if that is known; or at least so many, if the down-sets could not be counted.
    pub states: Option<f64>,
    /// The number of automorphisms, if they are used.
    pub symmetries: Option<UBig>,
    /// The bytes a set takes in the table.
    pub bytes_each: usize,
}

/// A number, or a lower bound of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is this.
    Exactly(UBig),
    /// It is not less.
    AtLeast(UBig),
}

/// To count down-sets beforehand, so many parts are looked at.
const LOOKS: u64 = 100_000;

/// With fewer down-sets it does not matter which way is better.
const FEW_DOWN_SETS: u64 = 10_000;

/// With fewer down-sets they need not be known well: a table of all of them would do.
const MANY_DOWN_SETS: u64 = 1_000_000;

/// So many random down-sets tell which share is connected.
const SAMPLES: usize = 64;

/// If few of them are, so many with each tilt.
const TILTED_SAMPLES: usize = 256;

/// From so many connected ones on, the share is taken for known.
const ENOUGH: usize = 4;

/// How many times the weight of a set is doubled for each element, if that is needed to draw connected ones.
const TILTS: [usize; 6] = [1, 2, 3, 4, 6, 8];

impl Estimate {
    /// Looks at an order of at most 512 elements.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn of(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        with_width!(order.len(), estimate(order, budget))
    }

    /// About so many bytes will the table take, if that is known.
    #[must_use]
    pub fn bytes(&self) -> Option<f64> {
        self.states.map(|states| states * self.bytes_each as f64)
    }

    /// The number of symmetries that are used.
    fn symmetry(&self) -> f64 {
        self.symmetries.as_ref().map_or(1.0, |group| group.to_f64().value())
    }

    /// Whether the two largest layers of down-sets will fit into memory. Sizes of down-sets are spread at least like √n.
    pub(super) fn layers_fit(&self, order: &Poset, budget: &Budget) -> bool {
        let Bound::Exactly(down_sets) = &self.down_sets else { return false };
        let largest = 2.0 * down_sets.to_f64().value() / self.symmetry() / (order.len() as f64).sqrt();
        largest * (self.bytes_each as f64) < budget.meter(1).room() as f64
    }
}

fn estimate<const N: usize>(order: &Poset, budget: &Budget) -> Result<Estimate, Stop> {
    let looker = Looker {
        board: Board::<N>::new(order, &ElementSet::full(order.len()), true),
        budget: budget.clone().with_positions(LOOKS),
    };
    let mut estimate = Estimate {
        down_sets: looker.down_sets(order)?,
        direction: None,
        states: None,
        symmetries: None,
        bytes_each: Table::<N>::bytes_each(order),
    };
    let connected = match &estimate.down_sets {
        Bound::Exactly(count) if *count <= UBig::from(FEW_DOWN_SETS) => {
            estimate.direction = Some(Direction::FromAbove);
            return Ok(estimate);
        }
        Bound::Exactly(count) => {
            let well = *count > UBig::from(MANY_DOWN_SETS);
            let connected = |direction| looker.connected(direction, well, budget);
            [connected(Direction::FromAbove)?, connected(Direction::FromBelow)?]
        }
        Bound::AtLeast(count) => looker.connected_halves().map(|share| share.map(|s| s * count.to_f64().value())),
    };
    let group = Labelling::of(order).group_order().clone();
    estimate.symmetries = (group > UBig::ONE).then_some(group);
    let (direction, states) = match connected {
        [Some(above), Some(below)] if below < above => (Some(Direction::FromBelow), Some(below)),
        [Some(above), Some(_)] => (Some(Direction::FromAbove), Some(above)),
        // Those that could not be found are fewer.
        [Some(_), None] => (Some(Direction::FromBelow), None),
        [None, Some(_)] => (Some(Direction::FromAbove), None),
        [None, None] => (None, None),
    };
    estimate.direction = direction;
    estimate.states = states.map(|states| states / estimate.symmetry());
    Ok(estimate)
}

/// A way to draw a set: in proportion to its weight, doubled so many times for each of these elements.
struct Draw<const N: usize> {
    of: Bits<N>,
    doublings: usize,
}

impl<const N: usize> Draw<N> {
    fn tilt(&self, direction: Direction) -> Tilt<N> {
        let (inside, outside) = match direction {
            Direction::FromAbove => (self.doublings, 0),
            Direction::FromBelow => (0, self.doublings),
        };
        Tilt { of: self.of, inside, outside }
    }

    /// The binary logarithm of the weight.
    fn weight(&self, set: Bits<N>) -> usize {
        self.doublings * (set & self.of).len()
    }
}

/// Looks at the down-sets of a board.
struct Looker<const N: usize> {
    board: Board<N>,
    /// What may be spent on counting.
    budget: Budget,
}

impl<const N: usize> Looker<N> {
    fn all(&self) -> Bits<N> {
        Bits::below(self.board.len())
    }

    /// How many there are, as far as that can be seen.
    fn down_sets(&self, order: &Poset) -> Result<Bound, Stop> {
        match DownSets::new(&self.board, &self.budget).count(self.all()) {
            Ok(count) => Ok(Bound::Exactly(count)),
            Err(Stop::Positions | Stop::Memory) => Ok(Bound::AtLeast(UBig::ONE << widest_level(order))),
            Err(stop) => Err(stop),
        }
    }

    fn is_connected(&self, set: Bits<N>) -> bool {
        set.is_empty() || self.board.part(set) == set
    }

    /// About how many connected sets there are, if enough of them were drawn; where few sets are connected, only if it should be known well.
    fn connected(&self, direction: Direction, well: bool, budget: &Budget) -> Result<Option<f64>, Stop> {
        let level = Draw { of: self.all(), doublings: 0 };
        match self.connected_drawn(direction, &[level], SAMPLES, budget)? {
            Some(connected) => Ok(Some(connected)),
            None if well => self.connected_drawn(direction, &self.draws(direction), TILTED_SAMPLES, budget),
            None => Ok(None),
        }
    }

    /// Ways to draw that favour connected sets: those with many elements, or with many that have others of the set on the far side. A set is most often
    /// not connected because of elements alone, and these have none.
    fn draws(&self, direction: Direction) -> Vec<Draw<N>> {
        let far = match direction {
            Direction::FromAbove => &self.board.down,
            Direction::FromBelow => &self.board.up,
        };
        let joining = (0..self.board.len()).filter(|&x| far[x].len() > 1).collect();
        [self.all(), joining].into_iter().flat_map(|of| TILTS.map(|doublings| Draw { of, doublings })).collect()
    }

    /// The same from so many samples of each draw.
    ///
    /// If a set S is drawn with the probability p(S), then 1/p(S) is 1 on average for each set, and for the connected ones together their number. So it is
    /// if several draws are mixed, and S counts by the mean of its probabilities.
    fn connected_drawn(
        &self,
        direction: Direction,
        draws: &[Draw<N>],
        samples: usize,
        budget: &Budget,
    ) -> Result<Option<f64>, Stop> {
        let mut chance = Chance::new(0);
        let mut drawn = Vec::new();
        let mut weights = Vec::new();
        for draw in draws {
            let mut lattice = DownSets::tilted(&self.board, draw.tilt(direction), budget);
            match lattice.count(self.all()) {
                Ok(weight) => weights.push(f64::from(weight.log2_est())),
                Err(Stop::Memory) => return Ok(None),
                Err(stop) => return Err(stop),
            }
            for _ in 0..samples {
                let below = lattice.sample(self.all(), &mut |bound| chance.below_large(bound))?;
                let set = if direction == Direction::FromAbove { below } else { self.all().without(below) };
                if self.is_connected(set) {
                    drawn.push(set);
                }
            }
        }
        let probability = |set: Bits<N>| {
            let each = |(draw, weight): (&Draw<N>, &f64)| (draw.weight(set) as f64 - weight).exp2();
            draws.iter().zip(&weights).map(each).sum::<f64>() / draws.len() as f64
        };
        let sum: f64 = drawn.iter().map(|&set| 1.0 / probability(set)).sum();
        Ok((drawn.len() >= ENOUGH).then(|| sum / (samples * draws.len()) as f64))
    }

    /// The shares of connected sets of half of all elements, below and above, among some found by adding one at a time at random.
    fn connected_halves(&self) -> [Option<f64>; 2] {
        let mut chance = Chance::new(0);
        let mut connected = [0usize; 2];
        for _ in 0..SAMPLES {
            let below = self.half(&mut chance);
            connected[0] += usize::from(self.is_connected(below));
            connected[1] += usize::from(self.is_connected(self.all().without(below)));
        }
        connected.map(|count| (count >= ENOUGH).then_some(count as f64 / SAMPLES as f64))
    }

    fn half(&self, chance: &mut Chance) -> Bits<N> {
        let mut set = Bits::EMPTY;
        for _ in 0..self.board.len() / 2 {
            let missing = self.all().without(set);
            let is_free = |&x: &usize| (self.board.down[x] & missing) == Bits::single(x);
            let free: Vec<usize> = missing.iter().filter(is_free).collect();
            set.insert(free[chance.below(free.len() as u64) as usize]);
        }
        set
    }
}

/// The most elements of one level, which are an antichain.
fn widest_level(order: &Poset) -> usize {
    let mut sizes = vec![0; order.len()];
    order.elements().for_each(|x| sizes[order.level(x)] += 1);
    sizes.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::position::Position;

    /// The number of connected sets is estimated within a factor of three, where it can be counted; if few sets are connected, it may come out lower.
    #[test]
    fn connected_sets_are_estimated() {
        let budget = Budget::default();
        let mut tilted = 0;
        for expression in ["zigzag-n(12)", "petersen", "gridgraph(3,4)", "chomp(4,4,3)", "wheel(8)", "boolean(5)"] {
            let position: Position = expression.parse().unwrap();
            let board = Board::<1>::new(position.poset(), position.remaining(), true);
            let looker = Looker { board, budget: budget.clone() };
            for direction in [Direction::FromAbove, Direction::FromBelow] {
                let (mut down_sets, mut connected) = (0u32, 0u32);
                let _ = looker.board.for_each_down_set(&mut |set| {
                    let set = if direction == Direction::FromAbove { set } else { looker.all().without(set) };
                    down_sets += 1;
                    connected += u32::from(looker.is_connected(set));
                    ControlFlow::<()>::Continue(())
                });
                let estimate = looker.connected(direction, true, &budget).unwrap().expect("enough are drawn");
                let is_rare = f64::from(connected) < 0.01 * f64::from(down_sets);
                tilted += usize::from(is_rare);
                let least = if is_rare { 0.1 } else { 1.0 / 3.0 };
                let factor = estimate / f64::from(connected);
                assert!((least..3.0).contains(&factor), "{expression} {direction:?}: {estimate} for {connected}");
            }
        }
        assert!(tilted >= 2, "{tilted}");
    }
}
