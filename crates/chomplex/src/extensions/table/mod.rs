//! The linear extensions of all connected down-sets of a poset.
//!
//! The last element of a linear extension of a down-set D is a maximal one. Without it D falls into connected parts, which are down-sets
//! again; the linear extensions of the rest interleave those of the parts in all ways. So with n − 1 elements in parts of k_1, …, k_r
//!
//! ```text
//!   e(D) = Σ_x (n − 1)! / (k_1! ⋯ k_r!) · e(D_1) ⋯ e(D_r)      over the maximal elements x of D,
//! ```
//!
//! and it is enough to know e for the connected down-sets, one for each class under the automorphisms. Instead of maximal elements one may take minimal ones away: that is the
//! same in the dual order, where there may be far fewer. (K. Kangas, T. Hankala, T. Niinimäki and M. Koivisto, *Counting linear extensions of sparse posets*, 2016,
//! split into components in this way.)
//!
//! - `fragments`: how a connected down-set falls apart when a maximal element is taken away.
//! - `level`: sets of one size and a number for each.
//! - `sets`: those of all sizes, within their memory.
//! - `fill`: the numbers of all sets.
//! - `draw`: a random linear extension.

mod draw;
mod fill;
mod fragments;
mod level;
mod sets;

use dashu_int::UBig;

use self::fragments::Fragments;
use self::sets::Sets;
use super::words::{Binomials, Product, unbounded};
use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::symmetry::Symmetry;
use crate::element::{Element, ElementSet};
use crate::poset::{Draft, Poset};

/// Which elements are taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The maximal ones: the parts are down-sets.
    FromAbove,
    /// The minimal ones: the parts are up-sets, down-sets of the dual order.
    FromBelow,
}

/// The connected down-sets of an order, each with the number of its linear extensions.
pub(crate) struct Table<const N: usize> {
    fragments: Fragments<N>,
    direction: Direction,
    /// The element of the order for each number on the board.
    elements: Vec<Element>,
    symmetry: Symmetry<N>,
    sets: Sets<N>,
    binomials: Binomials,
    /// The number of words that the sets of each size need.
    words: Vec<usize>,
}

/// A connected part of what remains after a move, by the set that stands for its class.
#[derive(Clone, Copy)]
struct Part<const N: usize> {
    set: Bits<N>,
    hash: u64,
    size: usize,
}

impl<const N: usize> Part<N> {
    /// A set that stands for its class itself.
    fn of(set: Bits<N>) -> Self {
        Part { set, hash: set.mixed(), size: set.len() }
    }
}

impl<const N: usize> Table<N> {
    /// An empty table for an order.
    pub(crate) fn new(order: &Poset, direction: Direction, symmetric: bool, budget: &Budget) -> Self {
        let (order, elements) = match direction {
            Direction::FromAbove => (order, order.elements().collect()),
            Direction::FromBelow => {
                let (dual, elements) = dual(order);
                (&{ dual }, elements)
            }
        };
        let n = order.len();
        let board = Board::<N>::new(order, &ElementSet::full(n), true);
        let words = words_by_size(order);
        Table {
            fragments: Fragments::new(&board),
            direction,
            elements,
            symmetry: if symmetric { Symmetry::of(order, budget) } else { Symmetry::trivial(order) },
            sets: Sets::new(&words, budget),
            binomials: Binomials::new(n),
            words,
        }
    }

    /// The bytes that a set of middle size takes, with its share of what is free: a level that is full is doubled, so that it has room for 1.44 times as many on average.
    pub(crate) fn bytes_each(order: &Poset) -> usize {
        let entry = 8 * (N + words_by_size(order)[order.len() / 2]);
        (entry + 8 * 8 / 3) * 144 / 100
    }

    /// The number of linear extensions of the whole order, which is connected and not a single element.
    pub(crate) fn count(&self) -> UBig {
        let set = Bits::below(self.elements.len());
        let number = self.number(&Part::of(set));
        unbounded(&number.collect::<Vec<u64>>())
    }

    /// The maximal elements of a set that is taken from another one, whose own are known: most often there is one element less.
    #[inline]
    fn maximal_within(&self, whole: &Part<N>, maximal: Bits<N>, part: &Part<N>) -> Bits<N> {
        let lost = whole.set.without(part.set);
        match lost.first() {
            Some(x) if part.size + 1 == whole.size && lost == Bits::single(x) => {
                self.fragments.maximal_without(whole.set, maximal, x)
            }
            _ => self.fragments.maximal(part.set),
        }
    }

