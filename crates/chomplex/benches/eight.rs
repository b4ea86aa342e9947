//! Positions per second on eight vertices, below `subsets(8,3)`, with one thread and with two.
//!
//! The searches are far too long to finish; each gets 20 seconds.

mod measure;

use std::time::Duration;

use chomplex::report::words::thousands;
use chomplex::solve::Goal;
use chomplex::value::Outcome;

use measure::{ask, budget, per_second, position};

const TIME: Duration = Duration::from_secs(20);

fn main() {
    println!("below subsets(8,3), {} s each, without the rule published-table", TIME.as_secs());
    for (moves, goal) in
        [(&["012"][..], Goal::Outcome), (&["012", "034"], Goal::Outcome), (&["012", "013"], Goal::Grundy)]
    {
        let mut position = position("subsets(8,3)");
        for name in moves {
            let element = position.find(name).expect("a move");
            position = position.play(element).expect("it is there");
        }
        let asked = if goal == Goal::Outcome { "outcome" } else { "value" };
        for threads in [1, 2] {
            let (answer, time) = ask(&position, goal, &budget(threads).with_time(TIME));
            // After 012, removing one of its vertices leads to subsets(7,3), which is lost; the
            // other two are not worth 0 either.
            assert_ne!(answer.outcome, Some(Outcome::Second), "after {moves:?}");
            let positions = answer.stats.positions;
            let (count, speed) = (thousands(positions), per_second(positions, time));
            println!("after {}, {asked}, {threads} threads: {count} positions, {speed}", moves.join(" and "));
        }
    }
}
