//! Linear extensions: the ways to put all elements in a row, each after everything below it.
//!
//! In: a position. Out: its number of linear extensions. The poset is decomposed into modules as
//! far as possible. Interleavings contribute a product of factorials, and each remaining prime is
//! counted by itself, by a [sweep](crate::layers) or a table.
//!
//! - `modules`: a poset as a tree of modules.
//! - `factorials`: products and quotients of factorials; `binomials`: binomial coefficients.
//! - [`Plan`]: what will be counted, and how.
//! - [`Estimate`]: how large a table will become; `growth`: random connected sets.
//! - [`Few`]: an order with few down-sets.
//! - `prime`: how a prime is counted; `table`: the linear extensions of all its connected
//!   down-sets.
//! - [`probabilities`]: the positions of elements in a random linear extension: `lattice` for a
//!   prime and `demand` for the resources that takes, `shuffle` for a sum, `places` for the tree;
//!   [`Ratio`]s.
//! - [`Sampler`]: random linear extensions.
//! - `chance`: reproducible random choices.

pub mod approximate;
mod binomials;
mod chance;
mod estimate;
mod demand;
mod factorials;
mod few;
mod growth;
mod lattice;
mod modules;
mod places;
mod plan;
mod prime;
mod probabilities;
mod ratio;
mod sample;
mod shuffle;
mod table;

use dashu_int::UBig;

pub use self::estimate::{Bound, Estimate};
pub use self::few::Few;
pub use self::plan::{Plan, PlannedPrime};
pub use self::prime::Method;
pub use self::probabilities::{Balance, Probabilities, down_sets, probabilities};
pub use self::ratio::Ratio;
pub use self::sample::Sampler;
pub use self::table::Direction;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::layers::{Checkpoints, SweepError};
use crate::poset::Poset;
use crate::position::Position;

/// The number of linear extensions of the remaining poset.
///
/// ```
/// use chomplex::budget::Budget;
/// use chomplex::extensions::count;
/// let grid = "product(chain(6),chain(6))".parse().unwrap();
/// assert_eq!(count(&grid, &Budget::default()).unwrap().to_string(), "1671643033734960");
/// ```
///
/// # Errors
/// If the budget is spent or will not suffice, or a prime has more than 512 elements.
pub fn count(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    count_set(position.poset(), position.remaining(), budget)
}

/// The number of linear extensions of the order on a down-set.
fn count_set(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    Plan::from_set(poset, set, budget)?.count(budget, None).map_err(SweepError::into_stop)
}

/// The same with checkpoints where a sweep is needed. After an interruption the sweep resumes from
/// the last checkpoint. Data that does not fit into memory is kept there too.
///
/// # Errors
/// As [`count`], or if a checkpoint cannot be written or read.
pub fn count_with_checkpoints(
    position: &Position,
    budget: &Budget,
    checkpoints: &Checkpoints,
) -> Result<UBig, SweepError> {
    Plan::new(position, budget)?.count(budget, Some(checkpoints))
}
