//! Linear extensions: modules, connected sets and symmetry compared with plain dynamic programming
//! over all down-sets, in one run.

mod measure;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use chomplex::element::Element;
use chomplex::extensions;
use chomplex::poset::Poset;
use chomplex::position::Position;
use chomplex::report::words::thousands;
use dashu_int::UBig;

use measure::{budget, position};

/// Expressions and their numbers of linear extensions, from the definition or from published
/// tables. None means that only plain dynamic programming has to agree.
const EXPRESSIONS: [(&str, Option<&str>); 7] = [
    ("product(chain(6),chain(6))", Some("1671643033734960")),
    ("product(chain(4),product(chain(4),chain(4)))", None),
    ("boolean(5)", Some("14807804035657359360")),
    ("petersen", None),
    ("zigzag-n(10)", None),
    ("ordinal(zigzag-n(8),zigzag-n(8)) + chain(5)", None),
    ("subsets(5,3)", None),
];

/// Orders small enough for plain dynamic programming; with more down-sets it would run out of
/// memory.
const ORDERS: [&str; 5] = ["grid6x6", "rand30_0.2", "rand40_0.1", "rand50_0.1", "rand60_0.1"];

fn main() {
    println!("{:<46} {:>12} {:>10} {:>10} {:>8}", "linear extensions of", "down-sets", "plain", "here", "ratio");
    for (expression, known) in EXPRESSIONS {
        compare(expression, &position(expression), known);
    }
    for name in ORDERS {
        compare(name, &order(name), None);
    }
    largest();
}

fn order(name: &str) -> Position {
    let path = format!("{}/../../corpus/orders/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let matrix = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    chomplex::format::read(&matrix, None).unwrap_or_else(|error| panic!("{error}"))
}

/// Counts by both methods on one thread; the results must agree.
fn compare(name: &str, position: &Position, known: Option<&str>) {
    let (here, time) = best(|| extensions::count(position, &budget(1)).expect("it fits"));
    let started = Instant::now();
    let (plain, down_sets) = plain(position.poset());
    let plain_time = started.elapsed();
    assert_eq!(here, plain, "{name}");
    if let Some(known) = known {
        assert_eq!(here.to_string(), known, "{name}");
    }
    let ratio = plain_time.as_secs_f64() / time.as_secs_f64();
    println!("{name:<46} {:>12} {plain_time:>10.2?} {time:>10.2?} {ratio:>8.1}", thousands(down_sets));
}

/// The shortest of three runs.
fn best<T>(work: impl Fn() -> T) -> (T, Duration) {
    let time = || {
        let started = Instant::now();
        (work(), started.elapsed())
    };
    (0..3).map(|_| time()).min_by_key(|&(_, time)| time).expect("three times")
}

/// The published method in its plain form: chains of down-sets, size by size, in a hash table of
/// four-word numbers.
fn plain(poset: &Poset) -> (UBig, u64) {
    let n = poset.len();
    let bits = |set: &chomplex::element::ElementSet| set.iter().fold(0u128, |bits, x| bits | 1 << x.index());
    let below: Vec<u128> = poset.elements().map(|x| bits(poset.down_set(x)) & !(1 << x.index())).collect();
    let mut layer: HashMap<u128, [u64; 4]> = HashMap::from([(0, [1, 0, 0, 0])]);
    let mut down_sets = 1;
    for _ in 0..n {
        let mut next: HashMap<u128, [u64; 4]> = HashMap::new();
        for (set, chains) in &layer {
            for x in (0..n).map(Element::new).filter(|x| set >> x.index() & 1 == 0 && below[x.index()] & !set == 0) {
                let sum = next.entry(set | 1 << x.index()).or_default();
                let mut carry = false;
                for (to, from) in sum.iter_mut().zip(chains) {
                    let (partial, first) = to.overflowing_add(*from);
                    let (total, second) = partial.overflowing_add(carry.into());
                    (*to, carry) = (total, first | second);
                }
                assert!(!carry, "four words are enough");
            }
        }
        down_sets += next.len() as u64;
        layer = next;
    }
    let (_, chains) = layer.into_iter().next().expect("all elements");
    (UBig::from_le_bytes(&chains.map(u64::to_le_bytes).concat()), down_sets)
}

/// The largest order, on one thread and on two, and B_6.
fn largest() {
    let (largest, expected) = (order("rand70_0.1"), "2110909558368358420852308030650601255424500543602759824539049");
    let time = |threads: usize| {
        let (count, time) = best(|| extensions::count(&largest, &budget(threads)).expect("it fits"));
        assert_eq!(count.to_string(), expected);
        time
    };
    let (one, two) = (time(1), time(2));
    let ratio = one.as_secs_f64() / two.as_secs_f64();
    println!("rand70_0.1: {one:.2?} on one thread, {two:.2?} on two, {ratio:.2} times as fast");
    let (count, time) = best(|| extensions::count(&position("boolean(6)"), &budget(2)).expect("it fits"));
    assert_eq!(count.to_string(), "141377911697227887117195970316200795630205476957716480");
    println!("boolean(6): {time:.2?}");
}
