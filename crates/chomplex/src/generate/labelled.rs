//! Graphs and posets that grow by one vertex.

use crate::canon::graph::adjacency::{Adjacency, column, single};
use crate::canon::graph::canonical::Labelling;

/// A graph, canonically labelled: the number of its vertices and the upper triangle of its
/// adjacency matrix. A poset is the graph of its comparable pairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Labelled {
    pub(super) order: usize,
    pub(super) triangle: u128,
}

impl Labelled {
    /// The graph with a new vertex joined to `neighbours`, if this graph is its parent: the graph
    /// without the first of its `candidates` in canonical order.
    pub(super) fn child(
        self,
        neighbours: u16,
        candidates: impl Fn(&Adjacency) -> u16,
        label: impl Fn(&Adjacency) -> Labelling,
    ) -> Option<Labelled> {
        let Labelled { order, triangle } = self;
        let child = Adjacency::from_triangle(order + 1, triangle | u128::from(neighbours) << column(order));
        let candidates = candidates(&child);
        if candidates & single(order) == 0 {
            return None;
        }
        let labelling = label(&child);
        let is_parent = |&v: &usize| v == order || label(&child.induced(!single(v))).triangle == triangle;
        labelling.first_of(candidates).filter(is_parent)?;
        Some(Labelled { order: order + 1, triangle: labelling.triangle })
    }
}

/// Those of some vertices that have the greatest rank.
pub(super) fn greatest<R: Ord + Default>(vertices: impl Iterator<Item = usize>, rank: impl Fn(usize) -> R) -> u16 {
    let (mut best, mut set) = (R::default(), 0);
    for v in vertices {
        let rank = rank(v);
        if rank > best {
            (best, set) = (rank, single(v));
        } else if rank == best {
            set |= single(v);
        }
    }
    set
}
