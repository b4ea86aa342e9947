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
use crate::rule::RuleId;

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

/// Maximum number of vertices of a complex that is recognised.
const MOST_VERTICES: usize = 16;

/// A board that is a simplicial complex, with its elements as faces.
pub(crate) struct Faces {
    /// The vertices of each element, as a mask.
    masks: Vec<u16>,
    vertices: usize,
}

impl Faces {
    /// The elements as faces, if each is determined by the minimal elements below it and every
    /// non-empty subset of these is also an element.
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
        // The elements below a face are distinct faces on some of its vertices; if their number
        // matches, they are all of them.
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

    /// The image of each element under a permutation of the vertices; an element whose image is no
    /// face is kept.
    fn images(&self, vertices: &[u8]) -> Vec<usize> {
        let image =
            |mask: u16| (0..self.vertices).filter(|v| mask >> v & 1 == 1).fold(0, |image, v| image | 1 << vertices[v]);
        let face = |mask: u16| self.masks.iter().position(|&other| other == mask);
        self.masks.iter().enumerate().map(|(x, &mask)| face(image(mask)).unwrap_or(x)).collect()
    }

    /// A set of faces on at most seven vertices as a word: bit f stands for the face whose vertices
    /// are the binary digits of f.
    pub(crate) fn word<const B: usize>(&self, set: Bits<B>) -> u128 {
        set.iter().fold(0, |word, x| word | 1 << self.masks[x])
    }

    fn graph<const B: usize>(&self, set: Bits<B>) -> Adjacency {
        let masks = set.iter().map(|x| self.masks[x]);
        let (edges, vertices): (Vec<u16>, Vec<u16>) = masks.partition(|mask| mask.count_ones() == 2);
        let ends = |edge: &u16| (edge.trailing_zeros() as usize, 15 - edge.leading_zeros() as usize);
        let present = vertices.iter().fold(0, |all, vertex| all | vertex);
        Adjacency::from_edges(self.vertices, edges.iter().map(ends)).induced(present)
    }
}

impl<const N: usize, const B: usize> Encoder<Complexes<N>, N, B> for Faces {
    fn position(&self, set: Bits<B>) -> Bits<N> {
        set.iter().map(|x| usize::from(self.masks[x])).collect()
    }

    fn fold(&self, kernel: &Complexes<N>, set: Bits<B>) -> Option<Vec<usize>> {
        let position = Encoder::<Complexes<N>, N, B>::position(self, set);
        let vertices = kernel.folds().then(|| kernel.fold(position)).flatten()?;
        Some(self.images(&vertices))
    }
}

impl<const B: usize> Encoder<Graphs, 2, B> for Faces {
    fn position(&self, set: Bits<B>) -> Adjacency {
        self.graph(set)
    }

    fn fold(&self, kernel: &Graphs, set: Bits<B>) -> Option<Vec<usize>> {
        let graph = self.graph(set);
        let images = kernel.folds().then(|| fold(&graph)).flatten()?;
        let there = |v: usize| graph.vertices() >> v & 1 == 1;
        let vertices: Vec<u8> = (0..self.vertices).map(|v| if there(v) { images[v] } else { v as u8 }).collect();
        Some(self.images(&vertices))
    }

    fn theorem(&self, kernel: &Graphs, set: Bits<B>) -> Option<RuleId> {
        kernel.theorem(&self.graph(set))
    }
}
