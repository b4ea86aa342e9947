//! Estimates compared with exact counts.

use super::exact::Reach;
use super::magnitude::Magnitude;
use super::plan::plan_within;
use super::request::Request;
use crate::budget::Budget;
use crate::extensions::chance::Chance;
use crate::extensions::count;
use crate::names::Names;
use crate::poset::Draft;
use crate::position::Position;

/// Small limits for exact counting, so that small posets are estimated too.
const SHORT: Reach = Reach { whole: 20, quick: 10, block: 20 };

/// A random poset with `size` elements, each pair related with probability 1 / `one_in`.
fn random_position(chance: &mut Chance, size: usize, one_in: u64) -> Position {
    let pairs = (0..size).flat_map(|y| (0..y).map(move |x| (x, y)));
    let draft = Draft { size, relations: pairs.filter(|_| chance.below(one_in) == 0).collect() };
    let (poset, _) = draft.check().unwrap();
    let names = Names::new((0..size).map(|i| i.to_string())).unwrap();
    Position::new(poset, names)
}

/// With confidence 0.9, six of sixty intervals miss, give or take 2.3; more than seventeen miss
/// once in 70,000. The total number of events agrees with the true numbers up to four deviations.
#[test]
fn intervals_hold_the_truth() {
    let (mut chance, budget) = (Chance::new(6), Budget::default());
    let (mut estimated, mut missed) = (0, 0);
    let (mut events, mut expected) = (0.0, 0.0);
    for case in 0..60u64 {
        let size = 10 + usize::try_from(case % 11).unwrap();
        let position = random_position(&mut chance, size, 3 + case % 5);
        let request = Request::new(0.9, case).unwrap().with_error(0.2).unwrap();
        let plan = plan_within(&position, &request, &SHORT, &budget).unwrap();
        let estimate = plan.carry_out(&budget).unwrap();
        let count = count(&position, &budget).unwrap();
        let truth = Magnitude::from_integer(&count).ln();
        if plan.is_exact() {
            assert_eq!(estimate.exact, Some(count));
            continue;
        }
        estimated += 1;
        missed += u32::from(truth < estimate.lower.ln() || truth > estimate.upper.ln());
        assert!(estimate.error() < 0.25, "{}", estimate.error());
        let rate = estimate.events as f64 / estimate.runs as f64 + truth - estimate.value.ln();
        events += estimate.events as f64;
        expected += rate * estimate.runs as f64;
    }
    assert!(estimated >= 40, "{estimated}");
    assert!(events > 10_000.0, "{events}");
    assert!(missed <= 17, "{missed} of {estimated}");
    assert!((events - expected).abs() < 4.0 * expected.sqrt(), "{events}, not {expected}");
}
