//! The kernel for graphs with a hub.

use std::ops::Range;

use super::key::Row;
use super::rim::{Rim, parity};
use super::segment::Segment;
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::{Kernel, Parts};
use crate::rule::{RuleId, Rules};

/// Graphs with a hub. The key of a connected one with an odd cycle is the sorted row of its
/// segments, each read from the better end.
///
/// What it folds (Khandhawit and Ye 2011, Theorem 1): two equal segments disappear, because an
/// involution exchanges them and fixes the rest; a segment with a middle vertex that reads the same
/// from both ends leaves that vertex; a ring with an even number of vertices leaves two opposite
/// ones, or none. What it values (section 2 and Theorem 3): bipartite graphs, and cycles.
#[derive(Clone)]
pub(crate) struct Hubs<const N: usize> {
    /// Scratch space: the segments attached to the hub, no two equal.
    hanging: Vec<Segment>,
}

impl<const N: usize> Hubs<N> {
    /// The kernel, if all rules it uses are allowed.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let needed = [RuleId::Components, RuleId::InvolutionFold, RuleId::Bipartite, RuleId::Cycle];
        needed.into_iter().all(|rule| rules.allow(rule)).then(|| Hubs { hanging: Vec::new() })
    }

    fn reduce_rim(&mut self, rim: &Rim, parts: &mut Parts<N>) {
        self.hanging.clear();
        let ring = rim.ring().and_then(|ring| self.reduce_ring(ring, rim.has_hub(), parts));
        for (_, segment) in rim.segments() {
            self.reduce_segment(segment, rim.has_hub(), parts);
        }
        if rim.has_hub() {
            self.reduce_hub(ring, parts);
        }
    }

    /// Returns a ring that is attached to the hub and does not fold. Otherwise what is left of the
    /// ring joins the segments.
    fn reduce_ring(&mut self, ring: Segment, hub: bool, parts: &mut Parts<N>) -> Option<Segment> {
        if !hub || ring.spokes() == 0 {
            parts.note(RuleId::Cycle);
            return None;
        }
        match fixed_of_ring(ring) {
            Some(fixed) => fixed.into_iter().flatten().for_each(|vertex| self.reduce_segment(vertex, hub, parts)),
            None => return Some(ring.normal_ring()),
        }
        None
    }

    /// Values a segment without spokes, which is a path by itself; other segments are attached to
    /// the hub.
    #[inline]
    fn reduce_segment(&mut self, segment: Segment, hub: bool, parts: &mut Parts<N>) {
        let segment = if hub { segment.folded() } else { segment };
        if !hub || segment.spokes() == 0 {
            parts.note(RuleId::Bipartite);
            return parts.add_value(parity(segment.len(), segment.len() - 1));
        }
        let segment = segment.normal();
        match self.hanging.iter().position(|&other| other == segment) {
            Some(place) => drop(self.hanging.swap_remove(place)),
            None => self.hanging.push(segment),
        }
    }

    /// Reduces the component of the hub.
    fn reduce_hub(&mut self, ring: Option<Segment>, parts: &mut Parts<N>) {
        self.hanging.sort_unstable();
        let mut row = ring.map(Row::from_ring).unwrap_or_default();
        self.hanging.iter().for_each(|&segment| row.push(segment));
        let even_ring = ring.is_none_or(|ring| ring.len().is_multiple_of(2));
        if even_ring && ring.iter().chain(&self.hanging).all(|segment| segment.is_bipartite()) {
            parts.note(RuleId::Bipartite);
            parts.add_value(row.parity());
        } else {
            parts.add(row.key());
        }
    }
}

/// The theorem that gives the value of a connected position, if there is one.
pub(crate) fn theorem(rim: &Rim) -> Option<RuleId> {
    match rim.ring() {
        Some(_) if !rim.has_hub() => Some(RuleId::Cycle),
        Some(ring) if !(ring.len().is_multiple_of(2) && ring.is_bipartite()) => None,
        _ => rim.segments().all(|(_, segment)| segment.is_bipartite()).then_some(RuleId::Bipartite),
    }
}

/// What an involution leaves of a ring, if it folds: no vertex, or two opposite ones. With an odd
/// number of vertices a reflection reverses an edge.
pub(crate) fn fixed_of_ring(ring: Segment) -> Option<[Option<Segment>; 2]> {
    if !ring.len().is_multiple_of(2) {
        return None;
    }
    if ring.has_half_turn() {
        return Some([None, None]);
    }
    let half = ring.len() / 2;
    let mirrored = ring.turns().take(half as usize).find(|turned| turned.is_mirrored())?;
    Some([0, half].map(|place| Some(Segment::new(1, mirrored.spokes() >> place & 1))))
}

impl<const N: usize> Kernel<N> for Hubs<N> {
    type Position = Rim;

    fn position(&self, key: Bits<N>) -> Rim {
        Row::from_key(key).rim()
    }

    fn len(&self, key: Bits<N>) -> usize {
        Row::from_key(key).elements()
    }

    fn options(&self, position: Rim, places: Range<usize>, options: &mut Vec<Rim>) {
        options.extend(position.options().skip(places.start).take(places.len()));
    }

    fn reduce(&mut self, position: Rim, parts: &mut Parts<N>) -> Result<(), Stop> {
        self.reduce_rim(&position, parts);
        Ok(())
    }

    /// Among positions of one size, those that nearly fold come first, then those whose longest
    /// segment is shortest.
    fn rank(&self, key: Bits<N>) -> usize {
        let row = Row::from_key(key);
        64 * row.elements() + if row.nearly_folds() { 0 } else { row.longest() as usize }
    }

    fn guess(&self, key: Bits<N>) -> Option<u16> {
        Some(Row::from_key(key).parity())
    }
}
