//! A position is a convex set: with any two elements it contains everything between them.

use crate::poset::Poset;
use crate::set;

/// Buffers for walks below a set. No element is marked between walks.
pub(crate) struct Walk {
    marks: Vec<u64>,
    /// The elements reached, each with the element of the set above it where the walk began.
    reached: Vec<(u32, u32)>,
}

impl Walk {
    pub(crate) fn new(poset: &Poset) -> Walk {
        Walk { marks: vec![0; poset.len().div_ceil(64)], reached: Vec::new() }
    }

    /// Finds elements x < y < z with x and z in the set and y not in it, which exist if and only if
    /// the set is not convex.
    ///
    /// Walks down from the elements that are not in the set but listed below one of its elements.
    /// The walk must not reach the set. Elements numbered below the first element of the set need
    /// not be visited, since no element of the set is below them.
    pub(crate) fn hole(&mut self, set: &[u64], poset: &Poset) -> Option<(u32, u32, u32)> {
        let first = set::elements(set).next()?;
        for z in set::elements(set) {
            for &y in poset.below(z) {
                if !set::contains(set, y) {
                    self.visit(y, z, first);
                }
            }
        }
        let mut hole = None;
        let mut next = 0;
        while let Some(&(y, z)) = self.reached.get(next) {
            next += 1;
            for &x in poset.below(y) {
                if set::contains(set, x) {
                    hole = hole.or(Some((x, y, z)));
                } else {
                    self.visit(x, z, first);
                }
            }
            if hole.is_some() {
                break;
            }
        }
        for (y, _) in self.reached.drain(..) {
            self.marks[set::place(y).0] = 0;
        }
        hole
    }

    fn visit(&mut self, y: u32, from: u32, first: u32) {
        let (word, bit) = set::place(y);
        if y > first && self.marks[word] & bit == 0 {
            self.marks[word] |= bit;
            self.reached.push((y, from));
        }
    }
}
