//! What is to be counted, and how.

use dashu_int::UBig;

use super::factorials::Factorials;
use super::modules::{Node, Tree};
use super::prime::{Counts, Method};
use crate::bits::MAX_WIDTH;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::ElementSet;
use crate::layers::{Checkpoints, Skeleton, SweepError};
use crate::poset::Poset;
use crate::position::Position;

/// How the linear extensions of a position are counted: known before it is done.
#[derive(Debug)]
pub struct Plan {
    elements: usize,
    sums: usize,
    ordinals: usize,
    /// All interleavings together.
    interleavings: Factorials,
    primes: Vec<PlannedPrime>,
}

/// A part that is neither a sum nor an ordinal sum.
#[derive(Debug)]
pub struct PlannedPrime {
    order: Poset,
    /// How many parts are like it, itself included.
    pub copies: usize,
    /// How many modules it has; those of several elements are counted apart and stand in it as chains.
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
    /// Takes a position apart and looks how large the parts are.
    ///
    /// # Errors
    /// If the budget is spent, or a prime has more than 512 elements.
    pub fn of(position: &Position, budget: &Budget) -> Result<Self, Stop> {
        let tree = Tree::of(position.poset(), position.remaining());
        let elements = tree.size(0);
        let mut plan =
            Plan { elements, sums: 0, ordinals: 0, interleavings: Factorials::new(elements), primes: Vec::new() };
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
                let form = Labelling::of(&prime.order).form().clone();
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

    /// How many times parts stand side by side.
    #[must_use]
    pub fn sums(&self) -> usize {
        self.sums
    }

    /// How many times parts lie above each other.
    #[must_use]
    pub fn ordinals(&self) -> usize {
        self.ordinals
    }

    /// The parts that are neither, one of each kind.
    #[must_use]
    pub fn primes(&self) -> &[PlannedPrime] {
        &self.primes
    }

    /// The number of linear extensions.
    ///
    /// # Errors
    /// If the budget is spent or will not do, or a checkpoint cannot be written or read.
    pub fn count(&self, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
        self.primes.iter().try_fold(self.interleavings.value(), |product, prime| {
            let order = &prime.order;
            let count = match &prime.method {
                Method::Complexes { .. } => Skeleton::recognise(order, &ElementSet::full(order.len()))
                    .expect("it was recognised before")
                    .extensions(budget, checkpoints)?,
                Method::Table(estimate) => Counts::with(order, estimate, budget)?.count(),
            };
            Ok(product * count.pow(prime.copies))
        })
    }
}
