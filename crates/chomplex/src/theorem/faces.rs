//! Small simplicial complexes: each element is identified with the set of the minimal elements
//! below it.

use crate::element::Element;
use crate::shape::Shape;

/// Maximum number of vertices: complexes on more vertices have too many faces.
const MAX_VERTICES: usize = 20;

/// A set of vertices, as a bit mask.
pub(super) type Face = u32;

/// A simplicial complex on at most 20 vertices.
pub(super) struct Faces<'a> {
    shape: &'a Shape<'a>,
    /// The number of vertices.
    pub(super) vertices: usize,
    /// The vertices below or equal to each element.
    faces: Vec<Face>,
}

impl<'a> Faces<'a> {
    /// Interprets a set as a complex, if it is one and `is_wanted` accepts its numbers of vertices
    /// and elements.
    pub(super) fn of(shape: &'a Shape<'a>, is_wanted: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let mut minimal = (0..shape.len()).filter(|&i| shape.is_minimal(i));
        let vertices = minimal.by_ref().take(MAX_VERTICES + 1).count();
        if vertices > MAX_VERTICES || !is_wanted(vertices, shape.len()) {
            return None;
        }
        let mut faces: Vec<Face> = Vec::with_capacity(shape.len());
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
        sorted.windows(2).all(|two| two[0] != two[1]).then_some(Faces { shape, vertices, faces })
    }

    /// The element with these vertices.
    pub(super) fn element(&self, face: Face) -> Option<Element> {
        self.faces.iter().position(|&other| other == face).map(|i| self.shape.element(i))
    }

    /// The number of vertices of each element.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.faces.iter().map(|face| face.count_ones() as usize)
    }

    /// The size of its largest face.
    pub(super) fn largest(&self) -> usize {
        self.faces.iter().map(|face| face.count_ones() as usize).max().unwrap_or(0)
    }

    /// The vertices common to all non-empty sets of vertices that are not faces.
    pub(super) fn common_to_missing(&self) -> Face {
        let mut is_face = vec![false; 1 << self.vertices];
        self.faces.iter().for_each(|&face| is_face[face as usize] = true);
        (1..=self.full()).filter(|&face| !is_face[face as usize]).fold(self.full(), |common, face| common & face)
    }

    /// The set of all vertices.
    pub(super) fn full(&self) -> Face {
        (1 << self.vertices) - 1
    }
}

/// If a set consists of all non-empty subsets of at most k of n vertices, with k ≥ 1: the number k,
/// and the faces.
pub(super) fn skeleton<'a>(shape: &'a Shape<'a>) -> Option<(usize, Faces<'a>)> {
    let faces = Faces::of(shape, |n, size| (1..=n).any(|k| subsets(n, k) == size))?;
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
