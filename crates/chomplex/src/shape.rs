//! The structure of a convex set of a poset: its elements numbered from 0, their covers, and the
//! graph it represents, if any.
//!
//! A set is *convex* if with any two comparable elements it contains everything between them.
//! Positions are down-sets, which are convex; so is what lies above a part of a position. The
//! covers of the order on a convex set are covers of the poset.

use std::cell::OnceCell;

use crate::element::{Element, ElementSet};
use crate::poset::Poset;

/// A list for each of the numbers 0, 1, …
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    /// List i is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    items: Vec<usize>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let mut all = Lists { starts: vec![0], items: Vec::new() };
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len());
        }
        all
    }

    /// For each of `n` numbers the sources of the pairs `(from, to)` that lead to it, in the order
    /// of the pairs.
    fn gather(n: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; n + 1];
        pairs.clone().for_each(|(_, to)| starts[to + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut items = vec![0; starts[n]];
        for (from, to) in pairs {
            items[next[to]] = from;
            next[to] += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn get(&self, i: usize) -> &[usize] {
        &self.items[self.starts[i]..self.starts[i + 1]]
    }
}

/// A convex set of a poset, viewed as a poset of its own.
///
/// ```
/// use chomplex::Position;
/// use chomplex::shape::Shape;
/// let position: Position = "path(3)".parse().unwrap();
/// let shape = Shape::new(position.poset(), position.remaining());
/// assert!(shape.is_two_level() && shape.is_connected());
/// let graph = shape.graph().unwrap();
/// assert_eq!((graph.len(), graph.edges().len(), graph.degree(1)), (3, 2, 2));
/// ```
#[derive(Debug)]
pub struct Shape<'a> {
    poset: &'a Poset,
    set: &'a ElementSet,
    elements: Vec<Element>,
    lower: Lists,
    upper: Lists,
    graph: OnceCell<Option<Graph>>,
}

impl<'a> Shape<'a> {
    /// Creates the view of a convex set.
    #[must_use]
    pub fn new(poset: &'a Poset, set: &'a ElementSet) -> Self {
        let elements: Vec<Element> = set.iter().collect();
        let mut number = vec![usize::MAX; poset.len()];
        for (i, x) in elements.iter().enumerate() {
            number[x.index()] = i;
        }
        let inside = |y: &Element| Some(number[y.index()]).filter(|&i| i != usize::MAX);
        let lower = Lists::new(elements.iter().map(|&x| poset.lower_covers(x).iter().filter_map(inside)));
        let pairs = (0..elements.len()).flat_map(|i| lower.get(i).iter().map(move |&j| (i, j)));
        let upper = Lists::gather(elements.len(), pairs);
        Shape { poset, set, elements, lower, upper, graph: OnceCell::new() }
    }

    /// The surrounding poset.
    #[must_use]
    pub fn poset(&self) -> &'a Poset {
        self.poset
    }

    /// The set.
    #[must_use]
    pub fn set(&self) -> &'a ElementSet {
        self.set
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element of the poset with this number here. The numbers follow a linear extension.
    #[must_use]
    pub fn element(&self, i: usize) -> Element {
        self.elements[i]
    }

    /// The elements covered by an element.
    #[must_use]
    pub fn lower(&self, i: usize) -> &[usize] {
        self.lower.get(i)
    }

    /// The elements that cover an element.
    #[must_use]
    pub fn upper(&self, i: usize) -> &[usize] {
        self.upper.get(i)
    }

    /// Whether an element is minimal in the set.
    #[must_use]
    pub fn is_minimal(&self, i: usize) -> bool {
        self.lower(i).is_empty()
    }

    /// The number of covers.
    #[must_use]
    pub fn covers(&self) -> usize {
        self.lower.items.len()
    }

    /// The set of the elements with these numbers.
    #[must_use]
    pub fn subset(&self, numbers: impl IntoIterator<Item = usize>) -> ElementSet {
        ElementSet::from_iter_in(self.poset.len(), numbers.into_iter().map(|i| self.elements[i]))
    }

    /// Whether the set is connected. The empty set is.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        reaches_all(self.len(), |i| self.lower(i).iter().chain(self.upper(i)).copied())
    }

    /// Whether every element is minimal or has only minimal elements below it.
    #[must_use]
    pub fn is_two_level(&self) -> bool {
        (0..self.len()).all(|i| self.lower(i).iter().all(|&j| self.is_minimal(j)))
    }

    /// The set as a simple graph, if it is one. The vertices are the minimal elements. The other
    /// elements are edges: each is above two vertices, and no two are above the same two.
    #[must_use]
    pub fn graph(&self) -> Option<&Graph> {
        self.graph.get_or_init(|| Graph::new(self)).as_ref()
    }
}

/// Whether a walk from 0 reaches all of 0, 1, …, n - 1.
fn reaches_all<I: Iterator<Item = usize>>(n: usize, neighbours: impl Fn(usize) -> I) -> bool {
    let mut seen = vec![false; n];
    let mut open = Vec::from_iter((n > 0).then_some(0));
    let mut reached = open.len();
    seen.iter_mut().take(1).for_each(|first| *first = true);
    while let Some(i) = open.pop() {
        for j in neighbours(i) {
            if !seen[j] {
                seen[j] = true;
                reached += 1;
                open.push(j);
            }
        }
    }
    reached == n
}

/// A simple graph: vertices numbered from 0, and edges.
#[derive(Debug)]
pub struct Graph {
    /// The number of each vertex in the [`Shape`].
    vertices: Vec<usize>,
    /// The ends of each edge, as vertices, and its number in the shape.
    edges: Vec<Edge>,
    neighbours: Lists,
}

/// An edge of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Its ends, the smaller first.
    pub ends: [usize; 2],
    /// Its number in the [`Shape`].
    pub number: usize,
}

impl Graph {
    fn new(shape: &Shape<'_>) -> Option<Graph> {
        let mut vertices = Vec::new();
        let mut vertex = vec![usize::MAX; shape.len()];
        let mut edges = Vec::new();
        for i in 0..shape.len() {
            match *shape.lower(i) {
                [] => {
                    vertex[i] = vertices.len();
                    vertices.push(i);
                }
                [a, b] if shape.is_minimal(a) && shape.is_minimal(b) => {
                    let (a, b) = (vertex[a], vertex[b]);
                    edges.push(Edge { ends: [a.min(b), a.max(b)], number: i });
                }
                _ => return None,
            }
        }
        let mut pairs: Vec<[usize; 2]> = edges.iter().map(|edge| edge.ends).collect();
        pairs.sort_unstable();
        if pairs.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        let both = edges.iter().flat_map(|edge| [(edge.ends[0], edge.ends[1]), (edge.ends[1], edge.ends[0])]);
        let neighbours = Lists::gather(vertices.len(), both);
        Some(Graph { vertices, edges, neighbours })
    }

    /// The number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The number of each vertex in the shape.
    #[must_use]
    pub fn vertices(&self) -> &[usize] {
        &self.vertices
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The neighbours of a vertex.
    #[must_use]
    pub fn neighbours(&self, v: usize) -> &[usize] {
        self.neighbours.get(v)
    }

    /// The number of neighbours of a vertex.
    #[must_use]
    pub fn degree(&self, v: usize) -> usize {
        self.neighbours(v).len()
    }

    /// Whether the graph is connected. The graph without vertices is.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        reaches_all(self.len(), |v| self.neighbours(v).iter().copied())
    }
}
