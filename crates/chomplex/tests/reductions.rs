//! Each reduction alone, against the definition of the value.

mod small;
mod support;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use chomplex::budget::Budget;
use chomplex::canon::labelling::Labelling;
use chomplex::element::{Element, ElementSet};
use chomplex::naive;
use chomplex::poset::{Draft, MAX_ELEMENTS, Poset};
use chomplex::position::Position;
use chomplex::reduce::ordinal_sum::{self, Decomposition, Known, Need, Node, OptionValues};
use chomplex::reduce::twin_bottoms::twin_bottoms;
use chomplex::reduce::twin_tops::twin_tops;
use chomplex::reduce::{REDUCTIONS, Reduced};
use chomplex::shape::Shape;
use chomplex::value::{Grundy, mex};

use support::{Random, random_poset};

/// Every small position of every kind.
fn each_small(visit: small::Visit<'_>) {
    (0..=6).for_each(|n| small::each_poset(n, visit));
    (1..=4).for_each(|b| small::each_two_level(b, 4, visit));
    small::each_graph(5, visit);
    small::each_complex(4, visit);
    each_convex(visit);
}

/// Every graph and every complex that is a little larger.
fn each_larger(visit: small::Visit<'_>) {
    small::each_graph(6, visit);
    small::each_complex(5, visit);
}

/// Every subset of some random posets that is convex but not closed downwards.
fn each_convex(visit: small::Visit<'_>) {
    let mut random = Random(11);
    for _ in 0..60 {
        let percent = 10 + random.below(50);
        let position = random_poset(&mut random, 7, percent);
        let (poset, down_sets) = (position.poset(), naive::down_sets(position.poset()));
        let mut known = HashMap::new();
        let differences = down_sets.iter().flat_map(|upper| down_sets.iter().map(move |lower| upper - lower));
        for set in differences.collect::<BTreeSet<_>>() {
            if !poset.is_down_closed(&set) {
                let value = naive::grundy_with(poset, &set, &mut known);
                visit(poset, &set, value);
            }
        }
    }
}

