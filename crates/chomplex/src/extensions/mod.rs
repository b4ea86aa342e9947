//! Linear extensions: the ways to put all elements in a row, each after everything below it.
//!
//! A linear extension is a chain of down-sets from the empty set to all, one element at a time; a
//! [sweep](crate::layers) counts these. Parts that are not related are interleaved in all ways, a multinomial coefficient.

mod chance;

use dashu_int::UBig;

use crate::budget::{Budget, Stop};
use crate::layers::{Checkpoints, Skeleton, SweepError, count_part, extensions_of_part};
use crate::position::Position;

/// The number of linear extensions of what remains.
///
/// # Errors
/// If the budget is spent, or a connected part has more than 512 elements.
pub fn count(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    count_parts(position, budget, None).map_err(SweepError::into_stop)
}

/// The same with checkpoints: after an interruption it goes on from the last, and what does not fit into memory is kept there too.
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
            None => extensions_of_part(poset, &part, budget, checkpoints),
        };
        let within = count_part(poset, &part, UBig::ONE, sweep)?;
        placed += part.len();
        extensions *= within * binomial(placed, part.len());
    }
    Ok(extensions)
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
