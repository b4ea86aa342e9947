//! The poset of the subsets of at most k elements of an n-set, with or without the empty one. Its
//! down-sets are simplicial complexes.

use dashu_int::UBig;

use super::chains::{Chains, Number};
use super::checkpoint::{Checkpoints, run_to_the_end};
use super::classes::Nothing;
use super::complexes::Complexes;
use super::error::SweepError;
use super::out_of_core::Complete;
use super::sweep::{Layer, Sweep};
use crate::budget::{Budget, Stop};
use crate::complex::{MOST_VERTICES, automorphisms, canonical, skeleton};
use crate::crew;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::shape::Shape;

/// The poset of the subsets of at most k elements of an n-set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skeleton {
    n: usize,
    k: usize,
    /// Whether the empty subset is included.
    with_empty: bool,
}

/// With fewer vertices the general sweep is just as fast.
const FEWEST_VERTICES: usize = 3;

impl Skeleton {
    /// Recognises a down-set of a poset that is such a poset, if the sweep over complexes supports
    /// it.
    pub(crate) fn recognise(poset: &Poset, set: &ElementSet) -> Option<Self> {
        let mut minimal = set.iter().filter(|&x| poset.lower_covers(x).is_empty());
        let bottom = minimal.next().filter(|_| minimal.next().is_none());
        let mut faces = set.clone();
        bottom.map(|x| faces.remove(x));
        let (k, faces) = skeleton(&Shape::new(poset, &faces))?;
        let n = faces.vertices();
        let is_supported = (FEWEST_VERTICES..=MOST_VERTICES).contains(&n);
        is_supported.then_some(Skeleton { n, k, with_empty: bottom.is_some() })
    }

    /// The poset of all subsets of at most k elements.
    pub(crate) fn new(n: usize, k: usize) -> Self {
        Skeleton { n, k, with_empty: true }
    }

    /// The parameters n and k.
    pub(crate) fn parameters(self) -> (usize, usize) {
        (self.n, self.k)
    }

    /// Whether the empty subset is included.
    pub(super) fn has_empty(self) -> bool {
        self.with_empty
    }

    /// The number of classes of its down-sets.
    ///
    /// If all subsets are included, duality (the complements of the missing faces) maps the
    /// down-sets of one size to those of the opposite size, so half of the layers are enough.
    pub(crate) fn classes(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        let (down_sets, go_on) = (Complexes::new(self.n, self.k)?, || Ok::<(), SweepError>(()));
        let sweep = Sweep::new(&down_sets, &Nothing, self.last(), budget);
        run_to_the_end(&sweep, checkpoints, go_on, |_, sizes| Ok(self.classes_from(sizes)))
    }

    /// The total number of classes, from the number of classes of each size up to the last one
    /// swept.
    pub(super) fn classes_from(self, sizes: &[u64]) -> UBig {
        let swept: u64 = sizes.iter().sum();
        let opposite = if self.is_whole() { sizes[..sizes.len() - 1].iter().sum::<u64>() } else { 0 };
        // The sweep includes the empty face. If the poset does not, the void complex and the
        // complex of the empty face alone are the same down-set.
        UBig::from(swept + opposite - u64::from(!self.with_empty))
    }

    /// The number of its linear extensions. A greatest element always comes last, so adding it does
    /// not change the number.
    pub(crate) fn extensions(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        self.with_greatest().extensions_of(budget, checkpoints)
    }

    /// The poset with the whole n-set added, if only that is missing.
    pub(super) fn with_greatest(self) -> Self {
        if self.k + 1 == self.n { Skeleton { k: self.n, ..self } } else { self }
    }

    fn extensions_of(self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        match self.extensions_in_words::<4>(budget, checkpoints)? {
            Some(count) => Ok(count),
            // The largest count is that for all subsets of a 7-set, which is less than 2^459.
            None => Ok(self.extensions_in_words::<8>(budget, checkpoints)?.expect("the numbers fit")),
        }
    }

