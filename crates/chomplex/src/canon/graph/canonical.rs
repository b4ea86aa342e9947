//! Canonical labelling of graphs.
//!
//! If every cell of the [`Partition`] has one vertex, the order of the cells is a labelling.
//! Otherwise the vertices of one cell are individualised one by one, and each resulting partition
//! is refined, and so on (McKay 1981). Among the labellings at the leaves of this tree, the one
//! with the largest upper triangle is taken. The tree depends only on the graph, so isomorphic
//! graphs have the same largest triangle.
//!
//! Symmetries prune the tree: of two vertices that a symmetry exchanges, while it fixes all
//! vertices individualised before, one is enough. Some are seen immediately: two vertices with the
//! same neighbours (except for each other) can be exchanged. Others are found when a leaf has the
//! same triangle as the best one so far. Then the rest of the branch in which the leaf lies, from
//! where the paths to the two leaves part, brings nothing new.

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, members, single};
use super::partition::Partition;

/// A labelling: the vertices in order, and the resulting upper triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labelling {
    pub(crate) order: Labels,
    pub(crate) triangle: u128,
}

impl Labelling {
    /// The canonical labelling, given the coarsest equitable partition.
    #[inline]
    pub(crate) fn new(graph: &Adjacency, cells: &Partition) -> Self {
        if cells.is_discrete() {
            return Labelling::at(graph, cells);
        }
        let mut search =
            Search { graph, path: [0; MAX_VERTICES], best: None, best_path: [0; MAX_VERTICES], symmetries: Vec::new() };
        search.descend(cells, 0);
        search.best.expect("there is a leaf")
    }

    /// The first vertex of a set in this order.
    #[cfg(feature = "survey")]
    pub(crate) fn first_of(&self, set: u16) -> Option<usize> {
        self.order.iter().map(|&v| usize::from(v)).find(|&v| set & single(v) != 0)
    }

    /// The labelling at a leaf.
    #[inline]
    fn at(graph: &Adjacency, cells: &Partition) -> Self {
        let order = cells.vertices();
        Labelling { order, triangle: graph.triangle(&order) }
    }
}

struct Search<'a> {
    graph: &'a Adjacency,
    /// The vertices individualised so far.
    path: Labels,
    /// The best leaf, and the vertices individualised on the way there.
    best: Option<Labelling>,
    best_path: Labels,
    symmetries: Vec<Symmetry>,
}

/// A symmetry, with the set of vertices it fixes.
struct Symmetry {
    images: Labels,
    fixed: u16,
}

impl Search<'_> {
    /// Visits the subtree of a node at this depth. Returns the depth of the node at which to
    /// continue, if it is not the parent.
    fn descend(&mut self, cells: &Partition, depth: usize) -> Option<usize> {
        let Some(cell) = cells.smallest() else { return self.visit(Labelling::at(self.graph, cells), depth) };
        let taken = self.path[..depth].iter().fold(0, |set, &v| set | single(v.into()));
        let mut tried = 0;
        for v in members(cell) {
            if self.twins(v, tried) || self.orbit(v, taken) & tried != 0 {
                continue;
            }
            tried |= single(v);
            self.path[depth] = v as u8;
            let back = self.descend(&cells.individualised(self.graph, v), depth + 1);
            if back.is_some_and(|back| back < depth) {
                return back;
            }
        }
        None
    }

    /// Whether a vertex has the same neighbours as one of those tried, except for the two
    /// themselves.
    fn twins(&self, v: usize, tried: u16) -> bool {
        members(tried).any(|w| (self.graph.row(v) ^ self.graph.row(w)) & !(single(v) | single(w)) == 0)
    }

    /// The orbit of a vertex under the known symmetries that fix a set.
    fn orbit(&self, v: usize, fixed: u16) -> u16 {
        let mut orbit = single(v);
        let mut grown = true;
        while grown {
            grown = false;
            for symmetry in self.symmetries.iter().filter(|symmetry| fixed & !symmetry.fixed == 0) {
                let more = members(orbit).fold(orbit, |set, w| set | single(symmetry.images[w].into()));
                grown |= more != orbit;
                orbit = more;
            }
        }
        orbit
    }

    /// Compares a leaf with the best one.
    fn visit(&mut self, leaf: Labelling, depth: usize) -> Option<usize> {
        match self.best {
            Some(best) if leaf.triangle < best.triangle => None,
            Some(best) if leaf.triangle == best.triangle => {
                self.note(&leaf.order, &best.order);
                (0..depth).find(|&d| self.path[d] != self.best_path[d])
            }
            _ => {
                self.best = Some(leaf);
                self.best_path = self.path;
                None
            }
        }
    }

    /// Records the symmetry that maps one order of the vertices to another.
    fn note(&mut self, from: &Labels, to: &Labels) {
        let mut symmetry = Symmetry { images: [0; MAX_VERTICES], fixed: 0 };
        for (&v, &w) in from.iter().zip(to).take(self.graph.order()) {
            symmetry.images[usize::from(v)] = w;
            symmetry.fixed |= if v == w { single(v.into()) } else { 0 };
        }
        self.symmetries.push(symmetry);
    }
}
