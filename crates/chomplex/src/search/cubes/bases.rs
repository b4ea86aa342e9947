//! A board cut into cubes.
//!
//! Let L be an antichain, and B everything else. The *base* of a position X is X ∩ B. For each
//! element of L, the base determines whether it must be in X (something of the base lies above it),
//! cannot be in X (something below it is missing), or is *free*. So the positions with one base E
//! correspond to the subsets of its free elements: a cube. The bases are the down-sets of B.
//! Automorphisms that preserve L map cubes to cubes, so one base of each class is kept.

use std::cmp::Reverse;

use dashu_int::UBig;
use hashbrown::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::labelling::{Labeller, Labelling};
use crate::canon::symmetry::{Automorphism, Symmetry};
use crate::element::Element;

use super::cube::{Role, WITHIN, words};

/// All bases of a board up to symmetry, smaller ones first.
pub(super) struct Bases<const N: usize> {
    /// The antichain L.
    low: Bits<N>,
    symmetry: Symmetry<N>,
    bases: Vec<Base<N>>,
    numbers: HashMap<Bits<N>, u32>,
    /// The moves of all bases, one base after another: by the elements of the base and those that
    /// it forces.
    moves: Vec<Move>,
    pub(super) words: usize,
    /// Approximate time in nanoseconds to go through all cubes once.
    pub(super) cost: u64,
    /// Accounts for the memory of all this.
    meter: Meter,
}

/// A representative of a class of bases.
#[derive(Clone, Copy)]
pub(super) struct Base<const N: usize> {
    pub(super) set: Bits<N>,
    pub(super) free: Bits<N>,
    /// Where its cube begins, and where its moves begin.
    pub(super) start: usize,
    first_move: usize,
}

impl<const N: usize> Base<N> {
    /// The number of coordinates of its cube.
    pub(super) fn dimension(&self) -> usize {
        self.free.len()
    }

    pub(super) fn words(&self) -> usize {
        words(self.dimension())
    }
}

/// The result of a move: a base, after an automorphism.
#[derive(Clone, Copy)]
struct Move {
    base: u32,
    /// The place of the automorphism in the list, or `IDENTITY`.
    automorphism: u32,
}

const IDENTITY: u32 = u32::MAX;

/// Maximum number of coordinates of a cube.
const MOST_FREE: usize = 28;

/// Maximum number of bases.
const MOST_BASES: usize = 1 << 20;

/// Time in nanoseconds for a move of a base, and for each word of its cube; measured.
const MOVE: u64 = 150;
const WORD: u64 = 6;

impl<const N: usize> Bases<N> {
    /// Cuts a board into cubes.
    ///
    /// # Errors
    /// `Stop::Positions` if no cut succeeds and one of them has more than `moves` moves; another
    /// reason if there is no good cut, or the budget is spent.
    pub(super) fn new(board: &Board<N>, moves: usize, budget: &Budget) -> Result<Self, Stop> {
        let mut ways = antichains(board);
        // Try the cuts with the fewest bases first, as estimated from the widest level.
        ways.retain(|&low| low.len() > WITHIN && low.len() <= MOST_FREE);
        let mut ways: Vec<(UBig, Bits<N>, Labelling)> = ways
            .into_iter()
            .filter_map(|low| {
                let colours: Vec<u32> = (0..board.len()).map(|x| low.contains(x).into()).collect();
                let labelling = Labeller::new(&board.poset).label(&colours);
                let fewest = (UBig::ONE << widest_level(board, low)) / labelling.group_order();
                (fewest <= UBig::from(MOST_BASES)).then_some((fewest, low, labelling))
            })
            .collect();
        ways.sort_by_key(|(fewest, low, _)| (fewest.clone(), Reverse(low.len())));
        let mut failed = Stop::Size;
        for (_, low, labelling) in ways {
            let symmetry = Symmetry::found(&board.poset, &labelling, budget);
            match Self::listed(board, low, symmetry, moves, budget) {
                Err(Stop::Positions) => failed = Stop::Positions,
                Err(_) => {}
                listed => return listed,
            }
        }
        Err(failed)
    }

