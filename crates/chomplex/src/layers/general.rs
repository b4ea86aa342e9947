//! The sweep over the down-sets of any poset.

use std::cell::OnceCell;
use std::sync::OnceLock;
use std::time::Duration;

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_128;

use super::accumulator::{Accumulator, Class, Step};
use super::bound::most_extensions;
use super::chains::Chains;
use super::checkpoint::{Checkpoints, run_to_the_end};
use super::classes::Nothing;
use super::down_sets::down_sets_of;
use super::error::SweepError;
use super::sweep::{DownSetClasses, Guide, Job, Key, Sweep};
use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::{Labeller, Labelling};
use crate::canon::symmetry::{Automorphism, Symmetry};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// Sweeps the down-sets of a position. Returns the state of the whole position, that is, of all its
/// remaining elements. The elements are numbered from 0, each after those below it.
///
/// # Errors
/// If the budget is spent, or there are more than 512 elements.
pub fn sweep<A: Accumulator>(position: &Position, accumulator: &A, budget: &Budget) -> Result<A::State, Stop> {
    let (poset, set) = (position.poset(), position.remaining());
    if set.len() > MAX_WIDTH {
        return Err(Stop::Size);
    }
    with_width!(set.len(), N => sweep_with_width::<N, A>(poset, set, accumulator, budget))
}

fn sweep_with_width<const N: usize, A: Accumulator>(
    poset: &Poset,
    set: &ElementSet,
    accumulator: &A,
    budget: &Budget,
) -> Result<A::State, Stop> {
    let down_sets = PosetDownSets::<N>::new(poset, set, budget);
    let last = Sweep::new(&down_sets, accumulator, usize::MAX, budget).run::<Stop>(|_| Ok(()))?;
    Ok(last.iter().next().expect("all of the board is one class").1.clone())
}

/// The number of classes of down-sets of a set with at most `64 * N` elements.
pub(super) fn classes_of_part<const N: usize>(
    poset: &Poset,
    part: &ElementSet,
    budget: &Budget,
    checkpoints: Option<&Checkpoints>,
) -> Result<UBig, SweepError> {
    let down_sets = PosetDownSets::<N>::new(poset, part, budget);
    let sweep = Sweep::new(&down_sets, &Nothing, usize::MAX, budget);
    let sum = |sizes: &[u64]| sizes.iter().map(|&size| UBig::from(size)).sum();
    run_to_the_end(&sweep, checkpoints, || Ok::<(), SweepError>(()), |_, sizes| Ok(sum(sizes)))
}

/// The number of linear extensions of a set, with integers just wide enough.
pub(crate) fn extensions_of_part(
    poset: &Poset,
    part: &ElementSet,
    budget: &Budget,
    checkpoints: Option<&Checkpoints>,
) -> Result<UBig, SweepError> {
    let words = most_extensions(poset, part).bit_len().div_ceil(64);
    let count = match (part.len(), words) {
        (0..=64, 0..=2) => extensions_in_words::<1, 2>,
        (0..=64, _) => extensions_in_words::<1, 5>,
        (65..=128, 0..=4) => extensions_in_words::<2, 4>,
        (65..=128, _) => extensions_in_words::<2, 12>,
        (129..=256, _) => extensions_in_words::<4, 27>,
        _ => extensions_in_words::<8, 61>,
    };
    count(poset, part, budget, checkpoints)
}

fn extensions_in_words<const N: usize, const WORDS: usize>(
    poset: &Poset,
    part: &ElementSet,
    budget: &Budget,
    checkpoints: Option<&Checkpoints>,
) -> Result<UBig, SweepError> {
    let down_sets = PosetDownSets::<N>::new(poset, part, budget);
    let accumulator = Chains::<WORDS, u64>::default();
    let sweep = Sweep::new(&down_sets, &accumulator, usize::MAX, budget);
    let count = run_to_the_end(
        &sweep,
        checkpoints,
        || Ok::<(), SweepError>(()),
        |last, _| last.any().map(|number| UBig::from(&number)),
    )?;
    assert!(!accumulator.overflowed(), "there are no more linear extensions than ways to merge chains");
    Ok(count)
}

/// The down-sets of a board, up to the automorphisms of its poset.
pub(super) struct PosetDownSets<const N: usize> {
    board: Board<N>,
    symmetry: Mutex<Symmetry<N>>,
    /// An upper bound on the size of an antichain.
    width: usize,
    /// Labels the poset; created on first use.
    labeller: OnceLock<Labeller>,
    budget: Budget,
}

