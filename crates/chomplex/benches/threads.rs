//! One thread and two on the same search: the same answer, and more positions a second.

mod measure;

use chomplex::report::words::thousands;
use chomplex::solve::Goal;
use chomplex::value::Outcome;

use measure::{ask, budget, per_second, position};

fn main() {
    println!("subsets(7,3), who wins, without the rule published-table");
    let position = position("subsets(7,3)");
    let speeds = [1, 2].map(|threads| {
        let (answer, time) = ask(&position, Goal::Outcome, &budget(threads));
        assert_eq!(answer.outcome, Some(Outcome::Second), "stopped by {:?}", answer.stopped_by);
        let (positions, seconds) = (answer.stats.positions, time.as_secs_f64());
        let speed = per_second(positions, time);
        println!("{threads} threads: {} positions in {seconds:.1} s, {speed}", thousands(positions));
        (seconds, positions as f64 / seconds)
    });
    let [(one_time, one_speed), (two_time, two_speed)] = speeds;
    let (speed, time) = (two_speed / one_speed, one_time / two_time);
    println!("ratio of speeds {speed:.2}, of times {time:.2}");
    assert!(speed >= 1.0, "two threads are slower than one");
}
