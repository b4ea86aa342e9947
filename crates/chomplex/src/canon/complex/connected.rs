//! The vertices that hang together.

use super::word::Word;

/// Whether all vertices hang together.
#[inline(always)]
pub(super) fn is_connected<const N: usize>(word: Word<N>, vertices: u8) -> bool {
    if vertices == 0 {
        return true;
    }
    // Mostly some vertex is a neighbour of all others, often the first.
    let first = vertices.trailing_zeros() as usize;
    word.neighbours(first) | 1 << first == vertices || first_part(word, vertices) == vertices
}

/// The vertices that are connected with the first, as bits; 0 if there is no vertex.
#[inline(never)]
pub(super) fn first_part<const N: usize>(word: Word<N>, vertices: u8) -> u8 {
    let mut part = vertices & vertices.wrapping_neg();
    let mut open = part;
    while open != 0 && part != vertices {
        let vertex = open.trailing_zeros() as usize;
        let met = word.neighbours(vertex) & !part;
        part |= met;
        open = open & (open - 1) | met;
    }
    part
}
