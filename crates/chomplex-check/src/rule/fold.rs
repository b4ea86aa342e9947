//! Involutions whose fixed elements are closed downwards: the other elements cancel in pairs.

use super::{Work, same};
use crate::failure::Fault;
use crate::set;
use crate::step::{Known, Reference, Step};

/// Verifies that the map takes the set to itself, that it is an involution, and that its fixed
/// elements are closed downwards.
///
/// A move outside the fixed set is answered with its image. Neither move removes an element of the
/// fixed set, since that is closed downwards (Khandhawit and Ye 2011, Theorem 1; Brouwer and
/// Christensen 2017, 2.4).
pub(super) fn fold(step: &Step, map: usize, reference: Reference, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let poset = &known.poset;
    let fixed = &mut work.option;
    fixed.clear();
    for x in set::elements(&step.set) {
        let Some(image) = known.maps.image(map, x) else {
            let x = poset.shown(x);
            return Err(Fault::rejected(format!("map {map} has no image for {x}, which is in the set")));
        };
        if !set::contains(&step.set, image) {
            let (x, image) = (poset.shown(x), poset.shown(image));
            return Err(Fault::rejected(format!("map {map} takes {x} to {image}, which is not in the set")));
        }
        if known.maps.image(map, image) != Some(x) {
            let x = poset.shown(x);
            return Err(Fault::rejected(format!("map {map} applied twice does not take {x} to itself")));
        }
        if image == x {
            set::insert(fixed, x);
        }
    }
    if *fixed == step.set {
        return Err(Fault::rejected(format!("map {map} moves no element of the set")));
    }
    if let Some((x, y)) = poset.leak(fixed, &step.set) {
        let (x, y) = (poset.shown(x), poset.shown(y));
        return Err(Fault::rejected(format!("map {map} fixes {y} but not {x} below it")));
    }
    same(step, reference, fixed, known, &mut work.parts, "the set of fixed elements")
}
