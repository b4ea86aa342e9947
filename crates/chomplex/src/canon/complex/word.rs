//! A complex as a word.
//!
//! The bit index of a face is the number whose binary digits are its vertices. The empty face has
//! no bit.
//!
//! ```text
//!   bit    1  2  3  4  5  6   7  8  9  …  63   64  65  66 …
//!   face   0  1 01  2 02 12 012  3 03     …     6  06  16
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
/// included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Word<const N: usize>(pub(super) [u64; N]);

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

impl<const N: usize> Word<N> {
    /// The largest number of vertices.
    pub(super) const ROOM: usize = {
        assert!(N == 2 || N == 4, "seven vertices or eight");
        6 + N.ilog2() as usize
    };

    /// The vertices, as the bits 0 to 7.
    #[inline(always)]
    pub(super) fn vertices(self) -> u8 {
        let mut vertices = gather(self.0[0]);
        for vertex in 6..Self::ROOM {
            vertices |= ((self.0[1 << (vertex - 6)] & 1) as u8) << vertex;
        }
        vertices
    }

    /// The neighbours of a vertex, as the bits 0 to 7.
    #[inline(always)]
    pub(super) fn neighbours(self, vertex: usize) -> u8 {
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

    #[inline(always)]
    pub(super) fn has(self, face: usize) -> bool {
        self.0[face / 64] >> (face % 64) & 1 == 1
    }

    /// The faces that contain a vertex.
    pub(super) fn star(mut self, vertex: usize) -> Self {
        for (high, word) in self.0.iter_mut().enumerate() {
            let with = if vertex < 6 { WITH[vertex] } else { 0u64.wrapping_sub((high >> (vertex - 6) & 1) as u64) };
            *word &= with;
        }
        self
    }

    /// The complex without a face and all faces that contain it.
    #[inline(always)]
    pub(super) fn without(mut self, face: usize) -> Self {
        for high in 0..N {
            self.0[high] &= if (face / 64) & !high == 0 { !ABOVE[face % 64] } else { u64::MAX };
        }
        self
    }

    /// The faces that contain only these vertices.
    #[inline(always)]
    pub(super) fn within(mut self, vertices: u8) -> Self {
        let vertices = usize::from(vertices);
        for high in 0..N {
            self.0[high] &= if high & !(vertices / 64) == 0 { WITHIN[vertices % 64] } else { 0 };
        }
        self
    }

    /// The complex with two vertices `i <= j` exchanged.
    ///
    /// The faces with i and without j change places with those with j and without i.
    #[inline(always)]
    pub(super) fn swapped(mut self, i: usize, j: usize) -> Self {
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
    pub(super) fn gathered(mut self, mut vertices: u8) -> Self {
        while vertices & vertices.wrapping_add(1) != 0 {
            let (free, last) = (vertices.trailing_ones(), vertices.ilog2());
            self = self.swapped(free as usize, last as usize);
            vertices ^= 1 << free | 1 << last;
        }
        self
    }

    /// The complex in which vertex `order[p]` has become vertex p.
    #[inline(always)]
    pub(super) fn relabelled(mut self, order: Order) -> Self {
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

/// The vertices in some order.
pub(super) type Order = [u8; 8];

/// The vertices in the order of their numbers.
pub(super) const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// The bits 1, 2, 4, …, 32 of a word, gathered into the lowest bits.
#[inline(always)]
fn gather(word: u64) -> u8 {
    let bits = (word >> 1) & 3 | (word >> 2) & 4 | (word >> 5) & 8 | (word >> 12) & 16 | (word >> 27) & 32;
    bits as u8
}

/// Counts the faces that contain two vertices: calls `visit(i, j, count)` for all i < j, and
/// `visit(i, i, count)` for each vertex.
#[inline(always)]
pub(super) fn codegrees<const N: usize>(word: Word<N>, mut visit: impl FnMut(usize, usize, u32)) {
    let w = word.0;
    // Packs the faces with vertex i into half the words: those that also have a vertex selecting
    // the word are put at the places of the faces without vertex i.
    let fold = |a: u64, b: u64, i: usize| (a & WITH[i]) | ((b & WITH[i]) >> (1 << i));
    for (i, with_i) in WITH.iter().enumerate() {
        if N == 2 {
            let star = fold(w[0], w[1], i);
            visit(i, i, star.count_ones());
            for (j, with) in WITH.iter().enumerate().skip(i + 1) {
                visit(i, j, (star & with).count_ones());
            }
            visit(i, 6, (w[1] & with_i).count_ones());
        } else {
            let (star, star_7) = (fold(w[0], w[1], i), fold(w[2], w[3], i));
            visit(i, i, star.count_ones() + star_7.count_ones());
            for j in i + 1..6 {
                visit(i, j, fold(star, star_7, j).count_ones());
            }
            visit(i, 6, fold(w[1], w[3], i).count_ones());
            visit(i, 7, star_7.count_ones());
        }
    }
    if N == 2 {
        visit(6, 6, w[1].count_ones());
    } else {
        visit(6, 6, w[1].count_ones() + w[3].count_ones());
        visit(6, 7, w[3].count_ones());
        visit(7, 7, w[2].count_ones() + w[3].count_ones());
    }
}
