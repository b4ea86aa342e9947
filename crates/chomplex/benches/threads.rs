//! The same questions on one thread and on two: the same answers, and more positions per second.

mod measure;

use chomplex::report::words::thousands;
use chomplex::solve::Goal;
use chomplex::value::Grundy;

use measure::{TORUS, WORTH_23, ask, budget, per_second, position};

/// One position searched through a table, and one searched cube by cube.
const POSITIONS: [(&str, &str, Grundy); 2] =
    [("the position of value 23", WORTH_23, Grundy(23)), ("a torus with 9 vertices", TORUS, Grundy(9))];

fn main() {
    for (name, expression, value) in POSITIONS {
        println!("{name}, without the rule published-table");
        let position = position(expression);
        let speeds = [1, 2].map(|threads| {
            let (answer, time) = ask(&position, Goal::Grundy, &budget(threads));
            assert_eq!(answer.grundy, Some(value), "stopped by {:?}", answer.stopped_by);
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
}
