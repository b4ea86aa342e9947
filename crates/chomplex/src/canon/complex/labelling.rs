//! The canonical form: the least word among the orders of the vertices that are left.

use super::order::{Image, Ordered, Ties, ordered};
use super::refinement::refined;

/// Up to this many orders are walked through; with more, better invariants are worth their time.
const FEW_ORDERS: usize = 24;

/// Sorts the vertices by invariants, by finer ones if many orders would be left.
#[inline(always)]
pub(super) fn settled<const N: usize, I: Image<N>>(image: I) -> Ordered<I> {
    let ordered = ordered(image);
    if ordered.ties == Ties(0) || has_few_orders(ordered) { ordered } else { refined(ordered) }
}

/// The least image among the orders of the vertices that are left.
#[inline(always)]
pub(super) fn least<const N: usize, I: Image<N>>(settled: Ordered<I>) -> I {
    if settled.ties == Ties(0) { settled.image } else { least_of_tied(settled) }
}

/// The least image over the leaves of a tree: as long as many orders are left, choose one vertex of the first of the
/// largest cells to stand first in it, in all ways, and refine.
///
/// Two twins may be exchanged in everything that follows, so one of them is enough.
fn least_of_tied<const N: usize, I: Image<N>>(settled: Ordered<I>) -> I {
    let Ordered { image, ties } = settled;
    let left = without_twins(image, ties);
    let mut best = image;
    if orders(left) <= FEW_ORDERS {
        walk(image, left, &mut best);
        return best;
    }
    let (start, len) =
        left.cells().max_by_key(|&(start, len)| (len, usize::MAX - start)).expect("many orders are left");
    for q in start..start + len {
        if (start..q).any(|p| image.word().swapped(p, q) == image.word()) {
            continue;
        }
        let chosen = Ordered { image: image.swapped(start, q), ties: Ties(ties.0 & !(1 << start)) };
        let found = least_of_tied(refined(chosen));
        if q == start || found.word() < best.word() {
            best = found;
        }
    }
    best
}

#[inline(always)]
fn has_few_orders<const N: usize, I: Image<N>>(ordered: Ordered<I>) -> bool {
    orders(without_twins(ordered.image, ordered.ties)) <= FEW_ORDERS
}

/// The ties of the cells in which not all vertices are twins. Two vertices are twins if they may be exchanged and nothing
/// changes; a cell of twins has only one order.
#[inline(always)]
fn without_twins<const N: usize, I: Image<N>>(image: I, ties: Ties) -> Ties {
    let mut left = 0;
    for (start, len) in ties.cells() {
        if (start..start + len - 1).any(|p| image.word().swapped(p, p + 1) != image.word()) {
            left |= ((1 << (len - 1)) - 1) << start;
        }
    }
    Ties(left)
}

/// The number of orders of the vertices within the cells.
#[inline(always)]
fn orders(ties: Ties) -> usize {
    ties.cells().map(|(_, len)| (2..=len).product::<usize>()).product()
}

/// Visits every order of the vertices within the cells, and keeps the least image. Returns the last.
fn walk<const N: usize, I: Image<N>>(mut image: I, ties: Ties, best: &mut I) -> I {
    let Some((start, len)) = ties.cells().next() else {
        if image.word() < best.word() {
            *best = image;
        }
        return image;
    };
    let rest = Ties(ties.0 & !(((1 << (len - 1)) - 1) << start));
    image = walk(image, rest, best);
    for &step in PLAIN_CHANGES[len] {
        image = image.swapped(start + step, start + step + 1);
        image = walk(image, rest, best);
    }
    image
}

/// Exchanges of neighbours that lead through all orders of 0 to 4 things (Steinhaus, Johnson, Trotter).
const PLAIN_CHANGES: [&[usize]; 5] =
    [&[], &[], &[0], &[1, 0, 1, 0, 1], &[2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2]];
