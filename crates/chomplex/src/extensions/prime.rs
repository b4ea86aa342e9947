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

    /// About so many classes of down-sets there are, or at least so many.
    fn classes(&self) -> f64 {
        let (Bound::Exactly(down_sets) | Bound::AtLeast(down_sets)) = &self.down_sets;
        let symmetries = self.symmetries.as_ref().map_or(1.0, |group| group.to_f64().value());
        down_sets.to_f64().value() / symmetries
    }

    /// Whether the two largest layers of down-sets will fit into memory. Sizes of down-sets are spread at least like √n.
    pub(super) fn layers_fit(&self, order: &Poset, budget: &Budget) -> bool {
        let largest = 2.0 * self.classes() / (order.len() as f64).sqrt();
        let is_known = matches!(self.down_sets, Bound::Exactly(_));
        is_known && largest * (self.bytes_each as f64) < budget.meter(1).room() as f64
    }
}

fn estimate<const N: usize>(order: &Poset, budget: &Budget) -> Result<Estimate, Stop> {
    let board = Board::<N>::new(order, &ElementSet::full(order.len()), true);
    let all = Bits::below(board.len());
    let group = Labelling::of(order).group_order().clone();
    let symmetries = (group >= UBig::from(FEW_AUTOMORPHISMS)).then_some(group);
    let bytes_each = Table::<N>::bytes_each(order);
    let mut lattice = DownSets::new(&board, &budget.clone().with_positions(LOOKS));
    let mut chance = Chance::new(0);
    let (down_sets, samples) = match lattice.count(all) {
        Ok(count) if count <= UBig::from(FEW_DOWN_SETS) => {
            let (down_sets, direction) = (Bound::Exactly(count), Some(Direction::FromAbove));
            return Ok(Estimate { down_sets, direction, states: None, symmetries, bytes_each });
        }
        Ok(count) => {
            let mut sample = || lattice.sample(all, &mut |bound| chance.below_large(bound));
            let samples: Result<Vec<Bits<N>>, Stop> = (0..SAMPLES).map(|_| sample()).collect();
            (Bound::Exactly(count), samples?)
        }
        Err(Stop::Positions) => {
            let samples = (0..SAMPLES).map(|_| half(&board, &mut chance)).collect();
            (Bound::AtLeast(UBig::ONE << widest_level(order)), samples)
        }
        Err(stop) => return Err(stop),
    };
    let is_connected = |set: Bits<N>| set.is_empty() || board.part(set) == set;
    let above = samples.iter().filter(|&&set| is_connected(set)).count();
    let below = samples.iter().filter(|&&set| is_connected(all.without(set))).count();
    let (fewer, more) = (above.min(below), above.max(below));
    let better = if below < above { Direction::FromBelow } else { Direction::FromAbove };
    let direction = (fewer < more || fewer >= ENOUGH).then_some(better);
    let mut estimate = Estimate { down_sets, direction, states: None, symmetries, bytes_each };
    if fewer >= ENOUGH {
        estimate.states = Some(estimate.classes() * fewer as f64 / SAMPLES as f64);
    }
    Ok(estimate)
}

/// A down-set of half of all elements, found by adding one at a time at random.
fn half<const N: usize>(board: &Board<N>, chance: &mut Chance) -> Bits<N> {
    let n = board.len();
    let mut set = Bits::EMPTY;
    for _ in 0..n / 2 {
        let missing = Bits::below(n).without(set);
        let free: Vec<usize> = missing.iter().filter(|&x| (board.down[x] & missing) == Bits::single(x)).collect();
        set.insert(free[chance.below(free.len() as u64) as usize]);
    }
    set
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
    fn draw(&self, chance: &mut Chance) -> Result<Vec<Element>, Stop>;
}

impl<const N: usize> Counted for Table<N> {
    fn count(&self) -> UBig {
        Table::count(self)
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
        if let Some(states) = plan.states {
            budget.expect(states as u64);
        }
        Ok(Counts(with_width!(order.len(), fill(order, plan, budget))?))
    }

    /// The number of linear extensions.
    pub(super) fn count(&self) -> UBig {
        self.0.count()
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
