//! References to sums: the set is split into parts, one for each term.

use super::under;
use crate::failure::Fault;
use crate::read::Term;
use crate::set;
use crate::step::Known;

/// Buffers for splitting a set.
#[derive(Default)]
pub(super) struct Parts {
    /// The elements that are in no part yet.
    left: Vec<u64>,
    /// The part of a term.
    part: Vec<u64>,
}

impl Parts {
    /// The nim-sum of the values of the parts of a convex set, if each term is about one of them.
    ///
    /// The part of a term without a map is the set of its step. The part of a term with a map
    /// consists of the elements that the map takes to that set.
    pub(super) fn add_up(
        &mut self,
        terms: &[Term],
        whole: &[u64],
        known: &Known,
        place: impl Fn() -> String,
    ) -> Result<u32, Fault> {
        let poset = &known.poset;
        self.left.clear();
        self.left.extend_from_slice(whole);
        for &Term { step, map } in terms {
            if known.set(step).is_empty() {
                return Err(Fault::rejected(format!("step {step} is about nothing, which is no part of {}", place())));
            }
            if !self.take_part(known.set(step), map, known) {
                let under = under(map);
                let place = place();
                return Err(Fault::rejected(format!("step {step}{under} is not about a further part of {place}")));
            }
            if let Some((x, y)) = poset.leak(&self.part, whole) {
                let (x, y) = (poset.shown(x), poset.shown(y));
                return Err(Fault::rejected(format!("{x} < {y}, but they are in different parts of {}", place())));
            }
        }
        if let Some(x) = set::elements(&self.left).next() {
            return Err(Fault::rejected(format!("{} is in no part of {}", poset.shown(x), place())));
        }
        let silent = || Fault::rejected(format!("not all steps say which value their part of {} has", place()));
        known.sum(terms).ok_or_else(silent)
    }

    /// Finds the part among the elements that are left, and removes it: the set itself, or the
    /// elements that the map takes to it. Returns whether all of it was there.
    fn take_part(&mut self, set: &[u64], map: Option<usize>, known: &Known) -> bool {
        self.part.clear();
        match map {
            None => self.part.extend_from_slice(set),
            Some(map) => {
                let there = |x: &u32| known.maps.image(map, *x).is_some_and(|image| set::contains(set, image));
                set::elements(&self.left).filter(there).for_each(|x| set::insert(&mut self.part, x));
            }
        }
        let inside = self.part.len() <= self.left.len() && self.part.iter().zip(&self.left).all(|(p, l)| p & !l == 0);
        if !inside || set::len(&self.part) != set::len(set) {
            return false;
        }
        self.left.iter_mut().zip(&self.part).for_each(|(left, part)| *left &= !part);
        true
    }
}
