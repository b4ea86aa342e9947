//! The vertices that hang together.

use super::word::Word;

/// The vertices that are connected with the first, as bits; 0 if there is no vertex.
#[inline(always)]
pub(super) fn first_part<const N: usize>(word: Word<N>) -> u8 {
    let vertices = word.vertices();
    let mut part = vertices & vertices.wrapping_neg();
    let mut open = part;
    while open != 0 {
        let vertex = open.trailing_zeros() as usize;
        open &= !(1 << vertex);
        let met = word.neighbours(vertex) & !part;
        part |= met;
        if part == vertices {
            break;
        }
        open |= met;
    }
    part
}
