//! Shared by the benchmarks: questions to the library, and the format of figures.

use std::time::{Duration, Instant};

use chomplex::answer::Answer;
use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::report::words::thousands;
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Goal, Question, solve};

/// The position of value 23 in Brouwer and Christensen (2017), section 2.3.
#[allow(dead_code, reason = "not every benchmark asks for it")]
pub(crate) const WORTH_23: &str =
    "complex[012 013 014 015 023 024 025 026 034 045 056 123 126 135 136 145 236 245 346 456]";

/// A torus with 9 vertices and 54 faces that no involution folds.
#[allow(dead_code, reason = "not every benchmark asks for it")]
pub(crate) const TORUS: &str = "complex[023 026 038 056 058 123 128 134 145 157 178 268 346 367 378 458 468 567]";

/// All rules except the published table, which would know the answer.
pub(crate) fn rules() -> Rules {
    Rules::default().without(RuleId::PublishedTable)
}

/// A budget of two gibibytes and this many threads.
pub(crate) fn budget(threads: usize) -> Budget {
    Budget::default().with_memory(2 << 30).with_threads(threads)
}

/// The library's answer to a question about the value or the winner alone, and the time it took.
#[allow(dead_code, reason = "not every benchmark asks")]
pub(crate) fn ask(position: &Position, goal: Goal, budget: &Budget) -> (Answer, Duration) {
    let question = Question { goal, moves: false, rules: rules(), ..Question::default() };
    let started = Instant::now();
    let answer = solve(position, &question, budget);
    (answer, started.elapsed())
}

/// Reads an expression.
#[allow(dead_code, reason = "not every benchmark has expressions")]
pub(crate) fn position(expression: &str) -> Position {
    expression.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// `12,345 a second`.
#[allow(dead_code, reason = "not every benchmark counts")]
pub(crate) fn per_second(count: u64, time: Duration) -> String {
    format!("{} a second", thousands((count as f64 / time.as_secs_f64()) as u64))
}
