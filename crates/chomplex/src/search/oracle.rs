//! The interface to the kinds of search.

use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::rule::RuleId;

use super::knowledge::Knowledge;

/// A source of values; sets are subsets of a [`Board`].
pub(crate) trait Oracle<const N: usize>: Send {
    /// The value of a set.
    fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop>;

    /// What is known of a set without further work.
    fn known(&mut self, board: &Board<N>, set: Bits<N>) -> Knowledge;

    /// The number of positions examined so far.
    fn positions(&self) -> u64;

    /// Continues with another budget, perhaps after `rest`, so that results can be proved later.
    fn resume(&mut self, board: &Board<N>, budget: &Budget) -> Result<(), Stop>;

    /// Frees memory that is cheap to recompute.
    fn rest(&mut self) {}

    /// The theorems that the results rely on.
    fn used(&self) -> Vec<RuleId> {
        Vec::new()
    }

    /// The id of the tablebase in use, if there is one.
    fn tablebase(&self) -> Option<Arc<str>> {
        None
    }

    /// Whether a proof should be built from what is already known, because looking for something
    /// better may take long.
    fn is_guided(&self) -> bool {
        false
    }

    /// Whether a set has this value; often decided sooner than the value.
    fn has_value(&mut self, board: &Board<N>, set: Bits<N>, value: u16) -> Result<bool, Stop> {
        Ok(self.value(board, set)? == value)
    }

    /// The value of a set, if it is less than `bound`.
    fn value_below(&mut self, board: &Board<N>, set: Bits<N>, bound: u16) -> Result<Option<u16>, Stop> {
        if bound == 0 { Ok(None) } else { Ok(Some(self.value(board, set)?).filter(|&value| value < bound)) }
    }

    /// The involution that was used to fold a connected set and so find its value, if that is how
    /// the value was found: the image of each element. It maps the set to itself, and its fixed
    /// elements in the set are closed downwards. Its action outside the set does not matter, though
    /// an automorphism of the board is the shortest to write down.
    fn fold(&mut self, _: &Board<N>, _: Bits<N>) -> Option<Vec<usize>> {
        None
    }

    /// The theorem that gave the value of a connected set, if that is how the value was found.
    fn theorem(&mut self, _: &Board<N>, _: Bits<N>) -> Option<RuleId> {
        None
    }
}
