//! `subsets(7,3)`, who wins and what it is worth: the published method against the library, one thread each.
//!
//! Brouwer and Christensen (2017, section 4.3) report 5 and 22 minutes, with 9,680,539 and 15,466,911 positions stored.

mod measure;
mod published;

use std::time::{Duration, Instant};

use chomplex::report::words::thousands;
use chomplex::solve::Goal;
use chomplex::value::{Grundy, Outcome};

use measure::{ask, budget, position};
use published::Published;

fn main() {
    check_the_published_method();
    println!("subsets(7,3), one thread, without the rule published-table");
    println!("{:<8} {:<10} {:>12} {:>14} {:>9}", "question", "method", "positions", "options", "seconds");

    let (ours, time) = ask(&position("subsets(7,3)"), Goal::Outcome, &budget(1));
    report("outcome", "chomplex", ours.stats.positions, None, time);
    assert_eq!(ours.outcome, Some(Outcome::Second), "stopped by {:?}", ours.stopped_by);
    let mut published = Published::new(7, 3).with_room_for(15_466_911);
    let started = Instant::now();
    assert!(published.loses(published.whole()));
    report("outcome", "published", published.stored() as u64, Some(published.options), started.elapsed());
    ratio(started.elapsed(), time);
    drop(published);

    let (ours, time) = ask(&position("subsets(7,3)"), Goal::Grundy, &budget(1));
    report("value", "chomplex", ours.stats.positions, None, time);
    assert_eq!(ours.grundy, Some(Grundy(0)), "stopped by {:?}", ours.stopped_by);
    let mut published = Published::new(7, 3).with_room_for(15_466_911);
    let started = Instant::now();
    assert_eq!(published.grundy(published.whole()), 0);
    report("value", "published", published.stored() as u64, Some(published.options), started.elapsed());
    assert_eq!(published.stored(), 15_466_911);
    ratio(started.elapsed(), time);
}

/// It stores what it is said to store, and finds the published values.
fn check_the_published_method() {
    for (n, k, value, stored) in [(4, 4, 1, 29), (5, 5, 2, 209), (6, 6, 3, 16_352), (6, 5, 0, 16_351)] {
        let mut published = Published::new(n, k);
        assert_eq!(published.grundy(published.whole()), value, "subsets({n},{k})");
        assert_eq!(published.stored(), stored, "subsets({n},{k})");
        let mut published = Published::new(n, k);
        assert_eq!(published.loses(published.whole()), value == 0, "subsets({n},{k})");
    }
}

fn report(question: &str, method: &str, positions: u64, options: Option<u64>, time: Duration) {
    let (positions, options) = (thousands(positions), options.map(thousands).unwrap_or_default());
    println!("{question:<8} {method:<10} {positions:>12} {options:>14} {:>9.1}", time.as_secs_f64());
}

fn ratio(published: Duration, ours: Duration) {
    println!("{:<8} {:<10} {:>38.1}", "", "ratio", published.as_secs_f64() / ours.as_secs_f64());
}
