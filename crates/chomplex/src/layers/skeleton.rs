//! The subsets of at most k elements of an n-set, with or without the empty one: a poset whose down-sets are complexes.

use dashu_int::UBig;
use hashbrown::HashMap;

use super::chains::{Chains, Number};
use super::checkpoint::{Checkpoints, Keeper, Stored, SweepError};
use super::classes::Nothing;
use super::complexes::{Layer, MOST_VERTICES, Sweep, automorphisms, canonical};
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

    /// The number of classes of its down-sets.
    ///
    /// If all subsets are there, taking complements in two ways leads from the down-sets of one size to those of the opposite size, so half of
    /// them are enough.
    pub(crate) fn classes(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        let half = if self.is_whole() { self.half() } else { usize::MAX };
        let (_, sizes) = self.sweep(&Nothing, half, budget, checkpoints, || Ok::<(), SweepError>(()))?;
        let swept: u64 = sizes.iter().sum();
        // The set of all is the opposite of the void one.
        let opposite = if self.is_whole() { 1 + sizes[..sizes.len() - 1].iter().sum::<u64>() } else { 0 };
        Ok(UBig::from(u64::from(self.with_empty) + swept + opposite))
    }

    /// The number of its linear extensions.
    pub(crate) fn extensions(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
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
        let fold = Chains::<WORDS>::default();
        let end = if self.is_whole() { self.half() } else { usize::MAX };
        let go_on = || if fold.overflowed() { Err(Ended::Overflow) } else { Ok(()) };
        let last = match self.sweep(&fold, end, budget, checkpoints, go_on) {
            Ok((last, _)) => last,
            Err(Ended::Overflow) => return Ok(None),
            Err(Ended::Error(error)) => return Err(error),
        };
        if self.is_whole() {
            return Ok(Some(self.join(&last, budget)?));
        }
        Ok(last.iter().next().map(|(_, chains)| chains.into()))
    }

    /// The layer of complexes of `last` faces or the last one, and the number of classes in each layer.
    fn sweep<F: Stored, E: From<Stop> + From<SweepError>>(
        self,
        fold: &F,
        last: usize,
        budget: &Budget,
        checkpoints: Option<&Checkpoints>,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(Layer<F::State>, Vec<u64>), E> {
        let sweep = Sweep::new(self.n, self.k, fold, budget)?;
        if let Some(checkpoints) = checkpoints {
            let mut keeper = Keeper::new(checkpoints, self.n, self.k, fold)?;
            let layer = keeper.run(&sweep, last, |layer| layer.size <= last, |_| go_on())?;
            return Ok((layer, keeper.counts));
        }
        let mut counts = Vec::new();
        let layer = sweep.run(last, |layer| {
            counts.push(layer.len() as u64);
            go_on()
        })?;
        Ok((layer, counts))
    }

    fn is_whole(self) -> bool {
        self.k == self.n
    }

    fn half(self) -> usize {
        1 << (self.n - 1)
    }

    /// The number of chains of complexes from nothing to everything, from the number of those that lead half way.
    ///
    /// A chain goes through one complex D of half the size. The complements of what is missing in D form a complex D*, and the rest of the chain, read
    /// backwards, leads to it. A class C stands for n! / |Aut C| complexes, each reached by the |Aut C| / n!th part of the chains to the class.
    fn join<const WORDS: usize>(self, layer: &Layer<Number<WORDS>>, budget: &Budget) -> Result<UBig, Stop> {
        let sum = std::thread::scope(|scope| {
            let handles: Vec<_> =
                layer.shares().map(|share| scope.spawn(move || self.join_share(share, layer, budget))).collect();
            let mut sums = handles.into_iter().map(|handle| handle.join().expect("a worker does not panic"));
            sums.try_fold(UBig::ZERO, |sum, more| Ok(sum + more?))
        })?;
        Ok(sum / factorial(self.n))
    }

    /// The part of some classes in that, times n!.
    fn join_share<'a, const WORDS: usize>(
        self,
        share: impl Iterator<Item = (u128, &'a Number<WORDS>)>,
        layer: &Layer<Number<WORDS>>,
        budget: &Budget,
    ) -> Result<UBig, Stop> {
        let mut meter = budget.meter(1000);
        let mut sum = UBig::ZERO;
        for (word, chains) in share {
            meter.pause()?;
            let dual = canonical(self.dual(word));
            let others = layer.state(dual).expect("the classes of half the size are closed under duality");
            let vertices = (0..self.n).filter(|v| word >> (1 << v) & 1 == 1).count();
            let group = automorphisms(word) * factorial(self.n - vertices);
            sum += UBig::from(chains) * UBig::from(others) * group;
        }
        Ok(sum)
    }

    /// The complements of the faces that a complex lacks.
    fn dual(self, word: u128) -> u128 {
        let bits = 1 << self.n;
        let all = u128::MAX >> (128 - bits);
        (!word & all).reverse_bits() >> (128 - bits)
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
