//! A path of the rim, or a whole rim, with its spokes.

/// A path of vertices, of which some are joined to the hub.
///
/// ```text
///   bit     len    len - 1 … 1 0
///            1     the spokes of the vertices, in the order of the path
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Segment(u64);

/// The vertices of one colour: every other one.
const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;

/// The lowest bits of a word.
#[inline]
pub(crate) fn below(len: u32) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}

/// The lowest bits of a word in the opposite order.
#[inline]
fn reversed(bits: u64, len: u32) -> u64 {
    if len == 0 { 0 } else { bits.reverse_bits() >> (64 - len) }
}

impl Segment {
    /// So many vertices, at least one and at most 63, with these spokes.
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

    /// The same path from its other end.
    #[inline]
    pub(crate) fn reversed(self) -> Self {
        Segment::new(self.len(), reversed(self.spokes(), self.len()))
    }

    /// One of the two ways to read it.
    #[inline]
    pub(crate) fn normal(self) -> Self {
        self.min(self.reversed())
    }

    /// Whether a reflection takes it to itself and turns no edge around: there is a vertex in the middle.
    #[inline]
    pub(crate) fn folds(self) -> bool {
        self.len() % 2 == 1 && self.len() > 1 && self == self.reversed()
    }

    /// What a reflection leaves of it, if it folds: the vertex in the middle.
    #[inline]
    pub(crate) fn folded(self) -> Self {
        if self.folds() { Segment::new(1, self.spokes() >> (self.len() / 2) & 1) } else { self }
    }

    /// Whether all cycles through the hub and this path are even: its spokes are at vertices of one colour.
    #[inline]
    pub(crate) fn is_bipartite(self) -> bool {
        self.spokes() & EVERY_OTHER == 0 || self.spokes() & !EVERY_OTHER == 0
    }

    /// The path as a ring, read from its next vertex on.
    #[inline]
    fn turned(self) -> Self {
        let spokes = self.spokes();
        Segment::new(self.len(), spokes >> 1 | (spokes & 1) << (self.len() - 1))
    }

    /// The ways to read a ring in one direction.
    pub(crate) fn turns(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |ring| Some(ring.turned())).take(self.len() as usize)
    }

    /// One of the ways to read a ring.
    pub(crate) fn normal_ring(self) -> Self {
        self.turns().map(Segment::normal).min().expect("a ring has vertices")
    }

    /// Whether the reflection of a ring that keeps its first vertex is a symmetry.
    pub(crate) fn is_mirrored(self) -> bool {
        let others = self.spokes() >> 1;
        others == reversed(others, self.len() - 1)
    }

    /// Whether half a turn of a ring is a symmetry.
    pub(crate) fn has_half_turn(self) -> bool {
        let half = self.len() / 2;
        self.len().is_multiple_of(2) && self.spokes() >> half == self.spokes() & below(half)
    }
}
