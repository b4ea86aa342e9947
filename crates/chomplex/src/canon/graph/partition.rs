//! The vertices of a graph in cells that no symmetry mixes.
//!
//! A partition is *equitable* if all vertices of a cell have the same number of neighbours in each cell. Refinement splits
//! cells until it is. How it goes depends on nothing but the graph: graphs that are the same have the same cells in the
//! same order.

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, first, is_crowded, members, single};

/// An ordered partition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partition {
    cells: [u16; MAX_VERTICES],
    len: usize,
    /// The numbers of the cells with several vertices.
    crowded: u16,
}

impl Partition {
    /// The coarsest equitable partition.
    pub(crate) fn of(graph: &Adjacency) -> Self {
        let mut cells = [0; MAX_VERTICES];
        cells[0] = graph.vertices();
        let len = usize::from(cells[0] != 0);
        let mut partition = Partition { cells, len, crowded: u16::from(is_crowded(cells[0])) };
        partition.refine(graph, 1);
        partition
    }

    /// The coarsest equitable partition that is finer than this equitable one and has `v` alone.
    pub(crate) fn individualised(&self, graph: &Adjacency, v: usize) -> Self {
        let mut partition = *self;
        let mut open = 0;
        partition.split(single(v), &mut open);
        partition.refine(graph, open);
        partition
    }

    /// Whether every vertex is alone.
    #[inline]
    pub(crate) fn is_discrete(&self) -> bool {
        self.crowded == 0
    }

    /// The cells with several vertices.
    #[inline]
    pub(crate) fn crowded(&self) -> impl Iterator<Item = u16> {
        members(self.crowded).map(|i| self.cells[i])
    }

    /// The first one of the smallest cells with several vertices, if there is one.
    pub(crate) fn smallest(&self) -> Option<u16> {
        self.crowded().min_by_key(|cell| cell.count_ones())
    }

    /// The vertices in the order of their cells, if each is alone.
    #[inline]
    pub(crate) fn vertices(&self) -> Labels {
        std::array::from_fn(|i| first(self.cells[i]) as u8)
    }

    /// Splits cells by their numbers of neighbours in the `open` ones, and the cells that come out of it, until nothing
    /// changes.
    fn refine(&mut self, graph: &Adjacency, mut open: u16) {
        while open != 0 && self.crowded != 0 {
            let alone = open & !self.crowded;
            if alone != 0 {
                let i = first(alone);
                open &= !single(i);
                self.split(graph.row(first(self.cells[i])), &mut open);
            } else {
                let i = first(open);
                open &= !single(i);
                for digit in neighbours(graph, self.cells[i]).into_iter().rev() {
                    self.split(digit, &mut open);
                }
            }
        }
    }

    /// Splits every cell into what is in a set and what is not.
    ///
    /// If the parts of a cell are counted but one, the last one follows from them and the cell: so one of two is opened,
    /// unless the cell is still open itself.
    #[inline]
    fn split(&mut self, set: u16, open: &mut u16) {
        for i in members(self.crowded) {
            let (inside, outside) = (self.cells[i] & set, self.cells[i] & !set);
            if inside == 0 || outside == 0 {
                continue;
            }
            let new = self.len % MAX_VERTICES;
            self.cells[i] = inside;
            self.cells[new] = outside;
            self.len += 1;
            if !is_crowded(inside) {
                self.crowded &= !single(i);
            }
            if is_crowded(outside) {
                self.crowded |= single(new);
            }
            let last = *open & single(i) == 0 && !is_crowded(inside);
            *open |= if last { single(i) } else { single(new) };
        }
    }
}

/// The number of neighbours of all vertices within a set, as binary digits: bit `v` of the digit `d` belongs to `v`.
#[inline]
fn neighbours(graph: &Adjacency, set: u16) -> [u16; 4] {
    let mut digits = [0; 4];
    for v in members(set) {
        let mut carry = graph.row(v);
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    digits
}
