//! Graphs with one odd cycle and trees attached to its vertices.

use crate::shape::{Graph, Shape};

/// A connected graph with as many edges as vertices, whose only cycle is odd.
pub(super) struct OneOddCycle<'a> {
    pub(super) graph: &'a Graph,
    on_cycle: Vec<bool>,
    /// The number of vertices of the cycle.
    pub(super) length: usize,
}

impl<'a> OneOddCycle<'a> {
    pub(super) fn recognise(shape: &'a Shape<'_>) -> Option<Self> {
        let graph = shape.graph().filter(|graph| !graph.is_empty() && graph.edges().len() == graph.len())?;
        let on_cycle = without_trees(graph);
        let length = on_cycle.iter().filter(|on| **on).count();
        (length % 2 == 1 && graph.is_connected()).then_some(OneOddCycle { graph, on_cycle, length })
    }

    /// The vertices of the cycle.
    pub(super) fn cycle(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.graph.len()).filter(|&v| self.on_cycle[v])
    }

    /// The neighbours of a vertex outside the cycle.
    pub(super) fn outside(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbours(v).iter().copied().filter(|&w| !self.on_cycle[w])
    }

    /// The vertex outside the cycle that is joined to it, if exactly one edge leaves the cycle.
    pub(super) fn stem(&self) -> Option<usize> {
        let mut outside = self.cycle().flat_map(|v| self.outside(v));
        let stem = outside.next()?;
        outside.next().is_none().then_some(stem)
    }

    /// The number of vertices of the tail that starts at a vertex outside the cycle and leads away
    /// from another vertex, if it does not branch.
    pub(super) fn tail(&self, away_from: usize, start: usize) -> Option<usize> {
        let (mut before, mut now, mut length) = (away_from, start, 1);
        loop {
            match self.graph.neighbours(now) {
                [_] => return Some(length),
                &[a, b] => (before, now, length) = (now, if a == before { b } else { a }, length + 1),
                _ => return None,
            }
        }
    }
}

/// The vertices left after vertices of degree at most one are removed repeatedly.
fn without_trees(graph: &Graph) -> Vec<bool> {
    let mut degree: Vec<usize> = (0..graph.len()).map(|v| graph.degree(v)).collect();
    let mut left = vec![true; graph.len()];
    let mut leaves: Vec<usize> = (0..graph.len()).filter(|&v| degree[v] <= 1).collect();
    while let Some(leaf) = leaves.pop() {
        left[leaf] = false;
        for &v in graph.neighbours(leaf) {
            degree[v] -= 1;
            if degree[v] == 1 {
                leaves.push(v);
            }
        }
    }
    left
}
