//! All simple graphs on n vertices: A000088.
//!
//! A graph grows by a vertex. Its parent is the graph without one of its vertices of greatest
//! degree: of those whose neighbours have the greatest degrees, the first in canonical order.

use super::growth::{Descendants, Growth};
use super::member::Member;
use crate::canon::graph::adjacency::{Adjacency, MAX_VERTICES, below, column, members, single};
use crate::canon::graph::canonical::Labelling;
use crate::canon::graph::partition::Partition;

/// A graph by the number of its vertices and the upper triangle of its adjacency matrix,
/// canonically labelled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Graph {
    order: usize,
    triangle: u128,
}

struct ByVertices;

impl Growth for ByVertices {
    type Thing = Graph;

    fn grow(&self, graph: &Graph, mut tell: impl FnMut(Graph)) {
        let Graph { order, triangle } = *graph;
        let adjacency = Adjacency::from_triangle(order, triangle);
        let degree = |v: usize| adjacency.row(v).count_ones();
        let greatest = (0..order).map(degree).max().unwrap_or(0);
        let busy = (0..order).filter(|&v| degree(v) == greatest).fold(0, |set, v| set | single(v));
        for neighbours in 0..=below(order) {
            let joined = neighbours.count_ones();
            if joined < greatest || joined == greatest && neighbours & busy != 0 {
                continue;
            }
            let child = Adjacency::from_triangle(order + 1, triangle | u128::from(neighbours) << column(order));
            let candidates = candidates(&child);
            if candidates & single(order) == 0 {
                continue;
            }
            let labelling = label(&child);
            let chosen = labelling.first_of(candidates);
            let is_parent = |v: usize| v == order || label(&child.induced(!single(v))).triangle == triangle;
            if chosen.is_some_and(is_parent) {
                tell(Graph { order: order + 1, triangle: labelling.triangle });
            }
        }
    }
}

fn label(graph: &Adjacency) -> Labelling {
    Labelling::new(graph, &Partition::new(graph))
}

/// The vertices one of which is taken away to get the parent.
fn candidates(graph: &Adjacency) -> u16 {
    let degrees = graph.rows().map(u16::count_ones);
    let mut best = (0, 0);
    let mut candidates = 0;
    for v in members(graph.vertices()) {
        let around = || members(graph.row(v)).map(|w| degrees[w] * degrees[w]).sum::<u32>();
        if degrees[v] < best.0 {
            continue;
        }
        let rank = (degrees[v], around());
        if rank > best {
            (best, candidates) = (rank, 0);
        }
        if rank == best {
            candidates |= single(v);
        }
    }
    candidates
}

/// The graphs on n vertices, at most 16.
pub(super) fn graphs(n: usize) -> impl Iterator<Item = Member> + Send {
    debug_assert!(n <= MAX_VERTICES);
    let empty = Graph { order: 0, triangle: 0 };
    Descendants::after(n, ByVertices, empty).map(|graph| Member::graph(graph.order, edges(graph)))
}

fn edges(graph: Graph) -> Vec<(u32, u32)> {
    let ends = (1..graph.order).flat_map(|w| (0..w).map(move |v| (v, w)));
    let joined = ends.filter(|&(v, w)| graph.triangle >> (column(w) + v) & 1 == 1);
    joined.map(|(v, w)| (v as u32, w as u32)).collect()
}
