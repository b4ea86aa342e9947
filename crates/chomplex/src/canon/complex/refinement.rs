//! Finer invariants, relative to a vertex that has been individualised.

use super::order::{Image, Ordered, Ties, keys};
use super::word::{IDENTITY, Word};

/// Splits the cells by the keys of their vertices in the faces that contain a chosen vertex, then
/// once more by the keys in all faces. The chosen vertex is alone in its cell.
///
/// The order of the cells is kept. The order within a cell depends only on the complex, the cells
/// and the choice.
pub(super) fn refined<const N: usize, I: Image<N>>(ordered: Ordered<I>, chosen: usize) -> Ordered<I> {
    let mut finer = divided(ordered, |word| word.star(chosen));
    // In very regular complexes only the faces that contain two individualised vertices distinguish
    // anything.
    for other in (0..8).filter(|&v| v != chosen && ordered.ties.is_alone(v)) {
        if finer.ties == ordered.ties {
            finer = divided(finer, |word| word.star(chosen).star(other));
        }
    }
    if finer.ties == Ties(0) { finer } else { divided(finer, |word| word) }
}

/// Splits the cells by the keys of their vertices in some of the faces.
fn divided<const N: usize, I: Image<N>>(ordered: Ordered<I>, faces: impl Fn(Word<N>) -> Word<N>) -> Ordered<I> {
    let Ordered { image, ties } = ordered;
    let cells = ties.starts();
    let keys = keys(faces(image.word()), cells);
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
