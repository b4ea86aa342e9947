//! Vertex keys that tell more vertices apart. The search sorts the vertices by them.
//!
//! Each vertex has a key that does not depend on the names of the vertices: the number of faces
//! that contain it, the numbers of faces that contain it and each other vertex, and the same for
//! those others. Usually no two are equal. The vertices in the most faces come first, so that the
//! search tries moves there first.

use super::word::{WITH, Word};

/// Pseudorandom numbers below 64 for the codegrees, indexed by their lower and by their upper four
/// bits. Together they give 0 only for 0.
pub(super) const MIXED_LOW: [u8; 16] = [0, 11, 30, 47, 21, 39, 5, 60, 51, 26, 9, 34, 55, 14, 41, 19];
pub(super) const MIXED_HIGH: [u8; 16] = [0, 37, 58, 12, 23, 45, 6, 33, 62, 0, 0, 0, 0, 0, 0, 0];

/// For each vertex: its degree, then colours that distinguish it from others.
///
/// At first, vertices are coloured by their degrees. Then, twice, each gets a new colour from the
/// colours of the others and its codegrees with them. Where there is no vertex, the keys are the
/// least and distinct.
///
/// ```text
///   bits   30 … 23   22 … 3   2 … 0
///          degree    colours  0
/// ```
#[inline(always)]
pub(super) fn colours<const N: usize>(complex: Word<N>) -> [i32; 8] {
    let mut rows = [[0u32; 8]; 8];
    let mut degrees = [0; 8];
    codegrees(complex, |i, j, count| {
        let mixed = (MIXED_LOW[count as usize % 16] ^ MIXED_HIGH[count as usize / 16]).into();
        (rows[i][j], rows[j][i]) = (mixed, mixed);
        if i == j {
            degrees[i] = count;
        }
    });
    let times = |colours: [u32; 8]| rows.map(|row| (0..8).map(|j| row[j] * colours[j]).sum::<u32>());
    let first = times(degrees.map(|degree| (9 * degree) & 127));
    let second = times(first.map(|x| (x ^ (x >> 7)) & 127));
    std::array::from_fn(|i| {
        let key = (degrees[i] << 23 | (second[i] << 4 ^ first[i]) << 3) as i32;
        if key == 0 { 7 - i as i32 } else { key }
    })
}

/// Counts the faces that contain two vertices: calls `visit(i, j, count)` for all i < j, and
/// `visit(i, i, count)` for each vertex.
#[inline(always)]
fn codegrees<const N: usize>(complex: Word<N>, mut visit: impl FnMut(usize, usize, u32)) {
    let w = complex.0;
    // Packs the faces with vertex i into half the words: those that also have a vertex selecting
    // the word are put at the places of the faces without vertex i.
    let fold = |a: u64, b: u64, i: usize| (a & WITH[i]) | ((b & WITH[i]) >> (1 << i));
    for (i, with_i) in WITH.iter().enumerate() {
        if N == 2 {
            let star = fold(w[0], w[1], i);
            visit(i, i, star.count_ones());
            for (j, with) in WITH.iter().enumerate().skip(i + 1) {
                visit(i, j, (star & with).count_ones());
            }
            visit(i, 6, (w[1] & with_i).count_ones());
        } else {
            let (star, star_7) = (fold(w[0], w[1], i), fold(w[2], w[3], i));
            visit(i, i, star.count_ones() + star_7.count_ones());
            for j in i + 1..6 {
                visit(i, j, fold(star, star_7, j).count_ones());
            }
            visit(i, 6, fold(w[1], w[3], i).count_ones());
            visit(i, 7, star_7.count_ones());
        }
    }
    if N == 2 {
        visit(6, 6, w[1].count_ones());
    } else {
        visit(6, 6, w[1].count_ones() + w[3].count_ones());
        visit(6, 7, w[3].count_ones());
        visit(7, 7, w[2].count_ones() + w[3].count_ones());
    }
}
