//! The number of linear extensions of a poset beyond exact reach, with a guarantee.
//!
//! In: a position, and a [`Request`]: a confidence, an error or a time, a seed. Out: an [`Estimate`], whose interval holds the true number with at least
//! that confidence. Nothing is assumed: the points are drawn uniformly, not nearly so, and what is counted has a law that is known exactly. `docs/approximate.md`
//! has the proof.
//!
//! A linear extension has the share 1/n! of the order polytope, so its volume is to be found. It is compared with the volume of a part of it between walls, which
//! can be counted.
//!
//! - `request`: what is asked for; `plan`: what will be done, and how long it will take; `estimate`: what came out.
//! - `exact`: sums and ordinal sums taken apart, and what can be counted.
//! - `blocks`: a poset cut into blocks that can be counted, and the walls around them.
//! - `polytope`: the order polytope with walls.
//! - `sampler`: its points, drawn uniformly by coupling from the past; `lanes`: eight at a time.
//! - `sample`: linear extensions drawn uniformly.
//! - `runs`: runs of the Tootsie Pop Algorithm, which shrink the polytope to what is between the walls.
//! - `poisson`: what the number of their steps says.
//! - `magnitude`: numbers too large for anything but their logarithms.

mod blocks;
mod estimate;
mod exact;
mod lanes;
mod magnitude;
mod plan;
mod poisson;
mod polytope;
mod request;
mod runs;
mod sample;
mod sampler;
#[cfg(test)]
mod tests;

pub use self::estimate::{Estimate, Method};
pub use self::magnitude::Magnitude;
pub use self::plan::{Plan, plan};
pub use self::request::{Request, RequestError};
pub use self::sample::sample;
use crate::budget::{Budget, Stop};
use crate::position::Position;

/// Estimates the number of linear extensions of what remains.
///
/// ```
/// use chomplex::budget::Budget;
/// use chomplex::extensions::approximate::{Request, approximate};
/// let position = "boolean(6)".parse().unwrap();
/// let request = Request::new(0.99, 1).unwrap().with_error(0.2).unwrap();
/// let estimate = approximate(&position, &request, &Budget::default()).unwrap();
/// let truth = 1.413_779e53f64.ln(); // OEIS A046873
/// assert!(estimate.lower.ln() < truth && truth < estimate.upper.ln() && estimate.error() < 0.2);
/// ```
///
/// # Errors
/// If the budget is spent before anything is known.
pub fn approximate(position: &Position, request: &Request, budget: &Budget) -> Result<Estimate, Stop> {
    plan(position, request, budget)?.carry_out(budget)
}
