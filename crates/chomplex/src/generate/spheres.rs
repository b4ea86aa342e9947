//! All triangulated spheres on n vertices: A000109.
//!
//! A triangulation on more than four vertices has a vertex with at most five neighbours, since the
//! average is below six. One with the fewest can be taken away (Bowen and Fisk, *Generation of
//! triangulations of the sphere*, 1967; Brinkmann and McKay, *Fast generation of planar graphs*,
//! 2007): its neighbours are a polygon with three, four or five sides, which becomes a fan from one
//! of its vertices. The new edges must not be there already. In a quadrangle not both diagonals are
//! edges outside, since they would cross. In a pentagon at most two diagonals are, with one end in
//! common, so that two vertices are on none of them. Where there are three neighbours no edge is
//! new, and their triangle is a face already only in the tetrahedron.
//!
//! The parent of a triangulation is without the first of its vertices with the fewest neighbours in
//! canonical numbering, with the fan from the first neighbour that can have one. So a triangulation
//! grows by a new vertex in the middle of a fan of one, two or three triangles. Only those need be
//! looked at in which no vertex has fewer neighbours than the new one.

use super::growth::{Descendants, Growth};
use super::member::{Content, Member};
use super::triangulation::{Code, Triangulation};

struct ByVertices;

impl Growth for ByVertices {
    type Thing = Code;

    fn grow(&self, code: &Code, mut tell: impl FnMut(Code)) {
        let sphere = Triangulation::from_code(code);
        for polygon in polygons(&sphere) {
            let child = sphere.with_hub(&polygon);
            if fewest(&child) < polygon.len() {
                continue;
            }
            let child = child.code();
            if parent(&Triangulation::from_code(&child)).code() == *code {
                tell(child);
            }
        }
    }
}

/// The polygons round fans of one, two or three triangles; the first vertex is that of the fan.
fn polygons(sphere: &Triangulation) -> impl Iterator<Item = Vec<usize>> + '_ {
    let starts = (0..sphere.order()).flat_map(|v| sphere.neighbours(v).map(move |a| (v, a)));
    starts.flat_map(|(v, a)| {
        let around = sphere.around(v, a);
        let longest = around.len().min(4);
        (2..=longest).map(move |len| [&[v], &around[..len]].concat()).filter(|polygon| !is_fan_elsewhere(polygon))
    })
}

/// Whether the same triangles are a fan from a smaller vertex too: from each vertex of one, from
/// either end of the edge between two.
fn is_fan_elsewhere(polygon: &[usize]) -> bool {
    match *polygon {
        [v, a, b] => a < v || b < v,
        [v, _, b, _] => b < v,
        _ => false,
    }
}

fn fewest(sphere: &Triangulation) -> usize {
    (0..sphere.order()).map(|v| sphere.degree(v)).min().unwrap_or(0)
}

/// The triangulation with one vertex less.
fn parent(sphere: &Triangulation) -> Triangulation {
    let fewest = fewest(sphere);
    let hub = (0..sphere.order()).find(|&v| sphere.degree(v) == fewest).unwrap_or(0);
    let sphere = &sphere.exchanged(hub, sphere.order() - 1);
    let hub = sphere.order() - 1;
    let polygon = sphere.neighbours(hub).map(|first| sphere.around(hub, first)).find(|polygon| {
        let far = &polygon[2..polygon.len() - 1];
        far.iter().all(|&v| !sphere.is_edge(polygon[0], v))
    });
    sphere.without_hub(&polygon.expect("one of the fans fits"))
}

/// The codes of the triangulations on n vertices, at most [`MOST`](super::triangulation::MOST).
pub(super) fn codes(n: usize) -> impl Iterator<Item = Code> + Send {
    let first = Triangulation::tetrahedron();
    let steps = n.checked_sub(first.order());
    steps.into_iter().flat_map(move |steps| Descendants::after(steps, ByVertices, first.code()))
}

/// The spheres on n vertices.
pub(super) fn spheres(n: usize) -> impl Iterator<Item = Member> + Send {
    codes(n).map(move |code| surface(n, Triangulation::from_code(&code).triangles()))
}

/// The complex on this number of vertices with these triangles, their edges and all vertices.
pub(super) fn surface(vertices: usize, triangles: impl Iterator<Item = [usize; 3]>) -> Member {
    let mut faces: Vec<Vec<u32>> = (0..vertices as u32).map(|v| vec![v]).collect();
    for triangle in triangles {
        let mut face = triangle.map(|v| v as u32);
        face.sort_unstable();
        let [a, b, c] = face;
        faces.extend([vec![a, b], vec![a, c], vec![b, c], face.to_vec()]);
    }
    faces.sort_unstable();
    faces.dedup();
    Member(Content::Complex { vertices, faces })
}
