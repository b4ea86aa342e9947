//! The vertices of a graph ranked by what their surroundings look like.
//!
//! A first guess that spares most of the work of refining a partition: where it tells all vertices apart, nothing is left to
//! refine. All vertices are dealt with at once, without a branch.

use super::adjacency::{Adjacency, MAX_VERTICES, members, single};

/// After so many rounds a colour says something of the vertices at this distance. More seldom pay.
const ROUNDS: usize = 2;

type Colours = [u16; MAX_VERTICES];

/// How many vertices are ranked below each vertex.
///
/// Vertices of one cell of an equitable partition have the same rank. Those of different cells mostly have not, but may
/// by chance. What is no vertex has a rank without a meaning.
#[inline(never)]
pub(crate) fn ranks(graph: &Adjacency) -> [u16; MAX_VERTICES] {
    let mut colours = graph.rows().map(|row| row.count_ones() as u16);
    for _ in 0..ROUNDS {
        colours = next(graph, &colours.map(mix));
    }
    let colours = colours.map(u16::cast_signed);
    let mut ranks = [0; MAX_VERTICES];
    for v in members(graph.vertices()) {
        let colour = colours[v % MAX_VERTICES];
        for (rank, other) in ranks.iter_mut().zip(&colours) {
            *rank += u16::from(colour < *other);
        }
    }
    ranks
}

/// To the colour of each vertex those of its neighbours are added.
#[inline]
fn next(graph: &Adjacency, colours: &Colours) -> Colours {
    let mut sums = colours.map(|colour| colour << 1 ^ colour >> 3);
    for v in members(graph.vertices()) {
        let (colour, bit) = (colours[v % MAX_VERTICES], single(v));
        for (sum, row) in sums.iter_mut().zip(graph.rows()) {
            *sum = sum.wrapping_add(if row & bit != 0 { colour } else { 0 });
        }
    }
    sums
}

/// Scatters colours, so that equal sums mostly have equal terms.
#[inline]
fn mix(colour: u16) -> u16 {
    let x = colour.wrapping_mul(0x9e3b);
    (x ^ x >> 7).wrapping_mul(0x6d2b)
}
