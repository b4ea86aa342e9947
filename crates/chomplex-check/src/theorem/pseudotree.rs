//! Graphs with exactly one cycle, which is odd.

use super::Value;
use super::graph::Graph;
use crate::failure::Fault;

/// A connected graph with exactly one cycle, which has odd length.
struct Pseudotree<'a> {
    graph: &'a Graph<'a>,
    /// Whether each vertex is on the cycle.
    on_cycle: Vec<bool>,
}

impl<'a> Pseudotree<'a> {
    fn new(graph: &'a Graph<'a>) -> Result<Pseudotree<'a>, Fault> {
        graph.connected()?;
        let (vertices, edges) = (graph.order(), graph.size());
        if vertices != edges {
            let message = format!("the graph has {vertices} vertices and {edges} edges, so it has not one cycle");
            return Err(Fault::rejected(message));
        }
        let on_cycle = cycle(graph);
        let length = on_cycle.iter().filter(|&&on| on).count();
        if length % 2 == 0 {
            return Err(Fault::rejected(format!("the cycle has an even length, {length}")));
        }
        Ok(Pseudotree { graph, on_cycle })
    }

    fn on_cycle(&self, vertex: u32) -> bool {
        self.on_cycle[vertex as usize]
    }

    /// The neighbours of a vertex that are not on the cycle.
    fn outside(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.graph.neighbours(vertex).iter().copied().filter(|&next| !self.on_cycle(next))
    }

    /// The vertices A and B, if there is only one edge between the cycle and the rest, and it joins
    /// A on the cycle to B.
    fn bridge(&self) -> Result<(u32, u32), Fault> {
        let mut bridges = self.graph.vertices().filter(|&a| self.on_cycle(a)).flat_map(|a| {
            let outside = self.outside(a);
            outside.map(move |b| (a, b))
        });
        match (bridges.next(), bridges.next()) {
            (Some(bridge), None) => Ok(bridge),
            (None, _) => Err(Fault::rejected("the graph is only a cycle")),
            (Some((a, _)), Some((b, _))) => {
                let (a, b) = (self.graph.shown(a), self.graph.shown(b));
                Err(Fault::rejected(format!("more than one edge leaves the cycle, at {a} and at {b}")))
            }
        }
    }

    /// Requires that the vertices outside the cycle have degree at most 2, except this one.
    fn thin(&self, except: Option<u32>) -> Result<(), Fault> {
        let mut outside = self.graph.vertices().filter(|&v| !self.on_cycle(v) && Some(v) != except);
        match outside.find(|&vertex| self.graph.degree(vertex) > 2) {
            None => Ok(()),
            Some(vertex) => {
                let (shown, degree) = (self.graph.shown(vertex), self.graph.degree(vertex));
                Err(Fault::rejected(format!("the vertex {shown} outside the cycle has degree {degree}, more than 2")))
            }
        }
    }
}

/// The vertices left after repeatedly removing those of degree 1: the cycle, if there is one.
fn cycle(graph: &Graph<'_>) -> Vec<bool> {
    let mut degrees: Vec<usize> = graph.vertices().map(|vertex| graph.degree(vertex)).collect();
    let mut left = vec![true; graph.order()];
    let mut leaves: Vec<u32> = graph.vertices().filter(|&vertex| graph.degree(vertex) <= 1).collect();
    while let Some(leaf) = leaves.pop() {
        left[leaf as usize] = false;
        for &next in graph.neighbours(leaf) {
            // The degrees of removed vertices do not matter.
            degrees[next as usize] = degrees[next as usize].saturating_sub(1);
            if left[next as usize] && degrees[next as usize] == 1 {
                leaves.push(next);
            }
        }
    }
    left
}

/// The only edge that leaves the odd cycle joins A to B. If B has odd degree, the value is above 3.
/// If B has even degree, the value is 3 for an odd number of vertices and 0 for an even one
/// (Khandhawit and Ye 2011, Theorem 4).
///
/// The theorem is about graphs in simplest form. Here that does not matter: folding a pair of
/// isomorphic branches away changes neither the parity of the degree of B nor that of the number of
/// vertices.
pub(super) fn odd_cycle_pseudotree(graph: &Graph<'_>) -> Result<Value, Fault> {
    let (_, b) = Pseudotree::new(graph)?.bridge()?;
    Ok(match (graph.degree(b) % 2, graph.order() % 2) {
        (1, _) => Value::Above(3),
        (_, 1) => Value::Exactly(3),
        _ => Value::Exactly(0),
    })
}

/// The graph with tails of m and k vertices at B, where m and k are not 0 (Khandhawit and Ye 2011,
/// Theorem 5).
pub(super) fn gmk(graph: &Graph<'_>) -> Result<Value, Fault> {
    let tree = Pseudotree::new(graph)?;
    let (a, b) = tree.bridge()?;
    graph.has_degree(b, 3)?;
    tree.thin(Some(b))?;
    let mut tails = tree.outside(b).filter(|&first| first != a).map(|first| graph.follow(b, first).1);
    let (Some(m), Some(k)) = (tails.next(), tails.next()) else {
        return Err(Fault::rejected("there are not two tails"));
    };
    let (a, i) = ((m - 1) / 3, (m - 1) % 3);
    let (b, j) = ((k - 1) / 3, (k - 1) % 3);
    Ok(Value::Exactly((4 * ((a ^ b) + 1) + if (i + j) % 2 == 1 { 2 } else { 0 }) as u32))
}

/// An odd cycle with tails, where tails at the same vertex have different lengths (Khandhawit and
/// Ye 2011, Theorem 6).
///
/// Different lengths mean that the graph is in simplest form: an involution that turns the
/// cycle over exchanges the ends of an edge.
pub(super) fn hairball(graph: &Graph<'_>) -> Result<Value, Fault> {
    let tree = Pseudotree::new(graph)?;
    tree.thin(None)?;
    // The lengths of the tails at each vertex that has tails.
    let mut tails: Vec<Vec<usize>> = Vec::new();
    for vertex in graph.vertices().filter(|&vertex| tree.on_cycle(vertex)) {
        let mut lengths: Vec<usize> = tree.outside(vertex).map(|first| graph.follow(vertex, first).1).collect();
        lengths.sort_unstable();
        if let Some(pair) = lengths.windows(2).find(|pair| pair[0] == pair[1]) {
            let (shown, length) = (graph.shown(vertex), pair[0]);
            return Err(Fault::rejected(format!("two tails at {shown} have the same length, {length}")));
        }
        if !lengths.is_empty() {
            tails.push(lengths);
        }
    }
    if tails.is_empty() {
        return Err(Fault::rejected("the graph is only a cycle"));
    }
    let special = match tails.as_slice() {
        [only] => match only.as_slice() {
            [length] => *length == 1,
            [shorter, longer] => shorter + 1 == *longer,
            _ => false,
        },
        _ => false,
    };
    Ok(Value::Exactly(match graph.order() % 2 {
        1 => 3,
        _ if special => 4,
        _ => 0,
    }))
}
