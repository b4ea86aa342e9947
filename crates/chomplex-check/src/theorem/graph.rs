//! A poset viewed as a graph: vertices below edges.

use crate::failure::Fault;
use crate::induced::Induced;
use crate::lists::Lists;
use crate::poset::Poset;

/// A graph whose vertices and edges are the elements of a poset: each edge is above exactly its two
/// ends.
///
/// It has no loops, and no two edges have the same ends. Vertices are numbered from 0.
pub(super) struct Graph<'a> {
    poset: &'a Poset,
    /// The vertices as elements of the poset, in increasing order.
    vertices: Vec<u32>,
    edges: Vec<(u32, u32)>,
    neighbours: Lists,
}

impl<'a> Graph<'a> {
    pub(super) fn new(position: &Induced, poset: &'a Poset) -> Result<Graph<'a>, Fault> {
        let mut vertices = Vec::new();
        let mut numbers = Vec::with_capacity(position.len());
        let mut edges = Vec::new();
        for x in position.numbers() {
            numbers.push(vertices.len() as u32);
            match position.lower.of(x) {
                [] => vertices.push(position.old(x)),
                &[a, b] if position.is_minimal(a) && position.is_minimal(b) => {
                    edges.push((numbers[a as usize], numbers[b as usize]));
                }
                _ => {
                    let x = poset.shown(position.old(x));
                    return Err(Fault::rejected(format!("this is not a graph: {x} is neither a vertex nor an edge")));
                }
            }
        }
        edges.sort_unstable();
        if let Some(pair) = edges.windows(2).find(|pair| pair[0] == pair[1]) {
            let (a, b) = (poset.shown(vertices[pair[0].0 as usize]), poset.shown(vertices[pair[0].1 as usize]));
            return Err(Fault::rejected(format!("this is not a graph: {a} and {b} are joined by two edges")));
        }
        let neighbours = neighbours(vertices.len(), &edges);
        Ok(Graph { poset, vertices, edges, neighbours })
    }

    /// The number of vertices.
    pub(super) fn order(&self) -> usize {
        self.vertices.len()
    }

    /// The number of edges.
    pub(super) fn size(&self) -> usize {
        self.edges.len()
    }

    /// The vertices, by their numbers.
    pub(super) fn vertices(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.vertices.len() as u32
    }

    /// The edges, given by their ends.
    pub(super) fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The element of a vertex.
    pub(super) fn element(&self, vertex: u32) -> u32 {
        self.vertices[vertex as usize]
    }

    /// The vertex of an element, if the element is a vertex.
    pub(super) fn vertex(&self, element: u32) -> Option<u32> {
        self.vertices.binary_search(&element).ok().map(|vertex| vertex as u32)
    }

    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours.of(vertex)
    }

    pub(super) fn degree(&self, vertex: u32) -> usize {
        self.neighbours.of(vertex).len()
    }

    /// The name of a vertex as it is shown in a message.
    pub(super) fn shown(&self, vertex: u32) -> String {
        self.poset.shown(self.element(vertex))
    }

    /// The name of an element as it is shown in a message.
    pub(super) fn shown_element(&self, element: u32) -> String {
        self.poset.shown(element)
    }

    /// Requires that the graph has vertices and is connected.
    pub(super) fn connected(&self) -> Result<(), Fault> {
        if self.vertices.is_empty() {
            return Err(Fault::rejected("the graph has no vertices"));
        }
        let mut reached = vec![false; self.order()];
        reached[0] = true;
        let mut waiting = vec![0];
        while let Some(vertex) = waiting.pop() {
            for &next in self.neighbours(vertex) {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        match self.vertices().find(|&vertex| !reached[vertex as usize]) {
            None => Ok(()),
            Some(vertex) => {
                let (first, other) = (self.shown(0), self.shown(vertex));
                Err(Fault::rejected(format!("the graph is not connected: no path leads from {first} to {other}")))
            }
        }
    }

    /// Requires that a vertex has this degree.
    pub(super) fn has_degree(&self, vertex: u32, degree: usize) -> Result<(), Fault> {
        if self.degree(vertex) == degree {
            return Ok(());
        }
        let (shown, found) = (self.shown(vertex), self.degree(vertex));
        Err(Fault::rejected(format!("the vertex {shown} has degree {found}, not {degree}")))
    }

    /// Follows a path from one vertex to the next and on through vertices of degree 2. It ends at a
    /// vertex of another degree, or when it is back at its start. Returns its last vertex and the
    /// number of its vertices besides the first.
    pub(super) fn follow(&self, from: u32, to: u32) -> (u32, usize) {
        let (mut last, mut at, mut length) = (from, to, 1);
        while at != from {
            let &[a, b] = self.neighbours(at) else { break };
            (last, at) = (at, if a == last { b } else { a });
            length += 1;
        }
        (at, length)
    }
}

/// For each vertex its neighbours, in increasing order.
fn neighbours(vertices: usize, edges: &[(u32, u32)]) -> Lists {
    let mut ends: Vec<(u32, u32)> = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    ends.sort_unstable();
    let mut lists = Lists::empty();
    let mut ends = ends.into_iter().peekable();
    for vertex in 0..vertices as u32 {
        lists.push(std::iter::from_fn(|| ends.next_if(|end| end.0 == vertex)).map(|end| end.1));
    }
    lists
}
