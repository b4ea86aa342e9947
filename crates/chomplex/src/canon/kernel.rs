//! What a search knows of a kind of position: its options, and the normal forms of its parts.
//!
//! A kernel packs positions of one kind (complexes on few vertices, graphs, down-sets of one poset) into words. It does not
//! decide anything by looking at options; that is for the search. But it does at once what is cheap: it splits a position
//! into its parts, folds a part along an involution, values the smallest and simplest parts, and brings what is left into
//! a form that is the same for positions that are the same.

use std::ops::Range;

use crate::bits::Bits;
use crate::budget::{Budget, Stop};
use crate::rule::RuleId;

/// Positions of one kind, keyed by `N` words.
///
/// A kernel has scratch space of its own; each thread works with a clone.
pub(crate) trait Kernel<const N: usize>: Clone + Send + Sync {
    /// A position as it is played.
    type Position: Copy + Send + Sync;

    /// The position with this key.
    fn position(&self, key: Bits<N>) -> Self::Position;

    /// The number of elements of the position with this key.
    fn len(&self, key: Bits<N>) -> usize;

    /// Appends some of the options of a position: with all of them in a row, those at these places.
    fn options(&self, position: Self::Position, places: Range<usize>, options: &mut Vec<Self::Position>);

    /// Splits a position, folds its parts, values what is simple, and adds the keys of the rest to `parts`.
    ///
    /// # Errors
    /// If the budget was spent meanwhile.
    fn reduce(&mut self, position: Self::Position, parts: &mut Parts<N>) -> Result<(), Stop>;

    /// What the position with this key is likely to be worth, if there is a reason to think so. Nothing rests on it but the order in which options are searched.
    fn guess(&self, _: Bits<N>) -> Option<u16> {
        None
    }

    /// How late an option with this key is to be searched: those with a small rank come first, for what is small is quickly searched.
    fn rank(&self, key: Bits<N>) -> usize {
        self.len(key)
    }

    /// Goes on with another budget.
    fn continue_with(&mut self, _: &Budget) {}
}

/// What is left of a position: a sum of parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts<const N: usize> {
    /// The nim-sum of the parts that were valued at once.
    pub(crate) sum: u16,
    /// The keys of the others, no two equal: equal ones cancel.
    pub(crate) open: Vec<Bits<N>>,
    /// The theorems by which parts were valued.
    pub(crate) used: Vec<RuleId>,
}

impl<const N: usize> Parts<N> {
    /// Begins anew, with no parts. The theorems used stay.
    pub(crate) fn clear(&mut self) {
        self.sum = 0;
        self.open.clear();
    }

    /// Adds a part that has this value.
    #[inline]
    pub(crate) fn add_value(&mut self, value: u16) {
        self.sum ^= value;
    }

    /// Adds a part with this key; or, if there is one already, takes that away.
    #[inline]
    pub(crate) fn add(&mut self, key: Bits<N>) {
        match self.open.iter().position(|&other| other == key) {
            Some(place) => drop(self.open.swap_remove(place)),
            None => self.open.push(key),
        }
    }

    /// Notes that a theorem was used.
    #[inline]
    pub(crate) fn note(&mut self, rule: RuleId) {
        if !self.used.contains(&rule) {
            self.used.push(rule);
        }
    }
}
