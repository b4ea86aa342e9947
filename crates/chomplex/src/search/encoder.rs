//! The entries to the kernels: from sets of a board to positions, and from the folds and theorems
//! of a kernel back to the board.

use crate::bits::Bits;
use crate::board::Board;
use crate::canon::complex::Complexes;
use crate::canon::down_sets::DownSets;
use crate::canon::graph::adjacency::Adjacency;
use crate::canon::graph::fold::fold;
use crate::canon::graph::graphs::Graphs;
use crate::canon::kernel::Kernel;
use crate::complex::{VertexSet, VertexSets};
use crate::element::ElementSet;
use crate::rule::RuleId;
use crate::shape::Shape;

/// Converts the sets of a board to the positions of a kernel.
pub(crate) trait Encoder<K: Kernel<N>, const N: usize, const B: usize>: Send + Sync {
    /// The position for a set.
    fn position(&self, set: Bits<B>) -> K::Position;

    /// The involution that the kernel uses to fold a connected set: the image of each element of
    /// the board.
    fn fold(&self, _: &K, _: Bits<B>) -> Option<Vec<usize>> {
        None
    }

    /// The theorem that gives the kernel the value of a connected set.
    fn theorem(&self, _: &K, _: Bits<B>) -> Option<RuleId> {
        None
    }
}

/// Uses a set as the position itself.
pub(crate) struct Open;

impl<const N: usize> Encoder<DownSets<N>, N, N> for Open {
    fn position(&self, set: Bits<N>) -> Bits<N> {
        set
    }
}

/// Maximum number of vertices of a complex that a search encodes.
const MOST_VERTICES: usize = 16;

/// A board that is a simplicial complex.
pub(crate) struct ComplexBoard(VertexSets);

impl ComplexBoard {
    /// Recognises a board.
    pub(crate) fn new<const B: usize>(board: &Board<B>) -> Option<Self> {
        let all = ElementSet::full(board.len());
        let shape = Shape::new(&board.poset, &all);
        VertexSets::recognise(&shape, |vertices, _| vertices <= MOST_VERTICES).map(ComplexBoard)
    }

    /// The number of vertices.
    pub(crate) fn vertices(&self) -> usize {
        self.0.vertices()
    }

    /// Whether no face has more than two vertices.
    pub(crate) fn is_graph(&self) -> bool {
        self.0.largest() <= 2
    }

    /// The image of each element under a permutation of the vertices; an element whose image is no
    /// face is kept.
    fn images(&self, vertices: &[u8]) -> Vec<usize> {
        let image = |face: VertexSet| {
            (0..self.vertices()).filter(|v| face >> v & 1 == 1).fold(0, |image, v| image | 1 << vertices[v])
        };
        self.0.faces().iter().enumerate().map(|(x, &face)| self.0.element(image(face)).unwrap_or(x)).collect()
    }

    /// A set of faces as a bit set: bit f stands for the face whose vertices are the binary digits
    /// of f.
    pub(crate) fn bits<const N: usize, const B: usize>(&self, set: Bits<B>) -> Bits<N> {
        set.iter().map(|x| self.0.faces()[x] as usize).collect()
    }

    fn graph<const B: usize>(&self, set: Bits<B>) -> Adjacency {
        let faces = set.iter().map(|x| self.0.faces()[x]);
        let (edges, vertices): (Vec<VertexSet>, Vec<VertexSet>) = faces.partition(|face| face.count_ones() == 2);
        let ends = |edge: &VertexSet| (edge.trailing_zeros() as usize, edge.ilog2() as usize);
        let present = vertices.iter().fold(0, |all, &vertex| all | vertex as u16);
        Adjacency::from_edges(self.vertices(), edges.iter().map(ends)).induced(present)
    }
}

impl<const N: usize, const B: usize> Encoder<Complexes<N>, N, B> for ComplexBoard {
    fn position(&self, set: Bits<B>) -> Bits<N> {
        self.bits(set)
    }

    fn fold(&self, kernel: &Complexes<N>, set: Bits<B>) -> Option<Vec<usize>> {
        let position = self.bits(set);
        let vertices = kernel.folds().then(|| kernel.fold(position)).flatten()?;
        Some(self.images(&vertices))
    }
}

impl<const B: usize> Encoder<Graphs, 2, B> for ComplexBoard {
    fn position(&self, set: Bits<B>) -> Adjacency {
        self.graph(set)
    }

    fn fold(&self, kernel: &Graphs, set: Bits<B>) -> Option<Vec<usize>> {
        let graph = self.graph(set);
        let images = kernel.folds().then(|| fold(&graph)).flatten()?;
        let there = |v: usize| graph.vertices() >> v & 1 == 1;
        let vertices: Vec<u8> = (0..self.vertices()).map(|v| if there(v) { images[v] } else { v as u8 }).collect();
        Some(self.images(&vertices))
    }

    fn theorem(&self, kernel: &Graphs, set: Bits<B>) -> Option<RuleId> {
        kernel.theorem(&self.graph(set))
    }
}
