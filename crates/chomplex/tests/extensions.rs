//! Linear extensions against the definition, against published tables, and against each other.

mod support;

use chomplex::budget::{Budget, Stop};
use chomplex::extensions::{self, Method, Plan};
use chomplex::naive;
use chomplex::poset::Draft;
use chomplex::position::Position;
use dashu_int::UBig;

use support::*;

fn count(position: &Position) -> String {
    extensions::count(position, &Budget::default()).unwrap().to_string()
}

/// The number of linear extensions, by enumeration.
fn listed(above: &[u32], placed: u32) -> u64 {
    let n = above.len();
    if placed.count_ones() as usize == n {
        return 1;
    }
    let free = |x: usize| placed >> x & 1 == 0 && (0..n).all(|y| above[y] >> x & 1 == 0 || placed >> y & 1 == 1);
    (0..n).filter(|&x| free(x)).map(|x| listed(above, placed | 1 << x)).sum()
}

/// Calls `visit` for each order on 0, …, n − 1 in which smaller elements have smaller numbers,
/// given by the elements above each. Every poset of n elements is among them.
fn for_each_order(n: usize, visit: &mut impl FnMut(&[u32])) {
    fn choose(n: usize, above: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
        if above.len() == n {
            // The largest number was chosen first.
            visit(&above.iter().rev().copied().collect::<Vec<_>>());
            return;
        }
        let x = n - 1 - above.len();
        let closed = |set: u32| (x + 1..n).all(|y| set >> y & 1 == 0 || above[n - 1 - y] & !set == 0);
        let sets: Vec<u32> = (0..1u32 << above.len()).map(|set| set << (x + 1)).filter(|&set| closed(set)).collect();
        for set in sets {
            above.push(set);
            choose(n, above, visit);
            above.pop();
        }
    }
    choose(n, &mut Vec::new(), visit);
}

/// All posets of up to seven elements, against enumerating all linear extensions.
#[test]
fn small_posets_against_listing() {
    // OEIS A006455: orders on 1, …, n that 1, …, n extends.
    for (n, orders) in [1, 1, 2, 7, 40, 357, 4824, 96_428].into_iter().enumerate() {
        let mut seen = 0;
        for_each_order(n, &mut |above| {
            seen += 1;
            // Only every seventh of the largest ones, to keep the test short; the slow test counts
            // all.
            if n == 7 && seen % 7 != 0 {
                return;
            }
            check_against_listing(above);
        });
        assert_eq!(seen, orders);
    }
}

#[test]
#[ignore = "a minute"]
fn all_posets_of_seven_elements_against_listing() {
    for_each_order(7, &mut check_against_listing);
}

fn check_against_listing(above: &[u32]) {
    let n = above.len();
    let relations = (0..n).flat_map(|x| (0..n).filter(move |&y| above[x] >> y & 1 == 1).map(move |y| (x, y)));
    let position = position(&Draft { size: n, relations: relations.collect() });
    assert_eq!(count(&position), listed(above, 0).to_string(), "{above:?}");
}

/// Random posets of up to thirty elements against plain dynamic programming, with one thread and
/// with two.
#[test]
fn random_posets_against_plain_dynamic_programming() {
    let mut random = Random(11);
    let mut primes = 0;
    for round in 0..150 {
        let size = 8 + round * 23 / 150;
        let density = 3 + random.below(5);
        let relations = (0..size).flat_map(|x| (x + 1..size).map(move |y| (x, y)));
        let draft = Draft { size, relations: relations.filter(|_| random.below(20) < density).collect() };
        let position = position(&draft);
        let expected = UBig::from(naive::linear_extensions(position.poset()));
        let budget = Budget::default().with_threads(1 + round % 2);
        assert_eq!(extensions::count(&position, &budget).unwrap(), expected, "{position}");
        primes += Plan::new(&position, &budget).unwrap().primes().len();
    }
    assert!(primes > 100, "{primes}");
}

