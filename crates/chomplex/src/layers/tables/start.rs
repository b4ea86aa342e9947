//! Chooses the down-sets and the accumulator of a sweep over tables.

use std::sync::Arc;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::columns::Merge;
use super::engine::Engine;
use super::{Layout, Quantity, TableError, TableSweep};
use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::budget::Budget;
use crate::element::ElementSet;
use crate::layers::bound::most_extensions;
use crate::layers::chains::Chains;
use crate::layers::classes::Nothing;
use crate::layers::complexes::Complexes;
use crate::layers::file::Stored;
use crate::layers::general::PosetDownSets;
use crate::layers::options::{MOST_VALUE, Options};
use crate::layers::skeleton::Skeleton;
use crate::layers::sweep::DownSetClasses;
use crate::poset::{Draft, Poset};

/// The position and the quantity asked for.
pub(super) struct Start<'a> {
    pub(super) poset: &'a Poset,
    pub(super) set: &'a ElementSet,
    pub(super) quantity: Quantity,
}

impl Start<'_> {
    pub(super) fn sweep(&self) -> Result<TableSweep, TableError> {
        let (elements, most) = (self.set.len(), if self.quantity == Quantity::Grundy { MOST_VALUE } else { MAX_WIDTH });
        if elements > most {
            return Err(TableError::Size { elements, most });
        }
        let skeleton = Skeleton::recognise(self.poset, self.set);
        Ok(match (self.quantity, skeleton) {
            (Quantity::LinearExtensions, Some(skeleton)) => {
                // The numbers are less than 2^459.
                self.complexes(skeleton.with_greatest(), skeleton.with_greatest().last(), Chains::<8, u64>::default())
            }
            (Quantity::Classes, Some(skeleton)) => self.complexes(skeleton, skeleton.last(), Nothing),
            // Here the empty face is not a move.
            (Quantity::Grundy, Some(skeleton)) if !skeleton.has_empty() => {
                self.complexes(skeleton, usize::MAX, Options::<128>)
            }
            // The numbers are at most the factorial of the number of elements.
            (Quantity::LinearExtensions, None) => with_width!(elements, N => {
                self.down_sets::<N, _>(Chains::<{ words_of_factorial(N) }, u64>::default())
            }),
            (Quantity::Classes, None) => with_width!(elements, N => self.down_sets::<N, _>(Nothing)),
            (Quantity::Grundy, _) => {
                let poset = &with_least(self.poset, self.set);
                let start = Start { poset, set: &ElementSet::full(poset.len()), quantity: self.quantity };
                match poset.len() {
                    0..=64 => start.down_sets::<1, _>(Options::<64>),
                    65..=128 => start.down_sets::<2, _>(Options::<128>),
                    _ => start.down_sets::<4, _>(Options::<256>),
                }
            }
        })
    }

    /// A sweep over complexes.
    fn complexes<A: Stored<u128, State: 'static> + Send + 'static>(
        &self,
        skeleton: Skeleton,
        last: usize,
        accumulator: A,
    ) -> TableSweep {
        let (n, k) = skeleton.parameters();
        let down_sets = Complexes::new(n, k).expect("what is recognised is not too large");
        let last = last.min(down_sets.elements());
        TableSweep { skeleton: Some(skeleton), last, ..self.over(down_sets, 1 << n, accumulator) }
    }

    /// A sweep over the down-sets of any poset.
    fn down_sets<const N: usize, A: Stored<Bits<N>, State: 'static> + Send + 'static>(
        &self,
        accumulator: A,
    ) -> TableSweep {
        let down_sets = PosetDownSets::<N>::same_everywhere(self.poset, self.set, &Budget::default());
        self.over(down_sets, self.set.len(), accumulator)
    }

    /// A sweep over down-sets whose elements are numbers below `places`.
    fn over<K, A>(&self, down_sets: K, places: usize, accumulator: A) -> TableSweep
    where
        K: DownSetClasses<Key: 'static> + Send + 'static,
        A: Stored<K::Key, State: 'static> + Send + 'static,
    {
        let (quantity, last) = (self.quantity, down_sets.elements());
        let most = |size: usize| accumulator.bytes(size).div_ceil(4);
        let (merge, states) = match quantity {
            Quantity::Classes => (Merge::Sum, vec![0; last + 1]),
            Quantity::LinearExtensions => {
                (Merge::Sum, self.lengths(last).enumerate().map(|(size, words)| words.min(most(size))).collect())
            }
            Quantity::Grundy => (Merge::Or, (0..=last).map(|size| size.div_ceil(8)).collect()),
        };
        let layout = Layout { places, keys: places.div_ceil(64).max(1), merge, states: states.into() };
        let engine = Arc::new(Engine { down_sets, accumulator, layout: layout.clone() });
        TableSweep { engine, layout, last, quantity, skeleton: None }
    }

    /// For each size up to the last: the number of 32-bit words that are enough for the number of
    /// chains of down-sets leading to a class of that size.
    ///
    /// Each step adds one of the minimal elements that are left. There are at most as many of these
    /// as there are chains in a chain cover. And each chain of down-sets is the beginning of a
    /// linear extension.
    fn lengths(&self, last: usize) -> impl Iterator<Item = usize> {
        let width = self.poset.chains(self.set).len();
        let extensions = most_extensions(self.poset, self.set);
        (0..=last).scan(UBig::ONE, move |chains, size| {
            let words = (&*chains).min(&extensions).bit_len().div_ceil(32).max(1);
            *chains *= width.min(last - size);
            Some(words)
        })
    }
}

/// The number of words of the factorial of the size of a set of `width` words.
const fn words_of_factorial(width: usize) -> usize {
    match width {
        1 => 5,
        2 => 12,
        4 => 27,
        _ => 61,
    }
}

/// A down-set as a poset of its own, with a new least element 0 below all others.
fn with_least(poset: &Poset, set: &ElementSet) -> Poset {
    let (poset, _) = poset.restrict(set);
    let least = poset.elements().filter(|&x| poset.lower_covers(x).is_empty()).map(|x| (0, x.index() + 1));
    let covers = poset.covers().map(|(x, y)| (x.index() + 1, y.index() + 1));
    let draft = Draft { size: poset.len() + 1, relations: least.chain(covers).collect() };
    draft.check().expect("an order stays one").0
}
