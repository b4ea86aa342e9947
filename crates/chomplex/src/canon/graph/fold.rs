//! Symmetries of order two along which a graph is folded.
//!
//! If an involution of the vertices is an automorphism and takes no vertex to a neighbour, then the graph has the
//! value of the part that stays fixed (Khandhawit and Ye 2011, Theorem 1).
//!
//! It is sought by backtracking. For each vertex the possible images are kept, at first the vertices of its cell that
//! are not its neighbours. Once an image is known, neighbours must go to its neighbours and others to others. As
//! long as nothing is moved, an undecided vertex either goes to another one or stays where it is. The search is complete.

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, first, is_crowded, members, single};
use super::partition::Partition;

/// An involution of the vertices, not the identity, that is an automorphism and takes no vertex to a neighbour; `None` only if
/// there is none.
pub(crate) fn fold(graph: &Adjacency) -> Option<Labels> {
    let images = Images::fold(graph, &Partition::of(graph))?;
    Some(std::array::from_fn(|v| first(images.possible[v]) as u8))
}

/// The vertices fixed by such an involution, where the coarsest equitable partition is known.
#[inline]
pub(crate) fn fixed_by_fold(graph: &Adjacency, cells: &Partition) -> Option<u16> {
    if cells.is_discrete() {
        return None;
    }
    let images = Images::fold(graph, cells)?;
    let fixed = members(graph.vertices()).filter(|&v| images.possible[v] == single(v));
    Some(fixed.fold(0, |set, v| set | single(v)))
}

/// What is known of an involution while it is sought.
#[derive(Clone, Copy)]
struct Images {
    /// The possible images of each vertex.
    possible: [u16; MAX_VERTICES],
    /// The vertices in cells with several.
    crowded: u16,
    /// Those with several possible images.
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

    /// What the cells say, if they do not say that nothing moves.
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

    /// One involution with these images, of which one is moved.
    fn complete(self, graph: &Adjacency) -> Option<Images> {
        if self.open == 0 {
            return Some(self);
        }
        let v = self.narrowest();
        let others = members(self.possible[v] & !single(v));
        let stays = members(self.possible[v] & single(v));
        others.chain(stays).find_map(|w| self.decide(graph, v, w)?.complete(graph))
    }

    /// The first one of the open vertices with the fewest possible images.
    fn narrowest(&self) -> usize {
        members(self.open).min_by_key(|&v| self.possible[v].count_ones()).expect("a vertex is open")
    }

    /// What follows if `v` goes to `w`, unless it cannot.
    fn decide(mut self, graph: &Adjacency, v: usize, w: usize) -> Option<Images> {
        self.possible[v] = single(w);
        self.open &= !single(v);
        self.settle(graph, single(v)).then_some(self)
    }

    /// Draws all conclusions from images that became known; tells whether there is no contradiction.
    ///
    /// Vertices that are alone in their cells agree with everything.
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
