//! The interface between a search and a kind of position: its options, and the normal forms of its
//! components.
//!
//! A kernel packs positions of one kind (complexes on few vertices, graphs, down-sets of one poset)
//! into words. It does not decide anything by looking at options; that is the job of the search.
//! But it immediately does what is cheap: it splits a position into its connected components,
//! called parts, folds a part along an involution, values the smallest and simplest parts, and
//! brings the rest into a normal form that isomorphic positions share.

use std::ops::Range;

use crate::bits::Bits;
use crate::budget::{Budget, Stop};
use crate::rule::RuleId;

/// Positions of one kind, with keys of `N` words.
///
/// A kernel has its own scratch space, so each thread works with a clone.
pub(crate) trait Kernel<const N: usize>: Clone + Send + Sync {
    /// A position in the form in which moves are made.
    type Position: Copy + Send + Sync;

    /// The position with this key.
    fn position(&self, key: Bits<N>) -> Self::Position;

    /// The number of elements of the position with this key.
    fn len(&self, key: Bits<N>) -> usize;

    /// Appends some of the options of a position: those at these places in the list of all options.
    fn options(&self, position: Self::Position, places: Range<usize>, options: &mut Vec<Self::Position>);

    /// Splits a position into parts, folds them, values the simple ones, and adds the keys of the
    /// others to `parts`.
    ///
    /// # Errors
    /// If the budget is spent.
    fn reduce(&mut self, position: Self::Position, parts: &mut Parts<N>) -> Result<(), Stop>;

    /// A guess at the value of the position with this key, if there is a reason for one. It affects
    /// only the order in which options are searched.
    fn guess(&self, _: Bits<N>) -> Option<u16> {
        None
    }

    /// The rank of an option in the search order. Options with a small rank come first, because
    /// small positions are searched quickly.
    fn rank(&self, key: Bits<N>) -> usize {
        self.len(key)
    }

    /// Continues with another budget.
    fn continue_with(&mut self, _: &Budget) {}
}

/// The result of reducing a position: a sum of parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts<const N: usize> {
    /// The nim-sum of the parts that were valued immediately.
    pub(crate) sum: u16,
    /// The keys of the other parts, no two equal: equal ones cancel.
    pub(crate) open: Vec<Bits<N>>,
    /// The theorems by which parts were valued.
    pub(crate) used: Vec<RuleId>,
}

impl<const N: usize> Parts<N> {
    /// Removes all parts. The theorems used stay.
    pub(crate) fn clear(&mut self) {
        self.sum = 0;
        self.open.clear();
    }

    /// Adds a part with this value.
    #[inline]
    pub(crate) fn add_value(&mut self, value: u16) {
        self.sum ^= value;
    }

    /// Adds a part with this key, or cancels it with an equal one.
    #[inline]
    pub(crate) fn add(&mut self, key: Bits<N>) {
        match self.open.iter().position(|&other| other == key) {
            Some(place) => drop(self.open.swap_remove(place)),
            None => self.open.push(key),
        }
    }

    /// Records that a theorem was used.
    #[inline]
    pub(crate) fn note(&mut self, rule: RuleId) {
        if !self.used.contains(&rule) {
            self.used.push(rule);
        }
    }
}
