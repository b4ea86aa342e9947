//! Estimates the number of linear extensions of a poset beyond exact reach, with a guarantee.
//!
//! In: a position and a [`Request`]: a confidence, an error or a time, and a seed. Out: an
//! [`Estimate`], whose interval contains the true number with at least that confidence. This relies
//! on no assumptions: the points are drawn from the exact uniform distribution, and the counts have
//! a distribution that is known exactly. `docs/approximate.md` has the proof.
//!
//! Each linear extension has volume 1/n! in the order polytope, so it suffices to find the volume
//! of the polytope. It is compared with the volume of the part of it between certain walls, which
//! can be counted.
//!
//! - `request`: what is asked for; `plan`: what will be done, and how long it will take;
//!   `estimate`: the result.
//! - `exact`: decomposition into sums and ordinal sums, and exact counts.
//! - `blocks`: a poset cut into blocks that can be counted, and the walls around them.
//! - `polytope`: the order polytope with walls.
//! - `sampler`: its points, drawn uniformly by coupling from the past; `lanes`: eight at a time.
//! - `sample`: linear extensions drawn uniformly.
//! - `runs`: runs of the Tootsie Pop Algorithm, which shrink the polytope to the part between the
//!   walls.
//! - `poisson`: confidence intervals from the number of their steps.
//! - `magnitude`: numbers so large that only their logarithms are stored.

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

/// Estimates the number of linear extensions of the remaining poset.
///
/// ```
/// use chomplex::Budget;
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
