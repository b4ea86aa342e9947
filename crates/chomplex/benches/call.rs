//! The cost of calls on small positions, for comparison with calls from Python
//! (`crates/chomplex-py/benches/call.py`).
//!
//! Each line has the expression, its Grundy value, and the microseconds of one call, which creates
//! a budget and a question and solves the position.

use std::time::{Duration, Instant};

use chomplex::budget::Budget;
use chomplex::budget::amount::all_threads;
use chomplex::crew;
use chomplex::position::Position;
use chomplex::solve::{Question, solve};

/// Positions and their Grundy values.
const POSITIONS: [(&str, u32); 7] = [
    ("chain(3)", 3),
    ("nim(3,4,5)", 2),
    ("petersen", 2),
    ("gmk(7,10,20)", 26),
    ("chomp(3,4)", 9),
    ("wheel(9)", 1),
    ("boundary(6)", 0),
];

/// Runs in a thread with a deep stack, like the workers of the Python package.
fn main() {
    crew::spawn(measure).expect("there is a thread").join().expect("the answers are right");
}

fn measure() {
    for (expression, grundy) in POSITIONS {
        let position: Position = expression.parse().expect("it is a position");
        let ask = || {
            let budget = Budget::default().with_threads(all_threads());
            let answer = solve(&position, &Question::default(), &budget);
            assert_eq!(answer.grundy.map(|value| value.0), Some(grundy), "{expression}");
        };
        ask();
        println!("{expression}\t{grundy}\t{:.1}", microseconds(ask));
    }
}

/// The minimum time of a call over several rounds.
fn microseconds(call: impl Fn()) -> f64 {
    let round = || {
        let (begun, mut calls) = (Instant::now(), 0u32);
        while begun.elapsed() < Duration::from_millis(200) {
            call();
            calls += 1;
        }
        begun.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    };
    (0..5).map(|_| round()).fold(f64::INFINITY, f64::min)
}
