//! An estimate of the size of a table before it is built.
//!
//! The down-sets of an order can often be counted without visiting each, and then sampled at
//! random. The fraction of connected ones in a small sample gives an estimate of their number.
//! Where that fraction is too small, connected sets are grown instead.

use dashu_int::UBig;

use super::chance::Chance;
use super::growth::Growth;
use super::table::{Direction, Table};
use crate::bits::{Bits, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::ElementSet;
use crate::layers::DownSetCounter;
use crate::poset::Poset;

/// The estimated content of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The number of down-sets if it could be counted quickly, otherwise a lower bound.
    pub down_sets: Bound,
    /// Which elements are removed, if one direction is known to be better than the other.
    pub direction: Option<Direction>,
    /// The approximate number of connected sets in the table, if it is known; a lower bound if the
    /// down-sets could not be counted.
    pub states: Option<f64>,
    /// The number of automorphisms, if they are used.
    pub symmetries: Option<UBig>,
    /// The number of bytes per set in the table.
    pub bytes_each: usize,
}

/// A number, or a lower bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The number is this.
    Exactly(UBig),
    /// The number is at least this.
    AtLeast(UBig),
}

/// Maximum number of parts visited to count down-sets beforehand.
const LOOKS: u64 = 100_000;

/// With fewer down-sets than this, the direction does not matter.
const FEW_DOWN_SETS: u64 = 10_000;

/// With fewer down-sets than this, no precise estimate is needed: a table of all of them would do.
const MANY_DOWN_SETS: u64 = 1_000_000;

/// Number of random down-sets from which the fraction of connected ones is estimated.
const SAMPLES: usize = 64;

/// Number of sets grown in each direction, if few of the random ones are connected.
const GROWN: usize = 1024;

/// Number of connected samples from which on the fraction is trusted.
const ENOUGH: usize = 4;

impl Estimate {
    /// Estimates the table for an order of at most 512 elements.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn new(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        with_width!(order.len(), N => estimate::<N>(order, budget))
    }

    /// The approximate size of the table in bytes, if it is known.
    #[must_use]
    pub fn bytes(&self) -> Option<f64> {
        self.states.map(|states| states * self.bytes_each as f64)
    }

    /// The number of symmetries used.
    fn symmetry(&self) -> f64 {
        self.symmetries.as_ref().map_or(1.0, |group| group.to_f64().value())
    }

    /// Whether the two largest layers of down-sets will fit into memory. The sizes of down-sets are
    /// spread at least like √n.
    pub(super) fn layers_fit(&self, order: &Poset, budget: &Budget) -> bool {
        let Bound::Exactly(down_sets) = &self.down_sets else { return false };
        let largest = 2.0 * down_sets.to_f64().value() / self.symmetry() / (order.len() as f64).sqrt();
        largest * (self.bytes_each as f64) < budget.meter(1).room() as f64
    }
}

fn estimate<const N: usize>(order: &Poset, budget: &Budget) -> Result<Estimate, Stop> {
    let looker = Looker { board: Board::<N>::new(order, &ElementSet::full(order.len()), true) };
    let mut lattice = DownSetCounter::new(&looker.board, &budget.clone().with_positions(LOOKS));
    let mut estimate = Estimate {
        down_sets: looker.down_sets(&mut lattice, order)?,
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
        Bound::Exactly(count) => looker.connected(&mut lattice, *count > UBig::from(MANY_DOWN_SETS))?,
        Bound::AtLeast(count) => looker.connected_halves().map(|share| share.map(|s| s * count.to_f64().value())),
    };
    let group = Labelling::within(order, budget)?.group_order().clone();
    estimate.symmetries = (group > UBig::ONE).then_some(group);
    let (direction, states) = match connected {
        [Some(above), Some(below)] if below < above => (Some(Direction::FromBelow), Some(below)),
        [Some(above), Some(_)] => (Some(Direction::FromAbove), Some(above)),
        // Too few samples in a direction mean that there are fewer sets in it.
        [Some(_), None] => (Some(Direction::FromBelow), None),
        [None, Some(_)] => (Some(Direction::FromAbove), None),
        [None, None] => (None, None),
    };
    estimate.direction = direction;
    estimate.states = states.map(|states| states / estimate.symmetry());
    Ok(estimate)
}

/// Samples the down-sets of a board.
struct Looker<const N: usize> {
    board: Board<N>,
}

impl<const N: usize> Looker<N> {
    fn all(&self) -> Bits<N> {
        Bits::below(self.board.len())
    }

