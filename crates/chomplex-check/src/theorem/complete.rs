//! Complete graphs and complete multipartite graphs.

use super::Value;
use super::graph::Graph;
use crate::failure::Fault;
use crate::set::{self, Sets};

/// Any two vertices are joined. The value is the number of vertices modulo 3 (Khandhawit and Ye
/// 2011, Lemma 1).
pub(super) fn complete_graph(graph: &Graph<'_>) -> Result<Value, Fault> {
    let n = graph.order();
    has_edges(graph, n as u64 * (n as u64).saturating_sub(1) / 2)?;
    Ok(Value::Exactly((n % 3) as u32))
}

/// Two vertices are joined if and only if they are in different parts. The value is the number of
/// parts of odd size modulo 3 (Khandhawit and Ye 2011, Theorem 2).
pub(super) fn complete_multipartite(graph: &Graph<'_>, parts: &Sets) -> Result<Value, Fault> {
    let mut part_of = vec![0; graph.order()];
    // The numbers of pairs of vertices in different parts, of vertices, and of odd parts so far.
    let (mut pairs, mut vertices, mut odd) = (0, 0, 0);
    for (number, part) in (1u32..).zip(parts.iter()) {
        if part.is_empty() {
            return Err(Fault::rejected(format!("part {number} of the vertices is empty")));
        }
        for x in set::elements(part) {
            let Some(vertex) = graph.vertex(x) else {
                return Err(Fault::rejected(format!("{} is not a vertex", graph.shown_element(x))));
            };
            if std::mem::replace(&mut part_of[vertex as usize], number) != 0 {
                return Err(Fault::rejected(format!("the vertex {} is in two parts", graph.shown(vertex))));
            }
        }
        let size = set::len(part) as u64;
        pairs += vertices * size;
        vertices += size;
        odd += size % 2;
    }
    if let Some(vertex) = graph.vertices().find(|&vertex| part_of[vertex as usize] == 0) {
        return Err(Fault::rejected(format!("the vertex {} is in no part", graph.shown(vertex))));
    }
    if let Some(&(a, b)) = graph.edges().iter().find(|&&(a, b)| part_of[a as usize] == part_of[b as usize]) {
        let (a, b) = (graph.shown(a), graph.shown(b));
        return Err(Fault::rejected(format!("{a} and {b} are joined, but in the same part")));
    }
    has_edges(graph, pairs)?;
    Ok(Value::Exactly((odd % 3) as u32))
}

fn has_edges(graph: &Graph<'_>, edges: u64) -> Result<(), Fault> {
    let found = graph.size() as u64;
    if found == edges { Ok(()) } else { Err(Fault::rejected(format!("the graph has {found} edges, not {edges}"))) }
}
