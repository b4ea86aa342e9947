//! What can be counted exactly.

use dashu_int::UBig;

use crate::budget::{Budget, Stop};
use crate::element::{Element, ElementSet};
use crate::extensions::{binomial, count};
use crate::layers::{self, Extensions};
use crate::names::Names;
use crate::poset::Poset;
use crate::position::{Ground, Position};
use crate::reduce::ordinal_sum::{Decomposition, Node};
use crate::shape::Shape;

/// When a prime is counted.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// If it has at most so many down-sets, …
    pub(super) down_sets: u64,
    /// … or so many up to symmetry.
    pub(super) classes: u64,
}

/// When a prime is counted, as a part of what.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Of the position.
    pub(super) whole: Limit,
    /// Of a block, while many ways to cut are compared.
    pub(super) quick: Limit,
    /// Of a block, in the end.
    pub(super) block: Limit,
}

/// A poset taken apart into sums and ordinal sums: its linear extensions are so many times those of the hard primes.
pub(super) struct Factors {
    pub(super) counted: UBig,
    pub(super) hard: Vec<Poset>,
}

impl Factors {
    /// Takes a convex set apart and counts the primes of it that are within the limit.
    pub(super) fn of(poset: &Poset, set: &ElementSet, limit: Limit, budget: &Budget) -> Result<Self, Stop> {
        let decomposition = Decomposition::of(&Shape::new(poset, set));
        let mut factors = Factors { counted: UBig::ONE, hard: Vec::new() };
        for node in decomposition.nodes() {
            match node {
                Node::Sum(children) => factors.counted *= interleavings(&decomposition, children.clone()),
                Node::Prime(prime) => {
                    let (prime, _) = poset.restrict(prime);
                    match count_prime(&prime, limit, budget)? {
                        Some(count) => factors.counted *= count,
                        None => factors.hard.push(prime),
                    }
                }
                Node::Element(_) | Node::Ordinal(_) => {}
            }
        }
        Ok(factors)
    }
}

/// The number of ways to interleave rows as long as the children are.
fn interleavings(decomposition: &Decomposition, children: std::ops::Range<usize>) -> UBig {
    let mut placed = 0;
    children.fold(UBig::ONE, |ways, child| {
        placed += decomposition.size(child);
        ways * binomial(placed, decomposition.size(child))
    })
}

/// The number of linear extensions of a convex set, if all primes of it are within the limit.
pub(super) fn count_within_reach(
    poset: &Poset,
    elements: &[Element],
    limit: Limit,
    budget: &Budget,
) -> Result<Option<UBig>, Stop> {
    let set = ElementSet::from_iter_in(poset.len(), elements.iter().copied());
    let factors = Factors::of(poset, &set, limit, budget)?;
    Ok(factors.hard.is_empty().then_some(factors.counted))
}

fn count_prime(prime: &Poset, limit: Limit, budget: &Budget) -> Result<Option<UBig>, Stop> {
    let names = Names::new((0..prime.len()).map(|i| i.to_string())).expect("numbers differ");
    let position = Position::new(Ground { poset: prime.clone(), names, expression: String::new() });
    let within = |most| budget.clone().with_positions(most);
    let counted = match layers::positions(&position, &within(limit.down_sets)) {
        Ok(positions) if positions <= UBig::from(limit.down_sets) => count(&position, budget),
        Ok(_) | Err(Stop::Positions) if limit.classes > 0 => {
            layers::sweep(&position, &Extensions::new(prime.len()), &within(limit.classes))
        }
        Ok(_) => return Ok(None),
        Err(stop) => Err(stop),
    };
    match counted {
        Ok(count) => Ok(Some(count)),
        Err(Stop::Positions | Stop::Size) => Ok(None),
        Err(stop) => Err(stop),
    }
}
