//! Counting for an order that is connected, not an ordinal sum, and has no modules but chains.

use dashu_int::UBig;

use super::chance::Chance;
use super::estimate::{Bound, Estimate};
use super::few::Few;
use super::table::{Direction, Table};
use crate::bits::{MAX_WIDTH, with_width};
use crate::budget::{Budget, Stop};
use crate::element::{Element, ElementSet};
use crate::layers::Skeleton;
use crate::poset::Poset;

/// How a prime is counted.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// By a sweep over the classes of complexes: the order is `subsets(n,k)`.
    Complexes {
        /// The number of vertices.
        n: usize,
        /// The largest size of a face.
        k: usize,
    },
    /// Immediately: it has few down-sets.
    Few(Few),
    /// By a table of its connected down-sets or up-sets.
    Table(Estimate),
}

/// With fewer down-sets than this, one thread is fast enough.
const FEW_FOR_THREADS: u64 = 100_000;

/// If nothing is known, both directions are tried in turn with these limits on the number of sets.
const TRIALS: [usize; 3] = [1 << 13, 1 << 16, 1 << 19];

impl Method {
    /// Chooses the method for a prime.
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
        match Few::new(order) {
            Some(few) => Ok(Method::Few(few)),
            None => Ok(Method::Table(Estimate::new(order, budget)?)),
        }
    }
}

/// The counts of linear extensions of a prime, with everything needed to sample them.
pub(super) trait Counted {
    /// The number of linear extensions.
    fn count(&self) -> UBig;

    /// A uniformly random linear extension.
    ///
    /// # Errors
    /// If the budget is spent.
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

/// Counts the linear extensions of a prime.
///
/// # Errors
/// If the budget is spent or will not suffice, or the prime has more than 512 elements.
pub(super) fn count_prime(order: &Poset, budget: &Budget) -> Result<Box<dyn Counted>, Stop> {
    if order.len() > MAX_WIDTH {
        return Err(Stop::Size);
    }
    count_as_estimated(order, &Estimate::new(order, budget)?, budget)
}

/// The same with an estimate that is known.
///
/// # Errors
/// If the budget is spent or will not suffice.
pub(super) fn count_as_estimated(
    order: &Poset,
    estimate: &Estimate,
    budget: &Budget,
) -> Result<Box<dyn Counted>, Stop> {
    if estimate.bytes().is_some_and(|bytes| bytes > budget.meter(1).room() as f64) {
        return Err(Stop::Memory);
    }
    if let Some(states) = estimate.states {
        budget.expect(states as u64);
    }
    with_width!(order.len(), N => fill::<N>(order, estimate, budget))
}

fn fill<const N: usize>(order: &Poset, plan: &Estimate, budget: &Budget) -> Result<Box<dyn Counted>, Stop> {
    let both = [Direction::FromAbove, Direction::FromBelow];
    let trials = TRIALS.iter().flat_map(|&most| both.map(|direction| (direction, most)));
    let ways: Vec<(Direction, usize)> = match plan.direction {
        Some(direction) => vec![(direction, usize::MAX)],
        None => trials.chain([(Direction::FromAbove, usize::MAX)]).collect(),
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
