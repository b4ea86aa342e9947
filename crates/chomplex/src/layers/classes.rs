//! Counts classes of down-sets.

use dashu_int::UBig;

use super::accumulator::{Accumulator, Step};
use super::checkpoint::Checkpoints;
use super::error::SweepError;
use super::file::Stored;
use super::general::classes_of_part;
use super::skeleton::Skeleton;
use crate::bits::{MAX_WIDTH, with_width};
use crate::budget::{Budget, Stop};
use crate::canon::copies::{Effort, copies_exactly};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// The number of classes of down-sets of a position under its automorphisms, including the empty
/// set and the whole position.
///
/// The automorphisms permute isomorphic connected components and move each component within itself.
/// So a class is, for each kind of component, a multiset of classes of that component, as many as
/// it has copies.
///
/// # Errors
/// If the budget is spent, or a connected component has more than 512 elements.
pub fn classes(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    count_classes(position, budget, None).map_err(SweepError::into_stop)
}

/// Like [`classes`], with checkpoints. After an interruption it resumes from the last one. Layers
/// that do not fit into memory are kept there too.
///
/// # Errors
/// As for [`classes`], or if a checkpoint cannot be written or read.
pub fn classes_with_checkpoints(
    position: &Position,
    budget: &Budget,
    checkpoints: &Checkpoints,
) -> Result<UBig, SweepError> {
    count_classes(position, budget, Some(checkpoints))
}

fn count_classes(position: &Position, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
    let poset = position.poset();
    // Each component is a bit set as long as the poset.
    let mut meter = budget.meter(1);
    meter.hold((poset.count_components(position.remaining()) * poset.len() / 8) as u64)?;
    let parts = poset.components(position.remaining());
    copies_exactly(poset, &parts, Effort::full(MAX_WIDTH, budget))?.iter().try_fold(UBig::ONE, |product, kind| {
        let part = &kind.part;
        let sweep = || match Skeleton::recognise(poset, part) {
            Some(skeleton) => skeleton.classes(budget, checkpoints),
            None => with_width!(part.len(), N => classes_of_part::<N>(poset, part, budget, checkpoints)),
        };
        let within = count_part(poset, part, UBig::from(part.len() + 1), sweep)?;
        Ok(product * multisets(&within, kind.images.len()))
    })
}

/// Counts something for a connected component. For a chain the count is known; components too large
/// for the engines are refused.
pub(crate) fn count_part<E: From<Stop>>(
    poset: &Poset,
    part: &ElementSet,
    of_chain: UBig,
    count: impl FnOnce() -> Result<UBig, E>,
) -> Result<UBig, E> {
    if poset.is_chain(part) {
        Ok(of_chain)
    } else if part.len() > MAX_WIDTH {
        Err(Stop::Size.into())
    } else {
        count()
    }
}

/// The number of multisets of size k from n kinds.
fn multisets(n: &UBig, k: usize) -> UBig {
    (1..=k).fold(UBig::ONE, |product, i| product * (n + UBig::from(i - 1)) / i)
}

/// An accumulator without a state: it only enumerates the classes.
#[derive(Debug)]
pub(crate) struct Nothing;

impl Accumulator for Nothing {
    type State = ();
    fn start(&self) {}
    fn blank(&self) {}
    fn push(&self, (): &(), _: &impl Step, (): &mut ()) {}
}

impl<T> Stored<T> for Nothing {
    fn id(&self) -> String {
        "classes".to_owned()
    }

    fn bytes(&self, _: usize) -> usize {
        0
    }

    fn store(&self, _: T, (): &(), _: &mut Vec<u8>) {}

    fn restore(&self, _: T, _: &[u8]) {}
}
