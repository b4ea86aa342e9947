//! A member of a list, before it becomes a position.

use crate::family::complex::numbered;
use crate::family::faces::FaceList;
use crate::family::plan::Named;
use crate::family::vertex::face_name;
use crate::family::{general, two_level};
use crate::format::graph6;
use crate::poset::Draft;
use crate::position::Position;

/// A position that is known and not yet built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member(pub(super) Content);

/// What a member consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Vertices 0, 1, … and edges.
    Graph { vertices: usize, edges: Vec<(u32, u32)> },
    /// Vertices 0, 1, … and all non-empty faces, the vertices included.
    Complex { vertices: usize, faces: Vec<Vec<u32>> },
    /// Bottoms 0, 1, …, at most ten, and the bottoms under each top, as the digits of a number.
    TwoLevel { bottoms: usize, tops: Vec<u32> },
    /// Elements 1, 2, … and what covers what, counted from 0.
    Poset { elements: usize, covers: Vec<(usize, usize)> },
}

impl Member {
    /// The position: graphs are written in graph6, complexes by their facets.
    #[must_use]
    pub fn position(self) -> Position {
        let (named, expression) = match self.0 {
            Content::Graph { vertices, edges } => graph(vertices, &edges),
            Content::Complex { vertices, faces } => complex(vertices, faces),
            Content::TwoLevel { bottoms, tops } => two_level(bottoms, &tops),
            Content::Poset { elements, covers } => poset(elements, covers),
        };
        named.written_as(expression).expect("what is generated is an order, with one name for each element")
    }
}

fn graph(vertices: usize, edges: &[(u32, u32)]) -> (Named, String) {
    let names = numbered(0, vertices);
    let mut sorted: Vec<(usize, usize)> = edges.iter().map(|&(v, w)| (v as usize, w as usize)).collect();
    sorted.sort_unstable();
    let mut labels: Vec<String> = names.iter().map(|name| face_name(&[name])).collect();
    labels.extend(sorted.iter().map(|&(v, w)| face_name(&[&names[v], &names[w]])));
    let relations = sorted.iter().zip(vertices..).flat_map(|(&(v, w), edge)| [(v, edge), (w, edge)]).collect();
    let named = Named { draft: Draft { size: labels.len(), relations }, labels };
    (named, format!("graph6[{}]", graph6::encode(vertices, edges.iter().copied())))
}

fn complex(vertices: usize, faces: Vec<Vec<u32>>) -> (Named, String) {
    let kind = if faces.iter().any(|face| face.len() > 2) { "complex" } else { "graph" };
    let list = FaceList::new(numbered(0, vertices), faces);
    let expression = format!("{kind}[{}]", list.facets().join(" "));
    (list.into_named(), expression)
}

fn two_level(bottoms: usize, tops: &[u32]) -> (Named, String) {
    let names = numbered(0, bottoms);
    let under = |top: u32| (0..bottoms).filter(move |&x| top >> x & 1 == 1);
    let covered = tops.iter().fold(0, |all, top| all | top);
    let mut words: Vec<String> = tops.iter().map(|&top| under(top).map(|x| &*names[x]).collect()).collect();
    if under(!covered).next().is_some() {
        words.push(";".to_owned());
        words.extend(under(!covered).map(|x| names[x].clone()));
    }
    let tops: Vec<Vec<usize>> = tops.iter().map(|&top| under(top).collect()).collect();
    (two_level::build(&names, &tops), format!("hypergraph[{}]", words.join(" ")))
}

fn poset(elements: usize, covers: Vec<(usize, usize)>) -> (Named, String) {
    let labels = numbered(1, elements);
    let expression = general::poset_expression(&labels, &covers);
    (Named { draft: Draft { size: elements, relations: covers }, labels }, expression)
}