/// Posets with nested modules: elements of a random poset are replaced by random posets.
#[test]
fn modules_are_counted_apart() {
    let mut random = Random(12);
    let mut with_modules = 0;
    for _ in 0..150 {
        let outer = random_draft(&mut random, 6);
        let inner: Vec<Draft> = (0..outer.size).map(|_| random_draft(&mut random, 3)).collect();
        let starts: Vec<usize> = inner
            .iter()
            .scan(0, |start, draft| {
                *start += draft.size;
                Some(*start - draft.size)
            })
            .collect();
        let size = inner.iter().map(|draft| draft.size).sum();
        let within = (0..outer.size)
            .flat_map(|i| inner[i].relations.iter().map(move |&(x, y)| (x, y, i)))
            .map(|(x, y, i)| (starts[i] + x, starts[i] + y));
        let between = outer.relations.iter().flat_map(|&(i, j)| {
            let (from, to) = (starts[i]..starts[i] + inner[i].size, starts[j]..starts[j] + inner[j].size);
            from.flat_map(move |x| to.clone().map(move |y| (x, y)))
        });
        let position = position(&Draft { size, relations: within.chain(between).collect() });
        assert_eq!(count(&position), naive::linear_extensions(position.poset()).to_string(), "{position}");
        let plan = Plan::new(&position, &Budget::default()).unwrap();
        with_modules += plan.primes().iter().filter(|prime| prime.modules < prime.elements()).count();
    }
    assert!(with_modules > 10, "{with_modules}");
}

/// A random poset of 1 to `most` elements.
fn random_draft(random: &mut Random, most: usize) -> Draft {
    let size = 1 + random.below(most);
    let pairs = (0..size).flat_map(|x| (x + 1..size).map(move |y| (x, y)));
    Draft { size, relations: pairs.filter(|_| random.below(3) == 0).collect() }
}

#[test]
fn published_counts() {
    // The standard Young tableaux of a square: OEIS A039622.
    for (n, tableaux) in ["1", "1", "2", "42", "24024", "701149020", "1671643033734960"].iter().enumerate().skip(1) {
        assert_eq!(count(&format!("product(chain({n}),chain({n}))").parse().unwrap()), *tableaux);
    }
    // Alternating permutations: OEIS A000111.
    for (n, zigzags) in ["1", "5", "61", "1385", "50521", "2702765"].iter().enumerate() {
        assert_eq!(count(&format!("zigzag-n({})", n + 1).parse().unwrap()), *zigzags);
    }
    // The lattice of all subsets: OEIS A046873.
    for (n, extensions) in ["1", "1", "2", "48", "1680384", "14807804035657359360"].iter().enumerate() {
        assert_eq!(count(&format!("boolean({n})").parse().unwrap()), *extensions);
    }
}

/// OEIS A114717, as far as the entry lists it: the linear extensions of the lattice of divisors of
/// n.
const DIVISOR_LATTICES: [u32; 91] = [
    1, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 5, 1, 2, 2, 1, 1, 5, 1, 5, 2, 2, 1, 14, 1, 2, 1, 5, 1, 48, 1, 1, 2, 2, 2, 42, 1,
    2, 2, 14, 1, 48, 1, 5, 5, 2, 1, 42, 1, 5, 2, 5, 1, 14, 2, 14, 2, 2, 1, 2452, 1, 2, 5, 1, 2, 48, 1, 5, 2, 48, 1,
    462, 1, 2, 5, 5, 2, 48, 1, 42, 1, 2, 1, 2452, 2, 2, 2, 14, 1, 2452, 2,
];

/// The same for all n up to 1,000. With two primes the lattice is a rectangle, counted by the
/// hook-length formula; the others are counted by plain dynamic programming.
#[test]
fn divisor_lattices() {
    let mut known = std::collections::HashMap::new();
    for n in 1..=1000usize {
        let mut exponents: Vec<usize> = Vec::new();
        let mut rest = n;
        for p in 2..=n {
            let before = rest;
            while rest % p == 0 {
                rest /= p;
                if before / rest == p {
                    exponents.push(0);
                }
                *exponents.last_mut().unwrap() += 1;
            }
        }
        exponents.sort_unstable();
        let lattice: Position = format!("divisors({n})").parse().unwrap();
        let found = count(&lattice);
        let expected = known.entry(exponents.clone()).or_insert_with(|| match exponents[..] {
            [] | [_] => "1".to_owned(),
            [a, b] => rectangle(a + 1, b + 1).to_string(),
            _ => naive::linear_extensions(lattice.poset()).to_string(),
        });
        assert_eq!(&found, expected, "{n}");
        if let Some(published) = DIVISOR_LATTICES.get(n - 1) {
            assert_eq!(found, published.to_string(), "{n}");
        }
    }
}

/// The standard Young tableaux of a rectangle, by the hook-length formula.
fn rectangle(a: usize, b: usize) -> UBig {
    let factorial = (1..=a * b).fold(UBig::ONE, |product, i| product * i);
    (0..a).flat_map(|i| (0..b).map(move |j| i + j + 1)).fold(factorial, |product, hook| product / hook)
}

