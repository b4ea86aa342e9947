//! Strategy stealing.

use super::Value;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;

/// With a greatest element the first player wins: if taking it does not win, the winning answer to it would have been a
/// winning move (Brouwer and Christensen 2017, Section 1).
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
