//! Graphs as lists of edges (`docs/formats/edges.md`): two names per line, a single name for a
//! vertex without edges.

use hashbrown::HashSet;

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use super::evaluate;
use super::listing::{self, mistake};
use super::rows::{self, Row};
use crate::family::plan::Plan;
use crate::family::vertex::check_face;
use crate::position::Position;

/// Reads a graph.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let first = rows::lines(text).next().map_or("", |(_, line)| line);
    let table = rows::rows(text);
    // Runs of characters, `12`, unless some line lists whole names.
    let runs = table.iter().all(|row| row.cells.len() < 2);
    if runs || first.starts_with(['[', '{', '(']) {
        let mut cursor = Cursor::new(text);
        let faces = listing::faces(&mut cursor, &[])?;
        super::body::check_edges(&faces, |face| showable(&face.vertices.join(",")))?;
        return position(&faces.into_iter().map(|face| face.vertices).collect::<Vec<_>>());
    }
    if let Some(dimacs) = dimacs(&table)? {
        return position(&dimacs.iter().map(|edge| edge.iter().map(String::as_str).collect()).collect::<Vec<_>>());
    }
    let skipped = usize::from(table.first().is_some_and(|row| rows::header(row).is_some()));
    let mut edges: Vec<Vec<&str>> = Vec::new();
    let mut seen = HashSet::new();
    for row in &table[skipped..] {
        let edge = ends(row)?;
        let shown = || showable(&edge.join(","));
        check_face(&edge).map_err(|bad| match mistake(bad, &text[row.span.clone()], row.span.start) {
            Mistake { problem: Problem::RepeatedVertex { .. }, span } => Mistake::new(Problem::Loop(shown()), span),
            mistake => mistake,
        })?;
        if let [a, b] = edge[..]
            && !seen.insert((a.min(b), a.max(b)))
        {
            return Err(Mistake::new(Problem::EdgeTwice(shown()), row.span.clone()));
        }
        edges.push(edge);
    }
    position(&edges)
}

fn position(edges: &[Vec<&str>]) -> Result<Position, Mistake> {
    Plan::from_graph(evaluate::graph(edges)).into_position().map_err(|error| Mistake::new(error, 0..0))
}

/// The ends of the edge in a line: two names, perhaps with `--` between them or data in braces
/// after them.
fn ends<'a>(row: &Row<'a>) -> Result<Vec<&'a str>, Mistake> {
    let mut cells = row.cells.clone();
    while cells.len() > 1 && cells.last() == Some(&"") {
        cells.pop();
    }
    match cells[..] {
        [_] | [_, _] => Ok(cells),
        [a, "--" | "-", b] => Ok(vec![a, b]),
        [a, b, data, ..] if data.starts_with('{') => Ok(vec![a, b]),
        [_, _, weight] if weight.parse::<f64>().is_ok() => Err(Mistake::new(Problem::Weight, row.span.clone())),
        _ => Err(Mistake::new(Problem::NotAnEdge(showable(&cells.join(",")), cells.len()), row.span.clone())),
    }
}

/// Whether a table is a graph in DIMACS format.
pub(crate) fn is_dimacs(table: &[Row<'_>]) -> bool {
    table.iter().find(|row| row.cells[0] != "c").is_some_and(|row| {
        row.cells.len() == 4 && row.cells[0] == "p" && ["edge", "edges", "col"].contains(&row.cells[1])
    })
}

/// The vertices and edges of a graph in DIMACS format.
fn dimacs(table: &[Row<'_>]) -> Result<Option<Vec<Vec<String>>>, Mistake> {
    if !is_dimacs(table) {
        return Ok(None);
    }
    let mut faces = Vec::new();
    let mut seen = HashSet::new();
    for row in table {
        match row.cells[..] {
            ["p", _, vertices, _] => {
                let n: usize = vertices.parse().unwrap_or(0).min(crate::poset::MAX_ELEMENTS + 1);
                faces.extend((1..=n).map(|v| vec![v.to_string()]));
            }
            ["e", a, b] if a == b => return Err(Mistake::new(Problem::Loop(showable(a)), row.span.clone())),
            // Some files list both directions.
            ["e", a, b] if seen.insert((a.min(b), a.max(b))) => faces.push(vec![a.to_owned(), b.to_owned()]),
            _ => {}
        }
    }
    Ok(Some(faces))
}
