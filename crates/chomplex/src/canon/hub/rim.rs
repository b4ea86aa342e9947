//! A position: what is left of a hub and a rim.

use crate::bits::Bits;

use super::segment::{Segment, below};

/// The largest number of vertices of a rim.
pub(crate) const MOST: usize = 63;

/// What is left of a hub and a rim.
///
/// The vertices of the rim have places 0, 1, …. A vertex may be joined to the vertex at the next
/// place, and to the hub. The first places may form a ring: then place 0 follows the last of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rim {
    /// The places that have a vertex.
    vertices: u64,
    /// The places whose vertex is joined to the next one.
    joined: u64,
    /// The places whose vertex is joined to the hub.
    spokes: u64,
    /// The number of places that form a ring; 0 if there is none.
    ring: u32,
    /// Whether the hub is present.
    hub: bool,
}

/// An element other than the hub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// The vertex at a place.
    Vertex(u32),
    /// The edge from a place to the next one.
    Joint(u32),
    /// The edge from a place to the hub.
    Spoke(u32),
}

impl Rim {
    /// An empty position whose first `ring` places form a ring.
    pub(crate) fn empty(ring: u32) -> Self {
        Rim { vertices: 0, joined: 0, spokes: 0, ring, hub: false }
    }

    /// A hub and a row of segments. `ends` marks the last place of each segment; the first segment
    /// is a ring if `is_ring`.
    pub(crate) fn from_segments(spokes: u64, ends: u64, is_ring: bool) -> Self {
        let vertices = below(u64::BITS - ends.leading_zeros());
        let (ring, closed) = if is_ring { (ends.trailing_zeros() + 1, ends & ends.wrapping_neg()) } else { (0, 0) };
        Rim { vertices, joined: vertices & !ends | closed, spokes, ring, hub: true }
    }

    /// Adds the hub.
    pub(crate) fn add_hub(&mut self) {
        self.hub = true;
    }

    /// Adds an element.
    pub(crate) fn add(&mut self, piece: Piece) {
        match piece {
            Piece::Vertex(place) => self.vertices |= 1 << place,
            Piece::Joint(place) => self.joined |= 1 << place,
            Piece::Spoke(place) => self.spokes |= 1 << place,
        }
    }

    /// Whether the hub is present.
    pub(crate) fn has_hub(&self) -> bool {
        self.hub
    }

    /// The ring, if it is complete.
    pub(crate) fn ring(&self) -> Option<Segment> {
        let places = below(self.ring);
        (self.ring > 0 && self.joined & places == places).then(|| Segment::new(self.ring, self.spokes & places))
    }

    /// The paths, each with the place of its first vertex.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (u32, Segment)> + use<> {
        let (vertices, joined, spokes, turn) = match self.ring().map(Segment::len) {
            Some(ring) => (self.vertices & !below(ring), self.joined & !below(ring), self.spokes & !below(ring), 0),
            None => self.unrolled(),
        };
        let (mut rest, ring) = (vertices, self.ring);
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let first = rest.trailing_zeros();
                let len = (joined >> first).trailing_ones() + 1;
                rest &= !(below(len) << first);
                let place = if first < ring { (first + turn) % ring } else { first };
                (place, Segment::new(len, spokes >> first & below(len)))
            })
        })
    }

    /// The place `steps` steps after `place`.
    pub(crate) fn step(&self, place: u32, steps: u32) -> u32 {
        if place < self.ring { (place + steps) % self.ring } else { place + steps }
    }

    /// Vertices, edges and spokes, with a broken ring rotated so that no path crosses its end; and
    /// the number of places it was rotated by.
    fn unrolled(&self) -> (u64, u64, u64, u32) {
        if self.ring == 0 || self.joined >> (self.ring - 1) & 1 == 0 {
            return (self.vertices, self.joined, self.spokes, 0);
        }
        let turn = (self.joined.trailing_ones() + 1) % self.ring;
        let places = below(self.ring);
        let turned = |set: u64| {
            let inside = set & places;
            set & !places | inside >> turn | inside << (self.ring - turn) & places
        };
        (turned(self.vertices), turned(self.joined), turned(self.spokes), turn)
    }

    /// The place before each of these.
    #[inline]
    fn before(&self, places: u64) -> u64 {
        (places & !(1 << self.ring)) >> 1 | if self.ring > 0 { (places & 1) << (self.ring - 1) } else { 0 }
    }

    /// The place after each of these.
    #[inline]
    fn after(&self, places: u64) -> u64 {
        places << 1 & !self.turn_back(places) | u64::from(self.turn_back(places) != 0)
    }

    /// The first place after the ring, if the last one of the ring is among these.
    #[inline]
    fn turn_back(&self, places: u64) -> u64 {
        if self.ring > 0 { places << 1 & 1 << self.ring } else { 0 }
    }

    /// The position without a piece and what is above it.
    #[inline]
    pub(crate) fn without(&self, piece: Piece) -> Self {
        let mut rim = *self;
        match piece {
            Piece::Vertex(place) => {
                rim.vertices &= !(1 << place);
                rim.spokes &= !(1 << place);
                rim.joined &= !(1 << place | self.before(1 << place));
            }
            Piece::Joint(place) => rim.joined &= !(1 << place),
            Piece::Spoke(place) => rim.spokes &= !(1 << place),
        }
        rim
    }

    /// The position without the hub.
    pub(crate) fn without_hub(&self) -> Self {
        Rim { spokes: 0, hub: false, ..*self }
    }

    /// The options of a position with a hub: first the one without the hub, then those with value 0
    /// if parity decides, as these are the most likely to be lost.
    ///
    /// Where parity decides, as for bipartite graphs, an odd number of vertices contributes 1 and
    /// an odd number of edges 2. Removing an edge changes the latter. Removing a vertex of odd
    /// degree changes both; one of even degree changes only the former.
    pub(crate) fn options(&self) -> impl Iterator<Item = Rim> {
        let odd = (self.spokes ^ self.joined ^ self.after(self.joined)) & self.vertices;
        let piece: [fn(u32) -> Piece; 3] = [Piece::Vertex, Piece::Joint, Piece::Spoke];
        let [odd, even] = [odd, self.vertices & !odd].map(|places| (piece[0], places));
        let (joints, spokes) = ((piece[1], self.joined), (piece[2], self.spokes));
        let groups = match parity(self.vertices.count_ones() + 1, self.joined.count_ones() + self.spokes.count_ones()) {
            2 => [joints, spokes, even, odd],
            3 => [odd, even, joints, spokes],
            _ => [even, odd, joints, spokes],
        };
        let pieces = groups.into_iter().flat_map(|(piece, places)| members(places).map(piece));
        std::iter::once(self.without_hub()).chain(pieces.map(|piece| self.without(piece)))
    }
}

/// The value of a graph with this number of vertices and edges if parity decides.
#[inline]
pub(crate) fn parity(vertices: u32, edges: u32) -> u16 {
    (vertices % 2 + 2 * (edges % 2)) as u16
}

/// The members of a set of places.
pub(crate) fn members(places: u64) -> impl Iterator<Item = u32> {
    Bits::from_words([places]).iter().map(|place| place as u32)
}
