//! Graphs and orders in the JSON of networkx: node-link data and adjacency data.
//!
//! An undirected graph is read as a graph, a directed acyclic graph as an order: an arrow from a to
//! b puts a below b.

use hashbrown::{HashMap, HashSet};
use serde_json::Value;

use super::evaluate::cycle_names;
use super::json::JsonError;
use crate::family::error::BuildError;
use crate::family::general;
use crate::family::graph::Graph;
use crate::family::plan::Plan;
use crate::family::vertex::{check_face, is_quoted_name};
use crate::position::Position;

/// Whether JSON is node-link data or adjacency data.
pub(crate) fn is_graph(value: &Value) -> bool {
    let has = |field: &str| value.get(field).is_some_and(Value::is_array);
    has("nodes") && (has("links") || has("edges") || has("adjacency"))
}

fn wrong(field: &str, expected: &'static str) -> JsonError {
    JsonError::Field { field: field.to_owned(), expected }
}

/// The name of a node: a string, a number, or a tuple of them.
fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(entries) => Some(entries.iter().map(name).collect::<Option<Vec<_>>>()?.join(".")),
        _ => None,
    }
}

/// Reads a graph or an order, and tells which it was.
pub(crate) fn read(value: &Value) -> Result<(Position, Option<String>), JsonError> {
    let array = |field: &str| value.get(field).and_then(Value::as_array);
    let id = |node: &Value| node.get("id").and_then(name).or_else(|| name(node));
    let nodes: Vec<String> = array("nodes")
        .and_then(|nodes| nodes.iter().map(id).collect::<Option<_>>())
        .ok_or_else(|| wrong("nodes", "an array of nodes, each with its `id`"))?;
    let mut number: HashMap<&str, usize> = HashMap::new();
    for (i, node) in nodes.iter().enumerate() {
        if number.insert(node, i).is_some() {
            return Err(JsonError::Repeated(node.clone()));
        }
        if !is_quoted_name(node) {
            return Err(JsonError::Name(format!("{node:?}")));
        }
    }
    let find = |value: Option<&Value>, field: &str| {
        let known = value.and_then(name).and_then(|name| number.get(&*name).copied());
        known.ok_or_else(|| wrong(field, "one of the `nodes`"))
    };
    let mut arrows = Vec::new();
    if let Some(links) = array("links").or_else(|| array("edges")) {
        for link in links {
            arrows.push(match link.as_array().map(Vec::as_slice) {
                Some([source, target]) => (find(Some(source), "edges")?, find(Some(target), "edges")?),
                _ => (find(link.get("source"), "source")?, find(link.get("target"), "target")?),
            });
        }
    } else if let Some(lists) = array("adjacency") {
        for (i, list) in lists.iter().enumerate().take(nodes.len()) {
            for neighbour in list.as_array().into_iter().flatten() {
                arrows.push((i, find(neighbour.get("id"), "adjacency")?));
            }
        }
    }
    if let Some(&(x, _)) = arrows.iter().find(|(x, y)| x == y) {
        return Err(JsonError::Loop(nodes[x].clone()));
    }
    drop(number);
    let directed = value.get("directed").and_then(Value::as_bool);
    if directed == Some(true) { order(&nodes, arrows) } else { graph(nodes, &arrows) }
}

fn order(nodes: &[String], arrows: Vec<(usize, usize)>) -> Result<(Position, Option<String>), JsonError> {
    let plan = general::poset(nodes.to_vec(), arrows);
    let position = plan.and_then(Plan::into_position).map_err(|error| match error {
        BuildError::Cycle(cycle) => JsonError::DirectedCycle(cycle_names(&cycle, |x| &nodes[x])),
        error => JsonError::TooLarge(error),
    })?;
    let note = "read as an order, for the graph is directed: an arrow from a to b puts a below b; \
                for the graph of the edges set `directed` to false";
    Ok((position, Some(note.to_owned())))
}

fn graph(nodes: Vec<String>, arrows: &[(usize, usize)]) -> Result<(Position, Option<String>), JsonError> {
    if let Some(node) = nodes.iter().find(|node| check_face(&[node]).is_err()) {
        return Err(JsonError::Vertex(node.clone()));
    }
    let edges: HashSet<(u32, u32)> = arrows.iter().map(|&(x, y)| (x.min(y) as u32, x.max(y) as u32)).collect();
    let mut edges: Vec<(u32, u32)> = edges.into_iter().collect();
    edges.sort_unstable();
    let plan = Plan::from_graph(Graph::with_names(nodes, edges));
    Ok((plan.into_position().map_err(JsonError::TooLarge)?, None))
}
