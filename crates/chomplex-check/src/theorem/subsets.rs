//! Subset Takeaway on seven points, by a published table.

use super::Value;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;

/// For k = 3, …, 7: how many non-empty subsets of at most k points there are, and the value.
const TABLE: [(u32, usize, u32); 5] = [(3, 63, 0), (4, 98, 3), (5, 119, 1), (6, 126, 5), (7, 127, 6)];

/// All non-empty subsets of at most k of seven points, for k at least 3 (Brouwer and Christensen 2017, 2.2).
pub(super) fn published_table(position: &Induced, poset: &Poset) -> Result<Value, Fault> {
    let Some(&(most, _, value)) = TABLE.iter().find(|entry| entry.1 == position.len()) else {
        let size = position.len();
        return Err(Fault::rejected(format!("the table has no entry with {size} elements")));
    };
    // Which points each element has, a bit for each.
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
        if size > most || !smaller || !all || std::mem::replace(&mut seen[subset as usize], true) {
            let shown = poset.shown(position.old(x));
            let message =
                format!("{shown} is not above all its subsets of one point less, or too large, or there twice");
            return Err(Fault::rejected(message));
        }
        subsets.push(subset);
    }
    Ok(Value::Exactly(value))
}
