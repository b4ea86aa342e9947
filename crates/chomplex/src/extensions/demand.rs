//! The resources needed to visit all down-sets of an order, known before the work begins.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::layers::{down_sets_of, most_extensions};
use crate::poset::Poset;

/// Maximum number of parts visited to count the down-sets. If these do not suffice, there are many
/// times more down-sets, and they will not fit into memory.
const MOST_LOOKS: u64 = 2_000_000;

/// The resources needed to visit all down-sets of an order.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub(crate) down_sets: UBig,
    bytes: UBig,
}

impl Demand {
    /// Computes the demand for an order.
    ///
    /// # Errors
    /// If the budget is spent before the down-sets are counted, or there are far too many.
    pub(crate) fn new(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        let n = order.len();
        let down_sets = match down_sets_of(order, &ElementSet::full(n), &budget.clone().with_positions(MOST_LOOKS)) {
            Err(Stop::Positions) => return Err(Stop::Memory),
            counted => counted?,
        };
        let words = words_needed(order);
        // Each set with the number of paths to it; for two layers the number of paths from each
        // set, and for one of them a hash table; and the sums.
        let each = 8 * n.div_ceil(64).next_power_of_two() + 12 * words + 4;
        let sums = 16 * n * n * words * (budget.threads() + 1);
        Ok(Demand { bytes: &down_sets * UBig::from(each) + UBig::from(sums), down_sets })
    }

    /// The approximate memory in bytes, or the largest number if it does not fit.
    pub(crate) fn bytes(&self) -> u64 {
        u64::try_from(&self.bytes).unwrap_or(u64::MAX)
    }
}

/// The number of words that hold the number of linear extensions.
pub(super) fn words_needed(order: &Poset) -> usize {
    most_extensions(order, &ElementSet::full(order.len())).bit_len().div_ceil(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn order(expression: &str) -> Poset {
        expression.parse::<Position>().unwrap().poset().clone()
    }

    #[test]
    fn numbers_of_down_sets_and_words() {
        let demand = Demand::new(&order("boolean(4)"), &Budget::default()).unwrap();
        assert_eq!(demand.down_sets, 168u32.into());
        // Chains of 40 and 41 elements can be interleaved in about 2^78 ways, and 30 single
        // elements can be ordered in about 2^108 ways.
        assert_eq!(words_needed(&order("chain(80)")), 1);
        assert_eq!(words_needed(&order("nim(40,41)")), 2);
        assert_eq!(words_needed(&order("antichain(30)")), 2);
    }
}
