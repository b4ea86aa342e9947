//! Strategy stealing.

use super::Value;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;

/// If there is a greatest element, the first player wins. If removing it does not win, the winning
/// answer to it is also a winning first move (Brouwer and Christensen 2017, Section 1).
pub(super) fn strategy_stealing(position: &Induced, poset: &Poset) -> Result<Value, Fault> {
    let upper = position.lower.reversed();
    let mut maximal = position.numbers().filter(|&x| upper.of(x).is_empty());
    match (maximal.next(), maximal.next()) {
        (Some(_), None) => Ok(Value::Above(0)),
        (None, _) => Err(Fault::rejected("the set is empty, so it has no greatest element")),
        (Some(x), Some(y)) => {
            let (x, y) = (poset.shown(position.old(x)), poset.shown(position.old(y)));
            Err(Fault::rejected(format!("there is no greatest element: {x} and {y} are maximal")))
        }
    }
}
