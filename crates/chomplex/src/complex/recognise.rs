//! Recognises the poset of the non-empty faces of a simplicial complex.
//!
//! Each element is identified with the set of the minimal elements below it, its vertices.

use crate::shape::Shape;

/// Maximum number of vertices: complexes on more vertices have too many faces.
const MAX_VERTICES: usize = 20;

/// A set of vertices, as a bit mask.
pub(crate) type VertexSet = u32;

/// A poset recognised as a complex on at most 20 vertices: the vertices of each element.
#[derive(Clone, Debug)]
pub(crate) struct VertexSets {
    vertices: usize,
    faces: Vec<VertexSet>,
}

impl VertexSets {
    /// Recognises a convex set as a complex, if it is one and `is_wanted` accepts its numbers of
    /// vertices and elements.
    pub(crate) fn recognise(shape: &Shape<'_>, is_wanted: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let minimal = (0..shape.len()).filter(|&i| shape.is_minimal(i));
        let vertices = minimal.take(MAX_VERTICES + 1).count();
        if vertices > MAX_VERTICES || !is_wanted(vertices, shape.len()) {
            return None;
        }
        let mut faces: Vec<VertexSet> = Vec::with_capacity(shape.len());
        let mut next = 0;
        for i in 0..shape.len() {
            let below = shape.lower(i).iter().fold(0, |face, &j| face | faces[j]);
            if below == 0 {
                faces.push(1 << next);
                next += 1;
                continue;
            }
            // The number of covered faces equals the number of ways to leave out one vertex. All
            // faces are distinct, so they are exactly the facets.
            let size = below.count_ones();
            let covers_facets = shape.lower(i).len() == size as usize
                && shape.lower(i).iter().all(|&j| faces[j].count_ones() + 1 == size);
            if !covers_facets {
                return None;
            }
            faces.push(below);
        }
        let mut sorted = faces.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|two| two[0] != two[1]).then_some(VertexSets { vertices, faces })
    }

    /// The number of vertices.
    pub(crate) fn vertices(&self) -> usize {
        self.vertices
    }

    /// The vertices of each element, by its number in the [`Shape`].
    pub(crate) fn faces(&self) -> &[VertexSet] {
        &self.faces
    }

    /// The number of the element with these vertices.
    pub(crate) fn element(&self, face: VertexSet) -> Option<usize> {
        self.faces.iter().position(|&other| other == face)
    }

    /// The number of vertices of each element.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.faces.iter().map(|face| face.count_ones() as usize)
    }

    /// The size of the largest face.
    pub(crate) fn largest(&self) -> usize {
        self.sizes().max().unwrap_or(0)
    }

    /// The vertices common to all non-empty sets of vertices that are not faces.
    pub(crate) fn common_to_missing(&self) -> VertexSet {
        let mut is_face = vec![false; 1 << self.vertices];
        self.faces.iter().for_each(|&face| is_face[face as usize] = true);
        (1..=self.full()).filter(|&face| !is_face[face as usize]).fold(self.full(), |common, face| common & face)
    }

    /// The set of all vertices.
    pub(crate) fn full(&self) -> VertexSet {
        (1 << self.vertices) - 1
    }
}

/// If a convex set consists of all non-empty subsets of at most k of n vertices, with k ≥ 1: the
/// number k, and the faces.
pub(crate) fn skeleton(shape: &Shape<'_>) -> Option<(usize, VertexSets)> {
    let faces = VertexSets::recognise(shape, |n, size| (1..=n).any(|k| subsets(n, k) == size))?;
    // All faces are subsets of at most k vertices, and their numbers are equal.
    let k = faces.largest();
    (k >= 1 && subsets(faces.vertices, k) == shape.len()).then_some((k, faces))
}

/// The number of non-empty subsets of at most k of n vertices.
fn subsets(n: usize, k: usize) -> usize {
    let mut binomial = 1;
    (1..=k)
        .map(|i| {
            binomial = binomial * (n + 1 - i) / i;
            binomial
        })
        .sum()
}
