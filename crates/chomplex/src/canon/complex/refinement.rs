//! Finer invariants: how vertices lie to one that has been chosen.

use super::order::{Image, Ordered, Ties, keys};
use super::word::{IDENTITY, Word};

/// Divides the cells by what the faces with a chosen vertex say of the others, then once more by all faces.
///
/// The order of the cells stays; the order within a cell depends on the complex, the cells and the choice only.
pub(super) fn refined<const N: usize, I: Image<N>>(ordered: Ordered<I>, chosen: usize) -> Ordered<I> {
    let finer = divided(ordered, ordered.image.word().star(chosen));
    if finer.ties == Ties(0) { finer } else { divided(finer, finer.image.word()) }
}

/// Divides the cells by the keys their vertices have in some faces.
fn divided<const N: usize, I: Image<N>>(ordered: Ordered<I>, faces: Word<N>) -> Ordered<I> {
    let Ordered { image, ties } = ordered;
    let cells = ties.starts();
    let keys = keys(faces, cells);
    let mut order = IDENTITY;
    order.sort_unstable_by_key(|&v| (cells[usize::from(v)], keys[usize::from(v)]));
    let mut finer = ties.0;
    for p in 0..7 {
        if keys[usize::from(order[p])] != keys[usize::from(order[p + 1])] {
            finer &= !(1 << p);
        }
    }
    Ordered { image: image.relabelled(order), ties: Ties(finer) }
}
