//! An order that is connected, not an ordinal sum, and has no modules but chains: how it is counted.

use dashu_int::UBig;

use super::chance::Chance;
use super::table::{Direction, Table};
use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::{Element, ElementSet};
use crate::layers::{DownSets, Skeleton};
use crate::poset::Poset;

/// How a prime is counted.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// By a sweep over the classes of complexes: it is `subsets(n,k)`.
    Complexes {
        /// The number of vertices.
        n: usize,
        /// The largest size of a face.
        k: usize,
    },
    /// By a table of its connected down-sets or up-sets.
    Table(Estimate),
}

/// What a table will hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The number of down-sets, if that could be counted quickly; otherwise there are at least so many.
    pub down_sets: Bound,
    /// Which elements are taken away, if one way is known to be better than the other.
    pub direction: Option<Direction>,
    /// About so many connected sets will be in the table, if that is known.
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

/// With fewer down-sets one thread is quick enough.
const FEW_FOR_THREADS: u64 = 100_000;

/// So many random down-sets tell which share is connected.
const SAMPLES: usize = 64;

/// From so many connected ones on, the share is taken for known.
const ENOUGH: usize = 4;

/// With fewer automorphisms it is quicker to do without: to find the set that stands for a class takes as long as some twenty sets.
const FEW_AUTOMORPHISMS: u32 = 24;

/// If nothing is known, both ways are tried with so many sets in turn.
const TRIALS: [u64; 3] = [1 << 13, 1 << 16, 1 << 19];

impl Method {
    /// Chooses for a prime.
    ///
    /// # Errors
    /// If the budget is spent, or the prime has more than 512 elements.
    pub(super) fn choose(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        let all = ElementSet::full(order.len());
        if let Some(skeleton) = Skeleton::recognise(order, &all) {
            let (n, k) = skeleton.parameters();
            return Ok(Method::Complexes { n, k });
        }
        if order.len() > MAX_WIDTH {
            return Err(Stop::Size);
        }
        Ok(Method::Table(with_width!(order.len(), estimate(order, budget))?))
    }
}

impl Estimate {
    /// About so many bytes will the table take, if that is known.
    #[must_use]
    pub fn bytes(&self) -> Option<f64> {
        self.states.map(|states| states * self.bytes_each as f64)
    }
}

fn estimate<const N: usize>(order: &Poset, budget: &Budget) -> Result<Estimate, Stop> {
    let board = Board::<N>::new(order, &ElementSet::full(order.len()), true);
    let all = Bits::below(board.len());
    let group = Labelling::of(order).group_order().clone();
    let symmetries = (group >= UBig::from(FEW_AUTOMORPHISMS)).then_some(group);
    let bytes_each = Table::<N>::bytes_each(order);
    let mut lattice = DownSets::new(&board, &budget.clone().with_positions(LOOKS));
    let mut estimate =
        Estimate { down_sets: Bound::AtLeast(UBig::ONE), direction: None, states: None, symmetries, bytes_each };
    let down_sets = match lattice.count(all) {
        Ok(count) => count,
        Err(Stop::Positions) => {
            estimate.down_sets = Bound::AtLeast(UBig::ONE << widest_level(order));
            return Ok(estimate);
        }
        Err(stop) => return Err(stop),
    };
    estimate.down_sets = Bound::Exactly(down_sets.clone());
    if down_sets <= UBig::from(FEW_DOWN_SETS) {
        estimate.direction = Some(Direction::FromAbove);
        return Ok(estimate);
    }
    let mut chance = Chance::new(0);
    let mut connected = [0usize; 2];
    for _ in 0..SAMPLES {
        let below = lattice.sample(all, &mut |bound| chance.below_large(bound))?;
        for (count, set) in connected.iter_mut().zip([below, all.without(below)]) {
            *count += usize::from(set.is_empty() || board.part(set) == set);
        }
    }
    let better = usize::from(connected[1] < connected[0]);
    if connected[better] < connected[1 - better] || connected[better] >= ENOUGH {
        estimate.direction = Some([Direction::FromAbove, Direction::FromBelow][better]);
    }
    if connected[better] >= ENOUGH {
        let share = connected[better] as f64 / SAMPLES as f64;
        let classes = estimate.symmetries.as_ref().map_or(1.0, |group| group.to_f64().value());
        estimate.states = Some(down_sets.to_f64().value() * share / classes);
    }
    Ok(estimate)
}

/// The most elements of one level, which are an antichain.
fn widest_level(order: &Poset) -> usize {
    let mut sizes = vec![0; order.len()];
    order.elements().for_each(|x| sizes[order.level(x)] += 1);
    sizes.into_iter().max().unwrap_or(0)
}

/// The linear extensions of a prime, counted, with all that is needed to draw some of them.
pub(super) struct Counts(Box<dyn Counted>);

trait Counted {
    fn count(&self) -> UBig;
    fn states(&self) -> u64;
    fn draw(&self, chance: &mut Chance) -> Result<Vec<Element>, Stop>;
}

impl<const N: usize> Counted for Table<N> {
    fn count(&self) -> UBig {
        Table::count(self)
    }
    fn states(&self) -> u64 {
        Table::states(self)
    }
    fn draw(&self, chance: &mut Chance) -> Result<Vec<Element>, Stop> {
        Table::draw(self, chance)
    }
}

impl Counts {
    /// Counts.
    ///
    /// # Errors
    /// If the budget is spent or will not do, or the prime has more than 512 elements.
    pub(super) fn of(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        if order.len() > MAX_WIDTH {
            return Err(Stop::Size);
        }
        let estimate = with_width!(order.len(), estimate(order, budget))?;
        Counts::with(order, &estimate, budget)
    }

    /// Counts as planned.
    ///
    /// # Errors
    /// If the budget is spent or will not do.
    pub(super) fn with(order: &Poset, plan: &Estimate, budget: &Budget) -> Result<Self, Stop> {
        // An estimate may be wrong by a factor of two.
        if plan.bytes().is_some_and(|bytes| bytes / 2.0 > budget.meter(1).room() as f64) {
            return Err(Stop::Memory);
        }
        Ok(Counts(with_width!(order.len(), fill(order, plan, budget))?))
    }

    /// The number of linear extensions.
    pub(super) fn count(&self) -> UBig {
        self.0.count()
    }

    /// The number of sets in the table.
    pub(super) fn states(&self) -> u64 {
        self.0.states()
    }

    /// A linear extension, each as likely as any other.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn draw(&self, chance: &mut Chance) -> Result<Vec<Element>, Stop> {
        self.0.draw(chance)
    }
}

fn fill<const N: usize>(order: &Poset, plan: &Estimate, budget: &Budget) -> Result<Box<dyn Counted>, Stop> {
    let both = [Direction::FromAbove, Direction::FromBelow];
    let trials = TRIALS.iter().flat_map(|&most| both.map(|direction| (direction, most)));
    let ways: Vec<(Direction, u64)> = match plan.direction {
        Some(direction) => vec![(direction, u64::MAX)],
        None => trials.chain([(Direction::FromAbove, u64::MAX)]).collect(),
    };
    let is_small = matches!(&plan.down_sets, Bound::Exactly(count) if *count <= UBig::from(FEW_FOR_THREADS));
    let threads = if is_small { 1 } else { budget.threads() };
    for (direction, most) in ways {
        let mut table = Table::<N>::new(order, direction, plan.symmetries.is_some(), budget);
        if table.fill(most, threads, budget)? {
            return Ok(Box::new(table));
        }
    }
    unreachable!("the last way has no bound")
}
