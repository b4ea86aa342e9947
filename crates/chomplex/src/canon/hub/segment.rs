//! A path of the rim, or the whole rim, with its spokes.

/// A path of vertices, some of which are joined to the hub.
///
/// ```text
///   bit     len    len - 1 … 1 0
///            1     the spokes of the vertices, in the order of the path
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Segment(u64);

/// The vertices of one colour: every second one.
const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;

/// A mask of the lowest `len` bits of a word.
#[inline]
pub(crate) fn below(len: u32) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}

/// The lowest `len` bits of a word in reverse order.
#[inline]
fn reversed(bits: u64, len: u32) -> u64 {
    if len == 0 { 0 } else { bits.reverse_bits() >> (64 - len) }
}

impl Segment {
    /// A path of `len` vertices, at least 1 and at most 63, with these spokes.
    #[inline]
    pub(crate) fn new(len: u32, spokes: u64) -> Self {
        debug_assert!((1..64).contains(&len) && spokes <= below(len));
        Segment(1 << len | spokes)
    }

    /// The number of vertices.
    #[inline]
    pub(crate) fn len(self) -> u32 {
        63 - self.0.leading_zeros()
    }

    /// The vertices with a spoke.
    #[inline]
    pub(crate) fn spokes(self) -> u64 {
        self.0 & !(1 << self.len())
    }

    /// The same path, read from its other end.
    #[inline]
    pub(crate) fn reversed(self) -> Self {
        Segment::new(self.len(), reversed(self.spokes(), self.len()))
    }

    /// The smaller of the two ways to read it.
    #[inline]
    pub(crate) fn normal(self) -> Self {
        self.min(self.reversed())
    }

    /// Whether it is symmetric under reflection, with more than one vertex and a vertex in the
    /// middle, so that no edge is reversed.
    #[inline]
    pub(crate) fn folds(self) -> bool {
        self.len() % 2 == 1 && self.len() > 1 && self == self.reversed()
    }

    /// The vertex in the middle, if the path folds; otherwise the path itself.
    #[inline]
    pub(crate) fn folded(self) -> Self {
        if self.folds() { Segment::new(1, self.spokes() >> (self.len() / 2) & 1) } else { self }
    }

    /// Whether all cycles through the hub and this path are even: all its spokes are at vertices of
    /// one colour.
    #[inline]
    pub(crate) fn is_bipartite(self) -> bool {
        self.spokes() & EVERY_OTHER == 0 || self.spokes() & !EVERY_OTHER == 0
    }

    /// The path as a ring, read from its second vertex on.
    #[inline]
    fn turned(self) -> Self {
        let spokes = self.spokes();
        Segment::new(self.len(), spokes >> 1 | (spokes & 1) << (self.len() - 1))
    }

    /// All ways to read a ring in one direction.
    pub(crate) fn turns(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |ring| Some(ring.turned())).take(self.len() as usize)
    }

    /// The smallest of all ways to read a ring.
    pub(crate) fn normal_ring(self) -> Self {
        self.turns().map(Segment::normal).min().expect("a ring has vertices")
    }

    /// Whether the reflection of a ring that fixes its first vertex is a symmetry.
    pub(crate) fn is_mirrored(self) -> bool {
        let others = self.spokes() >> 1;
        others == reversed(others, self.len() - 1)
    }

    /// Whether a half turn of a ring is a symmetry.
    pub(crate) fn has_half_turn(self) -> bool {
        let half = self.len() / 2;
        self.len().is_multiple_of(2) && self.spokes() >> half == self.spokes() & below(half)
    }
}
