//! The ways into the kernels: what a board is made of, if it is a complex.

use crate::bits::Bits;
use crate::board::Board;
use crate::canon::graph::adjacency::Adjacency;

/// The most vertices a complex is recognised with.
const MOST_VERTICES: usize = 16;

/// A board that is a simplicial complex: its elements as faces.
pub(crate) struct Faces {
    /// The vertices of each element, as a mask.
    masks: Vec<u16>,
    vertices: usize,
}

impl Faces {
    /// The elements as faces, if each is determined by the minimal elements below it, and every subset of these is there too.
    pub(crate) fn of<const B: usize>(board: &Board<B>) -> Option<Self> {
        let minimal: Bits<B> = (0..board.len()).filter(|&x| board.down[x] == Bits::single(x)).collect();
        let vertices: Vec<usize> = minimal.iter().collect();
        if vertices.len() > MOST_VERTICES {
            return None;
        }
        let mask = |x: usize| {
            let below = vertices.iter().enumerate().filter(|&(_, &v)| board.down[x].contains(v));
            below.fold(0u16, |mask, (i, _)| mask | 1 << i)
        };
        let masks: Vec<u16> = (0..board.len()).map(mask).collect();
        let mut sorted = masks.clone();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|two| two[0] != two[1]);
        // What lies below a face are different faces with vertices of it; if there are that many, they are all.
        let full = |x: usize| board.down[x].len() + 1 == 1 << masks[x].count_ones();
        (distinct && (0..board.len()).all(full)).then_some(Faces { vertices: vertices.len(), masks })
    }

    /// The number of vertices.
    pub(crate) fn vertices(&self) -> usize {
        self.vertices
    }

    /// Whether no face has more than two vertices.
    pub(crate) fn is_graph(&self) -> bool {
        self.masks.iter().all(|mask| mask.count_ones() <= 2)
    }

    /// A set of faces as the set of their masks.
    pub(crate) fn word<const B: usize, const N: usize>(&self, set: Bits<B>) -> Bits<N> {
        set.iter().map(|x| usize::from(self.masks[x])).collect()
    }

    /// A set of vertices and edges as a graph.
    pub(crate) fn graph<const B: usize>(&self, set: Bits<B>) -> Adjacency {
        let masks = set.iter().map(|x| self.masks[x]);
        let (edges, vertices): (Vec<u16>, Vec<u16>) = masks.partition(|mask| mask.count_ones() == 2);
        let ends = |edge: &u16| (edge.trailing_zeros() as usize, 15 - edge.leading_zeros() as usize);
        let present = vertices.iter().fold(0, |all, vertex| all | vertex);
        Adjacency::from_edges(self.vertices, edges.iter().map(ends)).induced(present)
    }
}
