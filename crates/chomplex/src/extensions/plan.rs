//! The plan for an exact count.

use dashu_int::UBig;

use super::factorials::Factorials;
use super::modules::{Node, Tree};
use super::prime::{Method, count_as_estimated};
use crate::bits::MAX_WIDTH;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::{Element, ElementSet};
use crate::layers::{Checkpoints, Skeleton, SweepError, extensions_of_part};
use crate::poset::Poset;
use crate::position::Position;

/// How the linear extensions of a position will be counted, known before the work begins.
#[derive(Debug)]
pub struct Plan {
    elements: usize,
    sums: usize,
    ordinals: usize,
    is_forest: bool,
    /// The number of all interleavings.
    interleavings: Factorials,
    primes: Vec<PlannedPrime>,
}

/// A part that is neither a sum nor an ordinal sum.
#[derive(Debug)]
pub struct PlannedPrime {
    order: Poset,
    /// The number of isomorphic parts, itself included.
    pub copies: usize,
    /// The number of its modules. Modules of several elements are counted separately and replaced
    /// by chains.
    pub modules: usize,
    /// How it is counted.
    pub method: Method,
}

impl PlannedPrime {
    /// The number of its elements.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.order.len()
    }
}

impl Plan {
    /// Decomposes a position and estimates how large the parts are.
    ///
    /// # Errors
    /// If the budget is spent, or a prime has more than 512 elements.
    pub fn new(position: &Position, budget: &Budget) -> Result<Self, Stop> {
        Plan::from_set(position.poset(), position.remaining(), budget)
    }

    /// The plan for the order on a down-set.
    pub(super) fn from_set(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<Self, Stop> {
        let tree = Tree::new(poset, set, budget)?;
        let elements = tree.size(0);
        let is_forest = is_forest(poset, set);
        let mut plan = Plan {
            elements,
            sums: 0,
            ordinals: 0,
            is_forest,
            interleavings: Factorials::new(elements),
            primes: Vec::new(),
        };
        for (number, node) in tree.nodes().iter().enumerate() {
            match node {
                Node::Element(_) | Node::Prime(_) => {}
                Node::Ordinal(_) => plan.ordinals += 1,
                Node::Sum(parts) => {
                    plan.sums += 1;
                    plan.interleavings.multiply(tree.size(number));
                    parts.clone().for_each(|part| plan.interleavings.divide(tree.size(part)));
                }
            }
        }
        let mut forms = hashbrown::HashMap::new();
        let several = tree.primes().nth(1).is_some();
        for prime in tree.primes() {
            if several && prime.order.len() <= MAX_WIDTH {
                let form = Labelling::within(&prime.order, budget)?.form().clone();
                let known = *forms.entry(form).or_insert(plan.primes.len());
                if let Some(like) = plan.primes.get_mut(known) {
                    like.copies += 1;
                    continue;
                }
            }
            let method = Method::choose(&prime.order, budget)?;
            let modules = prime.chains.len();
            plan.primes.push(PlannedPrime { order: prime.order.clone(), copies: 1, modules, method });
        }
        Ok(plan)
    }

    /// The number of elements.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// The number of sums in the decomposition.
    #[must_use]
    pub fn sums(&self) -> usize {
        self.sums
    }

    /// The number of ordinal sums in the decomposition.
    #[must_use]
    pub fn ordinals(&self) -> usize {
        self.ordinals
    }

    /// Whether no element covers two others, or none is covered by two. The hook-length formula
    /// then gives the count.
    #[must_use]
    pub fn is_forest(&self) -> bool {
        self.is_forest
    }

    /// The parts that are neither sums nor ordinal sums, one of each kind.
    #[must_use]
    pub fn primes(&self) -> &[PlannedPrime] {
        &self.primes
    }

    /// The number of linear extensions.
    ///
    /// # Errors
    /// If the budget is spent or will not suffice, or a checkpoint cannot be written or read.
    pub fn count(&self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        self.primes.iter().try_fold(self.interleavings.value(), |product, prime| {
            let order = &prime.order;
            let count = match &prime.method {
                Method::Complexes { n, k } => Skeleton::new(*n, *k).extensions(budget, checkpoints)?,
                Method::Few(few) => UBig::from(few.extensions),
                Method::Table(estimate) => match count_as_estimated(order, estimate, budget) {
                    Ok(counts) => counts.count(),
                    // A sweep keeps only two layers of the down-sets at a time, or uses the disk.
                    Err(Stop::Memory) if checkpoints.is_some() || estimate.layers_fit(order, budget) => {
                        extensions_of_part(order, &ElementSet::full(order.len()), budget, checkpoints)?
                    }
                    Err(stop) => return Err(stop.into()),
                },
            };
            Ok(product * count.pow(prime.copies))
        })
    }
}

/// Whether no element covers two others, or none is covered by two.
fn is_forest(poset: &Poset, set: &ElementSet) -> bool {
    let above = |x: Element| poset.upper_covers(x).iter().filter(|&&y| set.contains(y)).count();
    set.iter().all(|x| poset.lower_covers(x).len() < 2) || set.iter().all(|x| above(x) < 2)
}
