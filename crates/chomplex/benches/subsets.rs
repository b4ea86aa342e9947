//! The winner and the value of `subsets(7,3)`: the published method compared with the library, one
//! thread each.
//!
//! Brouwer and Christensen (2017, section 4.3) report 5 and 22 minutes, with 9,680,539 and
//! 15,466,911 positions stored.

mod measure;
mod published;

use std::time::{Duration, Instant};

use chomplex::budget::Stop;
use chomplex::layers::{GrundyLayers, canonical, grundy};
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
    let by_published = started.elapsed();
    report("value", "published", published.stored() as u64, Some(published.options), by_published);
    assert_eq!(published.stored(), 15_466_911);
    ratio(by_published, time);
    drop(published);

    for threads in [1, 2] {
        let (sample, time) = sweep(7, 3, threads);
        let method = if threads == 1 { "sweep" } else { "sweep, 2" };
        report("values", method, sample.classes, None, time);
        assert_eq!(sample.classes, 15_466_911);
        ratio(by_published, time);
        if threads == 1 {
            canonical_forms(&sample.keys, time);
        }
    }
    six_vertices();
}

/// All values on six vertices, repeated, because one run is very short.
fn six_vertices() {
    const TIMES: u32 = 20;
    let started = Instant::now();
    for _ in 0..TIMES {
        let mut published = Published::new(6, 6).with_room_for(16_352);
        assert_eq!(published.grundy(published.whole()), 3);
    }
    let by_published = started.elapsed() / TIMES;
    let started = Instant::now();
    (0..TIMES).for_each(|_| assert_eq!(sweep(6, 6, 1).0.classes, 16_352));
    let by_sweep = started.elapsed() / TIMES;
    let ratio = by_published.as_secs_f64() / by_sweep.as_secs_f64();
    println!("simplex(6), all values: published {by_published:.1?}, sweep {by_sweep:.1?}, ratio {ratio:.1}");
}

/// The number of classes, and the keys of one large layer.
struct Layers {
    classes: u64,
    keys: Vec<u128>,
}

impl GrundyLayers for Layers {
    type Error = Stop;

    fn part(&mut self, faces: usize, keys: &[u128], _: &[u8]) -> Result<(), Stop> {
        self.classes += keys.len() as u64;
        if faces == 45 {
            self.keys.extend_from_slice(keys);
        }
        Ok(())
    }

    fn end(&mut self, _: usize, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// The values of all positions of `subsets(n,k)`, from the bottom up.
fn sweep(n: usize, k: usize, threads: usize) -> (Layers, Duration) {
    let mut layers = Layers { classes: 0, keys: Vec::new() };
    let started = Instant::now();
    grundy(n, k, &budget(threads), &mut layers).expect("there is room");
    (layers, started.elapsed())
}

/// The time of a canonical form computed from scratch, compared with a step of the sweep. A step
/// derives the form from the previous one and enters it in the table with its values.
fn canonical_forms(keys: &[u128], sweep: Duration) {
    /// The number of ways to add a face to a position of `subsets(7,3)`, for one position of each
    /// class.
    const STEPS: u64 = 251_389_136;
    let reversed = |key: u128| {
        (1..128u8).filter(|face| key >> face & 1 == 1).fold(0, |word, face| word | 1 << (face.reverse_bits() >> 1))
    };
    let others: Vec<u128> = keys.iter().map(|&key| reversed(key)).collect();
    let started = Instant::now();
    let same = others.iter().zip(keys).filter(|&(&other, &key)| canonical(other) == key).count();
    let time = started.elapsed();
    assert_eq!(same, keys.len());
    let nanoseconds = |time: Duration, count: u64| time.as_nanos() as u64 / count;
    let (form, step) = (nanoseconds(time, keys.len() as u64), nanoseconds(sweep, STEPS));
    println!("a canonical form of {}: {form} ns; a step of the sweep: {step} ns", thousands(keys.len() as u64));
}

/// Checks that the published method stores the reported number of positions and finds the published
/// values.
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
