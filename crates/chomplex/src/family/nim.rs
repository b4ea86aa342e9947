//! Chains, antichains, and Nim, which is a sum of chains.
//!
//! A move in `chain(n)` leaves any shorter chain: it is a Nim heap of size n (Bouton 1901). In
//! `antichain(n)` every move removes one element. `nim(a,b,…)` is the sum of its heaps, which may
//! be empty.
//!
//! **Names.** The elements of `chain(n)`, from the bottom, and of `antichain(n)` are `1`, `2`, …,
//! `n`. The counters of `nim(a,b,…)` are `heap,height`, both counted from 1: `2,1` is the lowest
//! counter of heap 2.

use super::error::BuildError;
use super::number::{Number, index};
use super::plan::{Named, Plan};
use super::remnant::Remnant;
use super::size::Size;
use crate::poset::{Draft, MAX_ELEMENTS};

/// `chain(n)`.
pub(crate) fn chain(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    Ok(Plan::other(n, move || {
        let n = n.at_most(MAX_ELEMENTS);
        let relations = (1..n).map(|x| (x - 1, x)).collect();
        Named { draft: Draft { size: n, relations }, labels: (1..=n).map(|i| i.to_string()).collect() }
    }))
}

/// `antichain(n)`.
pub(crate) fn antichain(numbers: &[Number]) -> Result<Plan, BuildError> {
    Ok(Plan::Antichain(numbers[0].size()))
}

/// `nim(a,b,…)`.
pub(crate) fn nim(numbers: &[Number]) -> Result<Plan, BuildError> {
    let heaps: Vec<Size> = numbers.iter().map(Number::size).collect();
    let elements = heaps.iter().copied().sum();
    Ok(Plan::other(elements, move || {
        let mut named = Named::default();
        for (i, heap) in heaps.iter().enumerate() {
            for height in 1..=heap.at_most(MAX_ELEMENTS) {
                let x = named.labels.len();
                if height > 1 {
                    named.draft.relations.push((x - 1, x));
                }
                named.labels.push(format!("{},{height}", i + 1));
            }
        }
        named.draft.size = named.labels.len();
        named
    }))
}

/// `antichain(n)`, if the names are `1`, …, `n`. A single element is written `chain(1)` instead.
pub(crate) fn recognise_antichain(remnant: &Remnant<'_>) -> Option<String> {
    let n = remnant.len();
    let free = remnant.lower().iter().all(Vec::is_empty);
    (n != 1 && free && counts_up(remnant, 1)).then(|| format!("antichain({n})"))
}

/// `chain(n)`, if the names are `1`, …, `n` from the bottom.
pub(crate) fn recognise_chain(remnant: &Remnant<'_>) -> Option<String> {
    (is_chain(remnant) && counts_up(remnant, 1)).then(|| format!("chain({})", remnant.len()))
}

/// Whether each element covers exactly the one before it.
pub(crate) fn is_chain(remnant: &Remnant<'_>) -> bool {
    remnant.lower().iter().enumerate().all(|(x, lower)| match x {
        0 => lower.is_empty(),
        _ => lower[..] == [x - 1],
    })
}

/// Whether the names are consecutive numbers from `first`.
pub(crate) fn counts_up(remnant: &Remnant<'_>, first: usize) -> bool {
    remnant.names().iter().enumerate().all(|(x, name)| index(name) == Some(first + x))
}

/// `nim(a,b,…)`, if the names are those of counters; empty heaps in between are written as 0.
pub(crate) fn recognise_nim(remnant: &Remnant<'_>) -> Option<String> {
    let counters: Vec<(usize, usize)> = remnant.names().iter().map(|name| pair(name)).collect::<Option<_>>()?;
    let last = counters.iter().map(|c| c.0).max()?;
    if last > remnant.len() + 100 {
        return None;
    }
    let mut heaps = vec![0; last];
    for (&(heap, height), lower) in counters.iter().zip(remnant.lower()) {
        let stands = match lower[..] {
            [] => height == 1,
            [below] => counters[below] == (heap, height - 1),
            _ => false,
        };
        if !stands {
            return None;
        }
        heaps[heap - 1] = height.max(heaps[heap - 1]);
    }
    let heaps: Vec<String> = heaps.iter().map(usize::to_string).collect();
    Some(format!("nim({})", heaps.join(",")))
}

/// The two positive numbers of a name like `2,3`.
pub(crate) fn pair(name: &str) -> Option<(usize, usize)> {
    let (a, b) = name.split_once(',')?;
    Some((index(a)?, index(b)?)).filter(|&(a, b)| a > 0 && b > 0)
}
