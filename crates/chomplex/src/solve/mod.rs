//! The driver: split, decide each component by rules or else by search, recombine.
//!
//! In: a position, a question and a budget. Out: an [`Answer`] or a [`MoveList`].
//!
//! - `component_sum`: a position as the sum of its components, and what follows about the whole.
//! - `component`: one component: its value, and what is known of its moves.
//! - [`derive`]: the strategy for one convex set.
//! - `apply`, `ordinal`: single rules, as steps of a reason.
//! - `irreducible`: sets that no rule reduces.
//! - `examine`, `options`: the options of a set, and what is known of each.
//! - `opened`: the searches, each kept open for the next question.
//! - `effort`: how much work is done where no rule applies.
//! - `sum`: the steps that add components up.
//!
//! ```
//! use chomplex::{Budget, Grundy, Outcome, Position, Question, solve};
//!
//! let position: Position = "boundary(4)".parse().unwrap();
//! let answer = solve(&position, &Question::default(), &Budget::default());
//! assert_eq!(answer.outcome, Some(Outcome::Second));
//! assert_eq!(answer.grundy, Some(Grundy(0)));
//! ```

mod apply;
mod component;
mod component_sum;
mod derive;
mod effort;
mod examine;
mod irreducible;
mod opened;
mod options;
mod ordinal;
mod sum;

use crate::answer::{Answer, MoveList};
use crate::budget::{Budget, Stop};
use crate::clock::Instant;
use crate::position::Position;
pub use crate::question::{Goal, Question, Tables};
use crate::value::Outcome;

use self::component_sum::ComponentSum;
use self::effort::Effort;

/// Solves a position within the budget.
#[must_use]
pub fn solve(position: &Position, question: &Question, budget: &Budget) -> Answer {
    let started = Instant::now();
    if let Err(stop) = check_memory(position, budget) {
        return Answer::unknown(stop);
    }
    let mut sum = ComponentSum::new(position, question, budget);
    sum.decide(Effort::Full);
    // If there may be winning moves, a few more of them are often found quickly.
    if sum.may_have_more_moves() {
        sum.examine_open_options(budget, Effort::Little);
        // A theorem may name the winner without a winning move.
        if sum.outcome() == Some(Outcome::First) && sum.winning_moves().classes().is_empty() {
            sum.examine_open_options(&budget.clone().half(), Effort::Some);
        }
        sum.narrow_unknown_values();
    }
    sum.into_answer(budget, started)
}

/// Finds the value that each move leads to, within the budget.
#[must_use]
pub fn move_values(position: &Position, question: &Question, budget: &Budget) -> MoveList {
    if let Err(stop) = check_memory(position, budget) {
        return MoveList { classes: Vec::new(), grundy: None, candidates: None, stopped_by: Some(stop) };
    }
    // Once all options are known, so is the position. So not all effort goes into the position
    // itself.
    let mut sum = ComponentSum::new(position, question, &budget.clone().half());
    sum.decide(Effort::More);
    sum.examine_open_options(budget, Effort::Full);
    sum.into_move_list(budget)
}

/// Number of sets stored per component: the component itself, its step, the key by which that is
/// found, and the step that cites it.
const SETS_A_COMPONENT: usize = 4;

/// Memory below this limit is not worth counting.
const LITTLE_MEMORY: u64 = 1 << 20;

/// Refuses a position with more components than fit into memory as sets of elements.
fn check_memory(position: &Position, budget: &Budget) -> Result<(), Stop> {
    let universe = position.poset().len();
    let bytes = |components: usize| SETS_A_COMPONENT as u64 * components as u64 * (universe / 8) as u64;
    let room = budget.memory().max(LITTLE_MEMORY);
    // Counting the components takes a moment, so it is done only where it matters.
    let fits = bytes(position.len()) <= room || bytes(position.poset().count_components(position.remaining())) <= room;
    if fits { Ok(()) } else { Err(Stop::Memory) }
}
