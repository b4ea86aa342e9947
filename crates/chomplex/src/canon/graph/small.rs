//! The values of all graphs on few vertices, computed from the definition.

use std::sync::LazyLock;

use super::adjacency::{Adjacency, column, members};

/// The largest number of vertices of the graphs in the table.
pub(crate) const SMALL: usize = 5;

const LEN: usize = 1 << (SMALL * (SMALL - 1) / 2 + 1);

/// The values of all labelled graphs on at most [`SMALL`] vertices, by their [`index`]. Each is the
/// mex of the values of its options, which come earlier.
pub(crate) static VALUES: LazyLock<[u8; LEN]> = LazyLock::new(|| {
    let mut values = [0; LEN];
    for n in 1..=SMALL {
        for triangle in 0..1 << column(n) {
            let graph = Adjacency::from_triangle(n, triangle);
            let seen = graph.options().fold(0u64, |seen, option| seen | 1 << values[index(&option)]);
            values[index(&graph)] = seen.trailing_ones() as u8;
        }
    }
    values
});

/// The upper triangle of a graph whose vertices are renumbered in their order, with one more bit
/// above it that marks the number of vertices; 0 if there are none.
///
/// ```text
///   3 vertices    0 … 0 1 e e e
///   edges                12 02 01
/// ```
#[inline]
pub(crate) fn index(graph: &Adjacency) -> usize {
    if graph.vertices() == 0 {
        return 0;
    }
    let mut index = 1;
    // From the last column to the first.
    let mut before = graph.vertices();
    while before != 0 {
        let w = 15 - before.leading_zeros() as usize;
        before &= !(1 << w);
        let edges =
            members(before).enumerate().fold(0, |column, (i, v)| column | usize::from(graph.row(w) >> v & 1) << i);
        index = index << before.count_ones() | edges;
    }
    index
}
