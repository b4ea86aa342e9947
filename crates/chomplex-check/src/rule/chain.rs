//! A chain is a Nim heap.

use crate::failure::Fault;
use crate::set;
use crate::step::{Known, Step};

/// Verifies that the set is a chain, which is a Nim heap of its size.
pub(super) fn chain(step: &Step, value: u32, known: &Known) -> Result<(), Fault> {
    if let Some((x, y)) = known.poset.incomparable(&step.set) {
        let (x, y) = (known.poset.shown(x), known.poset.shown(y));
        return Err(Fault::rejected(format!("{x} and {y} are not comparable: this is not a chain")));
    }
    let size = set::len(&step.set);
    if size == value as usize { Ok(()) } else { Err(Fault::rejected(format!("the chain has {size} elements"))) }
}