/// A function that visits all positions of a kind.
type Each = fn(small::Visit<'_>);

/// Checks a rule about twins on all these positions: the rest has the value of the whole, and the
/// right number of elements is left of each class of twins. Returns the number of positions on
/// which the rule fires.
fn check_twins(
    each: Each,
    reduce: fn(&Shape<'_>, &Budget) -> Option<Reduced>,
    twins: fn(&Poset, &ElementSet) -> Vec<Vec<Element>>,
    stay: fn(usize) -> usize,
) -> usize {
    let mut fired = 0;
    each(&mut |poset, set, value| {
        let reduced = reduce(&Shape::new(poset, set), &Budget::default());
        let left = reduced.as_ref().map_or(set, |reduced| &reduced.left);
        let mut others = set.clone();
        for class in twins(poset, set) {
            let staying = class.iter().filter(|&&x| left.contains(x)).count();
            assert_eq!(staying, stay(class.len()), "{class:?} of {set:?} of {poset:?}");
            class.iter().for_each(|&x| assert!(others.remove(x)));
        }
        assert!(others.is_subset(left) && left.is_subset(set));
        assert_eq!(naive::grundy(poset, left), value, "{left:?} of {set:?} of {poset:?}");
        assert_eq!(reduced.is_some(), left != set);
        fired += usize::from(reduced.is_some());
    });
    fired
}

/// Classes of the elements that have no others on one side; the elements of a class have the same
/// others on the other side.
fn classes(
    set: &ElementSet,
    none: impl Fn(Element) -> ElementSet,
    same: impl Fn(Element) -> ElementSet,
) -> Vec<Vec<Element>> {
    let mut classes: BTreeMap<ElementSet, Vec<Element>> = BTreeMap::new();
    for x in set.iter().filter(|&x| none(x).len() == 1) {
        let mut others = same(x);
        others.remove(x);
        classes.entry(others).or_default().push(x);
    }
    classes.into_values().collect()
}

fn tops(poset: &Poset, set: &ElementSet) -> Vec<Vec<Element>> {
    classes(set, |x| poset.up_set(x) & set, |x| poset.down_set(x) & set)
}

fn bottoms(poset: &Poset, set: &ElementSet) -> Vec<Vec<Element>> {
    classes(set, |x| poset.down_set(x) & set, |x| poset.up_set(x) & set)
}

fn check_twin_tops(each: Each) -> usize {
    check_twins(each, twin_tops, tops, |twins| twins % 2)
}

fn check_twin_bottoms(each: Each) -> usize {
    check_twins(each, twin_bottoms, bottoms, |twins| if twins < 3 { twins } else { 2 - twins % 2 })
}

#[test]
fn twin_tops_cancel_in_pairs() {
    let fired = check_twin_tops(each_small);
    assert!(fired > 4_000, "{fired}");
}

#[test]
fn one_or_two_twin_bottoms_stay() {
    let fired = check_twin_bottoms(each_small);
    assert!(fired > 1_000, "{fired}");
}

#[test]
fn the_examples_of_the_cards_are_reduced() {
    for reduction in REDUCTIONS {
        let position: Position = reduction.card.example.parse().unwrap();
        let shape = Shape::new(position.poset(), position.remaining());
        assert!((reduction.apply)(&shape, &Budget::default()).is_some(), "{}", reduction.card.example);
    }
    let position: Position = ordinal_sum::CARD.example.parse().unwrap();
    assert!(!Decomposition::new(&Shape::new(position.poset(), position.remaining())).is_trivial());
}

#[test]
#[ignore = "takes a minute or two"]
fn twins_cancel_in_larger_positions() {
    let fired = [check_twin_tops(each_larger), check_twin_bottoms(each_larger)];
    assert!(fired.iter().all(|&fired| fired > 100), "{fired:?}");
}

/// The value of the option by each element, by the definition.
fn option_values(poset: &Poset, set: &ElementSet, known: &mut HashMap<ElementSet, Grundy>) -> Vec<Grundy> {
    set.iter().map(|x| naive::grundy_with(poset, &(set - poset.up_set(x)), known)).collect()
}

/// Checks by the definitions that the nodes describe the set correctly.
fn check_decomposition(poset: &Poset, set: &ElementSet, decomposition: &Decomposition) {
    let nodes = decomposition.nodes();
    let mut sets = vec![ElementSet::empty(poset.len()); nodes.len()];
    for (i, node) in nodes.iter().enumerate().rev() {
        sets[i] = match node {
            &Node::Element(x) => ElementSet::from_iter_in(poset.len(), [x]),
            Node::Prime(set) => set.clone(),
            Node::Sum(children) | Node::Ordinal(children) => {
                assert!(children.start > i && (children.len() > 1 || set.is_empty()));
                children.clone().fold(ElementSet::empty(poset.len()), |all, child| &all | &sets[child])
            }
        };
        assert_eq!(sets[i].len(), decomposition.size(i));
        let is_sum = matches!(node, Node::Sum(_));
        assert_eq!(poset.components(&sets[i]).len() != 1, is_sum, "{node:?} of {set:?} of {poset:?}");
        assert_eq!(
            is_ordinal_sum(poset, &sets[i]),
            matches!(node, Node::Ordinal(_)),
            "{node:?} of {set:?} of {poset:?}"
        );
        if let Node::Ordinal(factors) = node {
            let above = |x: usize, y: usize| sets[y].iter().all(|b| sets[x].iter().all(|a| poset.less(a, b)));
            assert!(factors.clone().skip(1).all(|y| above(y - 1, y)));
        }
    }
    assert_eq!(sets[0], *set);
}

/// Whether all of some non-empty part is below all of a non-empty rest. Such a part comes first in
/// the numbering.
fn is_ordinal_sum(poset: &Poset, set: &ElementSet) -> bool {
    let elements: Vec<Element> = set.iter().collect();
    (1..elements.len()).any(|place| {
        let (lower, upper) = elements.split_at(place);
        upper.iter().all(|&y| lower.iter().all(|&x| poset.less(x, y)))
    })
}

/// Checks the rule on a set against the definition: the tree, the value, and the values of the
/// options, as a set and one by one.
fn check_ordinal_sum(poset: &Poset, set: &ElementSet, value: Grundy) -> Decomposition {
    let mut known = HashMap::new();
    let options = option_values(poset, set, &mut known);
    let decomposition = Decomposition::new(&Shape::new(poset, set));
    check_decomposition(poset, set, &decomposition);
    for need in [Need::Value, Need::Options] {
        let mut asked = Vec::new();
        let evaluation = decomposition.evaluate(need, |prime, need| {
            asked.push((prime.clone(), need));
            Some(match need {
                Need::Value => Known::Value(naive::grundy_with(poset, prime, &mut known)),
                Need::Options => Known::Options(OptionValues::from_options(option_values(poset, prime, &mut known))),
            })
        });
        let evaluation = evaluation.expect("all is known of primes");
        assert_eq!(evaluation.value(), value, "{set:?} of {poset:?}");
        asked.reverse();
        let primes = decomposition.primes(need).map(|(prime, need)| (prime.clone(), need));
        assert_eq!(asked, primes.collect::<Vec<_>>());
        if need == Need::Options {
            let exact = evaluation.options().expect("they were needed");
            assert_eq!(exact, &OptionValues::from_options(options.iter().copied()), "{set:?} of {poset:?}");
            assert_eq!(exact.mex(), value);
        }
        let by_element = decomposition.option_values(&evaluation, |prime| {
            option_values(poset, prime, &mut known).into_iter().map(Some).collect()
        });
        assert_eq!(by_element, options.iter().copied().map(Some).collect::<Vec<_>>(), "{set:?} of {poset:?}");
    }
    decomposition
}

/// Whether there is no prime whose value is needed.
fn is_series_parallel(decomposition: &Decomposition) -> bool {
    decomposition.primes(Need::Value).next().is_none()
}

/// Checks ordinal sums on all these positions. Returns the number of positions with an ordinal sum,
/// of those without a prime, and of those with a prime whose options are needed.
fn check_ordinal_sums(each: Each) -> [usize; 3] {
    let mut counts = [0; 3];
    each(&mut |poset, set, value| {
        let decomposition = check_ordinal_sum(poset, set, value);
        let is_exact = |(_, need)| need == Need::Options;
        counts[0] += usize::from(decomposition.nodes().iter().any(|node| matches!(node, Node::Ordinal(_))));
        counts[1] += usize::from(is_series_parallel(&decomposition));
        counts[2] += usize::from(decomposition.primes(Need::Value).any(is_exact));
    });
    counts
}

#[test]
fn ordinal_sums_have_the_value_of_the_definition() {
    let [ordinal, without_primes, exact] = check_ordinal_sums(each_small);
    assert!(ordinal > 5_000 && without_primes > 5_000 && exact > 100, "{ordinal} {without_primes} {exact}");
}

#[test]
#[ignore = "takes a minute or two"]
fn larger_ordinal_sums_have_the_value_of_the_definition() {
    let [ordinal, without_primes, _] = check_ordinal_sums(each_larger);
    assert!(ordinal > 1_000 && without_primes > 500, "{ordinal} {without_primes}");
}

/// The minimal and the maximal elements of a poset under construction.
struct Piece {
    minimal: Vec<usize>,
    maximal: Vec<usize>,
}

/// Builds a series-parallel poset.
#[derive(Default)]
struct Workshop {
    draft: Draft,
}

impl Workshop {
    fn element(&mut self) -> Piece {
        self.draft.size += 1;
        let x = self.draft.size - 1;
        Piece { minimal: vec![x], maximal: vec![x] }
    }

    /// A zigzag of four or more elements, which is neither a sum nor an ordinal sum.
    fn prime(&mut self, n: usize) -> Piece {
        let elements: Vec<usize> = (self.draft.size..self.draft.size + n).collect();
        self.draft.size += n;
        let pairs = elements.windows(2).enumerate();
        self.draft.relations.extend(pairs.map(|(i, two)| if i % 2 == 0 { (two[0], two[1]) } else { (two[1], two[0]) }));
        let every_other = |start: usize| elements.iter().copied().skip(start).step_by(2).collect();
        Piece { minimal: every_other(0), maximal: every_other(1) }
    }

    fn sum(mut a: Piece, b: Piece) -> Piece {
        a.minimal.extend(b.minimal);
        a.maximal.extend(b.maximal);
        a
    }

    fn ordinal(&mut self, lower: Piece, upper: Piece) -> Piece {
        let covers = lower.maximal.iter().flat_map(|&x| upper.minimal.iter().map(move |&y| (x, y)));
        self.draft.relations.extend(covers);
        Piece { minimal: lower.minimal, maximal: upper.maximal }
    }

    fn either(&mut self, random: &mut Random, a: Piece, b: Piece) -> Piece {
        match random.below(4) {
            0 => self.ordinal(a, b),
            1 => self.ordinal(b, a),
            _ => Workshop::sum(a, b),
        }
    }

    /// Pieces joined in random pairs.
    fn balanced(random: &mut Random, n: usize) -> Poset {
        let mut shop = Workshop::default();
        let pieces = (0..n).map(|_| shop.element()).collect();
        shop.put_together(random, pieces);
        shop.poset()
    }

    /// The same with one or two zigzags among the pieces.
    fn with_primes(random: &mut Random, n: usize) -> Poset {
        let mut shop = Workshop::default();
        let mut pieces = Vec::new();
        for _ in 0..=random.below(2) {
            let zigzag = shop.prime(4 + random.below(2));
            pieces.push(zigzag);
        }
        while shop.draft.size < n {
            pieces.push(shop.element());
        }
        shop.put_together(random, pieces);
        shop.poset()
    }

    fn put_together(&mut self, random: &mut Random, mut pieces: Vec<Piece>) {
        while pieces.len() > 1 {
            let a = pieces.swap_remove(random.below(pieces.len()));
            let b = pieces.swap_remove(random.below(pieces.len()));
            let both = self.either(random, a, b);
            pieces.push(both);
        }
    }

    /// Elements added one by one above, below or beside the rest.
    fn caterpillar(random: &mut Random, n: usize) -> Poset {
        let mut shop = Workshop::default();
        let core = shop.element();
        shop.grow(random, core, n)
    }

    /// The same around a prime.
    fn prime_caterpillar(random: &mut Random, n: usize) -> Poset {
        let mut shop = Workshop::default();
        let core = shop.prime(4);
        shop.grow(random, core, n)
    }

    fn grow(mut self, random: &mut Random, core: Piece, n: usize) -> Poset {
        let mut all = core;
        for i in self.draft.size..n {
            let leg = self.element();
            all = match (i % 2, random.below(2)) {
                (0, _) => Workshop::sum(all, leg),
                (_, 0) => self.ordinal(all, leg),
                _ => self.ordinal(leg, all),
            };
        }
        self.poset()
    }

    /// A forest: each element covers at most one, random among those before it. The game is
    /// Hackendot (Úlehla 1980).
    fn forest(random: &mut Random, n: usize) -> Poset {
        let cover = |x: usize| Some(random.below(x + 1)).filter(|&y| y < x).map(|y| (y, x));
        let relations = (0..n).filter_map(cover).collect();
        Workshop { draft: Draft { size: n, relations } }.poset()
    }

    /// Levels of many elements, each level above all of the previous one.
    fn wide(random: &mut Random, n: usize) -> Poset {
        let mut shop = Workshop::default();
        let mut all: Option<Piece> = None;
        while shop.draft.size < n {
            let width = 1 + random.below((n - shop.draft.size).min(500));
            let first = shop.element();
            let level = (1..width).fold(first, |level, _| Workshop::sum(level, shop.element()));
            all = Some(match all {
                Some(all) => shop.ordinal(all, level),
                None => level,
            });
        }
        shop.poset()
    }

    fn poset(&self) -> Poset {
        self.draft.check().expect("relations go up").0
    }
}

/// A function that makes a poset of a given size.
type Make = fn(&mut Random, usize) -> Poset;

/// The kinds of random series-parallel posets.
const SHAPES: [(&str, Make); 4] = [
    ("balanced", Workshop::balanced),
    ("caterpillar", Workshop::caterpillar),
    ("forest", Workshop::forest),
    ("wide", Workshop::wide),
];

#[test]
fn series_parallel_posets_have_no_primes() {
    let mut random = Random(12);
    let mut values = BTreeSet::new();
    for round in 0..400 {
        let (_, make) = SHAPES[round % SHAPES.len()];
        let size = 1 + random.below(14);
        let poset = make(&mut random, size);
        let all = ElementSet::full(poset.len());
        let value = naive::grundy(&poset, &all);
        assert!(is_series_parallel(&check_ordinal_sum(&poset, &all, value)));
        values.insert(value);
    }
    assert!(values.len() > 8, "{values:?}");
}

#[test]
fn primes_are_found_in_sums_and_ordinal_sums() {
    let mut random = Random(14);
    let (mut deep, mut exact) = (0, 0);
    for _ in 0..200 {
        let size = 6 + random.below(9);
        let poset = Workshop::with_primes(&mut random, size);
        let all = ElementSet::full(poset.len());
        let decomposition = check_ordinal_sum(&poset, &all, naive::grundy(&poset, &all));
        let needs: Vec<Need> = decomposition.primes(Need::Value).map(|(_, need)| need).collect();
        assert!(matches!(needs.len(), 1 | 2));
        deep += usize::from(decomposition.nodes().len() > 8);
        exact += needs.iter().filter(|&&need| need == Need::Options).count();
    }
    assert!(deep > 50 && exact > 50, "{deep} {exact}");
}

#[test]
fn the_number_of_series_parallel_posets_is_the_published_one() {
    let count = |n| {
        let mut forms = HashSet::new();
        small::each_poset(n, &mut |poset, set, _| {
            if is_series_parallel(&Decomposition::new(&Shape::new(poset, set))) {
                forms.insert(Labelling::new(poset).form().clone());
            }
        });
        forms.len()
    };
    // OEIS A003430.
    assert_eq!((1..=6).map(count).collect::<Vec<_>>(), [1, 2, 5, 15, 48, 167]);
}

#[test]
fn only_the_upper_part_goes_by_its_value() {
    let value = |expression: &str| {
        let position: Position = expression.parse().unwrap();
        check_ordinal_sum(
            position.poset(),
            position.remaining(),
            naive::grundy(position.poset(), position.remaining()),
        );
        let decomposition = Decomposition::new(&Shape::new(position.poset(), position.remaining()));
        let evaluation = decomposition.evaluate(Need::Value, |_, _| None);
        evaluation.map(|evaluation| evaluation.value())
    };
    // Below another part, two elements cannot be folded away; above, they can.
    assert_eq!(value("ordinal(antichain(2),chain(1))"), Some(Grundy(2)));
    assert_eq!(value("ordinal(chain(1),antichain(2))"), Some(Grundy(1)));
    assert_eq!(value("antichain(0)"), Some(Grundy(0)));
    // The N is prime: nothing can be concluded without its value.
    assert_eq!(value("ordinal(zigzag-n(2),chain(1))"), None);
    assert_eq!(value("ordinal(chain(1),zigzag-n(2))"), None);
}

#[test]
fn the_value_of_a_lower_prime_is_not_enough() {
    let position: Position = "ordinal(zigzag-n(2),chain(1))".parse().unwrap();
    let decomposition = Decomposition::new(&Shape::new(position.poset(), position.remaining()));
    assert!(decomposition.evaluate(Need::Value, |_, _| Some(Known::Value(Grundy(0)))).is_none());
}

/// Prepares a large poset, decomposes it, evaluates it and finds the values of its options. Returns
/// the times in milliseconds.
fn time_large(poset: &Poset) -> [f64; 4] {
    let all = ElementSet::full(poset.len());
    let started = Instant::now();
    let mut lap = started;
    let mut time = || {
        let elapsed = lap.elapsed().as_secs_f64() * 1000.0;
        lap = Instant::now();
        elapsed
    };
    let shape = Shape::new(poset, &all);
    let looked = time();
    let decomposition = Decomposition::new(&shape);
    let decomposed = time();
    let options_of = |prime: &ElementSet| {
        let (prime, _) = poset.restrict(prime);
        option_values(&prime, &ElementSet::full(prime.len()), &mut HashMap::new())
    };
    let known = |prime: &ElementSet, _| Some(Known::Options(OptionValues::from_options(options_of(prime))));
    let value = decomposition.evaluate(Need::Value, known).unwrap();
    let evaluated = time();
    let options = decomposition.option_values(&value, |prime| options_of(prime).into_iter().map(Some).collect());
    let played = time();
    // The values of the options are computed in two ways, top-down and bottom-up.
    let whole = decomposition.evaluate(Need::Options, known).unwrap();
    assert_eq!(whole.value(), value.value());
    assert_eq!(whole.options().unwrap(), &OptionValues::from_options(options.iter().map(|value| value.unwrap())));
    assert_eq!(mex(options.into_iter().flatten()), value.value());
    [looked, decomposed, evaluated, played]
}

#[test]
fn large_series_parallel_posets_take_no_time() {
    SHAPES.iter().for_each(|&(name, make)| check_large(name, make, 5000));
}

#[test]
fn a_prime_deep_down_takes_little_time() {
    check_large("caterpillar around a prime", Workshop::prime_caterpillar, 3000);
}

#[test]
#[ignore = "takes some seconds"]
fn the_largest_series_parallel_posets_take_little_time() {
    SHAPES.iter().for_each(|&(name, make)| check_large(name, make, MAX_ELEMENTS));
    check_large("caterpillar around a prime", Workshop::prime_caterpillar, 10_000);
}

fn check_large(name: &str, make: Make, size: usize) {
    let poset = make(&mut Random(13), size);
    assert_eq!(poset.len(), size);
    let times = time_large(&poset);
    println!("{name}: {} covers, {times:.1?} ms", poset.covers().count());
    assert!(times.iter().sum::<f64>() < 60_000.0, "{name}: {times:?} ms");
}
