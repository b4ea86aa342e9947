//! The subsets of at most k elements of an n-set, with or without the empty one: a poset whose down-sets are complexes.

use dashu_int::UBig;
use hashbrown::HashMap;

use super::chains::{Chains, Number};
use super::checkpoint::{Checkpoints, run_to_the_end};
use super::classes::Nothing;
use super::complexes::{Complexes, MOST_VERTICES, automorphisms, canonical};
use super::error::SweepError;
use super::out_of_core::Complete;
use super::sweep::{Layer, Sweep};
use crate::budget::{Budget, Stop};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;

/// The subsets of at most k elements of an n-set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skeleton {
    n: usize,
    k: usize,
    /// Whether the empty one is among them.
    with_empty: bool,
}

/// With fewer vertices the general sweep is as quick.
const FEWEST_VERTICES: usize = 3;

impl Skeleton {
    /// Recognises a down-set of a poset that is one, if the sweep over complexes can take it.
    ///
    /// Each element is told by the atoms below it. If no two are told alike, as many are there as there should be, and each lies above as many as
    /// it should, then the order is that of inclusion.
    pub(crate) fn recognise(poset: &Poset, set: &ElementSet) -> Option<Self> {
        let least: Vec<Element> = set.iter().filter(|&x| poset.lower_covers(x).is_empty()).collect();
        let empty = (least.len() == 1).then(|| least[0]);
        let atoms = match empty {
            Some(bottom) => poset.upper_covers(bottom).iter().copied().filter(|&x| set.contains(x)).collect(),
            None => least,
        };
        let n = atoms.len();
        if !(FEWEST_VERTICES..=MOST_VERTICES).contains(&n) || set.len() > 1 << n {
            return None;
        }
        let mut faces = HashMap::new();
        for x in set.iter() {
            let below = poset.down_set(x);
            let face = (0..n).filter(|&i| below.contains(atoms[i])).fold(0u32, |face, i| face | 1 << i);
            let expected = (1 << face.count_ones()) - usize::from(empty.is_none());
            if below.len() != expected || faces.insert(face, x).is_some() {
                return None;
            }
        }
        let k = faces.keys().map(|face| face.count_ones() as usize).max()?;
        let size = (1..1u32 << n).filter(|face| face.count_ones() as usize <= k).count();
        (set.len() == size + usize::from(empty.is_some())).then_some(Skeleton { n, k, with_empty: empty.is_some() })
    }

    /// n and k.
    pub(crate) fn parameters(self) -> (usize, usize) {
        (self.n, self.k)
    }

    /// Whether the empty subset is there.
    pub(super) fn has_empty(self) -> bool {
        self.with_empty
    }

    /// The number of classes of its down-sets.
    ///
    /// If all subsets are there, taking complements in two ways leads from the down-sets of one size to those of the opposite size, so half of
    /// them are enough.
    pub(crate) fn classes(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        let (kernel, go_on) = (Complexes::new(self.n, self.k)?, || Ok::<(), SweepError>(()));
        let sweep = Sweep::new(&kernel, &Nothing, self.last(), budget);
        run_to_the_end(&sweep, checkpoints, go_on, |_, sizes| Ok(self.classes_from(sizes)))
    }

    /// The number of classes, from the numbers of those of each size up to the last that is looked at.
    pub(super) fn classes_from(self, sizes: &[u64]) -> UBig {
        let swept: u64 = sizes.iter().sum();
        let opposite = if self.is_whole() { sizes[..sizes.len() - 1].iter().sum::<u64>() } else { 0 };
        // Without the empty face there is nothing but the void complex before those of one element.
        UBig::from(swept + opposite - u64::from(!self.with_empty))
    }

    /// The number of its linear extensions. A greatest element comes last: with it or without, they are as many.
    pub(crate) fn extensions(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        self.with_greatest().extensions_of(budget, checkpoints)
    }

    /// The same with all of the n-set, if nothing else is lacking.
    pub(super) fn with_greatest(self) -> Self {
        if self.k + 1 == self.n { Skeleton { k: self.n, ..self } } else { self }
    }

    fn extensions_of(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        match self.extensions_in_words::<4>(budget, checkpoints)? {
            Some(count) => Ok(count),
            // No more than for all subsets of a 7-set, which are fewer than 2^459.
            None => Ok(self.extensions_in_words::<8>(budget, checkpoints)?.expect("the numbers fit")),
        }
    }

