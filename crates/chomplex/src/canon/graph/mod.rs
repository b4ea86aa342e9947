//! Graphs on at most 16 vertices, packed into words: the kernel for Graph Chomp.
//!
//! In: a graph, whose vertices and edges are the elements of a position. Out: the keys and values of what it reduces to.
//!
//! - [`adjacency`]: a graph as the rows of its adjacency matrix, and as a key.
//! - [`ranks`]: the vertices ranked by their surroundings, at a glance.
//! - [`partition`]: the vertices in cells that no symmetry mixes.
//! - [`canonical`]: one labelling for each class of graphs.
//! - [`fold`]: symmetries of order two along which a graph is folded.
//! - [`small`]: the values of all graphs on few vertices.
//! - [`graphs`]: the kernel.

pub(crate) mod adjacency;
pub(crate) mod canonical;
pub(crate) mod fold;
pub(crate) mod graphs;
pub(crate) mod partition;
pub(crate) mod ranks;
pub(crate) mod small;

#[cfg(test)]
mod tests;
