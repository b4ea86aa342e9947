//! The sweep over the down-sets of any poset.

use std::cell::OnceCell;

use hashbrown::HashMap;

use super::fold::{Class, Fold, Step};
use crate::bits::{Bits, MAX_WIDTH};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::symmetry::{Carrier, Symmetry};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// The state of all that remains of a position. Its elements are numbered from 0, each after those below it.
///
/// # Errors
/// If the budget is spent, or there are more than 512 elements.
pub fn sweep<F: Fold>(position: &Position, fold: &F, budget: &Budget) -> Result<F::State, Stop> {
    let (poset, set) = (position.poset(), position.remaining());
    if set.len() > MAX_WIDTH {
        return Err(Stop::Size);
    }
    match set.len() {
        0..=64 => sweep_with_width::<1, F>(poset, set, fold, budget),
        65..=128 => sweep_with_width::<2, F>(poset, set, fold, budget),
        129..=256 => sweep_with_width::<4, F>(poset, set, fold, budget),
        _ => sweep_with_width::<8, F>(poset, set, fold, budget),
    }
}

fn sweep_with_width<const N: usize, F: Fold>(
    poset: &Poset,
    set: &ElementSet,
    fold: &F,
    budget: &Budget,
) -> Result<F::State, Stop> {
    sweep_board(&Board::<N>::new(poset, set, false), fold, budget, |_| ())
}

/// Carries a state from the empty set of a board to all of it; `layer` is told the number of classes of each size.
pub(crate) fn sweep_board<const N: usize, F: Fold>(
    board: &Board<N>,
    fold: &F,
    budget: &Budget,
    mut layer: impl FnMut(usize),
) -> Result<F::State, Stop> {
    let mut symmetry = Symmetry::<N>::of(&board.poset, budget);
    let mut meter = budget.meter(100);
    let mut first = fold.start();
    fold.finish(&DownSet { board, set: Bits::EMPTY }, &mut first);
    let mut states: HashMap<Bits<N>, F::State> = [(Bits::EMPTY, first)].into_iter().collect();
    for _ in 0..board.len() {
        layer(states.len());
        let before = states.capacity() * (size_of::<(Bits<N>, F::State)>() + 2) + states.len() * fold.owned_bytes();
        let mut next: HashMap<Bits<N>, F::State> = HashMap::new();
        for (set, state) in &states {
            meter.tick()?;
            for element in addable(board, *set) {
                let (target, carrier) = symmetry.carry(*set | Bits::single(element))?;
                meter.make_room(&mut next, fold.owned_bytes(), before)?;
                let step = Carried { board, symmetry: &symmetry, carrier, element, maps: OnceCell::new() };
                fold.push(state, &step, next.entry(target).or_insert_with(|| fold.blank()));
            }
        }
        next.iter_mut().for_each(|(&set, state)| fold.finish(&DownSet { board, set }, state));
        states = next;
    }
    layer(states.len());
    Ok(states.into_values().next().expect("all of the board is one class"))
}

/// The elements all of whose lower elements are in the set, and that are not.
fn addable<const N: usize>(board: &Board<N>, set: Bits<N>) -> impl Iterator<Item = usize> {
    let missing = Bits::below(board.len()).without(set);
    missing.iter().filter(move |&x| (board.down[x] & missing) == Bits::single(x))
}

/// An element was added, and then an automorphism took the set to the one that stands for its class.
struct Carried<'a, const N: usize> {
    board: &'a Board<N>,
    symmetry: &'a Symmetry<N>,
    carrier: Carrier<N>,
    /// By its old name.
    element: usize,
    /// The new names of the elements, and the old ones, if somebody asked.
    maps: OnceCell<(Vec<usize>, Vec<usize>)>,
}

impl<const N: usize> Carried<'_, N> {
    fn maps(&self) -> &(Vec<usize>, Vec<usize>) {
        self.maps.get_or_init(|| {
            let images = self.symmetry.images(self.carrier);
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
    board: &'a Board<N>,
    set: Bits<N>,
}

impl<const N: usize> Class for DownSet<'_, N> {
    fn elements(&self) -> impl Iterator<Item = usize> {
        self.set.iter()
    }

    fn maximal(&self) -> impl Iterator<Item = usize> {
        self.set.iter().filter(|&x| (self.board.up[x] & self.set) == Bits::single(x))
    }
}
