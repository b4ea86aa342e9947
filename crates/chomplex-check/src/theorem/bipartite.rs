//! Bipartite graphs.

use super::Value;
use super::graph::Graph;
use crate::failure::Fault;
use crate::set;

/// Each edge has exactly one end in the side. The value depends only on the parities of the numbers
/// of vertices and edges (Khandhawit and Ye 2011, Theorem 3).
pub(super) fn bipartite(graph: &Graph<'_>, side: &[u64]) -> Result<Value, Fault> {
    if let Some(x) = set::elements(side).find(|&x| graph.vertex(x).is_none()) {
        return Err(Fault::rejected(format!("{} is not a vertex", graph.shown_element(x))));
    }
    let inside = |vertex| set::contains(side, graph.element(vertex));
    if let Some(&(a, b)) = graph.edges().iter().find(|&&(a, b)| inside(a) == inside(b)) {
        let (a, b) = (graph.shown(a), graph.shown(b));
        return Err(Fault::rejected(format!("{a} and {b} are joined, but on the same side")));
    }
    Ok(Value::Exactly(match (graph.order() % 2, graph.size() % 2) {
        (0, 0) => 0,
        (0, _) => 2,
        (_, 0) => 1,
        _ => 3,
    }))
}
