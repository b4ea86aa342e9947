//! Connected components.

use crate::complex::Word;

/// Whether all these vertices are connected; vertex 0 must be one of them.
#[inline(always)]
pub(super) fn is_connected<const N: usize>(word: Word<N>, vertices: u8) -> bool {
    // With sorted vertices, the first one has the most faces, and is usually a neighbour of all
    // others.
    word.neighbours(0) | 1 == vertices || first_part(word, vertices) == vertices
}

/// The connected component of the first vertex, as bits; 0 if there is no vertex.
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
