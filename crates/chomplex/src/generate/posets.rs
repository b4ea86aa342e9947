//! All posets on n elements: A000112.
//!
//! A poset grows by a maximal element. Its parent is the poset without one of its maximal elements:
//! of those above the most elements, and above those that are below the most, the first in
//! canonical order.
//!
//! A poset is kept as a graph in which comparable elements are joined, with its elements numbered
//! level by level: the smaller number is the smaller element. Colours for the levels then make a
//! canonical labelling of the graph one of the poset.

use super::growth::{Descendants, Growth};
use super::member::Member;
use crate::canon::graph::adjacency::{Adjacency, below, column, members, single};
use crate::canon::graph::canonical::Labelling;
use crate::canon::graph::partition::Partition;

/// A poset by the number of its elements and the upper triangle of the matrix of its strict order,
/// canonically labelled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Poset {
    len: usize,
    triangle: u128,
}

struct ByMaximalElements;

impl Growth for ByMaximalElements {
    type Thing = Poset;

    fn grow(&self, poset: &Poset, mut tell: impl FnMut(Poset)) {
        let Poset { len, triangle } = *poset;
        let down: Vec<u16> = (0..len).map(|x| under(triangle, x)).collect();
        let is_closed = |set: u16| members(set).all(|x| down[x] & !set == 0);
        for set in (0..=below(len)).filter(|&set| is_closed(set)) {
            let child = Adjacency::from_triangle(len + 1, triangle | u128::from(set) << column(len));
            let candidates = candidates(&child);
            if candidates & single(len) == 0 {
                continue;
            }
            let labelling = label(&child);
            let chosen = labelling.first_of(candidates);
            let is_parent = |v: usize| v == len || label(&child.induced(!single(v))).triangle == triangle;
            if chosen.is_some_and(is_parent) {
                tell(Poset { len: len + 1, triangle: labelling.triangle });
            }
        }
    }
}

/// What is below an element.
fn under(triangle: u128, x: usize) -> u16 {
    (triangle >> column(x)) as u16 & below(x)
}

/// The canonical labelling of a poset whose elements are numbered along a linear extension.
fn label(poset: &Adjacency) -> Labelling {
    let mut levels = [0u16; 16];
    let mut rest = poset.vertices();
    let mut height = 0;
    while rest != 0 {
        let lowest = members(rest).filter(|&x| poset.row(x) & below(x) & rest == 0).fold(0, |set, x| set | single(x));
        levels[height] = lowest;
        rest &= !lowest;
        height += 1;
    }
    Labelling::new(poset, &Partition::within(poset, &levels[..height]))
}

/// The maximal elements one of which is taken away to get the parent.
fn candidates(poset: &Adjacency) -> u16 {
    let mut best = (0, 0);
    let mut candidates = 0;
    for x in members(poset.vertices()).filter(|&x| poset.row(x) & !below(x) == 0) {
        let above = |y: usize| (poset.row(y) & !below(y)).count_ones();
        let down = poset.row(x);
        let rank = (down.count_ones(), members(down).map(|y| above(y) * above(y)).sum::<u32>());
        if rank > best {
            (best, candidates) = (rank, 0);
        }
        if rank == best {
            candidates |= single(x);
        }
    }
    candidates
}

/// The posets on n elements, at most 16.
pub(super) fn posets(n: usize) -> impl Iterator<Item = Member> + Send {
    let empty = Poset { len: 0, triangle: 0 };
    Descendants::after(n, ByMaximalElements, empty).map(|poset| Member::poset(poset.len, covers(poset)))
}

fn covers(poset: Poset) -> Vec<(usize, usize)> {
    let down: Vec<u16> = (0..poset.len).map(|x| under(poset.triangle, x)).collect();
    let covered = |y: usize| members(down[y]).fold(down[y], |left, x| left & !down[x]);
    (0..poset.len).flat_map(|y| members(covered(y)).map(move |x| (x, y))).collect()
}
