//! The value of every down-set of a board that is covered by few chains, such as a bar.
//!
//! A down-set meets each chain in its lowest elements, so it is determined by the number of
//! elements it has in each chain. These counts, read as the digits of a number, are its place in
//! the table. A move caps the counts: of each chain, only the elements outside the move's up-set
//! stay. So an option has a smaller place than its position, and the table is filled bottom-up in
//! one pass. A `3 × 100` bar has 176,851 positions and is filled in a fraction of a second, where a
//! search that examines positions one by one takes minutes.

use std::ops::ControlFlow;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::search::knowledge::Knowledge;
use crate::search::oracle::Oracle;

/// Maximum number of chains.
const MAX_CHAINS: usize = 8;

/// Maximum number of places in the table.
const MAX_PLACES: usize = 1 << 27;

/// Smaller sets are searched almost instantly in other ways.
const FEWEST_ELEMENTS: usize = 63;

const UNKNOWN: u16 = u16::MAX;

/// Whether a convex set is covered by few chains, and large enough to make that worthwhile.
pub(crate) fn is_narrow(poset: &Poset, set: &ElementSet) -> bool {
    let lengths = || cover(set.iter(), |x, y| poset.less(x, y)).map(|chains| chains.iter().map(Vec::len).collect());
    set.len() >= FEWEST_ELEMENTS && lengths().is_some_and(|lengths: Vec<usize>| strides(&lengths).is_some())
}

/// Covers elements by chains, adding each to the first chain that it extends; `None` if that takes
/// too many chains.
fn cover<T: Copy>(elements: impl Iterator<Item = T>, less: impl Fn(T, T) -> bool) -> Option<Vec<Vec<T>>> {
    let mut chains: Vec<Vec<T>> = Vec::new();
    for x in elements {
        match chains.iter().position(|chain| chain.last().is_some_and(|&last| less(last, x))) {
            Some(i) => chains[i].push(x),
            None if chains.len() == MAX_CHAINS => return None,
            None => chains.push(vec![x]),
        }
    }
    Some(chains)
}

/// How much a place grows with one more element of each chain, and the number of places; `None` if
/// there are too many.
fn strides(lengths: &[usize]) -> Option<(Vec<usize>, usize)> {
    let mut strides = Vec::with_capacity(lengths.len());
    let mut places = 1_usize;
    for length in lengths {
        strides.push(places);
        places = places.checked_mul(length + 1).filter(|&places| places <= MAX_PLACES)?;
    }
    Some((strides, places))
}

/// How down-sets are numbered.
struct Numbering {
    /// The chain of each element.
    chain: Vec<usize>,
    /// The elements of each chain, in ascending order.
    chains: Vec<Vec<usize>>,
    /// How much a place grows with one more element of each chain.
    strides: Vec<usize>,
    /// For each element, how many elements of each chain are not above or equal to it.
    caps: Vec<[u16; MAX_CHAINS]>,
    /// For each element, how many elements of each chain are below or equal to it.
    needs: Vec<[u16; MAX_CHAINS]>,
    places: usize,
}

impl Numbering {
    /// Covers a board by chains; `None` if they are too many or too long.
    fn new<const N: usize>(board: &Board<N>) -> Option<Self> {
        let chains = cover(0..board.len(), |x, y| board.down[y].contains(x))?;
        let mut chain = vec![0; board.len()];
        chains.iter().enumerate().for_each(|(i, own)| own.iter().for_each(|&x| chain[x] = i));
        let (strides, places) = strides(&chains.iter().map(Vec::len).collect::<Vec<_>>())?;
        let count = |set: Bits<N>| {
            let mut counts = [0; MAX_CHAINS];
            set.iter().for_each(|x| counts[chain[x]] += 1);
            counts
        };
        let all = Bits::below(board.len());
        let caps = board.up.iter().map(|&up| count(all.without(up))).collect();
        let needs = board.down.iter().map(|&down| count(down)).collect();
        Some(Numbering { chain, chains, strides, caps, needs, places })
    }

    /// The place of a down-set.
    fn place<const N: usize>(&self, set: Bits<N>) -> usize {
        set.iter().map(|x| self.strides[self.chain[x]]).sum()
    }

