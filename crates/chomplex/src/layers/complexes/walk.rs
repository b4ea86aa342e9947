//! Walks through all orders of the vertices within cells, one exchange of neighbours at a time.

use std::sync::LazyLock;

use super::faces::ROOM;

/// The neighbours in an order that are not distinguished: bit p is set if vertices p and p + 1 are
/// tied. The ties divide the vertices into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ties(pub(super) u8);

impl Ties {
    pub(super) const NONE: Ties = Ties(0);

    /// The ties of a sorted list. Places without a vertex are not tied.
    pub(super) fn of_sorted(keys: [i16; 8]) -> Self {
        Ties((0..ROOM - 1).fold(0, |ties, p| ties | u8::from(keys[p] == keys[p + 1] && keys[p] >= 0) << p))
    }

    /// The exchanges that lead through all orders; there is one fewer than there are orders.
    #[inline(always)]
    pub(super) fn walk(self) -> &'static [u8] {
        &WALKS[usize::from(self.0 & 63)]
    }
}

static WALKS: LazyLock<[Box<[u8]>; 64]> = LazyLock::new(|| std::array::from_fn(|ties| walk(&cells(ties)).into()));

/// The cells with more than one vertex, each as its first vertex and its length.
fn cells(ties: usize) -> Vec<(usize, usize)> {
    let mut cells: Vec<(usize, usize)> = Vec::new();
    for p in (0..ROOM - 1).filter(|p| ties >> p & 1 == 1) {
        match cells.last_mut() {
            Some((start, len)) if *start + *len == p + 1 => *len += 1,
            _ => cells.push((p, 2)),
        }
    }
    cells
}

/// For each order of the first cell, goes through all orders of the others.
fn walk(cells: &[(usize, usize)]) -> Vec<u8> {
    let Some((&(start, len), others)) = cells.split_first() else { return Vec::new() };
    let rest = walk(others);
    let mut all = rest.clone();
    for change in plain_changes(len) {
        all.push((start + change) as u8);
        all.extend(&rest);
    }
    all
}

/// Exchanges of neighbours that lead through all orders of `len` things (Steinhaus, Johnson,
/// Trotter): the last thing moves all the way through the others and back, and between these passes
/// the others change by one step.
fn plain_changes(len: usize) -> Vec<usize> {
    if len < 2 {
        return Vec::new();
    }
    let down: Vec<usize> = (0..len - 1).rev().collect();
    let up: Vec<usize> = (0..len - 1).collect();
    let mut all = down.clone();
    for (turn, change) in plain_changes(len - 1).into_iter().enumerate() {
        // When the last thing is in front, the others are shifted by one place.
        let first = turn % 2 == 0;
        all.push(change + usize::from(first));
        all.extend(if first { &up } else { &down });
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_walk_visits_every_order_once() {
        for ties in 0..64 {
            let mut order: Vec<usize> = (0..ROOM).collect();
            let mut seen = BTreeSet::from([order.clone()]);
            for &p in &WALKS[ties] {
                assert!(ties >> p & 1 == 1, "only tied neighbours are exchanged");
                order.swap(p.into(), usize::from(p) + 1);
                assert!(seen.insert(order.clone()));
            }
            let orders: usize = cells(ties).iter().map(|&(_, len)| (1..=len).product::<usize>()).product();
            assert_eq!(seen.len(), orders);
        }
    }
}