    /// The same, unless a number of so many words is too small.
    fn extensions_in_words<const WORDS: usize>(
        self,
        budget: &Budget,
        checkpoints: Option<&Checkpoints>,
    ) -> Result<Option<UBig>, SweepError> {
        let (kernel, fold) = (Complexes::new(self.n, self.k)?, Chains::<WORDS>::default());
        let sweep = Sweep::new(&kernel, &fold, self.last(), budget);
        let go_on = || if fold.overflowed() { Err(Ended::Overflow) } else { Ok(()) };
        let conclude = |last: &Complete<'_, Complexes, Chains<WORDS>>, sizes: &[u64]| {
            Ok(if self.is_whole() { self.join(last, sizes[self.half()], &sweep)? } else { UBig::from(&last.any()?) })
        };
        match run_to_the_end(&sweep, checkpoints, go_on, conclude) {
            Ok(count) => Ok(Some(count)),
            Err(Ended::Overflow) => Ok(None),
            Err(Ended::Error(error)) => Err(error),
        }
    }

    /// The size of the last complexes that are looked at.
    pub(super) fn last(self) -> usize {
        if self.is_whole() { self.half() } else { usize::MAX }
    }

    pub(super) fn is_whole(self) -> bool {
        self.k == self.n
    }

    fn half(self) -> usize {
        1 << (self.n - 1)
    }

    /// The number of chains of complexes from nothing to everything, from the number of those that lead half way.
    ///
    /// A chain goes through one complex D of half the size. The complements of what is missing in D form a complex D*, and the rest of the chain, read
    /// backwards, leads to it. A class C stands for n! / |Aut C| complexes, each reached by the |Aut C| / n!th part of the chains to the class.
    fn join<const WORDS: usize>(
        self,
        layer: &Complete<'_, Complexes, Chains<WORDS>>,
        classes: u64,
        sweep: &Sweep<'_, Complexes, Chains<WORDS>>,
    ) -> Result<UBig, SweepError> {
        let mut joined = Joined::default();
        layer.pairs(sweep, |some, others| {
            joined += self.join_some(some, others, sweep.budget())?;
            Ok(())
        })?;
        assert_eq!(joined.classes, classes, "the classes of half the size are closed under duality");
        Ok(self.chains_from_pairs(joined.sum))
    }

    /// The number of chains from the sum of the products over all pairs of mirror images.
    pub(super) fn chains_from_pairs(self, sum: UBig) -> UBig {
        sum / factorial(self.n)
    }

    /// The part in that of some classes whose duals are among others.
    fn join_some<const WORDS: usize>(
        self,
        some: &Layer<u128, Number<WORDS>>,
        others: &Layer<u128, Number<WORDS>>,
        budget: &Budget,
    ) -> Result<Joined, Stop> {
        std::thread::scope(|scope| {
            let handles: Vec<_> =
                some.shares().map(|share| scope.spawn(move || self.join_share(share, others, budget))).collect();
            let mut shares = handles.into_iter().map(|handle| handle.join().expect("a worker does not panic"));
            shares.try_fold(Joined::default(), |mut joined, more| {
                joined += more?;
                Ok(joined)
            })
        })
    }

    fn join_share<'a, const WORDS: usize>(
        self,
        share: impl Iterator<Item = (u128, &'a Number<WORDS>)>,
        others: &Layer<u128, Number<WORDS>>,
        budget: &Budget,
    ) -> Result<Joined, Stop> {
        let mut meter = budget.meter(1000);
        let mut joined = Joined::default();
        for (word, chains) in share {
            meter.pause()?;
            let Some(backwards) = others.state(self.mirror_image(word)) else { continue };
            let group = self.automorphisms(word);
            joined.sum += UBig::from(chains) * UBig::from(backwards) * group;
            joined.classes += 1;
        }
        Ok(joined)
    }

    /// The complements of the faces that a complex lacks, in canonical form.
    pub(super) fn mirror_image(self, word: u128) -> u128 {
        let bits = 1 << self.n;
        let all = u128::MAX >> (128 - bits);
        canonical((!word & all).reverse_bits() >> (128 - bits))
    }

    /// The number of automorphisms of a canonical complex; those vertices that it lacks go anywhere.
    pub(super) fn automorphisms(self, word: u128) -> u64 {
        let vertices = (0..self.n).filter(|v| word >> (1 << v) & 1 == 1).count();
        automorphisms(word) * factorial(self.n - vertices)
    }
}

/// Some classes joined with their duals: the sum, times n!.
#[derive(Default)]
struct Joined {
    sum: UBig,
    classes: u64,
}

impl std::ops::AddAssign for Joined {
    fn add_assign(&mut self, more: Self) {
        self.sum += more.sum;
        self.classes += more.classes;
    }
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// Why a count ended early.
enum Ended {
    Error(SweepError),
    Overflow,
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Ended::Error(stop.into())
    }
}

impl From<SweepError> for Ended {
    fn from(error: SweepError) -> Self {
        Ended::Error(error)
    }
}