    /// Lists the bases for an antichain.
    ///
    /// # Errors
    /// `Stop::Positions` if they have more than `most_moves` moves; another reason if there are too
    /// many bases, or the budget is spent.
    pub(super) fn listed(
        board: &Board<N>,
        low: Bits<N>,
        mut symmetry: Symmetry<N>,
        most_moves: usize,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut meter = budget.meter(64);
        let all = Bits::below(board.len()).without(low);
        let mut sets = vec![symmetry.representative(all)?];
        let mut numbers: HashMap<Bits<N>, u32> = [(sets[0], 0)].into_iter().collect();
        let mut moves = Vec::new();
        let mut first_moves = vec![];
        while let Some(&set) = sets.get(first_moves.len()) {
            meter.pause()?;
            first_moves.push(moves.len());
            for x in moved(board, low, set).iter() {
                let (target, automorphism) = symmetry.carry(set.without(board.up[x]))?;
                let next = sets.len() as u32;
                let base = *numbers.entry(target).or_insert(next);
                if base == next {
                    sets.push(target);
                }
                moves.push(Move { base, automorphism: place(automorphism) });
            }
            if sets.len() > MOST_BASES {
                return Err(Stop::Size);
            }
            if moves.len() > most_moves {
                return Err(Stop::Positions);
            }
            let bytes = moves.capacity() * size_of::<Move>()
                + numbers.capacity() * 2 * size_of::<(Bits<N>, u32)>()
                + sets.len() * size_of::<Base<N>>();
            meter.hold(bytes as u64)?;
        }
        let mut bases = Bases { low, symmetry, bases: Vec::new(), numbers, moves, words: 0, cost: 0, meter };
        bases.number(board, &sets, &first_moves);
        Ok(bases)
    }

    /// Numbers the bases by size, and gives each cube its place.
    fn number(&mut self, board: &Board<N>, sets: &[Bits<N>], first_moves: &[usize]) {
        let mut order: Vec<u32> = (0..sets.len() as u32).collect();
        order.sort_by_key(|&i| sets[i as usize].len());
        let mut numbers = vec![0; sets.len()];
        for (number, &i) in order.iter().enumerate() {
            let set = sets[i as usize];
            numbers[i as usize] = number as u32;
            let base =
                Base { set, free: free(board, self.low, set), start: self.words, first_move: first_moves[i as usize] };
            self.words += base.words();
            self.cost += moved(board, self.low, set).len() as u64 * (MOVE + WORD * base.words() as u64);
            self.bases.push(base);
        }
        self.moves.iter_mut().for_each(|to| to.base = numbers[to.base as usize]);
        self.numbers.values_mut().for_each(|number| *number = numbers[*number as usize]);
    }

    pub(super) fn bases(&self) -> &[Base<N>] {
        &self.bases
    }

    /// The number of positions in all cubes.
    pub(super) fn positions(&self) -> u64 {
        self.bases.iter().map(|base| 1 << base.dimension()).sum()
    }

    /// Visits the moves from the positions of a base that leave its cube: the base that each leads
    /// to, and what the coordinates of the cube there become here.
    pub(super) fn for_each_move(&self, board: &Board<N>, base: &Base<N>, visit: &mut impl FnMut(&Base<N>, &[Role])) {
        let forced = forced(board, self.low, base.set);
        let mut roles = [Role::Fixed(false); MOST_FREE];
        for (x, to) in (base.set | forced).iter().zip(&self.moves[base.first_move..]) {
            let target = &self.bases[to.base as usize];
            let automorphism = if to.automorphism == IDENTITY {
                Automorphism::Identity
            } else {
                Automorphism::Listed(to.automorphism as usize)
            };
            let removed = board.up[x];
            let left = base.set.without(removed);
            let mut set_role = |element: usize, role: Role| {
                roles[rank(target.free, self.symmetry.image(automorphism, element))] = role;
            };
            for (coordinate, element) in base.free.iter().enumerate() {
                if !removed.contains(element) {
                    set_role(element, Role::Becomes(coordinate as u8));
                }
            }
            for element in forced.iter().filter(|&element| element == x || !removed.contains(element)) {
                if (board.up[element] & left).is_empty() {
                    set_role(element, Role::Fixed(element != x));
                }
            }
            visit(target, &roles[..target.dimension()]);
        }
    }

