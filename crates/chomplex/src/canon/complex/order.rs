//! Sorts the vertices in an order that depends only on the complex.
//!
//! Each vertex has a key that does not depend on the names of the vertices: the number of faces
//! that contain it, the numbers of faces that contain it and each other vertex, and the same for
//! those others. The vertices are sorted by their keys. Usually no two are equal, and the order is
//! complete; otherwise the ties are left to [`labelling`](super::labelling).

use super::word::{IDENTITY, Order, Word, codegrees};

/// A complex with its vertices renamed.
pub(super) trait Image<const N: usize>: Copy {
    fn word(&self) -> Word<N>;

    /// Exchanges two vertices `i <= j`.
    fn swapped(self, i: usize, j: usize) -> Self;

    /// Renames vertex `order[p]` to p.
    fn relabelled(self, order: Order) -> Self;
}

impl<const N: usize> Image<N> for Word<N> {
    #[inline(always)]
    fn word(&self) -> Word<N> {
        *self
    }

    #[inline(always)]
    fn swapped(self, i: usize, j: usize) -> Self {
        Word::swapped(self, i, j)
    }

    #[inline(always)]
    fn relabelled(self, order: Order) -> Self {
        Word::relabelled(self, order)
    }
}

/// An image that remembers where its vertices come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced<const N: usize> {
    word: Word<N>,
    /// The original name of each vertex.
    pub(super) origin: Order,
}

impl<const N: usize> Traced<N> {
    pub(super) fn new(word: Word<N>) -> Self {
        Traced { word, origin: IDENTITY }
    }
}

impl<const N: usize> Image<N> for Traced<N> {
    fn word(&self) -> Word<N> {
        self.word
    }

    fn swapped(mut self, i: usize, j: usize) -> Self {
        self.origin.swap(i, j);
        Traced { word: self.word.swapped(i, j), ..self }
    }

    fn relabelled(self, order: Order) -> Self {
        let origin = std::array::from_fn(|p| self.origin[usize::from(order[p])]);
        Traced { word: self.word.relabelled(order), origin }
    }
}

/// An image whose vertices are sorted; places without a vertex come last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<I> {
    pub(super) image: I,
    pub(super) ties: Ties,
}

/// The neighbours in an order that are not distinguished: bit p is set if vertices p and p + 1 are
/// tied. The ties divide the vertices into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ties(pub(super) u8);

impl Ties {
    /// Whether a vertex is alone in its cell.
    pub(super) fn is_alone(self, vertex: usize) -> bool {
        (u32::from(self.0) << 1 | u32::from(self.0)) >> vertex & 1 == 0
    }

    /// The first vertex of the cell of each vertex.
    pub(super) fn starts(self) -> [u8; 8] {
        let mut starts = IDENTITY;
        for p in (0..7).filter(|p| self.0 >> p & 1 == 1) {
            starts[p + 1] = starts[p];
        }
        starts
    }

    /// The cells with more than one vertex, each as its first vertex and its length.
    #[inline(always)]
    pub(super) fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let start = rest.trailing_zeros();
                let len = (!(rest >> start)).trailing_zeros();
                rest &= !(((1 << len) - 1) << start);
                (start as usize, len as usize + 1)
            })
        })
    }
}

/// Pseudorandom numbers below 64 for the codegrees, indexed by their lower and by their upper four
/// bits. Together they give 0 only for 0.
pub(super) const MIXED_LOW: [u8; 16] = [0, 11, 30, 47, 21, 39, 5, 60, 51, 26, 9, 34, 55, 14, 41, 19];
pub(super) const MIXED_HIGH: [u8; 16] = [0, 37, 58, 12, 23, 45, 6, 33, 62, 0, 0, 0, 0, 0, 0, 0];

/// Sorts the vertices, those in the most faces first.
#[inline(always)]
pub(super) fn ordered<const N: usize, I: Image<N>>(image: I) -> Ordered<I> {
    let keys = sorted(numbered(keys(image.word(), [0; 8])));
    let mut ties = 0;
    for p in 0..Word::<N>::ROOM - 1 {
        let tied = keys[p] ^ keys[p + 1] < 8 && keys[p + 1] >= 8;
        ties |= u8::from(tied) << p;
    }
    let order = keys.map(|key| 7 - (key & 7) as u8);
    Ordered { image: image.relabelled(order), ties: Ties(ties) }
}

/// For each vertex: its degree, then colours that distinguish it from others.
///
/// At first, vertices are coloured by their degrees and by what is already known. Then, twice, each
/// gets a new colour from the colours of the others and its codegrees with them.
///
/// ```text
///   bits   30 … 23   22 … 3   2 … 0
///          degree    colours  0
/// ```
#[inline(always)]
pub(super) fn keys<const N: usize>(word: Word<N>, known: [u8; 8]) -> [u32; 8] {
    let mut rows = [[0u32; 8]; 8];
    let mut degrees = [0; 8];
    codegrees(word, |i, j, count| {
        let mixed = (MIXED_LOW[count as usize % 16] ^ MIXED_HIGH[count as usize / 16]).into();
        (rows[i][j], rows[j][i]) = (mixed, mixed);
        if i == j {
            degrees[i] = count;
        }
    });
    let times = |colours: [u32; 8]| rows.map(|row| (0..8).map(|j| row[j] * colours[j]).sum::<u32>());
    let first = times(std::array::from_fn(|i| (9 * degrees[i] + 37 * u32::from(known[i])) & 127));
    let second = times(first.map(|x| (x ^ (x >> 7)) & 127));
    std::array::from_fn(|i| degrees[i] << 23 | (second[i] << 4 ^ first[i]) << 3)
}

/// The keys with the number of the vertex, counted from the end, in the low bits. Places without a
/// vertex come last, in order.
#[inline(always)]
fn numbered(keys: [u32; 8]) -> [u32; 8] {
    std::array::from_fn(|i| keys[i] | (7 - i as u32))
}

/// The keys in decreasing order, by a sorting network (Knuth, The Art of Computer Programming,
/// 5.3.4).
#[inline(always)]
fn sorted(mut keys: [u32; 8]) -> [u32; 8] {
    #[rustfmt::skip]
    const NETWORK: [(usize, usize); 19] = [
        (0, 2), (1, 3), (4, 6), (5, 7),
        (0, 4), (1, 5), (2, 6), (3, 7),
        (0, 1), (2, 3), (4, 5), (6, 7),
        (2, 4), (3, 5),
        (1, 4), (3, 6),
        (1, 2), (3, 4), (5, 6),
    ];
    for (i, j) in NETWORK {
        (keys[i], keys[j]) = (keys[i].max(keys[j]), keys[i].min(keys[j]));
    }
    keys
}
