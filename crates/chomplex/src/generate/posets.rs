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
use super::labelled::{Labelled, greatest};
use super::member::{Content, Member};
use crate::canon::graph::adjacency::{Adjacency, below, column, members, single};
use crate::canon::graph::canonical::Labelling;
use crate::canon::graph::partition::Partition;

struct ByMaximalElements;

impl Growth for ByMaximalElements {
    type Thing = Labelled;

    fn grow(&self, poset: &Labelled, tell: impl FnMut(Labelled)) {
        let down: Vec<u16> = (0..poset.order).map(|x| under(poset.triangle, x)).collect();
        let is_closed = |set: &u16| members(*set).all(|x| down[x] & !set == 0);
        let sets = (0..=below(poset.order)).filter(is_closed);
        sets.filter_map(|set| poset.child(set, candidates, label)).for_each(tell);
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
    let above = |y: usize| (poset.row(y) & !below(y)).count_ones();
    let maximal = members(poset.vertices()).filter(|&x| poset.row(x) & !below(x) == 0);
    greatest(maximal, |x| {
        let down = poset.row(x);
        (down.count_ones(), members(down).map(|y| above(y) * above(y)).sum::<u32>())
    })
}

/// The posets on n elements, at most 16.
pub(super) fn posets(n: usize) -> impl Iterator<Item = Member> + Send {
    Descendants::after(n, ByMaximalElements, Labelled::default())
        .map(|poset| Member(Content::Poset { elements: poset.order, covers: covers(poset) }))
}

fn covers(poset: Labelled) -> Vec<(usize, usize)> {
    let down: Vec<u16> = (0..poset.order).map(|x| under(poset.triangle, x)).collect();
    let covered = |y: usize| members(down[y]).fold(down[y], |left, x| left & !down[x]);
    (0..poset.order).flat_map(|y| members(covered(y)).map(move |x| (x, y))).collect()
}
