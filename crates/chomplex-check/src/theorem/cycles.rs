//! Cycles, wheels, and graphs with two independent cycles.

use super::Value;
use super::graph::Graph;
use crate::failure::Fault;
use crate::set;

/// A cycle has value 0: each move leaves a path (Khandhawit and Ye 2011, Section 2).
pub(super) fn cycle(graph: &Graph<'_>) -> Result<Value, Fault> {
    graph.connected()?;
    graph.vertices().try_for_each(|vertex| graph.has_degree(vertex, 2))?;
    Ok(Value::Exactly(0))
}

/// An even cycle with a hub joined to all its vertices has value 1 (Khandhawit and Ye 2011,
/// Appendix A).
pub(super) fn even_wheel(graph: &Graph<'_>, hub: &[u64]) -> Result<Value, Fault> {
    let mut elements = set::elements(hub);
    let (Some(hub), None) = (elements.next().and_then(|x| graph.vertex(x)), elements.next()) else {
        return Err(Fault::rejected("the hub is not one vertex"));
    };
    let rim = graph.order() - 1;
    graph.has_degree(hub, rim)?;
    if rim % 2 == 1 || rim < 4 {
        return Err(Fault::rejected(format!("there are {rim} vertices besides the hub, not 4, 6, 8, …")));
    }
    graph.vertices().filter(|&vertex| vertex != hub).try_for_each(|vertex| graph.has_degree(vertex, 3))?;
    // Without the hub each vertex has degree 2. The rest is one cycle if a walk around it meets all
    // vertices.
    let start = graph.neighbours(hub)[0];
    let next = |last, at| graph.neighbours(at).iter().copied().find(|&vertex| vertex != hub && vertex != last);
    let (mut last, mut at, mut length) = (hub, start, 0);
    while let Some(on) = next(last, at) {
        (last, at) = (at, on);
        length += 1;
        if at == start {
            break;
        }
    }
    if length != rim {
        return Err(Fault::rejected("the vertices besides the hub are not one cycle"));
    }
    Ok(Value::Exactly(1))
}

/// Two cycles with one vertex in common have value 1 (Khandhawit and Ye 2011, Corollary 2).
pub(super) fn two_cycles(graph: &Graph<'_>) -> Result<Value, Fault> {
    graph.connected()?;
    let Some(common) = graph.vertices().find(|&vertex| graph.degree(vertex) == 4) else {
        return Err(Fault::rejected("no vertex has degree 4"));
    };
    graph.vertices().filter(|&vertex| vertex != common).try_for_each(|vertex| graph.has_degree(vertex, 2))?;
    Ok(Value::Exactly(1))
}

/// Three paths from one vertex to another have value 1 if the number of vertices is odd, and 2 if
/// it is even (Khandhawit and Ye 2011, Corollary 3).
pub(super) fn cycle_with_path(graph: &Graph<'_>) -> Result<Value, Fault> {
    graph.connected()?;
    let mut of_degree_3 = graph.vertices().filter(|&vertex| graph.degree(vertex) == 3);
    let (Some(a), Some(b), None) = (of_degree_3.next(), of_degree_3.next(), of_degree_3.next()) else {
        return Err(Fault::rejected("there are not two vertices of degree 3"));
    };
    graph.vertices().filter(|&vertex| vertex != a && vertex != b).try_for_each(|v| graph.has_degree(v, 2))?;
    if graph.neighbours(a).iter().any(|&first| graph.follow(a, first).0 != b) {
        let (a, b) = (graph.shown(a), graph.shown(b));
        return Err(Fault::rejected(format!("not all three ways out of {a} lead to {b}")));
    }
    Ok(Value::Exactly(if graph.order() % 2 == 1 { 1 } else { 2 }))
}
