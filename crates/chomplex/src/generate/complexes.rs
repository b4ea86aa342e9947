//! All simplicial complexes on exactly n vertices: the differences of A003182.
//!
//! A complex grows by a face, from n points without an edge. Its parent is the complex without the
//! last of its largest faces in canonical numbering.

use super::growth::{Descendants, Growth};
use super::member::{Content, Member};
use crate::complex::canonical;

struct ByFaces {
    vertices: usize,
}

/// Faces are numbers, whose digits are their vertices. A complex is a word with a bit for each
/// face.
impl Growth for ByFaces {
    type Thing = u128;

    fn grow(&self, complex: &u128, mut tell: impl FnMut(u128)) {
        let largest = faces(*complex).map(u32::count_ones).max().unwrap_or(0).max(2);
        let is_new = |face: &u32| face.count_ones() >= largest && complex >> face & 1 == 0;
        for face in
            (1..1 << self.vertices).filter(is_new).filter(|&face| facets(face).all(|below| complex >> below & 1 == 1))
        {
            let child = canonical(complex | 1 << face);
            let size = face.count_ones();
            let last = faces(child).filter(|face| face.count_ones() == size).last();
            if last.is_some_and(|last| canonical(child & !(1 << last)) == *complex) {
                tell(child);
            }
        }
    }
}

/// The faces of a complex.
fn faces(complex: u128) -> impl Iterator<Item = u32> {
    (1..128).filter(move |face| complex >> face & 1 == 1)
}

/// The faces just below a face.
fn facets(face: u32) -> impl Iterator<Item = u32> {
    (0..7).filter(move |v| face >> v & 1 == 1).map(move |v| face & !(1 << v))
}

/// The complexes on n vertices, at most seven.
pub(super) fn complexes(n: usize) -> impl Iterator<Item = Member> + Send {
    let points = (0..n).fold(0, |points: u128, v| points | 1 << (1 << v));
    Descendants::all(ByFaces { vertices: n }, points).map(move |complex| {
        let vertices = |face: u32| (0..7).filter(|v| face >> v & 1 == 1).collect();
        Member(Content::Complex { vertices: n, faces: faces(complex).map(vertices).collect() })
    })
}