impl<const N: usize> PosetDownSets<N> {
    fn new(poset: &Poset, set: &ElementSet, budget: &Budget) -> Self {
        PosetDownSets::with(Symmetry::new, poset, set, budget)
    }

    /// Like `new`, but independent processes agree on the representative of each class.
    pub(super) fn same_everywhere(poset: &Poset, set: &ElementSet, budget: &Budget) -> Self {
        PosetDownSets::with(Symmetry::same_everywhere, poset, set, budget)
    }

    fn with(symmetry: fn(&Poset, &Budget) -> Symmetry<N>, poset: &Poset, set: &ElementSet, budget: &Budget) -> Self {
        let board = Board::<N>::new(poset, set, false);
        let symmetry = Mutex::new(symmetry(&board.poset, budget));
        PosetDownSets {
            board,
            symmetry,
            width: poset.chains(set).len(),
            labeller: OnceLock::new(),
            budget: budget.clone(),
        }
    }

    fn labeller(&self) -> &Labeller {
        self.labeller.get_or_init(|| Labeller::new(&self.board.poset))
    }
}

impl<const N: usize> Key for Bits<N> {
    const EMPTY: Self = Bits::EMPTY;
    const BYTES: usize = 8 * N;

    #[inline(always)]
    fn hash(self) -> u32 {
        (self.mixed() >> 32) as u32
    }

    fn store(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.words().iter().flat_map(|word| word.to_le_bytes()));
    }

    fn members(self) -> impl Iterator<Item = usize> {
        self.iter()
    }

    fn restore(bytes: &[u8]) -> Self {
        let word = |i: usize| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("8 bytes"));
        Bits::from_words(std::array::from_fn(word))
    }
}

impl<const N: usize> DownSetClasses for PosetDownSets<N> {
    type Key = Bits<N>;

    /// An automorphism, and the added element by its old name.
    type Way = (Automorphism<N>, u16);

    fn elements(&self) -> usize {
        self.board.len()
    }

    fn most_ways(&self) -> usize {
        self.width
    }

    fn class(&self, set: Bits<N>) -> impl Class {
        DownSet { down_sets: self, set }
    }

    /// A group that is not listed uses the first set it meets as the representative of a class. The
    /// sets of earlier layers need not be remembered.
    fn begin_layer(&self) {
        let mut symmetry = self.symmetry.lock();
        if matches!(*symmetry, Symmetry::Labelled(_)) {
            *symmetry = Symmetry::labelled(&self.board.poset, &self.budget);
        }
    }

    fn guide(&self, job: impl Job<Self>) -> Result<(), Stop> {
        let symmetry = self.symmetry.lock().clone();
        job.run(Additions { board: &self.board, symmetry })
    }

    /// An estimate: most classes have as many members as there are automorphisms.
    fn expected(&self, _: usize) -> Option<u64> {
        let quick =
            Budget::default().with_memory(64 << 20).with_positions(50_000).with_time(Duration::from_millis(300));
        let all = down_sets_of(&self.board.poset, &ElementSet::full(self.board.len()), &quick).ok()?;
        u64::try_from(all / Labelling::new(&self.board.poset).group_order()).ok()
    }

    fn id(&self) -> [u8; 16] {
        let mut bytes = Vec::new();
        self.board.down.iter().for_each(|set| set.store(&mut bytes));
        xxh3_128(&bytes).to_le_bytes()
    }

    fn name(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.id()))
    }
}

/// Finds the ways to add an element.
struct Additions<'a, const N: usize> {
    board: &'a Board<N>,
    symmetry: Symmetry<N>,
}

impl<const N: usize> Guide<PosetDownSets<N>> for Additions<'_, N> {
    #[inline(always)]
    fn ways(&mut self, set: Bits<N>, mut found: impl FnMut(Bits<N>, (Automorphism<N>, u16))) -> Result<(), Stop> {
        let mut missing = Bits::below(self.board.len()).without(set);
        // The first missing element that is not above one found before has nothing missing below
        // it.
        while let Some(element) = missing.first() {
            missing = missing.without(self.board.up[element]);
            let (target, automorphism) = self.symmetry.carry(set | Bits::single(element))?;
            found(target, (automorphism, element as u16));
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&self, (automorphism, element): (Automorphism<N>, u16)) -> impl Step {
        let Additions { board, symmetry } = self;
        Carried { board, symmetry, automorphism, element: element.into(), maps: OnceCell::new() }
    }
}

