//! Subset Takeaway on seven points, by a published table.

use super::Value;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;

/// For k = 3, …, 7: the number of non-empty subsets of at most k points, and the value.
const TABLE: [(u32, usize, u32); 5] = [(3, 63, 0), (4, 98, 3), (5, 119, 1), (6, 126, 5), (7, 127, 6)];

/// Either all non-empty subsets of at most k of seven points, for k at least 3 (Brouwer and
/// Christensen 2017, 2.2), or all those that do not contain four given points, which a winning move
/// leaves (2.1).
pub(super) fn published_table(position: &Induced, poset: &Poset) -> Result<Value, Fault> {
    let size = position.len();
    if !TABLE.iter().any(|entry| entry.1 == size) {
        return Err(Fault::rejected(format!("the table has no entry with {size} elements")));
    }
    // The points of each element, one bit each.
    let mut subsets: Vec<u32> = Vec::new();
    let mut seen = [false; 128];
    let mut points = 0;
    for x in position.numbers() {
        let below = position.lower.of(x);
        let subset = if below.is_empty() {
            points += 1;
            if points > 7 {
                return Err(Fault::rejected("there are more than seven minimal elements"));
            }
            1 << (points - 1)
        } else {
            below.iter().fold(0, |union, &y| union | subsets[y as usize])
        };
        let size = subset.count_ones();
        let smaller = below.iter().all(|&y| subsets[y as usize].count_ones() + 1 == size);
        let all = below.is_empty() || below.len() == size as usize;
        if !smaller || !all || std::mem::replace(&mut seen[subset as usize], true) {
            let shown = poset.shown(position.old(x));
            let message = format!("{shown} is not above all its subsets of one point less, or there twice");
            return Err(Fault::rejected(message));
        }
        subsets.push(subset);
    }
    let largest = subsets.iter().map(|subset| subset.count_ones()).max();
    if let Some(&(_, _, value)) = TABLE.iter().find(|entry| Some(entry.0) == largest && entry.1 == size) {
        return Ok(Value::Exactly(value));
    }
    // Eight sets contain four given points of seven.
    let missing = (1..128_u32).filter(|&subset| !seen[subset as usize]);
    let common = missing.clone().fold(127, |common, subset| common & subset);
    if common.count_ones() == 4 && missing.count() == 8 {
        return Ok(Value::Exactly(0));
    }
    Err(Fault::rejected("these are not all subsets of at most k points, nor all that do not contain four given points"))
}