    /// Visits the counts of all down-sets, options before the positions they belong to.
    fn for_each<B>(&self, visit: &mut impl FnMut(&[u16; MAX_CHAINS]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut counts = [0; MAX_CHAINS];
        self.choose(self.chains.len(), &mut counts, &mut [0; MAX_CHAINS], visit)
    }

    /// Chooses the number of elements in each chain before `i`, at least as many as the later
    /// chains need.
    fn choose<B>(
        &self,
        i: usize,
        counts: &mut [u16; MAX_CHAINS],
        least: &mut [u16; MAX_CHAINS],
        visit: &mut impl FnMut(&[u16; MAX_CHAINS]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(i) = i.checked_sub(1) else { return visit(counts) };
        let (before, mut needed) = (*least, *least);
        for count in 0..=self.chains[i].len() {
            if let Some(&top) = count.checked_sub(1).and_then(|last| self.chains[i].get(last)) {
                // Later chains have been chosen; they must contain what this element needs of them.
                let needs = &self.needs[top];
                if (i + 1..self.chains.len()).any(|j| needs[j] > counts[j]) {
                    break;
                }
                (0..i).for_each(|j| needed[j] = needed[j].max(needs[j]));
            }
            if count >= before[i].into() {
                counts[i] = u16::try_from(count).expect("the engines take at most 512 elements");
                *least = needed;
                self.choose(i, counts, least, visit)?;
            }
        }
        *least = before;
        ControlFlow::Continue(())
    }

    /// Whether there are at most `most` down-sets.
    fn has_at_most(&self, most: usize) -> bool {
        let mut count = 0;
        let visit = &mut |_: &[u16; MAX_CHAINS]| {
            count += 1;
            if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.for_each(visit).is_continue()
    }
}

/// The value of every down-set of a board.
pub(crate) struct Chains {
    numbering: Numbering,
    /// Empty after `rest`.
    table: Vec<u16>,
    meter: Meter,
    stopped: Option<Stop>,
}

impl Chains {
    /// The table for a board, if few chains cover it and its down-sets have at most `most` options
    /// in all.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub(crate) fn new<const N: usize>(board: &Board<N>, most: usize, budget: &Budget) -> Result<Option<Self>, Stop> {
        let Some(numbering) = Numbering::new(board) else { return Ok(None) };
        if !numbering.has_at_most(most / board.len().max(1)) {
            return Ok(None);
        }
        Chains::filled(numbering, budget).map(Some)
    }

    /// Fills the table within the budget.
    fn filled(numbering: Numbering, budget: &Budget) -> Result<Self, Stop> {
        let mut meter = budget.meter(64);
        meter.hold(2 * numbering.places as u64)?;
        let mut table = vec![UNKNOWN; numbering.places];
        let n = numbering.chains.len();
        let strides: [usize; MAX_CHAINS] = std::array::from_fn(|i| numbering.strides.get(i).copied().unwrap_or(0));
        // For each value, the last position that has an option of that value.
        let mut seen: Vec<usize> = vec![usize::MAX; numbering.chain.len() + 1];
        let fill = numbering.for_each(&mut |counts: &[u16; MAX_CHAINS]| {
            let place = |counts: &[u16; MAX_CHAINS], caps: &[u16; MAX_CHAINS]| -> usize {
                (0..n).map(|i| usize::from(counts[i].min(caps[i])) * strides[i]).sum()
            };
            let own = place(counts, counts);
            for (chain, &count) in numbering.chains.iter().zip(counts) {
                for &x in &chain[..count.into()] {
                    let value = table[place(counts, &numbering.caps[x])];
                    seen[usize::from(value)] = own;
                }
            }
            let mex = seen.iter().position(|&last| last != own).unwrap_or(seen.len());
            table[own] = u16::try_from(mex).expect("no value is greater than the number of elements");
            match meter.tick() {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        Ok(Chains { numbering, table, meter, stopped: fill.break_value() })
    }
}

impl<const N: usize> Oracle<N> for Chains {
    fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop> {
        self.known(board, set).value().ok_or_else(|| self.stopped.expect("a table that was not stopped is full"))
    }

    fn known(&mut self, _: &Board<N>, set: Bits<N>) -> Knowledge {
        let value = self.table.get(self.numbering.place(set)).copied().filter(|&value| value != UNKNOWN);
        value.map_or(Knowledge::NOTHING, Knowledge::Exact)
    }

    fn positions(&self) -> u64 {
        self.meter.positions()
    }

    fn rest(&mut self) {
        self.table = Vec::new();
        self.meter.hold(0).expect("less may always be held");
    }

    fn resume(&mut self, board: &Board<N>, budget: &Budget) -> Result<(), Stop> {
        // With another budget there may be more time to fill the table.
        if !self.table.is_empty() && self.stopped != Some(Stop::Time) {
            self.meter.continue_with(budget);
            return Ok(());
        }
        Oracle::<N>::rest(self);
        let numbering = Numbering::new(board).expect("it was numbered before");
        match Chains::filled(numbering, budget) {
            Ok(filled) => *self = filled,
            Err(stop) => self.stopped = Some(stop),
        }
        self.stopped.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::naive;
    use crate::search::tests::random_poset;

    /// On random posets covered by few chains, every down-set has the value given by the
    /// definition.
    #[test]
    fn chains_agree_with_naive() {
        let mut state = 7;
        let mut covered = 0;
        for _ in 0..60 {
            let poset = random_poset(&mut state);
            let all = ElementSet::full(poset.len());
            let board = Board::<1>::new(&poset, &all, true);
            let Some(mut chains) = Chains::new(&board, usize::MAX, &Budget::default()).unwrap() else { continue };
            covered += 1;
            let mut truths = HashMap::new();
            let check = board.for_each_down_set(&mut |set: Bits<1>| {
                let truth = naive::grundy_with(&poset, &board.outside(set), &mut truths);
                assert_eq!(chains.value(&board, set).map(u32::from), Ok(truth.0));
                ControlFlow::<()>::Continue(())
            });
            assert!(check.is_continue());
            assert!(board.has_at_most(usize::try_from(Oracle::<1>::positions(&chains)).unwrap()));
        }
        assert!(covered > 20, "{covered}");
    }
}
