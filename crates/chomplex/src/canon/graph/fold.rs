//! Involutions along which a graph folds.
//!
//! If an involution of the vertices is an automorphism and maps no vertex to a neighbour, then the
//! graph has the value of the subgraph on the fixed vertices (Khandhawit and Ye 2011, Theorem 1).
//!
//! The search uses backtracking. For each vertex it keeps the possible images, at first the
//! vertices of its cell that are not its neighbours. Once the image of a vertex is known,
//! neighbours of the vertex must go to neighbours of the image, and other vertices to others. While
//! nothing is moved, an undecided vertex either goes to another one or stays where it is. The
//! search is complete.

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, first, is_crowded, members, single};
use super::partition::Partition;

/// An involution of the vertices, other than the identity, that is an automorphism and maps no
/// vertex to a neighbour. `None` only if there is none.
pub(crate) fn fold(graph: &Adjacency) -> Option<Labels> {
    let images = Images::fold(graph, &Partition::new(graph))?;
    Some(std::array::from_fn(|v| first(images.possible[v]) as u8))
}

/// The vertices fixed by such an involution, given the coarsest equitable partition.
#[inline]
pub(crate) fn fixed_by_fold(graph: &Adjacency, cells: &Partition) -> Option<u16> {
    if cells.is_discrete() {
        return None;
    }
    let images = Images::fold(graph, cells)?;
    let fixed = members(graph.vertices()).filter(|&v| images.possible[v] == single(v));
    Some(fixed.fold(0, |set, v| set | single(v)))
}

/// The state of the search for an involution.
#[derive(Clone, Copy)]
struct Images {
    /// The possible images of each vertex.
    possible: [u16; MAX_VERTICES],
    /// The vertices in cells with several vertices.
    crowded: u16,
    /// The vertices with several possible images.
    open: u16,
}

impl Images {
    fn fold(graph: &Adjacency, cells: &Partition) -> Option<Images> {
        let mut images = Images::begin(graph, cells)?;
        while images.open != 0 {
            let v = images.narrowest();
            let others = images.possible[v] & !single(v);
            let found = members(others).find_map(|w| images.decide(graph, v, w)?.complete(graph));
            if found.is_some() {
                return found;
            }
            images = images.decide(graph, v, v)?;
        }
        None
    }

    /// The start of the search, from the cells. `None` if the cells show that nothing moves.
    fn begin(graph: &Adjacency, cells: &Partition) -> Option<Images> {
        let mut images = Images { possible: std::array::from_fn(single), crowded: 0, open: 0 };
        for cell in cells.crowded() {
            images.crowded |= cell;
            for v in members(cell) {
                images.possible[v] = cell & !graph.row(v);
                if is_crowded(images.possible[v]) {
                    images.open |= single(v);
                }
            }
        }
        let known = images.crowded & !images.open;
        (images.open != 0 && images.settle(graph, known)).then_some(images)
    }

    /// An involution with these images, one of which is moved.
    fn complete(self, graph: &Adjacency) -> Option<Images> {
        if self.open == 0 {
            return Some(self);
        }
        let v = self.narrowest();
        let others = members(self.possible[v] & !single(v));
        let stays = members(self.possible[v] & single(v));
        others.chain(stays).find_map(|w| self.decide(graph, v, w)?.complete(graph))
    }

    /// The first open vertex with the fewest possible images.
    fn narrowest(&self) -> usize {
        members(self.open).min_by_key(|&v| self.possible[v].count_ones()).expect("a vertex is open")
    }

    /// The state after `v` is mapped to `w`, unless that is impossible.
    fn decide(mut self, graph: &Adjacency, v: usize, w: usize) -> Option<Images> {
        self.possible[v] = single(w);
        self.open &= !single(v);
        self.settle(graph, single(v)).then_some(self)
    }

    /// Propagates images that have become known. Returns whether there is no contradiction.
    ///
    /// Vertices that are alone in their cells never cause a contradiction.
    fn settle(&mut self, graph: &Adjacency, mut known: u16) -> bool {
        while known != 0 {
            let v = first(known);
            known &= known - 1;
            let w = first(self.possible[v]);
            let (from, to) = (graph.row(v), graph.row(w));
            for x in members(self.crowded & !single(v)) {
                let fits = if from & single(x) != 0 { to } else { !to };
                // It is an involution: w goes back to v, and no other vertex goes to either.
                let fits = if x == w { single(v) } else { fits & !single(v) & !single(w) };
                self.possible[x] &= fits;
                if self.possible[x] == 0 {
                    return false;
                }
                if self.open & single(x) != 0 && !is_crowded(self.possible[x]) {
                    self.open &= !single(x);
                    known |= single(x);
                }
            }
        }
        true
    }
}
