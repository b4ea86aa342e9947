//! Partitions of the vertices of a graph into cells that no symmetry mixes.
//!
//! A partition is *equitable* if all vertices of a cell have the same number of neighbours in each
//! cell. Refinement splits cells until the partition is equitable. The result depends only on the
//! graph: isomorphic graphs have corresponding cells in the same order.

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, first, is_crowded, members, single};
use super::ranks::ranks;

/// An ordered partition. The number of a cell is the number of vertices in the cells before it.
///
/// ```text
///   cells    {4}  {0,2,3}  {1,5}
///   number    0      1       4
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partition {
    cells: [u16; MAX_VERTICES],
    /// The numbers of the cells with several vertices.
    crowded: u16,
}

impl Partition {
    /// The coarsest equitable partition.
    pub(crate) fn new(graph: &Adjacency) -> Self {
        // The coarsest equitable partition is finer than these cells, but seldom by much.
        let ranks = ranks(graph);
        let mut partition = Partition { cells: [0; MAX_VERTICES], crowded: 0 };
        let mut filled = 0;
        for v in members(graph.vertices()) {
            let i = usize::from(ranks[v]) % MAX_VERTICES;
            partition.crowded |= filled & single(i);
            filled |= single(i);
            partition.cells[i] |= single(v);
        }
        if partition.crowded != 0 {
            let open = partition.splitting(graph, &ranks);
            partition.refine(graph, open);
        }
        partition
    }

    /// The coarsest equitable partition that is finer than these cells and keeps their order.
    #[cfg(feature = "survey")]
    pub(crate) fn within(graph: &Adjacency, cells: &[u16]) -> Self {
        let mut partition = Partition { cells: [0; MAX_VERTICES], crowded: 0 };
        let (mut start, mut open) = (0, 0);
        for &cell in cells.iter().filter(|&&cell| cell != 0) {
            partition.cells[start] = cell;
            partition.crowded |= if is_crowded(cell) { single(start) } else { 0 };
            open |= single(start);
            start += cell.count_ones() as usize;
        }
        partition.refine(graph, open);
        partition
    }

    /// The cells that may split others: those with several vertices, and the single vertices whose
    /// neighbours distinguish vertices of a cell.
    fn splitting(&self, graph: &Adjacency, ranks: &[u16; MAX_VERTICES]) -> u16 {
        let (mut together, mut differ) = (0, 0);
        for cell in self.crowded() {
            together |= cell;
            let row = graph.row(first(cell));
            differ |= members(cell).fold(0, |differ, v| differ | graph.row(v) ^ row);
        }
        members(differ & !together).fold(self.crowded, |open, v| open | single(ranks[v].into()))
    }

    /// The coarsest equitable partition that is finer than this equitable one and has `v` in a cell
    /// of its own.
    pub(crate) fn individualised(&self, graph: &Adjacency, v: usize) -> Self {
        let mut partition = *self;
        let mut open = 0;
        partition.split(single(v), &mut open);
        partition.refine(graph, open);
        partition
    }

    /// Whether every cell has one vertex.
    #[inline]
    pub(crate) fn is_discrete(&self) -> bool {
        self.crowded == 0
    }

    /// The cells with several vertices.
    #[inline]
    pub(crate) fn crowded(&self) -> impl Iterator<Item = u16> {
        members(self.crowded).map(|i| self.cells[i])
    }

    /// The first of the smallest cells with several vertices, if there is one.
    pub(crate) fn smallest(&self) -> Option<u16> {
        self.crowded().min_by_key(|cell| cell.count_ones())
    }

    /// The vertices in the order of their cells, if every cell has one vertex.
    #[inline]
    pub(crate) fn vertices(&self) -> Labels {
        std::array::from_fn(|i| first(self.cells[i]) as u8)
    }

    /// Splits cells by the numbers of neighbours in the `open` cells, and in the cells that result,
    /// until nothing changes.
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
                for digit in neighbours(graph, self.cells[i]).into_iter().filter(|&digit| digit != 0) {
                    self.split(digit, &mut open);
                }
            }
        }
    }

    /// Splits every cell into the vertices inside a set and those outside.
    ///
    /// If a cell splits nothing, and one of its two parts splits nothing, then neither does the
    /// other part. So one part is opened, or both if the cell is still open.
    #[inline]
    fn split(&mut self, set: u16, open: &mut u16) {
        for i in members(self.crowded) {
            let (inside, outside) = (self.cells[i] & set, self.cells[i] & !set);
            if inside == 0 || outside == 0 {
                continue;
            }
            let new = (i + inside.count_ones() as usize) % MAX_VERTICES;
            self.cells[i] = inside;
            self.cells[new] = outside;
            if !is_crowded(inside) {
                self.crowded &= !single(i);
            }
            if is_crowded(outside) {
                self.crowded |= single(new);
            }
            let only_inside = *open & single(i) == 0 && !is_crowded(inside);
            *open |= if only_inside { single(i) } else { single(new) };
        }
    }
}

/// The number of neighbours of each vertex within a set, in binary: bit `v` of digit `d` belongs to
/// vertex `v`.
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
