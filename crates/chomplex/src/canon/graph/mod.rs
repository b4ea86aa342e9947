//! Graphs on at most 16 vertices, packed into words: the kernel for Graph Chomp.
//!
//! In: a graph, whose vertices and edges are the elements of a position. Out: the keys and values
//! of what it reduces to.
//!
//! - [`adjacency`]: a graph as the rows of its adjacency matrix, and as a key.
//! - [`ranks`]: a fast first ranking of the vertices by their surroundings.
//! - [`partition`]: the coarsest equitable partition of the vertices; no symmetry mixes its cells.
//! - [`canonical`]: canonical labelling.
//! - [`fold`]: involutions along which a graph folds.
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