/// A step: an element was added, then an automorphism took the set to the representative of its
/// class.
struct Carried<'a, const N: usize> {
    board: &'a Board<N>,
    symmetry: &'a Symmetry<N>,
    automorphism: Automorphism<N>,
    /// The added element, by its old name.
    element: usize,
    /// The new names of the elements, and the old ones; computed on first use.
    maps: OnceCell<(Vec<usize>, Vec<usize>)>,
}

impl<const N: usize> Carried<'_, N> {
    fn maps(&self) -> &(Vec<usize>, Vec<usize>) {
        self.maps.get_or_init(|| {
            let images = self.symmetry.images(self.automorphism);
            let mut origins = vec![0; images.len()];
            images.iter().enumerate().for_each(|(x, &y)| origins[y] = x);
            (images, origins)
        })
    }
}

impl<const N: usize> Step for Carried<'_, N> {
    fn added(&self) -> usize {
        self.maps().0[self.element]
    }

    fn below(&self) -> impl Iterator<Item = usize> {
        let added = self.added();
        self.board.down[added].without(Bits::single(added)).iter()
    }

    fn before(&self, element: usize) -> usize {
        self.maps().1[element]
    }
}

/// A down-set as a class.
struct DownSet<'a, const N: usize> {
    down_sets: &'a PosetDownSets<N>,
    set: Bits<N>,
}

impl<const N: usize> Class for DownSet<'_, N> {
    fn elements(&self) -> impl Iterator<Item = usize> {
        self.set.iter()
    }

    fn maximal(&self) -> impl Iterator<Item = usize> {
        self.set.iter().filter(|&x| (self.down_sets.board.up[x] & self.set) == Bits::single(x))
    }

    #[cold]
    fn close(&self, known: &mut [u8], unknown: u8) {
        let colours: Vec<u32> = (0..self.down_sets.board.len()).map(|x| u32::from(self.set.contains(x))).collect();
        let labelling = self.down_sets.labeller().label(&colours);
        let orbit = |x: usize| labelling.orbits()[x].index();
        let mut of_orbit = vec![unknown; colours.len()];
        self.set.iter().filter(|&x| known[x] != unknown).for_each(|x| of_orbit[orbit(x)] = known[x]);
        self.set.iter().for_each(|x| known[x] = of_orbit[orbit(x)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A group that is not listed uses the first set it meets as the representative of a class. The
    /// representative must be the same in every pass over a layer.
    #[test]
    fn a_group_that_is_not_written_out_stays_the_same_in_all_passes() {
        let position: Position = "product(chain(3),product(chain(4),chain(4)))".parse().unwrap();
        let (poset, set, ample) = (position.poset(), position.remaining(), Budget::default());
        let whole = extensions_of_part(poset, set, &ample, None).unwrap();
        for threads in [1, 2] {
            // The memory of the down-sets is not counted here.
            let down_sets = PosetDownSets::<1> {
                symmetry: Mutex::new(Symmetry::labelled(poset, &ample)),
                ..PosetDownSets::new(poset, set, &ample)
            };
            let (directory, accumulator) = (tempfile::tempdir().unwrap(), Chains::<4, u64>::default());
            let budget = Budget::default().with_threads(threads).with_memory(40 << 10);
            let sweep = Sweep::new(&down_sets, &accumulator, usize::MAX, &budget);
            let kept = Checkpoints::new(directory.path());
            let count = run_to_the_end(&sweep, Some(&kept), || Ok::<(), SweepError>(()), |last, _| last.any());
            assert_eq!(UBig::from(&count.unwrap()), whole);
            assert!(4 * budget.positions() > 5 * ample.positions(), "{} pushed", budget.positions());
        }
    }

    /// The number of classes is at least the number of down-sets divided by the order of the group.
    #[test]
    fn about_as_many_classes_as_expected() {
        for (expression, classes) in [
            ("product(chain(3),product(chain(3),product(chain(3),chain(2))))", 37_359),
            ("product(chain(2),product(chain(4),chain(5)))", 5_292),
            ("subsets(8,2)", 13_599),
            ("zigzag-n(14)", 832_040),
        ] {
            let (position, budget): (Position, _) = (expression.parse().unwrap(), Budget::default());
            let down_sets = PosetDownSets::<1>::new(position.poset(), position.remaining(), &budget);
            let expected = down_sets.expected(usize::MAX).unwrap();
            assert!(expected <= classes && classes <= 2 * expected, "{expression}: {expected}");
        }
        let (large, budget): (Position, _) = ("subsets(12,3)".parse().unwrap(), Budget::default());
        let down_sets = PosetDownSets::<8>::new(large.poset(), large.remaining(), &budget);
        assert_eq!(down_sets.expected(usize::MAX), None, "this is not told quickly");
    }
}