    /// The number of down-sets, as far as it can be determined.
    fn down_sets(&self, lattice: &mut DownSetCounter<'_, N>, order: &Poset) -> Result<Bound, Stop> {
        match lattice.count(self.all()) {
            Ok(count) => Ok(Bound::Exactly(count)),
            Err(Stop::Positions | Stop::Memory) => Ok(Bound::AtLeast(UBig::ONE << widest_level(order))),
            Err(stop) => Err(stop),
        }
    }

    fn is_connected(&self, set: Bits<N>) -> bool {
        set.is_empty() || self.board.part(set) == set
    }

    /// The approximate number of connected sets, below and above. Where few sets are connected, it
    /// is estimated only if `well` asks for a precise answer.
    fn connected(&self, lattice: &mut DownSetCounter<'_, N>, well: bool) -> Result<[Option<f64>; 2], Stop> {
        let mut chance = Chance::new(0);
        let mut connected = [0usize; 2];
        for _ in 0..SAMPLES {
            let below = lattice.sample(self.all(), &mut |bound| chance.below_large(bound))?;
            self.count_connected(below, &mut connected);
        }
        let all = lattice.count(self.all())?.to_f64().value();
        let estimate = |direction, connected| {
            if connected >= ENOUGH {
                return Some(all * connected as f64 / SAMPLES as f64);
            }
            well.then(|| self.growth(direction).connected(GROWN, &mut chance.clone()))
        };
        Ok([estimate(Direction::FromAbove, connected[0]), estimate(Direction::FromBelow, connected[1])])
    }

    /// Counts a down-set and its complement, if they are connected.
    fn count_connected(&self, below: Bits<N>, connected: &mut [usize; 2]) {
        connected[0] += usize::from(self.is_connected(below));
        connected[1] += usize::from(self.is_connected(self.all().without(below)));
    }

    /// The growth process of connected sets.
    fn growth(&self, direction: Direction) -> Growth<'_, N> {
        let (up, down) = (&self.board.up, &self.board.down);
        match direction {
            Direction::FromAbove => Growth { with: down, against: up },
            Direction::FromBelow => Growth { with: up, against: down },
        }
    }

    /// The fractions of connected sets with half of all elements, below and above, in a sample
    /// built by adding one random element at a time.
    fn connected_halves(&self) -> [Option<f64>; 2] {
        let mut chance = Chance::new(0);
        let mut connected = [0usize; 2];
        for _ in 0..SAMPLES {
            self.count_connected(self.half(&mut chance), &mut connected);
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

/// The maximum number of elements in a level, which is an antichain.
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

    /// Where it can be counted, the number of connected sets is estimated within a factor of three.
    #[test]
    fn connected_sets_are_estimated() {
        let budget = Budget::default();
        let mut rare = 0;
        for expression in ["zigzag-n(12)", "petersen", "gridgraph(3,4)", "chomp(4,4,3)", "wheel(8)", "boolean(5)"] {
            let position: Position = expression.parse().unwrap();
            let board = Board::<1>::new(position.poset(), position.remaining(), true);
            let looker = Looker { board };
            let estimates = looker.connected(&mut DownSetCounter::new(&looker.board, &budget), true).unwrap();
            for (direction, estimate) in [Direction::FromAbove, Direction::FromBelow].into_iter().zip(estimates) {
                let (mut down_sets, mut connected) = (0u32, 0u32);
                let _ = looker.board.for_each_down_set(&mut |set| {
                    let set = if direction == Direction::FromAbove { set } else { looker.all().without(set) };
                    down_sets += 1;
                    connected += u32::from(looker.is_connected(set));
                    ControlFlow::<()>::Continue(())
                });
                let estimate = estimate.expect("enough are drawn");
                let is_rare = f64::from(connected) < 0.01 * f64::from(down_sets);
                rare += usize::from(is_rare);
                let factor = estimate / f64::from(connected);
                assert!((1.0 / 3.0..3.0).contains(&factor), "{expression} {direction:?}: {estimate} for {connected}");
            }
        }
        assert!(rare >= 2, "{rare}");
    }

    /// The connected vertex sets of a square grid, without the empty one (OEIS A287151).
    #[test]
    fn sets_are_grown_on_grids() {
        for (n, expected) in [(3, 218.0), (4, 11_506.0), (5, 2_301_877.0), (6, 1_732_082_741.0)] {
            let position: Position = format!("gridgraph({n},{n})").parse().unwrap();
            let board = Board::<2>::new(position.poset(), position.remaining(), true);
            let looker = Looker { board };
            let grown = looker.growth(Direction::FromBelow).connected(GROWN, &mut Chance::new(0));
            // A single edge is connected too.
            let edges = f64::from(2 * n * (n - 1));
            assert!((1.0 / 3.0..3.0).contains(&((grown - edges) / expected)), "{n}: {grown} for {expected}");
        }
    }
}
