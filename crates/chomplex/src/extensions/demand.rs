//! What it takes to look at all down-sets of an order, known before the work begins.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::layers;
use crate::names::Names;
use crate::poset::Poset;
use crate::position::{Ground, Position};

/// If so many parts do not suffice to count the down-sets, there are many times more of these, and they will not fit.
const MOST_LOOKS: u64 = 2_000_000;

/// What it takes to look at all down-sets of an order.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub(crate) down_sets: UBig,
    bytes: UBig,
}

impl Demand {
    /// # Errors
    /// If the budget is spent before the down-sets are counted, or there are far too many.
    pub(crate) fn of(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        let n = order.len();
        let down_sets = match layers::positions(&unnamed(order), &budget.clone().with_positions(MOST_LOOKS)) {
            Err(Stop::Positions) => return Err(Stop::Memory),
            counted => counted?,
        };
        let words = words_needed(order);
        // Each set with the number of paths to it; in two layers, the paths from it, and a table of one of them; and what is added up.
        let each = 8 * n.div_ceil(64).next_power_of_two() + 12 * words + 4;
        let sums = 16 * n * n * words * (budget.threads() + 1);
        Ok(Demand { bytes: &down_sets * UBig::from(each) + UBig::from(sums), down_sets })
    }

    /// Roughly the memory it takes, or the greatest number there is.
    pub(crate) fn bytes(&self) -> u64 {
        u64::try_from(&self.bytes).unwrap_or(u64::MAX)
    }
}

/// An order whose elements have no names.
fn unnamed(order: &Poset) -> Position {
    let names = Names::new((0..order.len()).map(|i| i.to_string())).expect("numbers differ");
    Position::new(Ground { poset: order.clone(), names, expression: String::new() })
}

/// So many words hold the number of linear extensions: it is at most that of disjoint chains which together hold all elements.
pub(super) fn words_needed(order: &Poset) -> usize {
    let (mut placed, mut bound) = (0usize, UBig::ONE);
    for chain in order.chains(&ElementSet::full(order.len())) {
        for i in 1..=chain.len() {
            placed += 1;
            bound = bound * placed / i;
        }
    }
    bound.bit_len().div_ceil(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(expression: &str) -> Poset {
        expression.parse::<Position>().unwrap().poset().clone()
    }

    #[test]
    fn numbers_of_down_sets_and_words() {
        let demand = Demand::of(&order("boolean(4)"), &Budget::default()).unwrap();
        assert_eq!(demand.down_sets, 168u32.into());
        // Chains of 40 and 41 elements are interleaved in about 2^78 ways, and 30 single elements stand in about 2^108 orders.
        assert_eq!(words_needed(&order("chain(80)")), 1);
        assert_eq!(words_needed(&order("nim(40,41)")), 2);
        assert_eq!(words_needed(&order("antichain(30)")), 2);
    }
}
