//! Uniformly random linear extensions of posets beyond exact reach.

use super::lanes::LANES;
use super::polytope::{Bounds, Polytope};
use super::sampler::Sampler;
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::extensions::chance::Chance;
use crate::poset::Poset;
use crate::position::Position;

/// Draws `count` linear extensions of the remaining poset, uniformly and independently.
///
/// They are the orders of uniform points of the order polytope. The coordinates are known to within
/// 2^-40, so about once in 2^40 / n² samples two of them may be in the wrong order.
///
/// ```
/// use chomplex::Budget;
/// use chomplex::extensions::approximate::sample;
/// use chomplex::Position;
/// let lattice: Position = "boolean(7)".parse().unwrap();
/// let rows = sample(&lattice, 10, 1, &Budget::default()).unwrap();
/// assert_eq!(rows.len(), 10);
/// assert_eq!((rows[0].len(), rows[0][0].index(), rows[0][127].index()), (128, 0, 127));
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn sample(position: &Position, count: usize, seed: u64, budget: &Budget) -> Result<Vec<Vec<Element>>, Stop> {
    let (poset, old) = position.poset().restrict(position.remaining());
    let polytope = Polytope::new(&poset, &vec![[0.0, 1.0]; poset.len()]);
    let mut sampler = Sampler::new(&polytope, 64);
    let mut chance = Chance::new(seed);
    let mut rows = Vec::new();
    while rows.len() < count {
        let point = sampler.draw(&[1.0; LANES], &mut chance, budget)?;
        let wanted = (count - rows.len()).min(LANES);
        rows.extend((0..wanted).map(|lane| row(&poset, point, lane).into_iter().map(|x| old[x.index()]).collect()));
    }
    Ok(rows)
}

/// The elements in the order of the numbers in a lane.
fn row(poset: &Poset, point: &[Bounds], lane: usize) -> Vec<Element> {
    let mut numbers: Vec<f64> = point.iter().map(|bounds| bounds.low[lane]).collect();
    along_the_order(poset, &mut numbers);
    let mut row: Vec<Element> = poset.elements().collect();
    row.sort_by(|x, y| numbers[x.index()].total_cmp(&numbers[y.index()]));
    row
}

/// Corrects numbers that rounding has moved below the number of a smaller element by the last
/// digit.
pub(super) fn along_the_order(poset: &Poset, numbers: &mut [f64]) {
    for x in poset.elements() {
        let below = poset.lower_covers(x).iter().map(|y| numbers[y.index()]);
        numbers[x.index()] = below.fold(numbers[x.index()], f64::max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_linear_extensions() {
        let whole: Position = "subsets(5,3) + path(4)".parse().unwrap();
        let position = whole.play(whole.moves().nth(20).unwrap()).unwrap();
        let rows = sample(&position, 21, 9, &Budget::default()).unwrap();
        assert_eq!(rows.len(), 21);
        for row in &rows {
            let mut sorted = row.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, position.moves().collect::<Vec<_>>());
            let after = |i: usize| row[i + 1..].iter().any(|&y| position.poset().less(y, row[i]));
            assert!(!(0..row.len()).any(after), "{row:?}");
        }
        assert_ne!(rows[0], rows[8]);
        assert_eq!(rows, sample(&position, 21, 9, &Budget::default()).unwrap());
    }
}
