//! The linear extensions of all connected down-sets of a poset.
//!
//! The last element of a linear extension of a down-set D is a maximal one. Without it, D splits
//! into connected components, which are down-sets again, and the linear extensions of the rest are
//! all interleavings of those of the components. So with n − 1 elements in components of k_1, …,
//! k_r
//!
//! ```text
//!   e(D) = Σ_x (n − 1)! / (k_1! ⋯ k_r!) · e(D_1) ⋯ e(D_r)      over the maximal elements x of D,
//! ```
//!
//! and it is enough to know e for the connected down-sets, one for each class under the
//! automorphisms. Minimal elements can be removed instead of maximal ones: this is the same in the
//! dual order, which may have far fewer connected down-sets. (K. Kangas, T. Hankala, T. Niinimäki
//! and M. Koivisto, *Counting linear extensions of sparse posets*, 2016, split into components in
//! this way.)
//!
//! - `fragments`: how a connected down-set splits when a maximal element is removed.
//! - `level`: sets of one size and a number for each.
//! - `sets`: the levels of all sizes, within a memory limit.
//! - `fill`: the numbers of all sets.
//! - `draw`: a random linear extension.
//!
//! # Which side
//!
//! The direction matters: of the 15.6 million down-sets of a random order on 70 elements 13 million
//! are connected, but only 1.2 million of its up-sets are. The [estimate](super::estimate) tells
//! which is better. Whether a set splits without a maximal element is decided by masks that are
//! made once: what is below the element is in fragments, and other maximal elements hold these
//! together or do not. The table is filled depth first in one pass; finding all sets first and
//! counting them layer by layer took twice as long. Several threads begin at opposite ends.

mod draw;
mod fill;
mod fragments;
mod level;
mod sets;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use self::fragments::Fragments;
use self::sets::Sets;
use super::binomials::Binomials;
use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::symmetry::Symmetry;
use crate::element::{Element, ElementSet};
use crate::layers::most_extensions_by_size;
use crate::poset::{Draft, Poset};
use crate::table::wide::{Product, unbounded};

/// Which elements are removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The maximal ones: the parts are down-sets.
    FromAbove,
    /// The minimal ones: the parts are up-sets, that is, down-sets of the dual order.
    FromBelow,
}

/// The connected down-sets of an order, each with the number of its linear extensions.
pub(crate) struct Table<const N: usize> {
    fragments: Fragments<N>,
    direction: Direction,
    /// The element of the order for each index on the board.
    elements: Vec<Element>,
    symmetry: Symmetry<N>,
    sets: Sets<N>,
    binomials: Binomials,
    /// The number of words for sets of each size.
    words: Vec<usize>,
}

/// A connected component of what remains after a move, given by the representative of its class.
#[derive(Clone, Copy)]
struct Component<const N: usize> {
    set: Bits<N>,
    hash: u64,
    size: usize,
}

impl<const N: usize> Component<N> {
    /// A set that is its own representative.
    fn new(set: Bits<N>) -> Self {
        Component { set, hash: set.mixed(), size: set.len() }
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
            symmetry: if symmetric { Symmetry::new(order, budget) } else { Symmetry::trivial(order) },
            sets: Sets::new(&words, budget),
            binomials: Binomials::new(n),
            words,
        }
    }

    /// The average number of bytes per set of middle size, including free space: a full level is
    /// doubled, so it has room for 1.44 times as many sets on average.
    pub(crate) fn bytes_each(order: &Poset) -> usize {
        let entry = 8 * (N + words_by_size(order)[order.len() / 2]);
        (entry + 8 * 8 / 3) * 144 / 100
    }

    /// The number of linear extensions of the whole order, which must be connected and have more
    /// than one element.
    pub(crate) fn count(&self) -> UBig {
        let set = Bits::below(self.elements.len());
        let number = self.number(&Component::new(set));
        unbounded(&number.collect::<Vec<u64>>())
    }

    /// The maximal elements of a set that is part of another one, whose maximal elements are known:
    /// usually it has one element less.
    #[inline]
    fn maximal_within(&self, whole: &Component<N>, maximal: Bits<N>, part: &Component<N>) -> Bits<N> {
        let lost = whole.set.without(part.set);
        match lost.first() {
            Some(x) if part.size + 1 == whole.size && lost == Bits::single(x) => {
                self.fragments.maximal_without(whole.set, maximal, x)
            }
            _ => self.fragments.maximal(part.set),
        }
    }

    /// The number of a set that is present.
    fn number(&self, part: &Component<N>) -> impl Iterator<Item = u64> + use<'_, N> {
        let place = self.sets.find(part).expect("the table is complete");
        self.sets.number(part.size, place)
    }
}

/// The connected components of a set without one of its maximal elements: the representatives of
/// those with more than one element, and the number of single elements.
#[inline]
fn split<const N: usize>(
    fragments: &Fragments<N>,
    symmetry: &mut Symmetry<N>,
    (whole, maximal, x): (&Component<N>, Bits<N>, usize),
    mut part: impl FnMut(Component<N>),
) -> Result<usize, Stop> {
    let mut represent = |set: Bits<N>, size: usize| -> Result<Component<N>, Stop> {
        let set = symmetry.representative(set)?;
        Ok(Component { set, hash: set.mixed(), size })
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

/// The number of ways to interleave parts of these sizes and a number of single elements, times the
/// numbers of the parts.
fn interleave<Number: Iterator<Item = u64>>(
    product: &mut Product,
    binomials: &Binomials,
    parts: impl Iterator<Item = (usize, Number)>,
    singles: usize,
) {
    product.set([1].into_iter());
    let mut placed = 0;
    // Small factors are multiplied together first.
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

/// For each size, the number of words that hold the number of linear extensions of a down-set of
/// that size.
fn words_by_size(order: &Poset) -> Vec<usize> {
    let bounds = most_extensions_by_size(order, &ElementSet::full(order.len()));
    bounds.iter().map(|bound| bound.bit_len().div_ceil(64)).collect()
}

/// The dual order, and the element of the original order for each of its elements.
fn dual(order: &Poset) -> (Poset, Vec<Element>) {
    let relations = order.covers().map(|(x, y)| (y.index(), x.index())).collect();
    let (dual, numbers) = Draft { size: order.len(), relations }.check().expect("it is an order");
    let mut elements = vec![Element::new(0); order.len()];
    numbers.iter().enumerate().for_each(|(x, number)| elements[number.index()] = Element::new(x));
    (dual, elements)
}