/// A random forest and a random series-parallel poset of 5,000 elements.
#[test]
fn large_posets_without_primes() {
    let mut random = Random(3);
    // In a forest each element covers at most one other; the hook-length formula counts it.
    let n = 5000;
    let below: Vec<Option<usize>> = (0..n).map(|x| (x > 0 && random.below(40) > 0).then(|| random.below(x))).collect();
    let relations = below.iter().enumerate().filter_map(|(x, &below)| below.map(|y| (y, x))).collect();
    let forest = position(&Draft { size: n, relations });
    let mut hooks = vec![1usize; n];
    (0..n).rev().for_each(|x| {
        if let Some(y) = below[x] {
            hooks[y] += hooks[x];
        }
    });
    let factorial = (1..=n).fold(UBig::ONE, |product, i| product * i);
    let all_hooks = hooks.iter().fold(UBig::ONE, |product, &hook| product * hook);
    assert_eq!(extensions::count(&forest, &Budget::default()).unwrap(), factorial / all_hooks);

    // The dual has as many.
    let relations = below.iter().enumerate().filter_map(|(x, &below)| below.map(|y| (x, y))).collect();
    let dual = position(&Draft { size: n, relations });
    let budget = Budget::default();
    assert_eq!(extensions::count(&dual, &budget), extensions::count(&forest, &budget));

    let (draft, expected) = series_parallel(&mut random, n);
    let position = position(&draft);
    assert_eq!(extensions::count(&position, &budget).unwrap(), expected);
    assert!(Plan::new(&position, &budget).unwrap().primes().is_empty());
}

/// A random series-parallel poset and the number of its linear extensions: two posets of random
/// sizes, side by side or one above the other.
fn series_parallel(random: &mut Random, size: usize) -> (Draft, UBig) {
    if size == 1 {
        return (Draft { size: 1, relations: vec![] }, UBig::ONE);
    }
    let left_size = 1 + random.below(size - 1);
    let ((mut left, left_count), (right, right_count)) =
        (series_parallel(random, left_size), series_parallel(random, size - left_size));
    let maximal: Vec<usize> = (0..left.size).filter(|&x| left.relations.iter().all(|&(y, _)| y != x)).collect();
    let minimal: Vec<usize> = (0..right.size).filter(|&x| right.relations.iter().all(|&(_, y)| y != x)).collect();
    left.relations.extend(right.relations.iter().map(|&(x, y)| (x + left_size, y + left_size)));
    let mut count = left_count * right_count;
    if random.below(2) == 0 {
        let between = maximal.iter().flat_map(|&x| minimal.iter().map(move |&y| (x, y + left_size)));
        left.relations.extend(between);
    } else {
        let small = left_size.min(size - left_size);
        count *= (1..=small).fold(UBig::ONE, |binomial, i| binomial * (size - small + i) / i);
    }
    left.size = size;
    (left, count)
}

#[test]
fn plans_say_what_will_be_done() {
    let budget = Budget::default();
    let plan = |expression: &str| Plan::new(&expression.parse().unwrap(), &budget).unwrap();
    let lattice = plan("boolean(5)");
    assert_eq!(lattice.primes().len(), 1);
    assert_eq!(lattice.primes()[0].method, Method::Complexes { n: 5, k: 4 });
    let twice = plan("zigzag-n(3) + zigzag-n(3)");
    assert_eq!((twice.sums(), twice.primes().len(), twice.primes()[0].copies), (1, 1, 2));
    assert_eq!(plan("chomp(5,5)").primes().len(), 1);
    assert!(plan("chain(5) + antichain(3)").primes().is_empty());
}

/// A count that cannot fit in memory is refused before the work begins.
#[test]
fn what_cannot_fit_is_refused_at_once() {
    let start = std::time::Instant::now();
    let budget = Budget::default().with_memory(1 << 20);
    let large: Position = "product(chain(7),product(chain(7),chain(7)))".parse().unwrap();
    assert_eq!(extensions::count(&large, &budget), Err(Stop::Memory));
    // Refusing takes a moment; trying would take minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// The orders of the corpus, whose table gives their numbers of linear extensions.
#[test]
fn orders_of_the_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/orders");
    let table = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
    let mut counted = 0;
    for row in table.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let Ok(matrix) = std::fs::read(format!("{folder}/{}.txt", cells[1])) else { continue };
        let order = chomplex::format::read(&matrix, None).unwrap();
        let threads = 1 + counted % 2;
        let count = extensions::count(&order, &Budget::default().with_threads(threads)).unwrap();
        assert_eq!(count.to_string(), cells[2], "{}", cells[1]);
        counted += 1;
    }
    assert_eq!(counted, 6);
}
