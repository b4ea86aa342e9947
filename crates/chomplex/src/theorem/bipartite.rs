//! `bipartite`: the value of a bipartite graph depends on the parities of its vertices and edges.
//!
//! # Statement
//! If the v vertices of G can be coloured with two colours such that each of its e edges joins two
//! vertices of different colours, then g(G) = (v mod 2) + 2 (e mod 2).
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), Theorem 3. For forests: J.
//! Draisma and S. van Rijnswou, *How to chomp forests, and some other graphs* (2002). Trees,
//! forests and graphs whose only cycle is even are special cases.
//!
//! # Why it holds
//! Each move changes the parity of v, of e or of both, so no option has the value claimed. Smaller
//! values are reached: if v is odd, some vertex has even degree, because the sum of all degrees is
//! even; if e is odd, there is an edge, and among the vertices of one colour, whose degrees add up
//! to e, one has odd degree.
//!
//! # Test and cost
//! A graph traversal that colours vertices as it goes; linear. The graph need not be connected.
//!
//! # Witness
//! The vertices of one colour.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::bipartite::bipartite;
//! use chomplex::Grundy;
//! let position: Position = "gridgraph(3,4)".parse().unwrap();
//! let (claim, finding) = bipartite(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(2)));
//! assert_eq!(finding.shape, "a bipartite graph with 12 vertices (even) and 17 edges (odd)");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::{Graph, Shape};
use crate::theorem::{Options, Theorem, parity, vertices, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Bipartite,
    statement: "a bipartite graph is worth 1 for an odd number of vertices, plus 2 for an odd number of edges",
    reference: "Khandhawit and Ye 2011, Theorem 3",
    keeps: Keeps::Value,
    example: "gridgraph(5,6)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: bipartite, options: Options::Values(options) };

/// The value given by the parities, if the graph is bipartite.
#[must_use]
pub fn bipartite(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph()?;
    let colouring = Colouring::find(graph)?;
    let first = (0..graph.len()).filter(|&v| colouring.first[v]).map(|v| graph.vertices()[v]);
    let Grundy(value) = value(graph.len(), graph.edges().len());
    Some(worth(CARD.rule, value as usize, vec![shape.subset(first)], words(graph, colouring.components)))
}

/// The value of a bipartite graph with these numbers of vertices and edges.
pub(super) fn value(vertices: usize, edges: usize) -> Grundy {
    Grundy(u32::from(vertices % 2 == 1) + 2 * u32::from(edges % 2 == 1))
}

/// A colouring of a graph with two colours in which no edge joins vertices of the same colour.
pub(super) struct Colouring {
    /// Whether a vertex has the first colour.
    pub(super) first: Vec<bool>,
    /// The number of connected components.
    components: usize,
}

impl Colouring {
    pub(super) fn find(graph: &Graph) -> Option<Colouring> {
        let mut colour: Vec<Option<bool>> = vec![None; graph.len()];
        let mut components = 0;
        let mut open = Vec::new();
        for start in 0..graph.len() {
            if colour[start].is_none() {
                components += 1;
                colour[start] = Some(true);
                open.push((start, true));
            }
            while let Some((v, own)) = open.pop() {
                for &w in graph.neighbours(v) {
                    if colour[w] == Some(own) {
                        return None;
                    }
                    if colour[w].is_none() {
                        colour[w] = Some(!own);
                        open.push((w, !own));
                    }
                }
            }
        }
        Some(Colouring { first: colour.into_iter().map(|colour| colour == Some(true)).collect(), components })
    }
}

fn words(graph: &Graph, components: usize) -> String {
    let (v, e) = (graph.len(), graph.edges().len());
    let kind = match components {
        1 if e + 1 == v => "a tree",
        1 if e == v => "a pseudotree with an even cycle,",
        _ if e + components == v => "a forest",
        _ => "a bipartite graph",
    };
    let edges = if e == 1 { "edge" } else { "edges" };
    format!("{kind} with {} ({}) and {e} {edges} ({})", vertices(v), parity(v), parity(e))
}

/// A move at an edge removes only the edge; a move at a vertex also removes as many edges as its
/// degree.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    let v = (0..shape.len()).filter(|&i| shape.is_minimal(i)).count();
    let e = shape.len() - v;
    let option = |i| if shape.is_minimal(i) { value(v - 1, e - shape.upper(i).len()) } else { value(v, e - 1) };
    (0..shape.len()).map(option).collect()
}
