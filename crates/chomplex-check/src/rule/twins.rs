//! Twins: maximal elements with the same elements below them, or minimal elements with the same
//! elements above them.

use super::sum::Parts;
use super::{Work, same};
use crate::failure::Fault;
use crate::induced::Induced;
use crate::lists::Lists;
use crate::set;
use crate::step::{Known, Step};

/// Verifies that what is left is the set without pairs of maximal elements that have the same
/// elements below them.
///
/// This is a fold: the involution exchanges the elements of each pair (Fenner et al. 2013, Theorem
/// 3.2).
pub(super) fn tops(step: &Step, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let induced = Induced::new(&step.set, &known.poset, &mut work.places);
    let upper = induced.lower.reversed();
    let classes = Classes { induced: &induced, below: &upper, twins_by: &induced.lower, one_stays: false };
    classes.check(step, known, &mut work.parts, "maximal")
}

/// Verifies that what is left is the set without pairs of minimal elements that have the same
/// elements above them, and that one more such element stays.
///
/// As long as none of these minimal elements is removed, the moves in one position can be copied in
/// the other. When one of them is removed, everything above them disappears in both positions. Then
/// one position has two more isolated elements, which cancel (Fenner et al. 2013, Theorem 3.3).
pub(super) fn bottoms(step: &Step, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let induced = Induced::new(&step.set, &known.poset, &mut work.places);
    let upper = induced.lower.reversed();
    let classes = Classes { induced: &induced, below: &induced.lower, twins_by: &upper, one_stays: true };
    classes.check(step, known, &mut work.parts, "minimal")
}

/// The candidates for removal, sorted into classes of twins.
struct Classes<'a> {
    induced: &'a Induced,
    /// The candidates are the elements for which this list is empty.
    below: &'a Lists,
    /// Candidates with equal lists are twins.
    twins_by: &'a Lists,
    /// Whether one element of each class with removed elements must stay.
    one_stays: bool,
}

impl Classes<'_> {
    fn check(&self, step: &Step, known: &Known, parts: &mut Parts, extreme: &str) -> Result<(), Fault> {
        let shown = |x| known.poset.shown(x);
        let Some((left, reference)) = step.parts().next() else {
            return Err(Fault::rejected("there is no set of what is left"));
        };
        if let Some(x) = set::elements(left).find(|&x| !set::contains(&step.set, x)) {
            return Err(Fault::rejected(format!("{} is left but not in the set", shown(x))));
        }
        if left == step.set {
            return Err(Fault::rejected("no twins are removed"));
        }
        let removed = |x: u32| !set::contains(left, self.induced.old(x));
        if let Some(x) = self.induced.numbers().find(|&x| removed(x) && !self.below.of(x).is_empty()) {
            let x = shown(self.induced.old(x));
            return Err(Fault::rejected(format!("{x} is removed, but it is not {extreme}")));
        }
        let mut extremes: Vec<u32> = self.induced.numbers().filter(|&x| self.below.of(x).is_empty()).collect();
        extremes.sort_by_key(|&x| self.twins_by.of(x));
        for class in extremes.chunk_by(|&x, &y| self.twins_by.of(x) == self.twins_by.of(y)) {
            let count = class.iter().filter(|&&x| removed(x)).count();
            let Some(&first) = class.iter().find(|&&x| removed(x)) else { continue };
            let x = shown(self.induced.old(first));
            if count % 2 == 1 {
                return Err(Fault::rejected(format!("{x} and its twins that are removed are an odd number, {count}")));
            }
            if self.one_stays && count == class.len() {
                return Err(Fault::rejected(format!("{x} is removed, and no twin of it stays")));
            }
        }
        same(step, reference, left, known, parts, "what is left")
    }
}
