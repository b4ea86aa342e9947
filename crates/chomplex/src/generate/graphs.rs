//! All simple graphs on n vertices: A000088.
//!
//! A graph grows by a vertex. Its parent is the graph without one of its vertices of greatest
//! degree: of those whose neighbours have the greatest degrees, the first in canonical order.

use super::growth::{Descendants, Growth};
use super::labelled::{Labelled, greatest};
use super::member::{Content, Member};
use crate::canon::graph::adjacency::{Adjacency, MAX_VERTICES, below, column, members, single};
use crate::canon::graph::canonical::Labelling;
use crate::canon::graph::partition::Partition;

struct ByVertices;

impl Growth for ByVertices {
    type Thing = Labelled;

    fn grow(&self, graph: &Labelled, tell: impl FnMut(Labelled)) {
        let adjacency = Adjacency::from_triangle(graph.order, graph.triangle);
        let degree = |v: usize| adjacency.row(v).count_ones();
        let most = (0..graph.order).map(degree).max().unwrap_or(0);
        let busy = (0..graph.order).filter(|&v| degree(v) == most).fold(0, |set, v| set | single(v));
        let is_new_candidate = |neighbours: &u16| {
            let joined = neighbours.count_ones();
            joined > most || joined == most && neighbours & busy == 0
        };
        let sets = (0..=below(graph.order)).filter(is_new_candidate);
        sets.filter_map(|neighbours| graph.child(neighbours, candidates, label)).for_each(tell);
    }
}

fn label(graph: &Adjacency) -> Labelling {
    Labelling::new(graph, &Partition::new(graph))
}

/// The vertices one of which is taken away to get the parent.
fn candidates(graph: &Adjacency) -> u16 {
    let degrees = graph.rows().map(u16::count_ones);
    let most = degrees.into_iter().max().unwrap_or(0);
    let busiest = members(graph.vertices()).filter(|&v| degrees[v] == most);
    greatest(busiest, |v| members(graph.row(v)).map(|w| degrees[w] * degrees[w]).sum::<u32>())
}

/// The graphs on n vertices, at most 16.
pub(super) fn graphs(n: usize) -> impl Iterator<Item = Member> + Send {
    debug_assert!(n <= MAX_VERTICES);
    Descendants::after(n, ByVertices, Labelled::default())
        .map(|graph| Member(Content::Graph { vertices: graph.order, edges: edges(graph) }))
}

fn edges(graph: Labelled) -> Vec<(u32, u32)> {
    let ends = (1..graph.order).flat_map(|w| (0..w).map(move |v| (v, w)));
    let joined = ends.filter(|&(v, w)| graph.triangle >> (column(w) + v) & 1 == 1);
    joined.map(|(v, w)| (v as u32, w as u32)).collect()
}
