//! Segments packed into words.

use crate::bits::Bits;

use super::rim::{Rim, parity};
use super::segment::{Segment, below};

/// A row of segments attached to a hub; the first one may be a ring.
///
/// ```text
///   one word     63       62 … 32    31         30 … 0
///                ring     ends                  spokes
///   two words    second 63    second 62 … 0     first 62 … 0
///                ring         ends              spokes
/// ```
///
/// Bit i of the spokes says whether vertex i of the row has a spoke. Bit i of the ends says whether
/// it is the last vertex of its segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row {
    spokes: u64,
    ends: u64,
    is_ring: bool,
}

/// The largest number of rim vertices in a key of `words` words.
pub(crate) const fn most_vertices(words: usize) -> usize {
    if words == 1 { 31 } else { 63 }
}

impl Row {
    /// A row of a single ring.
    pub(crate) fn from_ring(ring: Segment) -> Self {
        let mut row = Row { is_ring: true, ..Row::default() };
        row.push(ring);
        row
    }

    /// Appends a segment.
    #[inline]
    pub(crate) fn push(&mut self, segment: Segment) {
        let len = self.len();
        self.spokes |= segment.spokes() << len;
        self.ends |= 1 << (len + segment.len() - 1);
    }

    /// The number of vertices.
    #[inline]
    fn len(&self) -> u32 {
        u64::BITS - self.ends.leading_zeros()
    }

    /// The number of edges, including spokes.
    #[inline]
    fn edges(&self) -> u32 {
        self.len() - self.ends.count_ones() + u32::from(self.is_ring) + self.spokes.count_ones()
    }

    /// The number of elements, including the hub.
    #[inline]
    pub(crate) fn elements(&self) -> usize {
        (1 + self.len() + self.edges()) as usize
    }

    /// Its value if parity decides.
    #[inline]
    pub(crate) fn parity(&self) -> u16 {
        parity(1 + self.len(), self.edges())
    }

    /// Whether it is one segment that ends in a vertex with a spoke, and without that vertex folds
    /// to a vertex without a spoke. All such positions examined so far have value 1.
    #[inline]
    pub(crate) fn nearly_folds(&self) -> bool {
        let len = self.len();
        let fits = |segment: Segment| {
            let (last, rest) = (segment.spokes() >> (len - 1), segment.spokes() & below(len - 1));
            last == 1 && Segment::new(len - 1, rest).folded() == Segment::new(1, 0)
        };
        let is_segment = !self.is_ring && self.ends.is_power_of_two() && len > 1;
        is_segment
            && [Segment::reversed, |segment| segment].iter().any(|read| fits(read(Segment::new(len, self.spokes))))
    }

    /// The number of vertices of the longest segment.
    #[inline]
    pub(crate) fn longest(&self) -> u32 {
        let (mut ends, mut begin, mut longest) = (self.ends, 0, 0);
        while ends != 0 {
            let end = ends.trailing_zeros() + 1;
            longest = longest.max(end - begin);
            begin = end;
            ends &= ends - 1;
        }
        longest
    }

    /// The row as a position.
    pub(crate) fn rim(&self) -> Rim {
        Rim::from_segments(self.spokes, self.ends, self.is_ring)
    }

    /// Packs the row into a key.
    #[inline]
    pub(crate) fn key<const N: usize>(&self) -> Bits<N> {
        debug_assert!(self.len() as usize <= most_vertices(N));
        let ends = self.ends | u64::from(self.is_ring) << (if N == 1 { 31 } else { 63 });
        let mut words = [0; N];
        if N == 1 {
            words[0] = self.spokes | ends << 32;
        } else {
            (words[0], words[1]) = (self.spokes, ends);
        }
        Bits::from_words(words)
    }

    /// Unpacks the row from a key.
    #[inline]
    pub(crate) fn from_key<const N: usize>(key: Bits<N>) -> Self {
        let words = key.words();
        let (spokes, ends, ring) =
            if N == 1 { (words[0] & 0xffff_ffff, words[0] >> 32, 1 << 31) } else { (words[0], words[1], 1 << 63) };
        Row { spokes, ends: ends & !ring, is_ring: ends & ring != 0 }
    }
}
