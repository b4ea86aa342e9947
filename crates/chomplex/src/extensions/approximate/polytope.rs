//! The order polytope, and walls in it.

use super::lanes::{LANES, Numbers, larger, minus, plus, smaller};
use crate::poset::Poset;

/// The order polytope of a poset: a number from 0 to 1 for each element, non-decreasing along the
/// order (Stanley, *Two poset polytopes*, 1986).
///
/// Each linear extension corresponds to the same volume of it, 1/n!: the points whose coordinates
/// are in that order.
///
/// Each element has two walls. If the walls are *set back* by a distance, the points that count are
/// those whose coordinates are at most that far outside their walls: all points at distance 1, only
/// those between the walls at distance 0.
#[derive(Clone, Debug)]
pub(super) struct Polytope {
    elements: Vec<WalledElement>,
    neighbours: Vec<u32>,
}

/// The walls of an element, and the range of its covers among the neighbours, the lower ones first.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalledElement {
    walls: [f64; 2],
    covers: [u32; 3],
}

/// The smallest and the largest number that an element can have, in each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Bounds {
    pub(super) low: Numbers,
    pub(super) high: Numbers,
}

impl Polytope {
    /// The order polytope of a poset with these walls, one pair per element.
    pub(super) fn new(poset: &Poset, walls: &[[f64; 2]]) -> Self {
        let mut neighbours = Vec::new();
        let mut place = |(x, &walls)| {
            let start = neighbours.len();
            neighbours.extend(poset.lower_covers(x).iter().map(|y| y.index() as u32));
            let middle = neighbours.len();
            neighbours.extend(poset.upper_covers(x).iter().map(|y| y.index() as u32));
            WalledElement { walls, covers: [start, middle, neighbours.len()].map(|i| i as u32) }
        };
        let elements = poset.elements().zip(walls).map(&mut place).collect();
        Polytope { elements, neighbours }
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The bounds of an element if no neighbour restricts it, with the walls set back by a
    /// distance.
    #[inline(always)]
    pub(super) fn open(&self, x: usize, distance: Numbers) -> [Numbers; 2] {
        let [lower, upper] = self.elements[x].walls;
        [larger(minus([lower; LANES], distance), [0.0; LANES]), smaller(plus([upper; LANES], distance), [1.0; LANES])]
    }

    /// The elements covered by `x`, and those that cover it.
    #[inline(always)]
    pub(super) fn covers(&self, x: usize) -> (&[u32], &[u32]) {
        let [start, middle, end] = self.elements[x].covers.map(|i| i as usize);
        (&self.neighbours[start..middle], &self.neighbours[middle..end])
    }

    /// How far the walls must be set back to let a point through, in each lane. At most 0 if the
    /// point lies between the walls.
    pub(super) fn excursion(&self, point: &[Bounds]) -> Numbers {
        let mut farthest = [f64::NEG_INFINITY; LANES];
        for (place, bounds) in self.elements.iter().zip(point) {
            let [lower, upper] = place.walls;
            let below = bounds.low.map(|number| lower - number);
            let above = bounds.high.map(|number| number - upper);
            farthest = larger(farthest, larger(below, above));
        }
        farthest
    }
}
