//! The faces of a simplicial complex, all listed.

use hashbrown::HashMap;

use super::plan::Named;
use super::remnant::Remnant;
use super::vertex::{face_name, natural_order, split_face, written};
use crate::poset::Draft;

/// A simplicial complex: its vertices and its non-empty faces, each given by the numbers of its
/// vertices.
///
/// The vertices are in natural order, the vertices of a face increase, and the faces are sorted by
/// size and then lexicographically.
#[doc(alias = "simplicial complex")]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FaceList {
    vertices: Vec<String>,
    faces: Vec<Vec<u32>>,
}

impl FaceList {
    /// The complex with these vertices and faces, in any order. The faces must be closed under
    /// taking subsets.
    pub(crate) fn new(vertices: Vec<String>, mut faces: Vec<Vec<u32>>) -> Self {
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        order.sort_by(|&a, &b| natural_order(&vertices[a as usize], &vertices[b as usize]));
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        for face in &mut faces {
            for v in face.iter_mut() {
                *v = place[*v as usize];
            }
            face.sort_unstable();
        }
        faces.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let mut taken: Vec<Option<String>> = vertices.into_iter().map(Some).collect();
        let vertices = order.iter().filter_map(|&old| taken[old as usize].take()).collect();
        FaceList { vertices, faces }
    }

    /// The names of the vertices.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// The faces.
    #[must_use]
    pub fn faces(&self) -> &[Vec<u32>] {
        &self.faces
    }

    pub(crate) fn into_parts(self) -> (Vec<String>, Vec<Vec<u32>>) {
        (self.vertices, self.faces)
    }

    /// The name of a face.
    #[must_use]
    pub fn name(&self, face: &[u32]) -> String {
        face_name(&self.members(face))
    }

    /// The names of the vertices of a face.
    fn members(&self, face: &[u32]) -> Vec<&str> {
        face.iter().map(|&v| &*self.vertices[v as usize]).collect()
    }

    /// The facets as they are written in `complex[…]`, the largest first.
    #[must_use]
    pub fn facets(&self) -> Vec<String> {
        let number = self.numbers();
        let mut maximal = vec![true; self.faces.len()];
        for x in self.covers(&number).map(|(x, _)| x) {
            maximal[x] = false;
        }
        let mut facets: Vec<&Vec<u32>> = self.faces.iter().zip(maximal).filter(|f| f.1).map(|f| f.0).collect();
        facets.sort_by_key(|face| std::cmp::Reverse(face.len()));
        facets.into_iter().map(|face| written(&self.members(face))).collect()
    }

    fn numbers(&self) -> HashMap<&[u32], usize> {
        self.faces.iter().enumerate().map(|(i, face)| (&**face, i)).collect()
    }

    fn covers<'a>(&'a self, number: &'a HashMap<&[u32], usize>) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.faces.iter().enumerate().filter(|(_, face)| face.len() > 1).flat_map(move |(y, face)| {
            (0..face.len()).map(move |i| {
                let mut below = face.clone();
                below.remove(i);
                (number[&*below], y)
            })
        })
    }

    /// The faces as elements, ordered by inclusion.
    pub(crate) fn into_named(self) -> Named {
        let number = self.numbers();
        let relations = self.covers(&number).collect();
        let labels = self.faces.iter().map(|face| self.name(face)).collect();
        Named { draft: Draft { size: self.faces.len(), relations }, labels }
    }

    /// The complex whose faces are these elements, judging by their names, if the order is
    /// inclusion.
    #[must_use]
    pub fn recognise(remnant: &Remnant<'_>) -> Option<FaceList> {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut vertices = Vec::new();
        let mut faces = Vec::with_capacity(remnant.len());
        for name in remnant.names() {
            let members = split_face(name).ok()?;
            let mut face: Vec<u32> = Vec::with_capacity(members.len());
            for vertex in members {
                face.push(*numbers.entry(vertex).or_insert_with(|| {
                    vertices.push(vertex.to_owned());
                    vertices.len() as u32 - 1
                }));
            }
            face.sort_unstable();
            faces.push(face);
        }
        // If each face of size s covers s faces of size s - 1, all contained in it, then the order
        // is inclusion.
        for (face, lower) in faces.iter().zip(remnant.lower()) {
            let wanted = if face.len() == 1 { 0 } else { face.len() };
            let inside = |&x: &usize| faces[x].len() + 1 == face.len() && is_subset(&faces[x], face);
            if lower.len() != wanted || !lower.iter().all(inside) {
                return None;
            }
        }
        let list = FaceList::new(vertices, faces);
        // Every element must have the canonical name of its face.
        let mut names: Vec<String> = list.faces.iter().map(|face| list.name(face)).collect();
        names.sort_unstable();
        names.iter().eq(sorted(remnant.names())).then_some(list)
    }
}

fn sorted<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

/// Whether one increasing list is contained in another.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|x| rest.any(|y| x == y))
}