    /// The number of a set that is there.
    fn number(&self, part: &Part<N>) -> impl Iterator<Item = u64> + use<'_, N> {
        let place = self.sets.find(part).expect("the table is complete");
        self.sets.number(part.size, place)
    }
}

/// The connected parts of a set without one of its maximal elements: those of more than one element, by the sets that stand for their classes; and how many
/// single ones there are.
#[inline]
fn split<const N: usize>(
    fragments: &Fragments<N>,
    symmetry: &mut Symmetry<N>,
    (whole, maximal, x): (&Part<N>, Bits<N>, usize),
    mut part: impl FnMut(Part<N>),
) -> Result<usize, Stop> {
    let mut represent = |set: Bits<N>, size: usize| -> Result<Part<N>, Stop> {
        let set = symmetry.representative(set)?;
        Ok(Part { set, hash: set.mixed(), size })
    };
    if whole.size > 2 && fragments.are_held(maximal, x) {
        part(represent(whole.set.without(Bits::single(x)), whole.size - 1)?);
        return Ok(0);
    }
    let mut singles = 0;
    let mut result = Ok(());
    fragments.split(whole.set, maximal, x, |piece| match piece.len() {
        1 => singles += 1,
        size => match represent(piece, size) {
            Ok(piece) => part(piece),
            Err(stop) => result = Err(stop),
        },
    });
    result.map(|()| singles)
}

/// The number of ways to interleave parts of these sizes and so many single elements, times the numbers of the parts.
fn interleave<Number: Iterator<Item = u64>>(
    product: &mut Product,
    binomials: &Binomials,
    parts: impl Iterator<Item = (usize, Number)>,
    singles: usize,
) {
    product.set([1].into_iter());
    let mut placed = 0;
    // Small factors are multiplied with each other first.
    let mut small = 1u64;
    let mut times_small = |product: &mut Product, factor: u64| match small.checked_mul(factor) {
        Some(more) => small = more,
        None => product.times_word(std::mem::replace(&mut small, factor)),
    };
    for (size, number) in parts {
        if placed == 0 {
            product.set(number);
        } else {
            product.times(number);
            match binomials.get(placed + size, size) {
                [factor] => times_small(product, *factor),
                factor => product.times(factor.iter().copied()),
            }
        }
        placed += size;
    }
    (placed + 1..=placed + singles).for_each(|i| times_small(product, i as u64));
    product.times_word(small);
}

/// For each size the words that the numbers of linear extensions of a down-set of that size need at most.
///
/// Let the order fall into chains, of which a down-set D has c_1, c_2, … elements. Then e(D) ≤ |D|! / (c_1! c_2! ⋯), which is largest if they are as
/// equal as the lengths of the chains allow.
fn words_by_size(order: &Poset) -> Vec<usize> {
    let chains = order.chains(&ElementSet::full(order.len()));
    let lengths: Vec<usize> = chains.iter().map(Vec::len).collect();
    let mut taken = vec![0usize; lengths.len()];
    let mut bits = 0f64;
    let mut words = vec![1];
    for size in 1..=order.len() {
        let (chain, _) = (0..lengths.len())
            .filter(|&i| taken[i] < lengths[i])
            .map(|i| (i, taken[i]))
            .min_by_key(|&(_, taken)| taken)
            .expect("not all are taken");
        taken[chain] += 1;
        bits += (size as f64).log2() - (taken[chain] as f64).log2();
        // A bit more for what rounding does.
        words.push((bits as usize + 2).div_ceil(64));
    }
    words
}

/// The order upside down, and the element of the order for each element of it.
fn dual(order: &Poset) -> (Poset, Vec<Element>) {
    let relations = order.covers().map(|(x, y)| (y.index(), x.index())).collect();
    let (dual, numbers) = Draft { size: order.len(), relations }.check().expect("it is an order");
    let mut elements = vec![Element::new(0); order.len()];
    numbers.iter().enumerate().for_each(|(x, number)| elements[number.index()] = Element::new(x));
    (dual, elements)
}
