//! The parts that can be counted exactly.

use dashu_int::UBig;

use crate::budget::{Budget, Stop};
use crate::element::{Element, ElementSet};
use crate::extensions::count_set;
use crate::extensions::factorials::Factorials;
use crate::layers::down_sets_of;
use crate::poset::Poset;
use crate::reduce::ordinal_sum::{Decomposition, Node};
use crate::shape::Shape;

/// The maximum number of down-sets that a prime may have to be counted, by context.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// For a part of the position.
    pub(super) whole: u64,
    /// For a part of a block, while many ways to cut are compared.
    pub(super) quick: u64,
    /// For a part of a block in the end.
    pub(super) block: u64,
}

/// A poset decomposed into sums and ordinal sums. Its number of linear extensions is `counted`
/// times those of the hard primes.
pub(super) struct Factors {
    pub(super) counted: UBig,
    pub(super) hard: Vec<Poset>,
}

impl Factors {
    /// Decomposes a convex set, and counts its primes that have at most `most` down-sets.
    pub(super) fn new(poset: &Poset, set: &ElementSet, most: u64, budget: &Budget) -> Result<Self, Stop> {
        let decomposition = Decomposition::new(&Shape::new(poset, set));
        let mut factors = Factors { counted: UBig::ONE, hard: Vec::new() };
        let mut interleavings = Factorials::new(set.len());
        for (number, node) in decomposition.nodes().iter().enumerate() {
            match node {
                Node::Sum(children) => {
                    interleavings.multiply(decomposition.size(number));
                    children.clone().for_each(|child| interleavings.divide(decomposition.size(child)));
                }
                Node::Prime(prime) => {
                    let (prime, _) = poset.restrict(prime);
                    match count_prime(&prime, most, budget)? {
                        Some(count) => factors.counted *= count,
                        None => factors.hard.push(prime),
                    }
                }
                Node::Element(_) | Node::Ordinal(_) => {}
            }
        }
        factors.counted *= interleavings.value();
        Ok(factors)
    }
}

/// The number of linear extensions of a convex set, if no prime of it has more than `most`
/// down-sets.
pub(super) fn count_within_reach(
    poset: &Poset,
    elements: &[Element],
    most: u64,
    budget: &Budget,
) -> Result<Option<UBig>, Stop> {
    let set = ElementSet::from_iter_in(poset.len(), elements.iter().copied());
    let factors = Factors::new(poset, &set, most, budget)?;
    Ok(factors.hard.is_empty().then_some(factors.counted))
}

fn count_prime(prime: &Poset, most: u64, budget: &Budget) -> Result<Option<UBig>, Stop> {
    let all = ElementSet::full(prime.len());
    match down_sets_of(prime, &all, &budget.clone().with_positions(most)) {
        Ok(down_sets) if down_sets <= UBig::from(most) => count_set(prime, &all, budget).map(Some),
        Ok(_) | Err(Stop::Positions | Stop::Size) => Ok(None),
        Err(stop) => Err(stop),
    }
}
