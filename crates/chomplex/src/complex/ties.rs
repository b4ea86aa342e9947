//! Vertices that an order does not distinguish, and all orders of them.

use std::sync::LazyLock;

/// The neighbours in an order that are not distinguished: bit p is set if the vertices p and p + 1
/// are tied. The ties divide the vertices into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ties(pub(super) u8);

impl Ties {
    pub(crate) const NONE: Ties = Ties(0);

    /// The ties of a sorted list.
    #[inline(always)]
    pub(super) fn of_sorted<K: PartialEq>(keys: &[K; 8]) -> Self {
        Ties((0..7).fold(0, |ties, p| ties | u8::from(keys[p] == keys[p + 1]) << p))
    }

    /// The places p whose vertex is tied with the next one.
    #[inline(always)]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(place)
        })
    }

    /// The cells with more than one vertex, each as its first vertex and its length.
    #[inline(always)]
    pub(crate) fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let start = rest.trailing_zeros();
                let len = (!(rest >> start)).trailing_zeros();
                rest &= !(((1 << len) - 1) << start);
                (start as usize, len as usize + 1)
            })
        })
    }

    /// Exchanges of neighbours that lead through all orders of the vertices within their cells;
    /// there is one fewer than there are orders.
    #[inline(always)]
    pub(super) fn walk(self) -> &'static [u8] {
        &WALKS[usize::from(self.0 & 127)]
    }
}

static WALKS: LazyLock<[Box<[u8]>; 128]> =
    LazyLock::new(|| std::array::from_fn(|ties| walk(&Ties(ties as u8).cells().collect::<Vec<_>>()).into()));

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
        for ties in 0..128 {
            let mut order: Vec<usize> = (0..8).collect();
            let mut seen = BTreeSet::from([order.clone()]);
            for &p in Ties(ties).walk() {
                assert!(ties >> p & 1 == 1, "only tied neighbours are exchanged");
                order.swap(p.into(), usize::from(p) + 1);
                assert!(seen.insert(order.clone()));
            }
            let orders: usize = Ties(ties).cells().map(|(_, len)| (1..=len).product::<usize>()).product();
            assert_eq!(seen.len(), orders);
        }
    }
}
