//! A set of faces as a bit set.
//!
//! The bit index of a face is the number whose binary digits are its vertices. The empty face is
//! bit 0; a complex may have it or not.
//!
//! ```text
//!   bit    0  1  2  3  4  5  6   7  8  9  …  63   64  65  66 …
//!   face   ∅  0  1 01  2 02 12 012  3 03     …     6  06  16
//! ```
//!
//! So the vertices 0 to 5 select a bit within a 64-bit word, and the vertices 6 and 7 select the
//! word: two words hold the complexes on seven vertices, four words those on eight.

use crate::bits::{Bits, WITH_DIGIT};

/// The faces on the vertices 0 to 5 that contain vertex i.
pub(super) const WITH: [u64; 6] = WITH_DIGIT;

/// The faces on the vertices 0 to 5 that do not contain vertex i; empty for a vertex that selects
/// the word.
pub(super) const WITHOUT_OR_NONE: [u64; 8] = [!WITH[0], !WITH[1], !WITH[2], !WITH[3], !WITH[4], !WITH[5], 0, 0];

/// For each set of vertices among 0 to 5, the faces that contain it, and the faces that it
/// contains.
const ABOVE: [u64; 64] = comparable(true);
const WITHIN: [u64; 64] = comparable(false);

const fn comparable(above: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut face = 0;
        while face < 64 {
            let common = set & face;
            if common == if above { set } else { face } {
                table[set] |= 1 << face;
            }
            face += 1;
        }
        set += 1;
    }
    table
}

/// Some faces on `6 + log2 N` vertices. They form a complex if all smaller faces of each face are
/// included, with the possible exception of the empty one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<const N: usize>(pub(super) [u64; N]);

/// Compares without a branch.
impl<const N: usize> PartialEq for Word<N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
    }
}

impl<const N: usize> From<Bits<N>> for Word<N> {
    #[inline(always)]
    fn from(bits: Bits<N>) -> Self {
        Word(bits.words())
    }
}

impl<const N: usize> From<Word<N>> for Bits<N> {
    #[inline(always)]
    fn from(word: Word<N>) -> Self {
        Bits::from_words(word.0)
    }
}

impl From<u128> for Word<2> {
    #[inline(always)]
    fn from(number: u128) -> Self {
        Word([number as u64, (number >> 64) as u64])
    }
}

impl From<Word<2>> for u128 {
    #[inline(always)]
    fn from(word: Word<2>) -> Self {
        u128::from(word.0[0]) | u128::from(word.0[1]) << 64
    }
}

impl<const N: usize> FromIterator<usize> for Word<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(faces: I) -> Self {
        Bits::from_iter(faces).into()
    }
}

impl<const N: usize> Word<N> {
    /// The largest number of vertices.
    pub(crate) const ROOM: usize = {
        assert!(N == 2 || N == 4, "seven vertices or eight");
        6 + N.ilog2() as usize
    };

    /// The faces with at most k vertices on the first n vertices, including the empty one.
    pub(crate) fn skeleton(n: usize, k: usize) -> Self {
        (0..1usize << n).filter(|face| face.count_ones() as usize <= k).collect()
    }

    /// All faces on these vertices, including the empty one.
    #[inline(always)]
    pub(crate) fn simplex(vertices: usize) -> Self {
        Word([u64::MAX; N]).within(vertices as u8)
    }

