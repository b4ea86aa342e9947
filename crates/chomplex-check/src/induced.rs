//! The induced poset on a convex set, with its elements renumbered.

use crate::lists::Lists;
use crate::poset::Poset;
use crate::set;

/// The poset on a convex set, with its elements numbered 0, 1, … in their old order.
///
/// The relations listed between its elements generate its order, since everything between two of
/// them is also in the set.
pub(crate) struct Induced {
    /// The elements by their old numbers.
    elements: Vec<u32>,
    /// For each element those listed below it, in increasing order.
    pub(crate) lower: Lists,
}

impl Induced {
    /// `places` is a buffer.
    pub(crate) fn new(convex: &[u64], poset: &Poset, places: &mut Vec<u32>) -> Induced {
        places.resize(poset.len(), 0);
        let elements: Vec<u32> = set::elements(convex).collect();
        let mut lower = Lists::empty();
        let mut list = Vec::new();
        for (place, &x) in (0..).zip(&elements) {
            places[x as usize] = place;
            let inside = poset.below(x).iter().filter(|&&y| set::contains(convex, y));
            list.clear();
            list.extend(inside.map(|&y| places[y as usize]));
            list.sort_unstable();
            lower.push(list.iter().copied());
        }
        Induced { elements, lower }
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    /// All elements, by their new numbers.
    pub(crate) fn numbers(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        0..self.elements.len() as u32
    }

    /// The old number of an element.
    pub(crate) fn old(&self, x: u32) -> u32 {
        self.elements[x as usize]
    }

    /// The new number of an element, if it is in the set.
    pub(crate) fn new_number(&self, old: u32) -> Option<u32> {
        self.elements.binary_search(&old).ok().map(|place| place as u32)
    }

    /// Whether an element is minimal.
    pub(crate) fn is_minimal(&self, x: u32) -> bool {
        self.lower.of(x).is_empty()
    }
}
