//! Estimates of numbers of linear extensions, compared with known numbers.

use std::time::{Duration, Instant};

use chomplex::budget::{Budget, Stop};
use chomplex::extensions::approximate::{Estimate, Magnitude, Method, Request, approximate, plan};
use chomplex::extensions::count;
use chomplex::position::Position;

/// OEIS A046873.
const BOOLEAN_6: &str = "141377911697227887117195970316200795630205476957716480";

fn position(expression: &str) -> Position {
    expression.parse().unwrap()
}

fn request(error: f64, seed: u64) -> Request {
    Request::new(0.999, seed).unwrap().with_error(error).unwrap()
}

fn ln(count: &str) -> f64 {
    Magnitude::from_integer(&count.parse().unwrap()).ln()
}

fn holds(estimate: &Estimate, truth: f64) -> bool {
    estimate.lower.ln() <= truth && truth <= estimate.upper.ln()
}

#[test]
fn what_can_be_counted_is() {
    for expression in ["simplex(0)", "antichain(80)", "zigzag-n(9)", "ordinal(path(4),antichain(30)) + chain(70)"] {
        let position = position(expression);
        let estimate = approximate(&position, &request(0.1, 0), &Budget::default()).unwrap();
        assert_eq!(estimate.method, Method::Exact);
        assert_eq!(estimate.exact, Some(count(&position, &Budget::default()).unwrap()), "{expression}");
        assert_eq!(estimate.lower, estimate.upper);
    }
}

#[test]
fn the_same_seed_the_same_answer_on_any_number_of_threads() {
    let lattice = position("boolean(6)");
    let ask =
        |seed, threads| approximate(&lattice, &request(0.4, seed), &Budget::default().with_threads(threads)).unwrap();
    let one = ask(1, 1);
    assert_eq!(one, ask(1, 2));
    assert_ne!(one.events, ask(2, 2).events);
    assert!(holds(&one, ln(BOOLEAN_6)) && one.error() <= 0.4, "{one:?}");
}

/// Two hard parts with elements beside them: the estimate includes all interleavings and runs on
/// both parts.
#[test]
fn parts_are_put_together() {
    let estimate =
        approximate(&position("boolean(6) + antichain(2) + boolean(6)"), &request(0.5, 3), &Budget::default());
    let ways: f64 =
        (1..=130).map(|i| f64::from(i).ln()).sum::<f64>() - 2.0 * (1..=64).map(|i| f64::from(i).ln()).sum::<f64>();
    let estimate = estimate.unwrap();
    assert!(holds(&estimate, 2.0 * ln(BOOLEAN_6) + ways), "{estimate:?}");
}

#[test]
fn a_time_is_kept() {
    let started = Instant::now();
    let request = Request::new(0.99, 1).unwrap().with_time(Duration::from_secs(2));
    let estimate = approximate(&position("boolean(6)"), &request, &Budget::default()).unwrap();
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
    assert!(holds(&estimate, ln(BOOLEAN_6)) && estimate.stopped_by.is_none(), "{estimate:?}");
}

#[test]
fn stopped_early_it_still_holds() {
    let plan = plan(&position("boolean(6)"), &request(0.5, 1), &Budget::default()).unwrap().with_runs(1 << 40);
    assert!(plan.time() > Duration::from_secs(1 << 20));
    let estimate = plan.carry_out(&Budget::default().with_time(Duration::from_secs(1))).unwrap();
    assert_eq!(estimate.stopped_by, Some(Stop::Time));
    assert!(estimate.runs > 0 && holds(&estimate, ln(BOOLEAN_6)), "{estimate:?}");
    let nothing = plan.carry_out(&Budget::default().with_time(Duration::ZERO));
    assert_eq!(nothing, Err(Stop::Time));
}

/// Brouwer and Christensen (2017), section 3.
#[test]
#[ignore = "takes minutes"]
fn the_lattice_of_seven() {
    let published = "630470261306055898099742878692134361829979979674711225065761605059425237453564989302659882866\
                     111738567871048772795838071474370002961694720";
    let estimate = approximate(&position("boolean(7)"), &request(0.1, 1), &Budget::default().with_threads(2)).unwrap();
    assert!(holds(&estimate, ln(published)) && estimate.error() < 0.11, "{estimate:?}");
}