    /// The number of linear extensions, or `None` if a number overflows `WORDS` words.
    fn extensions_in_words<const WORDS: usize>(
        self,
        budget: &Budget,
        checkpoints: Option<&Checkpoints>,
    ) -> Result<Option<UBig>, SweepError> {
        let (down_sets, accumulator) = (Complexes::new(self.n, self.k)?, Chains::<WORDS>::default());
        let sweep = Sweep::new(&down_sets, &accumulator, self.last(), budget);
        let go_on = || if accumulator.overflowed() { Err(Ended::Overflow) } else { Ok(()) };
        let conclude = |last: &Complete<'_, Complexes, Chains<WORDS>>, sizes: &[u64]| {
            Ok(if self.is_whole() { self.join(last, sizes[self.half()], &sweep)? } else { UBig::from(&last.any()?) })
        };
        match run_to_the_end(&sweep, checkpoints, go_on, conclude) {
            Ok(count) => Ok(Some(count)),
            Err(Ended::Overflow) => Ok(None),
            Err(Ended::Error(error)) => Err(error),
        }
    }

    /// The size of the largest complexes that the sweep visits.
    pub(super) fn last(self) -> usize {
        if self.is_whole() { self.half() } else { usize::MAX }
    }

    pub(super) fn is_whole(self) -> bool {
        self.k == self.n
    }

    fn half(self) -> usize {
        1 << (self.n - 1)
    }

    /// The number of maximal chains of complexes, from the number of chains to those of half the
    /// size.
    ///
    /// A chain goes through one complex D of half the size. The complements of the faces missing
    /// from D form a complex D*, and the rest of the chain, read backwards, leads to D*. A class C
    /// has n! / |Aut C| members, and a fraction |Aut C| / n! of the chains to the class lead to
    /// each of them.
    fn join<const WORDS: usize>(
        self,
        layer: &Complete<'_, Complexes, Chains<WORDS>>,
        classes: u64,
        sweep: &Sweep<'_, Complexes, Chains<WORDS>>,
    ) -> Result<UBig, SweepError> {
        let (mut sum, mut found, budget) = (UBig::ZERO, 0, sweep.budget());
        layer.pairs(sweep, |some, others| {
            for joined in crew::map(some.shares(), |share| self.join_some(share, others, budget)) {
                let (more, classes) = joined?;
                sum += more;
                found += classes;
            }
            Ok(())
        })?;
        assert_eq!(found, classes, "the classes of half the size are closed under duality");
        Ok(self.chains_from_pairs(sum))
    }

    /// The number of chains, from the sum of the products over all pairs of mirror images.
    pub(super) fn chains_from_pairs(self, sum: UBig) -> UBig {
        sum / factorial(self.n)
    }

    /// The contribution to this sum of the classes in `some` whose duals are in `others`, and the
    /// number of these classes.
    fn join_some<'a, const WORDS: usize>(
        self,
        some: impl Iterator<Item = (u128, &'a Number<WORDS>)>,
        others: &Layer<u128, Number<WORDS>>,
        budget: &Budget,
    ) -> Result<(UBig, u64), Stop> {
        let mut meter = budget.meter(1000);
        let (mut sum, mut classes) = (UBig::ZERO, 0);
        for (word, chains) in some {
            meter.pause()?;
            let Some(backwards) = others.state(self.mirror_image(word)) else { continue };
            let group = self.automorphisms(word);
            sum += UBig::from(chains) * UBig::from(backwards) * group;
            classes += 1;
        }
        Ok((sum, classes))
    }

    /// The mirror image: the complements of the faces missing from a complex, in canonical form.
    pub(super) fn mirror_image(self, word: u128) -> u128 {
        let bits = 1 << self.n;
        let all = u128::MAX >> (128 - bits);
        canonical((!word & all).reverse_bits() >> (128 - bits))
    }

    /// The number of automorphisms of a canonical complex on n vertices. Vertices that are not in
    /// the complex may be permuted freely.
    pub(super) fn automorphisms(self, word: u128) -> u64 {
        let vertices = (0..self.n).filter(|v| word >> (1 << v) & 1 == 1).count();
        automorphisms(word) * factorial(self.n - vertices)
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