    /// Locates a position: its base, and its number in the cube.
    pub(super) fn find(&mut self, board: &Board<N>, position: Bits<N>) -> Result<(usize, usize), Stop> {
        let (set, automorphism) = self.symmetry.carry(position.without(self.low))?;
        let number = self.numbers[&set] as usize;
        let base = &self.bases[number];
        let image = |x: usize| self.symmetry.image(automorphism, x);
        let forced = forced(board, self.low, position.without(self.low));
        let subset =
            (position & self.low).without(forced).iter().fold(0, |subset, x| subset | 1 << rank(base.free, image(x)));
        Ok((number, subset))
    }

    /// Continues with another budget.
    pub(super) fn continue_with(&mut self, budget: &Budget) {
        self.symmetry.continue_with(budget);
        self.meter.continue_with(budget);
    }
}

/// The rank of a member among the members of a set.
#[inline]
fn rank<const N: usize>(set: Bits<N>, member: usize) -> usize {
    (set & Bits::below(member)).len()
}

fn place<const N: usize>(automorphism: Automorphism<N>) -> u32 {
    match automorphism {
        Automorphism::Listed(place) => u32::try_from(place).expect("the list is short"),
        Automorphism::Identity => IDENTITY,
        Automorphism::Labelled(_) => unreachable!("the group is written out"),
    }
}

/// The elements of L below something in a base.
fn forced<const N: usize>(board: &Board<N>, low: Bits<N>, set: Bits<N>) -> Bits<N> {
    low.iter().filter(|&x| !(board.up[x] & set).is_empty()).collect()
}

fn free<const N: usize>(board: &Board<N>, low: Bits<N>, set: Bits<N>) -> Bits<N> {
    let is_free = |x: usize| (board.up[x] & set).is_empty() && board.down[x].without(Bits::single(x)).is_subset(set);
    low.iter().filter(|&x| is_free(x)).collect()
}

/// The elements that can be removed and are not free.
fn moved<const N: usize>(board: &Board<N>, low: Bits<N>, set: Bits<N>) -> Bits<N> {
    set | forced(board, low, set)
}

/// Antichains along which a board might be cut: its maximal elements and its levels; and for each
/// of these that is too large, the largest part of it that is not above some minimal element.
fn antichains<const N: usize>(board: &Board<N>) -> Vec<Bits<N>> {
    let all: Bits<N> = Bits::below(board.len());
    let maximal: Bits<N> = all.iter().filter(|&x| board.up[x].len() == 1).collect();
    let mut antichains = vec![maximal];
    antichains.extend(levels(board));
    let minimal: Vec<usize> = all.iter().filter(|&x| board.down[x].len() == 1).collect();
    let smaller: Vec<Bits<N>> = antichains
        .iter()
        .filter(|antichain| antichain.len() > MOST_FREE)
        .filter_map(|antichain| minimal.iter().map(|&v| antichain.without(board.up[v])).max_by_key(|rest| rest.len()))
        .collect();
    antichains.extend(smaller);
    antichains.dedup();
    antichains
}

/// The elements, grouped by the length of the longest chain below them.
fn levels<const N: usize>(board: &Board<N>) -> Vec<Bits<N>> {
    let mut levels: Vec<Bits<N>> = Vec::new();
    for x in 0..board.len() {
        let level = board.poset.level(Element::new(x));
        levels.resize(levels.len().max(level + 1), Bits::EMPTY);
        levels[level].insert(x);
    }
    levels
}

/// The size of the largest level after an antichain is removed. If it is k, there are at least 2^k
/// bases.
fn widest_level<const N: usize>(board: &Board<N>, low: Bits<N>) -> usize {
    levels(board).into_iter().map(|level| level.without(low).len()).max().unwrap_or(0)
}