    /// The faces in increasing order of their numbers.
    #[inline(always)]
    pub(crate) fn faces(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            for (high, word) in rest.iter_mut().enumerate() {
                if *word != 0 {
                    let face = 64 * high + word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some(face);
                }
            }
            None
        })
    }

    /// The faces on the vertices 0 to 5.
    #[inline(always)]
    pub(crate) fn first_faces(self) -> u64 {
        self.0[0]
    }

    /// Whether the word is less than another, read as a number.
    #[inline(always)]
    pub(super) fn is_less(self, other: Self) -> bool {
        (0..N).fold(false, |less, k| self.0[k] < other.0[k] || (self.0[k] == other.0[k] && less))
    }

    /// The vertices, as the bits 0 to 7.
    #[inline(always)]
    pub(crate) fn vertices(self) -> u8 {
        let mut vertices = gather(self.0[0]);
        for vertex in 6..Self::ROOM {
            vertices |= ((self.0[1 << (vertex - 6)] & 1) as u8) << vertex;
        }
        vertices
    }

    /// The neighbours of a vertex, as the bits 0 to 7.
    #[inline(always)]
    pub(crate) fn neighbours(self, vertex: usize) -> u8 {
        let mut neighbours;
        if vertex < 6 {
            let shift = 1 << vertex;
            // After the shift, bit `1 << vertex` does not stand for a neighbour.
            neighbours = gather(self.0[0] >> shift) & !(1 << vertex);
            for other in 6..Self::ROOM {
                neighbours |= ((self.0[1 << (other - 6)] >> shift & 1) as u8) << other;
            }
        } else {
            neighbours = gather(self.0[1 << (vertex - 6)]);
            if N == 4 {
                neighbours |= ((self.0[3] & 1) as u8) << (13 - vertex);
            }
        }
        neighbours
    }

    /// Whether a face is included.
    #[inline(always)]
    pub(crate) fn has(self, face: usize) -> bool {
        self.0[face / 64] >> (face % 64) & 1 == 1
    }

    /// The complex with one more face.
    #[inline(always)]
    pub(crate) fn with(self, face: usize) -> Self {
        Word(std::array::from_fn(|high| self.0[high] | u64::from(face / 64 == high) << (face % 64)))
    }

    /// The complex without a face and all faces that contain it.
    #[inline(always)]
    pub(crate) fn without(mut self, face: usize) -> Self {
        for high in 0..N {
            self.0[high] &= if (face / 64) & !high == 0 { !ABOVE[face % 64] } else { u64::MAX };
        }
        self
    }

    /// The faces that are in both words.
    #[inline(always)]
    pub(crate) fn common(self, other: Self) -> Self {
        Word(std::array::from_fn(|high| self.0[high] & other.0[high]))
    }

    /// The faces that contain only these vertices.
    #[inline(always)]
    pub(crate) fn within(mut self, vertices: u8) -> Self {
        let vertices = usize::from(vertices);
        for high in 0..N {
            self.0[high] &= if high & !(vertices / 64) == 0 { WITHIN[vertices % 64] } else { 0 };
        }
        self
    }

    /// The faces that can be added: they are not in the complex, but all smaller ones are.
    #[inline(always)]
    pub(crate) fn addable(self) -> Self {
        Word(std::array::from_fn(|high| {
            let word = self.0[high];
            let low = (0..6).fold(!word, |open, v| open & (!WITH[v] | word << (1 << v)));
            (6..Self::ROOM)
                .map(|v| 1 << (v - 6))
                .filter(|bit| high & bit != 0)
                .fold(low, |open, b| open & self.0[high ^ b])
        }))
    }

    /// The facets: faces that no other face contains.
    #[inline(always)]
    pub(crate) fn facets(self) -> Self {
        Word(std::array::from_fn(|high| {
            let word = self.0[high];
            let low = (0..6).fold(0, |covered, v| covered | (word & WITH[v]) >> (1 << v));
            let bits = (6..Self::ROOM).map(|v| 1 << (v - 6)).filter(|bit| high & bit == 0);
            word & !bits.fold(low, |covered, bit| covered | self.0[high | bit])
        }))
    }

    /// The complex with two vertices `i <= j` exchanged.
    ///
    /// The faces with i and without j change places with those with j and without i.
    #[inline(always)]
    pub(crate) fn swapped(mut self, i: usize, j: usize) -> Self {
        if j < 6 {
            let (mask, shift) = (WITH[i] & !WITH[j], (1 << j) - (1 << i));
            for x in &mut self.0 {
                let moved = (*x ^ (*x >> shift)) & mask;
                *x ^= moved ^ (moved << shift);
            }
            return self;
        }
        let bit = 1 << (j - 6);
        if i == 6 && j == 7 {
            self.0.swap(1, 2);
        }
        let (mask, shift) = (WITHOUT_OR_NONE[i], (1 << i) & 63);
        for k in 0..N / 2 {
            let low = if bit == 1 { 2 * k } else { k };
            let moved = ((self.0[low] >> shift) ^ self.0[low | bit]) & mask;
            self.0[low | bit] ^= moved;
            self.0[low] ^= moved << shift;
        }
        self
    }

    /// Whether exchanging two vertices `i < j` leaves the complex unchanged.
    #[inline(always)]
    pub(super) fn are_twins(self, i: usize, j: usize) -> bool {
        if i >= 6 {
            return N == 4 && self.0[1] == self.0[N / 2];
        }
        let mut difference = 0;
        if j < 6 {
            let (mask, shift) = (WITH[i] & !WITH[j], (1 << j) - (1 << i));
            for x in self.0 {
                difference |= (x ^ (x >> shift)) & mask;
            }
        } else {
            let bit = 1 << (j - 6);
            for low in (0..N).filter(|low| low & bit == 0) {
                difference |= ((self.0[low] >> (1 << i)) ^ self.0[low | bit]) & !WITH[i];
            }
        }
        difference == 0
    }

    /// The complex with its vertices renamed to 0, 1, …, without gaps.
    #[inline(always)]
    pub(crate) fn gathered(mut self, mut vertices: u8) -> Self {
        while vertices & vertices.wrapping_add(1) != 0 {
            let (free, last) = (vertices.trailing_ones(), vertices.ilog2());
            self = self.swapped(free as usize, last as usize);
            vertices ^= 1 << free | 1 << last;
        }
        self
    }

    /// The complex in which vertex `order[p]` has become vertex p.
    #[inline(always)]
    pub(crate) fn relabelled(mut self, order: Order) -> Self {
        let (mut place, mut vertex) = (IDENTITY, IDENTITY);
        for p in (1..Self::ROOM).rev() {
            let (from, displaced) = (place[order[p] as usize], vertex[p]);
            self = self.swapped(from as usize, p);
            place[displaced as usize] = from;
            vertex[from as usize] = displaced;
        }
        self
    }
}

/// The vertices in some order; with room for seven vertices, the last one is 7.
pub(crate) type Order = [u8; 8];

/// The vertices in the order of their numbers.
pub(crate) const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// The bits 1, 2, 4, …, 32 of a word, gathered into the lowest bits.
#[inline(always)]
fn gather(word: u64) -> u8 {
    let bits = (word >> 1) & 3 | (word >> 2) & 4 | (word >> 5) & 8 | (word >> 12) & 16 | (word >> 27) & 32;
    bits as u8
}
