//! Folds: found exactly where there is one, and worth what they say.

mod small;

use chomplex::budget::Budget;
use chomplex::canon::involution::{Found, find};
use chomplex::element::{Element, ElementSet};
use chomplex::naive;
use chomplex::poset::{Draft, Poset};
use chomplex::position::Position;
use chomplex::reduce::involution_fold::{FoldKind, SimplestForm, kind, simplest_form};
use chomplex::shape::Shape;

const EFFORT: u64 = 1_000_000;

fn seek(poset: &Poset, set: &ElementSet) -> Found {
    find(&Shape::new(poset, set), EFFORT, &Budget::default())
}

fn form(poset: &Poset, set: &ElementSet) -> SimplestForm {
    simplest_form(poset, set, EFFORT, &Budget::default())
}

fn position(expression: &str) -> Position {
    expression.parse().unwrap()
}

fn form_of(position: &Position) -> SimplestForm {
    form(position.poset(), position.remaining())
}

/// Whether a map of all elements is an automorphism of order two with fixed elements closed downwards, by the
/// definition.
fn is_fold(poset: &Poset, images: &[usize]) -> bool {
    let x = Element::new;
    let n = poset.len();
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    (0..n).any(|i| images[i] != i)
        && (0..n).all(|i| images[images[i]] == i)
        && pairs().all(|(i, j)| poset.less(x(i), x(j)) == poset.less(x(images[i]), x(images[j])))
        && pairs().all(|(i, j)| !poset.less(x(i), x(j)) || images[j] != j || images[i] == i)
}

/// Checks a search by listing all automorphisms; tells whether there is a fold.
fn check_existence(poset: &Poset, set: &ElementSet) -> bool {
    let (own, _) = poset.restrict(set);
    let exists = naive::automorphisms(&own).iter().any(|images| is_fold(&own, images));
    let found = seek(poset, set);
    match &found {
        Found::Involution(images) => assert!(exists && is_fold(&own, images), "{images:?} of {set:?}"),
        Found::None => assert!(!exists, "nothing found in {:?}", own.covers().collect::<Vec<_>>()),
        Found::GaveUp => panic!("small searches end"),
    }
    exists
}

/// Checks that folds to the simplest form are folds and keep the value; tells how many there are.
fn check_values(poset: &Poset, set: &ElementSet) -> usize {
    let form = form(poset, set);
    let mut before = set.clone();
    for fold in &form.folds {
        assert_eq!(fold.before, before);
        let place = |y: &Element| before.iter().position(|x| x == *y).unwrap();
        let images: Vec<usize> = fold.images.iter().map(place).collect();
        assert!(is_fold(&poset.restrict(&before).0, &images));
        let fixed = before.iter().zip(&fold.images).filter(|(x, y)| x == *y).map(|(x, _)| x);
        assert_eq!(fold.left, ElementSet::from_iter_in(poset.len(), fixed));
        before = fold.left.clone();
    }
    assert_eq!(form.left, before);
    assert!(form.proved && seek(poset, &form.left) == Found::None);
    form.folds.len()
}

/// Counts positions, and folds.
#[derive(Default, Debug)]
struct Tally {
    positions: usize,
    folded: usize,
    most: usize,
}

impl Tally {
    fn visit(&mut self, poset: &Poset, set: &ElementSet, value: chomplex::value::Grundy) {
        let folds = check_values(poset, set);
        let left = form(poset, set).left;
        assert_eq!(naive::grundy(poset, &left), value);
        self.positions += 1;
        self.folded += usize::from(folds > 0);
        self.most = self.most.max(folds);
    }

    fn visit_all(&mut self, poset: &Poset, set: &ElementSet, value: chomplex::value::Grundy) {
        let exists = check_existence(poset, set);
        let before = self.folded;
        self.visit(poset, set, value);
        assert_eq!(exists, self.folded > before);
    }
}

#[test]
fn posets() {
    let mut tally = Tally::default();
    for n in 0..=6 {
        small::each_poset(n, &mut |poset, set, value| tally.visit_all(poset, set, value));
    }
    println!("{tally:?}");
}

#[test]
fn complexes() {
    let mut tally = Tally::default();
    small::each_complex(4, &mut |poset, set, value| tally.visit_all(poset, set, value));
    small::each_complex(5, &mut |poset, set, value| tally.visit(poset, set, value));
    println!("{tally:?}");
}

#[test]
fn graphs() {
    let mut tally = Tally::default();
    small::each_graph(5, &mut |poset, set, value| tally.visit_all(poset, set, value));
    println!("{tally:?}");
}

#[test]
fn two_level() {
    let mut tally = Tally::default();
    for b in 1..=4 {
        small::each_two_level(b, 4, &mut |poset, set, value| tally.visit_all(poset, set, value));
    }
    println!("{tally:?}");
}

#[test]
#[ignore = "measures"]
fn timings() {
    for expression in [
        "boundary(6)",
        "boundary(7)",
        "simplex(7)",
        "subsets(8,5)",
        "complete(40)",
        "multipartite(9,8,7,6,5)",
        "gridgraph(20,20)",
        "complex[12C 12F 1AC 1AX 1DF 1DX 2BF 2BX 2CE 2EX ABC ABF AEF AEX BCD BDX CDE DEF]",
        "cycle(301)",
        "petersen",
        "chomp(12,12)",
        "antichain(300)",
        "divisors(30030)",
        "wheel(41)",
        "suspension(suspension(suspension(suspension(suspension(boundary(3))))))",
        "boolean(8)",
    ] {
        let position = position(expression);
        let start = std::time::Instant::now();
        let found = find(&Shape::new(position.poset(), position.remaining()), 100_000_000, &Budget::default());
        let time = start.elapsed();
        let start = std::time::Instant::now();
        let form = simplest_form(position.poset(), position.remaining(), 100_000_000, &Budget::default());
        let word = match found {
            Found::None => "none",
            Found::GaveUp => "gave up",
            _ => "found",
        };
        println!(
            "{expression:.40} {} elements: {word} {time:?}; {} folds to {} {:?}",
            position.len(),
            form.folds.len(),
            form.left.len(),
            start.elapsed()
        );
    }
}
