//! A graph as the rows of its adjacency matrix.

use crate::bits::Bits;

/// The largest number of vertices of a graph here.
pub(crate) const MAX_VERTICES: usize = 16;

/// A list of vertices, or of numbers for vertices.
pub(crate) type Labels = [u8; MAX_VERTICES];

/// A simple graph whose vertices are some of 0, …, 15.
///
/// Bit `w` of row `v` says whether v and w are joined. Rows of places without a vertex are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Adjacency {
    rows: [u16; MAX_VERTICES],
    vertices: u16,
}

/// The members of a set of vertices in increasing order.
#[inline]
pub(crate) fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let v = set.trailing_zeros() as usize;
            set &= set - 1;
            v
        })
    })
}

/// The set of one vertex.
#[inline]
pub(crate) fn single(v: usize) -> u16 {
    1 << (v % MAX_VERTICES)
}

/// The smallest member of a non-empty set.
#[inline]
pub(crate) fn first(set: u16) -> usize {
    set.trailing_zeros() as usize % MAX_VERTICES
}

/// Whether a set has more than one member.
#[inline]
pub(crate) fn is_crowded(set: u16) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The bit at which column `j` of the upper triangle begins in a key.
///
/// ```text
///   bit    0   1  2   3  4  5   6 …
///   edge  01  02 12  03 13 23  04 …
/// ```
#[inline]
pub(crate) const fn column(j: usize) -> usize {
    j * j.wrapping_sub(1) / 2
}

impl Adjacency {
    /// The graph on the vertices 0, …, n - 1 with these edges.
    pub(crate) fn from_edges(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        debug_assert!(n <= MAX_VERTICES);
        let mut graph = Adjacency { rows: [0; MAX_VERTICES], vertices: below(n) };
        for (v, w) in edges {
            graph.rows[v] |= single(w);
            graph.rows[w] |= single(v);
        }
        graph
    }

    /// The vertices.
    #[inline]
    pub(crate) fn vertices(&self) -> u16 {
        self.vertices
    }

    /// The neighbours of all vertices.
    #[inline]
    pub(crate) fn rows(&self) -> &[u16; MAX_VERTICES] {
        &self.rows
    }

    /// The neighbours of a vertex.
    #[inline]
    pub(crate) fn row(&self, v: usize) -> u16 {
        self.rows[v % MAX_VERTICES]
    }

    /// The number of vertices.
    #[inline]
    pub(crate) fn order(&self) -> usize {
        self.vertices.count_ones() as usize
    }

    /// The subgraph induced by a set of vertices.
    #[inline]
    pub(crate) fn induced(&self, set: u16) -> Self {
        let set = set & self.vertices;
        let kept = |v: usize| self.rows[v] & set & 0u16.wrapping_sub(set >> v & 1);
        Adjacency { rows: std::array::from_fn(kept), vertices: set }
    }

    fn without_edge(&self, v: usize, w: usize) -> Self {
        let mut graph = *self;
        graph.rows[v] &= !single(w);
        graph.rows[w] &= !single(v);
        graph
    }

    /// The options: first those without a vertex, in decreasing order of its degree, then those
    /// without an edge.
    pub(crate) fn options(&self) -> impl Iterator<Item = Self> {
        let mut by_degree = [0u16; MAX_VERTICES];
        members(self.vertices).for_each(|v| by_degree[self.row(v).count_ones() as usize] |= single(v));
        let vertices = by_degree.into_iter().rev().flat_map(members);
        let edges = members(self.vertices).flat_map(|v| members(self.row(v) & below(v)).map(move |w| (v, w)));
        let without_edge = edges.map(|(v, w)| self.without_edge(v, w));
        vertices.map(|v| self.induced(!single(v))).chain(without_edge)
    }

    /// The upper triangle of the adjacency matrix, column by column, of the graph relabelled so
    /// that `order[i]` becomes `i`; see [`column`].
    ///
    /// Most graphs are labelled just once, so the speed of this matters.
    #[inline]
    pub(crate) fn triangle(&self, order: &Labels) -> u128 {
        let order = &order[..self.order()];
        let mut rows = [0; MAX_VERTICES];
        rows.iter_mut().zip(order).for_each(|(row, &v)| *row = self.row(v.into()));
        let rows = columns(&rows, order);
        (1..MAX_VERTICES).fold(0, |triangle, j| triangle | u128::from(rows[j] & below(j)) << column(j))
    }

    /// The graph on the vertices 0, …, n - 1 with this upper triangle.
    pub(crate) fn from_triangle(n: usize, triangle: u128) -> Self {
        let mut graph = Adjacency { rows: [0; MAX_VERTICES], vertices: below(n) };
        for j in 1..n {
            let row = (triangle >> column(j)) as u16 & below(j);
            graph.rows[j] |= row;
            members(row).for_each(|i| graph.rows[i] |= single(j));
        }
        graph
    }

    /// The connected graph with this key. Its last vertex is joined to another one, so the highest
    /// bit set gives the number of vertices.
    pub(crate) fn from_key(key: Bits<2>) -> Self {
        let triangle = triangle(key);
        Adjacency::from_triangle(order(triangle), triangle)
    }
}

/// The columns of a matrix in another order: the bits `order[0]`, `order[1]`, … of each row.
///
/// This is a separate function so that the compiler vectorises it over all rows.
#[inline(never)]
fn columns(rows: &[u16; MAX_VERTICES], order: &[u8]) -> [u16; MAX_VERTICES] {
    let mut columns = [0u16; MAX_VERTICES];
    for &v in order.iter().rev() {
        for (column, row) in columns.iter_mut().zip(rows) {
            *column = *column << 1 | (row >> (v % 16) & 1);
        }
    }
    columns
}

/// The set of the vertices 0, …, n - 1.
#[inline]
pub(crate) fn below(n: usize) -> u16 {
    ((1u32 << n) - 1) as u16
}

/// An upper triangle as a key.
#[inline]
pub(crate) fn key(triangle: u128) -> Bits<2> {
    Bits::from_words([triangle as u64, (triangle >> 64) as u64])
}

#[inline]
fn triangle(key: Bits<2>) -> u128 {
    let [low, high] = key.words();
    u128::from(high) << 64 | u128::from(low)
}

/// The number of vertices of a connected graph with this upper triangle.
fn order(triangle: u128) -> usize {
    let bits = 128 - triangle.leading_zeros() as usize;
    (0..=MAX_VERTICES).find(|&n| column(n) >= bits).expect("a key has no more than 120 bits")
}

/// The number of elements of the connected graph with this key.
pub(crate) fn len(key: Bits<2>) -> usize {
    order(triangle(key)) + key.len()
}
