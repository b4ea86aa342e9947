//! Ranks the vertices of a graph by their surroundings.
//!
//! This is a first approximation that saves most of the work of refining a partition: if it
//! distinguishes all vertices, nothing is left to refine. It handles all vertices at once, without
//! branches.

use super::adjacency::{Adjacency, MAX_VERTICES, members, single};

/// The number of rounds. After each round a colour depends on vertices one step further away. More
/// rounds seldom pay off.
const ROUNDS: usize = 2;

type Colours = [u16; MAX_VERTICES];

/// For each vertex, the number of vertices ranked before it.
///
/// Vertices of one cell of the coarsest equitable partition have the same rank. Vertices of
/// different cells usually have different ranks, but may collide. Ranks of places without a vertex
/// are meaningless.
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

/// Adds the colours of its neighbours to the colour of each vertex.
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

/// Mixes a colour, so that equal sums usually mean equal terms.
#[inline]
fn mix(colour: u16) -> u16 {
    let x = colour.wrapping_mul(0x9e3b);
    (x ^ x >> 7).wrapping_mul(0x6d2b)
}
