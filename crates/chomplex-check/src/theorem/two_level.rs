//! Two-level posets.

use super::Value;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;
use crate::set;

/// A fence: elements in a row, each comparable only with its neighbours, alternately below and
/// above them (Fenner et al. 2013, Theorem 3.1).
pub(super) fn zigzag(position: &Induced, poset: &Poset) -> Result<Value, Fault> {
    let n = position.len();
    let upper = position.lower.reversed();
    for x in position.numbers() {
        let shown = || poset.shown(position.old(x));
        let (below, above) = (position.lower.of(x).len(), upper.of(x).len());
        if below > 0 && above > 0 {
            return Err(Fault::rejected(format!("{} is neither minimal nor maximal", shown())));
        }
        if below + above > 2 {
            return Err(Fault::rejected(format!("{} is comparable with more than two others", shown())));
        }
    }
    // A connected graph with one edge less than vertices, and all degrees at most 2, is a path.
    if position.lower.items() + 1 != n || !connected(position) {
        return Err(Fault::rejected("the elements are not in one row"));
    }
    let bottoms = position.numbers().filter(|&x| position.is_minimal(x)).count();
    let tops = n - bottoms;
    Ok(Value::Exactly(match (bottoms, tops) {
        (b, t) if b == t + 1 => (t % 2) as u32 + 1,
        (b, t) if b == t => (4 * (t / 3) + if t % 3 == 1 { 2 } else { 0 }) as u32,
        _ => 1,
    }))
}

/// Whether all elements are connected to the first by listed relations.
fn connected(position: &Induced) -> bool {
    let upper = position.lower.reversed();
    let mut reached = vec![false; position.len()];
    let mut waiting: Vec<u32> = position.numbers().take(1).collect();
    while let Some(x) = waiting.pop() {
        if !std::mem::replace(&mut reached[x as usize], true) {
            waiting.extend(position.lower.of(x).iter().chain(upper.of(x)));
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// All tops have an even number of elements below them, or all have an odd number; and each has an
/// odd number of elements of the side below it (Fenner et al. 2013, Theorem 4.2).
pub(super) fn parity_uniform(position: &Induced, side: &[u64], poset: &Poset) -> Result<Value, Fault> {
    let bottom = |old| position.new_number(old).is_some_and(|x| position.is_minimal(x));
    if let Some(x) = set::elements(side).find(|&x| !bottom(x)) {
        return Err(Fault::rejected(format!("{} is not minimal", poset.shown(x))));
    }
    let (mut bottoms, mut tops, mut parity) = (0, 0, None);
    for x in position.numbers() {
        let below = position.lower.of(x);
        if below.is_empty() {
            bottoms += 1;
            continue;
        }
        let shown = || poset.shown(position.old(x));
        if below.iter().any(|&y| !position.is_minimal(y)) {
            return Err(Fault::rejected(format!("{} is neither minimal nor above minimal elements alone", shown())));
        }
        tops += 1;
        if *parity.get_or_insert(below.len() % 2) != below.len() % 2 {
            let (shown, count) = (shown(), below.len());
            let message = format!("the number of elements below {shown}, {count}, has another parity than for others");
            return Err(Fault::rejected(message));
        }
        if below.iter().filter(|&&y| set::contains(side, position.old(y))).count() % 2 == 0 {
            return Err(Fault::rejected(format!("{} has an even number of elements of the side below it", shown())));
        }
    }
    let p = parity.unwrap_or(0) as u32;
    Ok(Value::Exactly((bottoms % 2) ^ ((tops % 2) * (p ^ 2))))
}
