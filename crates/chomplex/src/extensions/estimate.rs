//! How large a table will become, seen beforehand.
//!
//! The down-sets of an order can often be counted without looking at each, and then drawn at random; the share of the connected ones among a few of these
//! tells how many they are. Where that share is too small, connected ones are grown instead.

use dashu_int::UBig;

use super::chance::Chance;
use super::growth::Growth;
use super::table::{Direction, Table};
use crate::bits::{Bits, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::ElementSet;
use crate::layers::DownSets;
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

/// If few of them are, so many sets are grown in each way.
const GROWN: usize = 1024;

/// From so many connected ones on, the share is taken for known.
const ENOUGH: usize = 4;

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
    let looker = Looker { board: Board::<N>::new(order, &ElementSet::full(order.len()), true) };
    let mut lattice = DownSets::new(&looker.board, &budget.clone().with_positions(LOOKS));
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
        // Those that could not be found are fewer.
        [Some(_), None] => (Some(Direction::FromBelow), None),
        [None, Some(_)] => (Some(Direction::FromAbove), None),
        [None, None] => (None, None),
    };
    estimate.direction = direction;
    estimate.states = states.map(|states| states / estimate.symmetry());
    Ok(estimate)
}

/// Looks at the down-sets of a board.
struct Looker<const N: usize> {
    board: Board<N>,
}

impl<const N: usize> Looker<N> {
    fn all(&self) -> Bits<N> {
        Bits::below(self.board.len())
    }

    /// How many there are, as far as that can be seen.
    fn down_sets(&self, lattice: &mut DownSets<'_, N>, order: &Poset) -> Result<Bound, Stop> {
        match lattice.count(self.all()) {
            Ok(count) => Ok(Bound::Exactly(count)),
            Err(Stop::Positions | Stop::Memory) => Ok(Bound::AtLeast(UBig::ONE << widest_level(order))),
            Err(stop) => Err(stop),
        }
    }

    fn is_connected(&self, set: Bits<N>) -> bool {
        set.is_empty() || self.board.part(set) == set
    }

    /// About how many connected sets there are, below and above; where few sets are connected, only if it should be known well.
    fn connected(&self, lattice: &mut DownSets<'_, N>, well: bool) -> Result<[Option<f64>; 2], Stop> {
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

    /// Counts a down-set, and what is above it, if they are connected.
    fn count_connected(&self, below: Bits<N>, connected: &mut [usize; 2]) {
        connected[0] += usize::from(self.is_connected(below));
        connected[1] += usize::from(self.is_connected(self.all().without(below)));
    }

    /// How connected sets grow.
    fn growth(&self, direction: Direction) -> Growth<'_, N> {
        let (up, down) = (&self.board.up, &self.board.down);
        match direction {
            Direction::FromAbove => Growth { with: down, against: up },
            Direction::FromBelow => Growth { with: up, against: down },
        }
    }

    /// The shares of connected sets of half of all elements, below and above, among some found by adding one at a time at random.
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

    /// The number of connected sets is estimated within a factor of three, where it can be counted.
    #[test]
    fn connected_sets_are_estimated() {
        let budget = Budget::default();
        let mut rare = 0;
        for expression in ["zigzag-n(12)", "petersen", "gridgraph(3,4)", "chomp(4,4,3)", "wheel(8)", "boolean(5)"] {
            let position: Position = expression.parse().unwrap();
            let board = Board::<1>::new(position.poset(), position.remaining(), true);
            let looker = Looker { board };
            let estimates = looker.connected(&mut DownSets::new(&looker.board, &budget), true).unwrap();
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

    /// The connected sets of vertices of a square grid, without the empty one (OEIS A287151).
    #[test]
    fn sets_are_grown_on_grids() {
        for (n, expected) in [(3, 218.0), (4, 11_506.0), (5, 2_301_877.0), (6, 1_732_082_741.0)] {
            let position: Position = format!("gridgraph({n},{n})").parse().unwrap();
            let board = Board::<2>::new(position.poset(), position.remaining(), true);
            let looker = Looker { board };
            let grown = looker.growth(Direction::FromBelow).connected(GROWN, &mut Chance::new(0));
            // An edge alone is connected too.
            let edges = f64::from(2 * n * (n - 1));
            assert!((1.0 / 3.0..3.0).contains(&((grown - edges) / expected)), "{n}: {grown} for {expected}");
        }
    }
}
