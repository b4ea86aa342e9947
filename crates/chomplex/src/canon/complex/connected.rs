//! The vertices that hang together.

use super::word::Word;

/// Whether all these vertices hang together; vertex 0 is one of them.
#[inline(always)]
pub(super) fn is_connected<const N: usize>(word: Word<N>, vertices: u8) -> bool {
    // With the vertices in order the first has most faces, and mostly all others as neighbours.
    word.neighbours(0) | 1 == vertices || first_part(word, vertices) == vertices
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
