//! A member of a list, before it becomes a position.

use crate::family::complex::numbered;
use crate::family::faces::FaceList;
use crate::family::plan::Named;
use crate::family::vertex::face_name;
use crate::format::graph6;
use crate::poset::Draft;
use crate::position::Position;

/// A position that is known and not yet built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member(Content);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    /// Vertices 0, 1, … and edges.
    Graph { vertices: usize, edges: Vec<(u32, u32)> },
    /// Vertices 0, 1, … and all faces.
    Complex { vertices: usize, faces: Vec<Vec<u32>> },
    /// Bottoms 0, 1, …, at most ten, and the bottoms under each top, as the digits of a number.
    TwoLevel { bottoms: usize, tops: Vec<u32> },
    /// Elements 1, 2, … and what covers what, counted from 0.
    Poset { elements: usize, covers: Vec<(usize, usize)> },
}

impl Member {
    /// The graph on `n` vertices with these edges.
    pub(super) fn graph(vertices: usize, edges: Vec<(u32, u32)>) -> Self {
        Member(Content::Graph { vertices, edges })
    }

    /// The complex on `n` vertices with these faces: all its non-empty faces, the vertices
    /// included.
    pub(super) fn complex(vertices: usize, faces: Vec<Vec<u32>>) -> Self {
        Member(Content::Complex { vertices, faces })
    }

    /// The two-level poset on this number of bottoms, with these tops.
    pub(super) fn two_level(bottoms: usize, tops: Vec<u32>) -> Self {
        Member(Content::TwoLevel { bottoms, tops })
    }

    /// The poset on this number of elements, with these covers.
    pub(super) fn poset(elements: usize, covers: Vec<(usize, usize)>) -> Self {
        Member(Content::Poset { elements, covers })
    }

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
    let expression = format!("hypergraph[{}]", words.join(" "));
    let relations = tops.iter().zip(bottoms..).flat_map(|(&top, i)| under(top).map(move |x| (x, i))).collect();
    let labels: Vec<String> = names.into_iter().chain((1..=tops.len()).map(|i| format!("^{i}"))).collect();
    (Named { draft: Draft { size: labels.len(), relations }, labels }, expression)
}

/// Written as chains of covers and then the elements without relations, like
/// `poset[1<2<4, 3<4, 5]`.
fn poset(elements: usize, covers: Vec<(usize, usize)>) -> (Named, String) {
    let name = |x: usize| (x + 1).to_string();
    let mut words = Vec::new();
    let mut rest = covers.clone();
    rest.sort_unstable_by(|a, b| b.cmp(a));
    while let Some((x, mut top)) = rest.pop() {
        let mut chain = vec![name(x), name(top)];
        while let Some(i) = rest.iter().rposition(|&(x, _)| x == top) {
            top = rest.remove(i).1;
            chain.push(name(top));
        }
        words.push(chain.join("<"));
    }
    words.extend((0..elements).filter(|x| covers.iter().all(|(y, z)| x != y && x != z)).map(name));
    let labels = (0..elements).map(name).collect();
    (Named { draft: Draft { size: elements, relations: covers }, labels }, format!("poset[{}]", words.join(", ")))
}
