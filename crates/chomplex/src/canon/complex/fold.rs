//! Involutions along which a complex folds.
//!
//! If an automorphism of order two maps no vertex to a neighbour, then a face that it maps to
//! itself has only fixed vertices. So the fixed faces form the complex on the fixed vertices, which
//! has the same value as the whole. Two non-adjacent vertices with the same link are the simplest
//! case.
//!
//! An automorphism preserves the cells. So only exchanges of non-adjacent vertices within a cell
//! are possible, and all sets of disjoint exchanges are tried. None is missed.

use crate::complex::{IDENTITY, Order, Tied, Ties, Word};

/// An involution along which a complex folds, by the numbers of its sorted vertices.
#[inline(always)]
pub(super) fn involution<const N: usize>(tied: &Tied<N>) -> Option<Order> {
    let word = tied.image.word;
    if let Some(p) = tied.twins.places().find(|p| !word.has(0b11 << p)) {
        let mut images = IDENTITY;
        images.swap(p, p + 1);
        return Some(images);
    }
    // If all tied vertices are twins here, those of a cell are all neighbours.
    if tied.is_settled() { None } else { exchanges(word, mates(word, tied.ties)) }
}

/// For each vertex, the other vertices of its cell that are not its neighbours, as bits.
#[inline(always)]
fn mates<const N: usize>(word: Word<N>, ties: Ties) -> [u8; 8] {
    let mut mates = [0; 8];
    for (start, len) in ties.cells() {
        let cell = (((1u16 << len) - 1) << start) as u8;
        for (vertex, mates) in mates.iter_mut().enumerate().skip(start).take(len) {
            *mates = cell & !word.neighbours(vertex) & !(1 << vertex);
        }
    }
    mates
}

fn exchanges<const N: usize>(word: Word<N>, mates: [u8; 8]) -> Option<Order> {
    if mates == [0; 8] {
        return None;
    }
    let mut images = IDENTITY;
    let open = (0..8).filter(|&v| mates[v] != 0).fold(0, |open, v| open | 1 << v);
    Search { word, mates }.extend(word, open, &mut images).then_some(images)
}

struct Search<const N: usize> {
    word: Word<N>,
    mates: [u8; 8],
}

impl<const N: usize> Search<N> {
    /// Exchanges some of the open vertices so that the image becomes the original word again.
    fn extend(&self, image: Word<N>, open: u8, images: &mut Order) -> bool {
        if open == 0 {
            return false;
        }
        let vertex = open.trailing_zeros() as usize;
        let open = open & !(1 << vertex);
        let mut others = self.mates[vertex] & open;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            images.swap(vertex, other);
            let next = image.swapped(vertex, other);
            if next == self.word || self.extend(next, open & !(1 << other), images) {
                return true;
            }
            images.swap(vertex, other);
        }
        self.extend(image, open, images)
    }
}
