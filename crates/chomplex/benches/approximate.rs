//! Estimates of numbers of linear extensions, on two threads.
//!
//! `cargo bench --bench approximate` samples linear extensions by Huber's method (2006) and by
//! ours, and compares estimates with known numbers. With expressions after `--`, such as `--
//! 'boolean(8)' --time 3600 --seed 2`, it estimates those, as precisely as `--time` in seconds
//! allows (a minute by default).

mod bounding_chain;

use std::time::{Duration, Instant};

use chomplex::budget::Budget;
use chomplex::extensions::approximate::{Magnitude, Request, plan, sample};
use chomplex::position::Position;
use chomplex::report::words::thousands;

use bounding_chain::{BoundingChain, split_mix};

/// An expression and its number of linear extensions: OEIS A046873; Brouwer and Christensen (2017),
/// section 3; counted by sweep.
const KNOWN: [(&str, &str); 3] = [
    ("boolean(6)", "141377911697227887117195970316200795630205476957716480"),
    ("subsets(7,3)", "11468744734494754078263804379304906839548713527318697219614310400000"),
    (
        "boolean(7)",
        "630470261306055898099742878692134361829979979674711225065761605059425237453564989302659882866\
         111738567871048772795838071474370002961694720",
    ),
];

fn main() {
    let (mut seconds, mut seed, mut chosen) = (None, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse().ok()).expect("a number follows");
        match argument.as_str() {
            "--time" => seconds = Some(number()),
            "--seed" => seed = number(),
            _ if argument.starts_with("--") => {}
            _ => chosen.push(argument),
        }
    }
    if chosen.is_empty() {
        compare_samplers();
        for (expression, count) in KNOWN {
            let truth = Magnitude::from_integer(&count.parse().expect("a number")).ln();
            let (lower, upper) = estimate(expression, Duration::from_secs(seconds.unwrap_or(10)), seed);
            assert!(lower.ln() <= truth && truth <= upper.ln(), "{expression}: {truth}");
        }
    }
    for expression in chosen {
        estimate(&expression, Duration::from_secs(seconds.unwrap_or(60)), seed);
    }
}

/// The time per linear extension, by Huber's method and by ours, on one thread.
fn compare_samplers() {
    let expressions =
        ["chomp(6,5)", "subsets(5,3)", "boolean(5)", "subsets(6,4)", "boolean(6)", "boolean(7)", "young(16,15,14,13)"];
    for expression in expressions {
        let position: Position = expression.parse().expect("it is a position");
        let poset = position.poset();
        let n = poset.len() as f64;
        let chain = BoundingChain::new(poset);
        let steps = (n.powi(3) * n.ln()) as u64;
        let mut seed = 1;
        let theirs = time(10, || {
            let row = chain.draw(steps, &mut || split_mix(&mut seed));
            let mut place = vec![0; row.len()];
            row.iter().enumerate().for_each(|(i, &x)| place[x] = i);
            assert!(poset.covers().all(|(x, y)| place[x.index()] < place[y.index()]));
        });
        let ours =
            time(1, || assert_eq!(sample(&position, 80, 1, &Budget::default()).map(|rows| rows.len()), Ok(80))) / 80;
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!("{expression}: {n} elements, Huber (2006) {theirs:.1?}, ours {ours:.1?}, {ratio:.0} times as fast");
    }
    let start = Instant::now();
    sample(&"boolean(8)".parse().expect("it is a position"), 80, 1, &Budget::default()).expect("there is time");
    println!("boolean(8): ours {:.1?}", start.elapsed() / 80);
}

/// The mean time of `count` calls.
fn time(count: u32, mut work: impl FnMut()) -> Duration {
    let started = Instant::now();
    (0..count).for_each(|_| work());
    started.elapsed() / count
}

fn estimate(expression: &str, time: Duration, seed: u64) -> (Magnitude, Magnitude) {
    let position: Position = expression.parse().unwrap_or_else(|error| panic!("{error}"));
    let budget = Budget::default().with_threads(2);
    let request = Request::new(0.99, seed).expect("a confidence").with_time(time);
    let started = Instant::now();
    let plan = plan(&position, &request, &budget).expect("there is time");
    println!("{expression}: planned in {:.2} s", started.elapsed().as_secs_f64());
    println!(
        "    {} runs in about {:.1} s, error about {:.4}",
        thousands(plan.runs()),
        plan.time().as_secs_f64(),
        plan.error()
    );
    let started = Instant::now();
    let estimate = plan.carry_out(&budget).expect("there is time");
    let spent = started.elapsed().as_secs_f64();
    println!(
        "    {:.5} from {:.5} to {:.5}, error {:.4}",
        estimate.value,
        estimate.lower,
        estimate.upper,
        estimate.error()
    );
    let mean = estimate.events as f64 / estimate.runs.max(1) as f64;
    let each = 2e6 * spent / estimate.samples.max(1) as f64;
    println!(
        "    {} points in {spent:.1} s, {each:.1} µs each, {mean:.2} a run, {} blocks",
        thousands(estimate.samples),
        estimate.blocks
    );
    (estimate.lower, estimate.upper)
}
