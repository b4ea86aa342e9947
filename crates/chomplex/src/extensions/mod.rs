//! Linear extensions: the ways to put all elements in a row, each after everything below it.
//!
//! A linear extension is a chain of down-sets from the empty set to all, one element at a time; a
//! [sweep](crate::layers) counts these. Parts that are not related are interleaved in all ways, a multinomial coefficient.

pub mod approximate;
mod chance;

use dashu_int::UBig;

use crate::bits::with_width;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::layers::{Checkpoints, Extensions, Skeleton, SweepError, count_part, sweep_board};
use crate::poset::Poset;
use crate::position::Position;

/// The number of linear extensions of what remains.
///
/// # Errors
/// If the budget is spent, or a connected part has more than 512 elements.
pub fn count(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    count_parts(position, budget, None).map_err(SweepError::into_stop)
}

/// The same, where a part is `boolean(n)` or `subsets(n,k)` with checkpoints: after an interruption it goes on from the last.
///
/// # Errors
/// As [`count`], or if a checkpoint cannot be written or read.
pub fn count_with_checkpoints(
    position: &Position,
    budget: &Budget,
    checkpoints: &Checkpoints,
) -> Result<UBig, SweepError> {
    count_parts(position, budget, Some(checkpoints))
}

fn count_parts(position: &Position, budget: &Budget, checkpoints: Option<&Checkpoints>) -> Result<UBig, SweepError> {
    let poset = position.poset();
    let mut placed = 0;
    let mut extensions = UBig::ONE;
    for part in poset.components(position.remaining()) {
        let sweep = || match Skeleton::recognise(poset, &part) {
            Some(skeleton) => skeleton.extensions(budget, checkpoints),
            None => Ok(with_width!(part.len(), count_with_width(poset, &part, budget))?),
        };
        let within = count_part(poset, &part, UBig::ONE, sweep)?;
        placed += part.len();
        extensions *= within * binomial(placed, part.len());
    }
    Ok(extensions)
}

fn count_with_width<const N: usize>(poset: &Poset, part: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    sweep_board(&Board::<N>::new(poset, part, false), &Extensions::new(part.len()), budget, |_| ())
}

/// The number of k-subsets of an n-set.
fn binomial(n: usize, k: usize) -> UBig {
    (1..=k).fold(UBig::ONE, |product, i| product * (n - k + i) / i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        let row: Vec<UBig> = (0..=5).map(|k| binomial(5, k)).collect();
        assert_eq!(row, [1u32, 5, 10, 10, 5, 1].map(UBig::from));
    }
}
