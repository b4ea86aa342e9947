//! Complexes on at most seven vertices, one bit for each face.

use std::fmt;

use crate::element::{Element, ElementSet};
use crate::layers::canonical;
use crate::poset::Poset;
use crate::position::Position;

/// The most vertices a complex has here.
pub const MOST_VERTICES: usize = 7;

/// The vertices of a face as the bits of a number: 5 is the edge of the vertices 0 and 2.
pub type Face = u8;

/// A simplicial complex on the vertices 0 to 6.
///
/// Bit f is set if the face whose vertices are the binary digits of f is there; the empty face has no bit.
///
/// ```
/// use chomplex::tablebase::Complex;
/// let triangle = Complex::with_facets([0b011, 0b101, 0b110]);
/// assert_eq!((triangle.len(), triangle.vertices()), (6, 3));
/// assert_eq!(triangle.without(0b001).to_string(), "graph[12]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Complex(u128);

impl Complex {
    /// The complex without faces.
    pub const EMPTY: Complex = Complex(0);

    /// All non-empty faces on the first n vertices.
    ///
    /// # Panics
    /// If n is more than [`MOST_VERTICES`].
    #[must_use]
    pub fn simplex(n: usize) -> Self {
        assert!(n <= MOST_VERTICES, "a word has room for seven vertices");
        Complex((u128::MAX >> (128 - (1 << n))) & !1)
    }

    /// The complex of these faces and all that they contain. Bits from the eighth on are ignored.
    #[must_use]
    pub fn with_facets(facets: impl IntoIterator<Item = Face>) -> Self {
        let subsets = |facet: Face| (1..128u8).filter(move |face| face & !facet == 0);
        Complex(facets.into_iter().flat_map(subsets).fold(0, |word, face| word | 1 << face))
    }

    /// The complex of this word, if with each face its smaller ones are there.
    #[must_use]
    pub fn from_word(word: u128) -> Option<Self> {
        let complex = Complex(word);
        (word & 1 == 0 && complex.faces().all(|face| boundary(face).all(|smaller| complex.has(smaller))))
            .then_some(complex)
    }

    /// The word: bit f is face f.
    #[must_use]
    pub fn word(self) -> u128 {
        self.0
    }

    /// The word of one of the complexes isomorphic to this one, the same for all of them.
    #[must_use]
    pub fn key(self) -> u128 {
        canonical(self.0)
    }

    /// The number of faces.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(self) -> usize {
        (0..MOST_VERTICES).filter(|&v| self.has(1 << v)).count()
    }

    /// Whether a face is there.
    #[must_use]
    pub fn has(self, face: Face) -> bool {
        face < 128 && self.0 >> face & 1 == 1
    }

    /// The faces, which are the moves, in the order of their numbers.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let face = (rest != 0).then(|| rest.trailing_zeros() as Face)?;
            rest &= rest - 1;
            Some(face)
        })
    }

    /// The faces that are in no other.
    pub fn facets(self) -> impl Iterator<Item = Face> {
        self.faces().filter(move |&face| (0..MOST_VERTICES).all(|v| face >> v & 1 == 1 || !self.has(face | 1 << v)))
    }

    /// The option by a face: without it and all faces that contain it.
    #[must_use]
    pub fn without(self, face: Face) -> Self {
        Complex(self.0 & !ABOVE[usize::from(face & 127)])
    }

    /// The complex with one more face, whose smaller ones are there.
    pub(super) fn with(self, face: Face) -> Self {
        Complex(self.0 | 1 << face)
    }

    /// The complex with its vertices renamed: vertex v becomes `images[v]`, and no two become one.
    pub(super) fn relabelled(self, images: &[usize; MOST_VERTICES]) -> Self {
        let image =
            |face: Face| (0..MOST_VERTICES).filter(|v| face >> v & 1 == 1).fold(0, |image, v| image | 1u8 << images[v]);
        Complex(self.faces().fold(0, |word, face| word | 1 << image(face)))
    }
}

/// For each set of vertices the faces that contain it.
const ABOVE: [u128; 128] = {
    let mut table = [0; 128];
    let mut set = 0;
    while set < 128 {
        let mut face = 0;
        while face < 128 {
            if face & set == set {
                table[set] |= 1 << face;
            }
            face += 1;
        }
        set += 1;
    }
    table
};

/// The faces with one vertex less, the empty one left out.
fn boundary(face: Face) -> impl Iterator<Item = Face> {
    (0..MOST_VERTICES)
        .filter(move |v| face >> v & 1 == 1)
        .map(move |v| face & !(1 << v))
        .filter(|&smaller| smaller != 0)
}

/// An expression for the complex, by its facets, the largest first.
impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            |face: Face| (0..7u8).filter(|v| face >> v & 1 == 1).map(|v| char::from(b'0' + v)).collect::<String>();
        let mut facets: Vec<String> = self.facets().map(name).collect();
        facets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let large = facets.first().is_some_and(|facet| facet.len() > 2);
        write!(f, "{}[{}]", if large { "complex" } else { "graph" }, facets.join(" "))
    }
}

impl fmt::Debug for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Part of a poset, recognised as a complex: the face that each element is.
#[derive(Clone, Debug)]
pub struct Recognised {
    complex: Complex,
    faces: Vec<(Element, Face)>,
}

impl Recognised {
    /// Recognises what remains of a position by its order alone, whatever its elements are called.
    #[must_use]
    pub fn position(position: &Position) -> Option<Self> {
        Recognised::set(position.poset(), position.remaining())
    }

    /// Recognises a convex set of a poset.
    ///
    /// Each element must be determined by the minimal ones below it, at most seven in all, and each set of some of these must be
    /// there too.
    #[must_use]
    pub fn set(poset: &Poset, set: &ElementSet) -> Option<Self> {
        if set.len() >= 1 << MOST_VERTICES {
            return None;
        }
        let below = |x: Element| set.iter().filter(move |&y| y == x || poset.less(y, x));
        let vertices: Vec<Element> = set.iter().filter(|&x| below(x).count() == 1).collect();
        if vertices.len() > MOST_VERTICES {
            return None;
        }
        let mut complex = Complex::EMPTY;
        let mut faces = Vec::with_capacity(set.len());
        for x in set.iter() {
            let under = |&(_, &v): &(usize, &Element)| v == x || poset.less(v, x);
            let face = vertices.iter().enumerate().filter(under).fold(0, |face: Face, (v, _)| face | 1 << v);
            // What lies below a face are different faces with vertices of it; if there are that many, they are all.
            if complex.has(face) || below(x).count() + 1 != 1 << face.count_ones() {
                return None;
            }
            complex = complex.with(face);
            faces.push((x, face));
        }
        Some(Recognised { complex, faces })
    }

    /// The complex.
    #[must_use]
    pub fn complex(&self) -> Complex {
        self.complex
    }

    /// Each element with the face that it is.
    #[must_use]
    pub fn faces(&self) -> &[(Element, Face)] {
        &self.faces
    }
}
