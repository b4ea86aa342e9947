//! The canonical form: the least word among the orders that the ties leave open.

use super::order::{Image, Ordered, Ties, Traced};
use super::refinement::refined;
use super::twins::{Arranged, Blocks, arranged};
use super::word::Order;

/// Up to this many orders are enumerated; with more, better invariants are worth their cost.
pub(super) const FEW_ORDERS: usize = 24;

/// The least image over all orders of the blocks.
#[inline(always)]
pub(super) fn least<const N: usize, I: Image<N>>(given: Arranged<I>) -> I {
    if given.is_settled() { given.image } else { least_of_several(given) }
}

fn least_of_several<const N: usize, I: Image<N>>(given: Arranged<I>) -> I {
    if given.orders() > FEW_ORDERS {
        return least_of_many(given);
    }
    let mut cells = [Blocks::default(); 4];
    let mut len = 0;
    for cell in given.cells() {
        cells[len] = cell;
        len += 1;
    }
    let mut best = given.image;
    walk(given.image, &cells[..len], &mut best);
    best
}

/// Visits all orders of the blocks of some cells, and keeps the least image. Returns the last
/// image.
fn walk<const N: usize, I: Image<N>>(mut image: I, cells: &[Blocks], best: &mut I) -> I {
    if cells.iter().all(|cell| cell.count == 2) {
        return walk_pairs(image, cells, best);
    }
    let (Blocks { start, count, size }, rest) = (cells[0], &cells[1..]);
    image = walk(image, rest, best);
    for step in PLAIN_CHANGES[count] {
        image = exchanged(image, start + step * size, start + (step + 1) * size, size);
        image = walk(image, rest, best);
    }
    image
}

/// The same if each cell has two blocks: the orders are binary numbers, visited in Gray code order.
#[inline(always)]
fn walk_pairs<const N: usize, I: Image<N>>(mut image: I, cells: &[Blocks], best: &mut I) -> I {
    keep_least(image, best);
    for step in 1..1u32 << cells.len() {
        let Blocks { start, size, .. } = cells[step.trailing_zeros() as usize];
        image = exchanged(image, start, start + size, size);
        keep_least(image, best);
    }
    image
}

#[inline(always)]
fn keep_least<const N: usize, I: Image<N>>(image: I, best: &mut I) {
    if image.word() < best.word() {
        *best = image;
    }
}

/// The least image over the leaves of a search tree. While many orders are left, each vertex of the
/// first of the largest cells is individualised in turn (put first in its cell), and the cells are
/// refined.
///
/// Two paths to the same image differ by an automorphism that fixes all earlier choices. A vertex
/// that such automorphisms map to one already chosen would lead to the same images again; so would
/// its twins.
#[cold]
#[inline(never)]
fn least_of_many<const N: usize, I: Image<N>>(given: Arranged<I>) -> I {
    let Arranged { image, ties, twins } = given;
    let Blocks { start, count, size } =
        given.cells().max_by_key(|cell| (cell.count, usize::MAX - cell.start)).expect("many orders are left");
    let mut orbits = Orbits(twins.starts());
    let mut best: Option<Traced<N>> = None;
    for block in 0..count {
        let first = start + block * size;
        if (start..first).any(|v| orbits.0[v] == orbits.0[first]) {
            continue;
        }
        let image = Traced::new(image.word()).swapped(start, first);
        let chosen = Ordered { image, ties: Ties(ties.0 & !(1 << start)) };
        let found = least(arranged(refined(chosen, start)));
        match best {
            Some(best) if best.word() == found.word() => orbits.join(best.origin, found.origin),
            Some(best) if best.word() < found.word() => {}
            _ => best = Some(found),
        }
    }
    image.relabelled(best.expect("a cell has blocks").origin)
}

/// The orbits of the vertices under automorphisms: a representative of the orbit of each vertex.
struct Orbits([u8; 8]);

impl Orbits {
    /// Merges orbits by an automorphism that maps each vertex of one list to the one at the same
    /// place of the other.
    fn join(&mut self, from: Order, to: Order) {
        for (a, b) in from.into_iter().zip(to) {
            let (a, b) = (self.0[usize::from(a)], self.0[usize::from(b)]);
            self.0.iter_mut().filter(|orbit| **orbit == a).for_each(|orbit| *orbit = b);
        }
    }
}

/// Exchanges two blocks.
#[inline(always)]
fn exchanged<const N: usize, I: Image<N>>(mut image: I, p: usize, q: usize, size: usize) -> I {
    for i in 0..size {
        image = image.swapped(p + i, q + i);
    }
    image
}

/// Exchanges of neighbours that lead through all orders of 0 to 4 things (Steinhaus, Johnson,
/// Trotter).
const PLAIN_CHANGES: [&[usize]; 5] =
    [&[], &[], &[0], &[1, 0, 1, 0, 1], &[2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2]];
