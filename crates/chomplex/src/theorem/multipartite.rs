//! `complete-multipartite`: a complete multipartite graph is worth the number of its odd parts
//! modulo 3.
//!
//! # Statement
//! Let the vertices of G be partitioned into parts such that two vertices are joined by an edge
//! exactly if they are in different parts. If p of the parts have an odd number of vertices, then
//! g(G) = p mod 3.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), Theorem 2.
//!
//! # Why it holds
//! Two vertices of the same part have the same neighbours, and swapping them fixes the graph
//! without them. So each part can lose two vertices at a time. What is left is the complete graph
//! on p vertices, one from each odd part.
//!
//! # Test and cost
//! Non-adjacency must be an equivalence relation. The part of a vertex consists of the vertices it
//! is not joined to. Each of them must be in no part yet and have as many neighbours as there are
//! vertices outside the part. Finally, no edge may join two vertices of one part. Linear in
//! vertices and edges: a graph with many parts has many edges.
//!
//! # Witness
//! The parts.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::multipartite::complete_multipartite;
//! use chomplex::Grundy;
//! let position: Position = "multipartite(9,8,7,6,5)".parse().unwrap();
//! let (claim, finding) = complete_multipartite(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(0)));
//! assert_eq!(
//!     finding.shape,
//!     "the complete multipartite graph with parts of 9, 8, 7, 6 and 5 vertices, 3 of them odd"
//! );
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::{Graph, Shape};
use crate::theorem::{Options, Theorem, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::CompleteMultipartite,
    statement: "a complete multipartite graph is worth the number of its odd parts modulo 3",
    reference: "Khandhawit and Ye 2011, Theorem 2",
    keeps: Keeps::Value,
    example: "multipartite(5,3,3,1,2)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: complete_multipartite, options: Options::Unknown };

/// The number of odd parts modulo 3, if there are at least two parts and all edges between them.
#[must_use]
pub fn complete_multipartite(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let graph = shape.graph()?;
    let parts = parts(graph).filter(|parts| parts.len() > 1)?;
    let odd = parts.iter().filter(|part| part.len() % 2 == 1).count();
    let witness = parts.iter().map(|part| shape.subset(part.iter().map(|&v| graph.vertices()[v])));
    Some(worth(CARD.rule, odd % 3, witness.collect(), words(&parts, odd)))
}

/// The parts of a complete multipartite graph, the largest first.
fn parts(graph: &Graph) -> Option<Vec<Vec<usize>>> {
    let n = graph.len();
    let mut part_of = vec![usize::MAX; n];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut joined_to = vec![usize::MAX; n];
    for v in 0..n {
        if part_of[v] != usize::MAX {
            continue;
        }
        graph.neighbours(v).iter().for_each(|&w| joined_to[w] = v);
        let part: Vec<usize> = (0..n).filter(|&w| joined_to[w] != v).collect();
        if part.iter().any(|&w| part_of[w] != usize::MAX || graph.degree(w) != n - part.len()) {
            return None;
        }
        part.iter().for_each(|&w| part_of[w] = parts.len());
        parts.push(part);
    }
    // A vertex in a part of a vertices has n - a neighbours. If none of them is in its part, they
    // are all the others.
    let between = graph.edges().iter().all(|edge| part_of[edge.ends[0]] != part_of[edge.ends[1]]);
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    between.then_some(parts)
}

fn words(parts: &[Vec<usize>], odd: usize) -> String {
    const SHOWN: usize = 8;
    let sizes: Vec<String> = parts.iter().map(|part| part.len().to_string()).collect();
    let parts = if let (Some((last, others)), true) = (sizes.split_last(), sizes.len() <= SHOWN) {
        format!("parts of {} and {last} vertices", others.join(", "))
    } else {
        format!("{} parts, of {}, … vertices", sizes.len(), sizes[..SHOWN].join(", "))
    };
    format!("the complete multipartite graph with {parts}, {odd} of them odd")
}
