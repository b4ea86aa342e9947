//! Finer invariants: cells of vertices and kinds of faces, each refined by the other.

use super::order::{Image, Ordered, Ties};
use super::word::{IDENTITY, Word};

/// Divides the cells until their vertices agree in the kinds of faces they lie in; the kind of a face is from which cells
/// its vertices are. The order of the cells stays, and within a cell depends on the complex and the cells only.
pub(super) fn refined<const N: usize, I: Image<N>>(mut ordered: Ordered<I>) -> Ordered<I> {
    while ordered.ties != Ties(0) {
        let finer = refined_once(ordered);
        if finer.ties == ordered.ties {
            return finer;
        }
        ordered = finer;
    }
    ordered
}

fn refined_once<const N: usize, I: Image<N>>(ordered: Ordered<I>) -> Ordered<I> {
    let Ordered { image, ties } = ordered;
    let cells = ties.starts();
    let sums = sums_of_kinds(image.word(), cells);
    let mut order = IDENTITY;
    order.sort_by_key(|&v| (cells[usize::from(v)], sums[usize::from(v)]));
    let mut finer = ties.0;
    for p in 0..7 {
        if sums[usize::from(order[p])] != sums[usize::from(order[p + 1])] {
            finer &= !(1 << p);
        }
    }
    Ordered { image: image.relabelled(order), ties: Ties(finer) }
}

/// For each vertex a sum over its faces of numbers that look random, one for each kind of face.
fn sums_of_kinds<const N: usize>(word: Word<N>, cells: [u8; 8]) -> [u64; 8] {
    let mut kinds = [0u64; 256];
    let mut sums = [0u64; 8];
    for high in 0..N {
        let mut faces = word.0[high];
        while faces != 0 {
            let face = 64 * high + faces.trailing_zeros() as usize;
            faces &= faces - 1;
            // A face without its first vertex was met before.
            let first = face.trailing_zeros() as usize;
            kinds[face] = kinds[face & (face - 1)].wrapping_add(mixed(u64::from(cells[first])));
            let number = mixed(kinds[face]);
            let mut rest = face;
            while rest != 0 {
                let vertex = rest.trailing_zeros() as usize;
                sums[vertex] = sums[vertex].wrapping_add(number);
                rest &= rest - 1;
            }
        }
    }
    sums
}

/// A number that looks random (Steele, Lea and Flood, SplitMix64, 2014).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
