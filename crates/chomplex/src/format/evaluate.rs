//! From a syntax tree to a position.

use std::ops::Range;

use hashbrown::HashMap;

use super::arithmetic::Parameters;
use super::caret::showable;
use super::error::{Mistake, Problem};
use super::language::Language;
use super::syntax::{Arguments, Node, NodeKind, Relations};
use super::{graph6, parse};
use crate::family::error::BuildError;
use crate::family::graph::Graph;
use crate::family::plan::Plan;
use crate::family::vertex::natural_order;
use crate::family::{general, two_level};
use crate::position::Position;

/// The position of an expression.
pub(crate) fn evaluate(node: &Node<'_>) -> Result<Position, Mistake> {
    let plan = plan(node)?;
    if let Err(error) = plan.elements() {
        return Err(blame(node, error));
    }
    let expression = node.to_string();
    let build = || plan.build()?.written_as(expression);
    build().map_err(|error| Mistake::new(error, node.span.clone()))
}

/// Reports that something is too large. Finds the smallest part that is too large by itself.
fn blame(node: &Node<'_>, error: BuildError) -> Mistake {
    let parts: &[Node<'_>] = match &node.kind {
        NodeKind::Sum(parts) => parts,
        NodeKind::Member(_, Arguments::Positions { positions, .. }) => positions,
        NodeKind::Member(..) | NodeKind::Given { .. } => &[],
    };
    for part in parts {
        match plan(part).map(|plan| plan.elements()) {
            Err(mistake) => return mistake,
            Ok(Err(error)) => return blame(part, error),
            Ok(Ok(_)) => {}
        }
    }
    Mistake::new(error, node.span.clone())
}

/// Reports that something is not a complex. Finds the part of a sum that is not one.
fn no_complex(node: &Node<'_>, error: BuildError) -> Mistake {
    if let NodeKind::Sum(parts) = &node.kind {
        let is_none = |part: &&Node<'_>| plan(part).is_ok_and(|plan| plan.into_complex().is_none());
        if let Some(part) = parts.iter().find(is_none) {
            return no_complex(part, error);
        }
    }
    Mistake::new(error, node.span.clone())
}

fn plan(node: &Node<'_>) -> Result<Plan, Mistake> {
    let arguments = match &node.kind {
        NodeKind::Sum(parts) => return Ok(Plan::Sum(parts.iter().map(plan).collect::<Result<_, _>>()?)),
        NodeKind::Member(_, arguments) => arguments,
        NodeKind::Given { expression, .. } => {
            let given = parse::parse(expression, &mut Parameters::default(), &Language::default());
            return given
                .and_then(|given| plan(&given))
                .map_err(|mistake| Mistake { span: node.span.clone(), ..mistake });
        }
    };
    let at = |error: BuildError, spans: &[Range<usize>]| {
        let span = error.argument().and_then(|i| spans.get(i)).unwrap_or(&node.span);
        Mistake::new(error, span.clone())
    };
    match arguments {
        Arguments::Numbers { numbers, spans, make } => make(numbers).map_err(|error| at(error, spans)),
        Arguments::Groups { groups, span, make } => make(groups).map_err(|error| at(error, std::slice::from_ref(span))),
        Arguments::Positions { positions, make } => {
            let plans = positions.iter().map(plan).collect::<Result<_, _>>()?;
            make(plans).map_err(|error| match error {
                BuildError::TooLarge { .. } => blame(node, error),
                BuildError::NotAComplex { argument } => no_complex(&positions[argument], error),
                error => at(error, &[]),
            })
        }
        Arguments::PositionAndNumber { position, number, make } => {
            make(plan(position)?, number).map_err(|error| no_complex(position, error))
        }
        Arguments::Facets(faces) => Ok(Plan::from_facets(faces.iter().cloned())),
        Arguments::Edges(faces) => Ok(Plan::from_graph(graph(faces))),
        Arguments::Graph6(code) => {
            let (n, edges) = graph6::decode(code).map_err(|error| Mistake::new(error, node.span.clone()))?;
            Ok(Plan::from_graph(Graph::from_edges(n, edges)))
        }
        Arguments::Hyperedges { tops, loose } => {
            two_level::hypergraph(tops, &loose.concat()).map_err(|error| at(error, &[]))
        }
        Arguments::Relations(list) => {
            general::poset(list.names.clone(), list.relations.clone()).map_err(|error| match error {
                BuildError::Cycle(cycle) => cycle_mistake(list, &cycle, &node.span),
                error => at(error, &[]),
            })
        }
    }
}

/// The graph with these edges and isolated vertices, which have been checked.
pub(crate) fn graph(faces: &[Vec<&str>]) -> Graph {
    let mut names: Vec<&str> = faces.concat();
    names.sort_unstable_by(|a, b| natural_order(a, b));
    names.dedup();
    let number: HashMap<&str, u32> = names.iter().zip(0..).map(|(&name, i)| (name, i)).collect();
    let edges = faces.iter().filter(|face| face.len() == 2).map(|face| (number[face[0]], number[face[1]])).collect();
    Graph::with_names(names.into_iter().map(str::to_owned).collect(), edges)
}

/// Names the elements of a cycle and marks the relation in it that was written last.
pub(crate) fn cycle_mistake(list: &Relations, cycle: &[usize], whole: &Range<usize>) -> Mistake {
    let n = cycle.len();
    let after: HashMap<usize, usize> = (0..n).map(|i| (cycle[i], (i + 1) % n)).collect();
    let on_cycle = |&(x, y): &(usize, usize)| after.get(&x).filter(|&&next| cycle[next] == y).copied();
    let last = list.relations.iter().zip(&list.spans).rev().find_map(|(pair, span)| Some((on_cycle(pair)?, span)));
    let (first, span) = last.unwrap_or((0, whole));
    let rotated = [&cycle[first..], &cycle[..first]].concat();
    Mistake::new(Problem::Cycle(cycle_names(&rotated, |x| &list.names[x])), span.clone())
}

/// A cycle as `a < b < a`, long ones shortened.
pub(crate) fn cycle_names<'a>(cycle: &[usize], name: impl Fn(usize) -> &'a str) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = cycle.iter().take(SHOWN).map(|&x| showable(name(x))).collect();
    if cycle.len() > SHOWN {
        names.push(format!("… ({} more)", cycle.len() - SHOWN));
    }
    names.extend(names.first().cloned());
    names.join(" < ")
}
