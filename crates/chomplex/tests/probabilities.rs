//! Random linear extensions: probabilities against the list of all extensions, against counts, and
//! against each other.

mod small;
mod support;

use std::collections::HashMap;

use chomplex::budget::{Budget, Stop};
use chomplex::element::{Element, ElementSet};
use chomplex::extensions::{self, Probabilities, Ratio, Sampler};
use chomplex::poset::{Draft, Poset};
use chomplex::position::Position;
use dashu_int::UBig;
use dashu_int::ops::BitTest;

use support::*;

fn probabilities(position: &Position) -> Probabilities {
    extensions::probabilities(position, &Budget::default()).unwrap()
}

fn ratio(numerator: usize, denominator: usize) -> Ratio {
    Ratio::new(numerator.into(), denominator.into())
}

/// All linear extensions of the remaining poset.
fn list(position: &Position) -> Vec<Vec<Element>> {
    fn extend(position: &Position, rest: &ElementSet, row: &mut Vec<Element>, rows: &mut Vec<Vec<Element>>) {
        if rest.is_empty() {
            return rows.push(row.clone());
        }
        for x in rest.iter().filter(|&x| position.poset().lower_covers(x).iter().all(|&y| !rest.contains(y))) {
            let mut fewer = rest.clone();
            fewer.remove(x);
            row.push(x);
            extend(position, &fewer, row, rows);
            row.pop();
        }
    }
    let mut rows = Vec::new();
    extend(position, position.remaining(), &mut Vec::new(), &mut rows);
    rows
}

/// Compares everything with the list of all linear extensions.
fn check_by_list(position: &Position) {
    let rows = list(position);
    let random = probabilities(position);
    assert_eq!(*random.extensions(), rows.len().into(), "{position:?}");
    let place = |row: &[Element], x: Element| row.iter().position(|&y| y == x).unwrap();
    for x in position.moves() {
        let mut total = 0;
        for k in 0..position.len() {
            let times = rows.iter().filter(|row| row[k] == x).count();
            assert_eq!(random.at(x, k + 1), ratio(times, rows.len()), "{position:?}: {x:?} at {k}");
            total += times * (k + 1);
        }
        assert_eq!(random.mean(x), ratio(total, rows.len()));
        for y in position.moves() {
            let times = rows.iter().filter(|row| place(row, x) < place(row, y)).count();
            assert_eq!(random.before(x, y), ratio(times, rows.len()), "{position:?}: {x:?} before {y:?}");
        }
    }
}

#[test]
fn small_posets_agree_with_the_list() {
    let mut posets = 0;
    for n in 0..=5 {
        small::each_poset(n, &mut |poset, _, _| {
            posets += 1;
            check_by_list(&of_poset(poset));
        });
    }
    assert_eq!(posets, 1 + 1 + 2 + 7 + 40 + 357, "OEIS A006455");
}

fn of_poset(poset: &Poset) -> Position {
    let relations = poset.covers().map(|(x, y)| (x.index(), y.index())).collect();
    position(&Draft { size: poset.len(), relations })
}

#[test]
fn random_positions_agree_with_the_list() {
    let mut random = Random(11);
    let mut checked = 0;
    while checked < 150 {
        let position = random_position(&mut random, 9);
        if extensions::count(&position, &Budget::default()).unwrap() < UBig::from(5000u32) {
            check_by_list(&position);
            checked += 1;
        }
    }
}

/// A random poset in which some elements are replaced by other random posets, chains or antichains.
fn random_composition(random: &mut Random, size: usize, most: usize) -> (Position, usize) {
    let mut draft = Draft { size: 0, relations: Vec::new() };
    let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
    let mut inner = 0;
    for _ in 0..size {
        let block = if random.chance(40) { 2 + random.below(3) } else { 1 };
        let block = block.min(most.saturating_sub(draft.size).max(1));
        let start = draft.size;
        draft.size += block;
        let percent = random.below(101);
        for y in start..draft.size {
            draft.relations.extend((start..y).filter(|_| random.chance(percent)).map(|x| (x, y)));
        }
        for low in blocks.iter().filter(|_| random.chance(40)) {
            draft.relations.extend(low.clone().flat_map(|x| (start..start + block).map(move |y| (x, y))));
        }
        inner += usize::from(block > 1);
        blocks.push(start..draft.size);
    }
    (position(&draft), inner)
}

/// Whether the poset is connected, not an ordinal sum, and has a proper module of at least two
/// elements, by the definition.
fn has_modules_in_a_prime(position: &Position) -> bool {
    let poset = position.poset();
    let n = poset.len();
    let element = Element::new;
    let related = |x: usize, y: usize| (poset.less(element(x), element(y)), poset.less(element(y), element(x)));
    let connected = |joined: &dyn Fn(usize, usize) -> bool| {
        let mut seen = 1u32;
        for _ in 0..n {
            let reached = (0..n).filter(|&y| (0..n).any(|x| seen >> x & 1 == 1 && x != y && joined(x, y)));
            seen |= reached.fold(0, |set, y| set | 1 << y);
        }
        seen.count_ones() as usize == n
    };
    let comparable = |x: usize, y: usize| related(x, y) != (false, false);
    let is_module = |set: u32| {
        let members = || (0..n).filter(move |x| set >> x & 1 == 1);
        let first = set.trailing_zeros() as usize;
        (0..n).filter(|x| set >> x & 1 == 0).all(|x| members().all(|y| related(x, y) == related(x, first)))
    };
    n > 3
        && connected(&comparable)
        && connected(&|x, y| !comparable(x, y))
        && (1u32..(1 << n) - 1).any(|set| set.count_ones() > 1 && is_module(set))
}

#[test]
fn modules_inside_primes_agree_with_the_list() {
    let mut random = Random(12);
    let (mut checked, mut modules) = (0, 0);
    while checked < 150 {
        let (position, inner) = random_composition(&mut random, 6, 9);
        let few = extensions::count(&position, &Budget::default()).unwrap() < UBig::from(4000u32);
        if position.len() > 9 || inner == 0 || !few {
            continue;
        }
        check_by_list(&position);
        checked += 1;
        modules += usize::from(has_modules_in_a_prime(&position));
    }
    assert!(modules > 40, "{modules}");
}

/// The same poset with one more relation.
fn with_relation(position: &Position, x: Element, y: Element) -> Position {
    let mut relations: Vec<_> = position.poset().covers().map(|(x, y)| (x.index(), y.index())).collect();
    relations.push((x.index(), y.index()));
    support::position(&Draft { size: position.poset().len(), relations })
}

#[test]
fn pairs_agree_with_counts_under_one_more_relation() {
    let mut random = Random(13);
    let mut pairs = 0;
    for round in 0..30 {
        let position = match round % 2 {
            0 => {
                let (size, percent) = (12 + random.below(5), 10 + random.below(30));
                random_poset(&mut random, size, percent)
            }
            _ => random_composition(&mut random, 8, 16).0,
        };
        let probabilities = probabilities(&position);
        let all = extensions::count(&position, &Budget::default()).unwrap();
        assert_eq!(*probabilities.extensions(), all);
        for (x, y, chance) in probabilities.pairs().step_by(3) {
            let before = extensions::count(&with_relation(&position, x, y), &Budget::default()).unwrap();
            assert_eq!(*chance, Ratio::new(before, all.clone()), "{position:?}: {x:?} {y:?}");
            pairs += 1;
        }
    }
    assert!(pairs > 300, "{pairs}");
}

/// The probabilities of an element's ranks sum to one, and so do those of both orders of a pair.
/// The mean rank of an element is one more than the sum of the probabilities that the others come
/// before it.
#[test]
fn chances_add_up() {
    let expressions = [
        "boolean(4)",
        "product(chain(3),chain(9))",
        "antichain(40)",
        "chain(30) + chain(25) + petersen",
        "divisors(720)",
    ];
    for expression in expressions {
        let position: Position = expression.parse().unwrap();
        let random = probabilities(&position);
        for x in position.moves() {
            let sum = add(random.distribution(x).map(|(_, chance)| chance));
            assert_eq!(sum, Ratio::ONE, "{expression}");
            let others = position.moves().filter(|&y| y != x).map(|y| random.before(y, x));
            assert_eq!(add(others.chain([Ratio::ONE])), random.mean(x), "{expression}");
            for y in position.moves().filter(|&y| y != x) {
                assert_eq!(random.before(x, y), random.before(y, x).complement());
                assert_eq!(random.before(x, y) == Ratio::ONE, position.poset().less(x, y));
            }
        }
    }
}

/// The same for some elements of orders with up to 320 elements, whose numbers of linear extensions
/// take up to five words.
#[test]
fn large_numbers_add_up() {
    let mut bits = 0;
    for expression in ["product(chain(3),chain(30))", "product(chain(2),chain(100))", "product(chain(2),chain(160))"] {
        let position: Position = expression.parse().unwrap();
        let random = probabilities(&position);
        assert_eq!(*random.extensions(), extensions::count(&position, &Budget::default()).unwrap(), "{expression}");
        for x in position.moves().step_by(23) {
            assert_eq!(add(random.distribution(x).map(|(_, chance)| chance)), Ratio::ONE, "{expression}");
            let others = position.moves().filter(|&y| y != x).map(|y| random.before(y, x));
            assert_eq!(add(others.chain([Ratio::ONE])), random.mean(x), "{expression}");
        }
        bits = bits.max(random.extensions().bit_len());
    }
    assert!(bits > 256, "{bits}");
}

fn add(ratios: impl Iterator<Item = Ratio>) -> Ratio {
    ratios.fold(Ratio::ZERO, |a, b| {
        Ratio::new(a.numerator() * b.denominator() + b.numerator() * a.denominator(), a.denominator() * b.denominator())
    })
}

#[test]
fn known_values() {
    // In a sum of chains of a and b elements, the i-th of a has mean rank i (a + b + 1)/(a + 1).
    let position: Position = "nim(7,4)".parse().unwrap();
    let random = probabilities(&position);
    let means: Vec<Ratio> = random.by_mean().into_iter().map(|x| random.mean(x)).collect();
    let mut expected: Vec<Ratio> = (1..=7).map(|i| ratio(i * 12, 8)).chain((1..=4).map(|i| ratio(i * 12, 5))).collect();
    expected.sort();
    assert_eq!(means, expected);
    // In an antichain each order of two elements is equally likely, and all pairs tie.
    let random = probabilities(&"antichain(30)".parse().unwrap());
    let balance = random.balance().unwrap();
    assert_eq!((balance.constant, balance.pairs.len()), (ratio(1, 2), 435));
    // The least balanced poset there is: an element beside a chain of two (Linial, 1984).
    let balance = probabilities(&"poset[a<b, c]".parse().unwrap()).balance().unwrap();
    assert_eq!((balance.within_thirds(), &balance.constant), (true, &ratio(1, 3)));
    assert_eq!(probabilities(&"chain(9)".parse().unwrap()).balance(), None);
    assert_eq!(
        probabilities(&"antichain(0)".parse().unwrap_or_else(|_| "subsets(3,0)".parse().unwrap())).balance(),
        None
    );
}

/// The conjecture of Kislitsyn (1968), Fredman (1976) and Linial (1984) holds for all posets tried.
#[test]
fn every_small_poset_but_a_chain_has_a_balanced_pair() {
    let (mut chains, mut tight) = (0, 0);
    small::each_poset(5, &mut |poset, all, _| match probabilities(&of_poset(poset)).balance() {
        None => {
            assert!(poset.is_chain(all));
            chains += 1;
        }
        Some(balance) => {
            assert!(balance.within_thirds(), "{poset:?}");
            tight += usize::from(balance.constant == ratio(1, 3));
        }
    });
    assert_eq!(chains, 1);
    assert!(tight > 0);
}

#[test]
fn budgets_are_kept() {
    let position: Position = "boolean(6)".parse().unwrap();
    let stop = |budget: Budget| extensions::probabilities(&position, &budget).err().map(Stop::id);
    assert_eq!(stop(Budget::default().with_memory(1 << 24)), Some("memory"));
    assert_eq!(stop(Budget::default().with_time(std::time::Duration::ZERO)), Some("time"));
    let (down_sets, bytes) = extensions::down_sets(&position, &Budget::default()).unwrap();
    // The top and the bottom come off: neither the empty set nor the full set is counted.
    assert_eq!(down_sets, 7_828_352u32.into());
    assert!(bytes > 7_828_352 * 16);
}

/// Whether the counts of equally likely events are plausible at a level of one in a thousand (the
/// bound is that of Wilson and Hilferty, 1931).
fn look_even(counts: &[u32]) -> bool {
    let degrees = counts.len() as f64 - 1.0;
    if degrees == 0.0 {
        return true;
    }
    let mean = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let statistic: f64 = counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    let spread = 2.0 / (9.0 * degrees);
    statistic < degrees * (1.0 - spread + 3.09 * spread.sqrt()).powi(3)
}

#[test]
fn samples_are_uniform() {
    let mut random = Random(14);
    let (mut checked, mut modules) = (0, 0);
    while checked < 80 {
        let position = match checked % 2 {
            0 => random_position(&mut random, 8),
            _ => random_composition(&mut random, 6, 8).0,
        };
        let rows = list(&position);
        if !(2..=200).contains(&rows.len()) {
            continue;
        }
        let place: HashMap<&[Element], usize> = rows.iter().enumerate().map(|(i, row)| (&**row, i)).collect();
        let mut counts = vec![0; rows.len()];
        let mut sampler = Sampler::new(&position, checked, &Budget::default()).unwrap();
        for _ in 0..50 * rows.len() {
            counts[place[&*sampler.sample().unwrap()]] += 1;
        }
        assert!(look_even(&counts), "{position:?}: {counts:?}");
        checked += 1;
        modules += usize::from(position.is_whole() && has_modules_in_a_prime(&position));
    }
    assert!(modules > 5, "{modules}");
}

#[test]
fn uneven_counts_are_noticed() {
    assert!(look_even(&[100, 90, 110, 105]));
    assert!(!look_even(&[100, 60, 140, 105]));
}

/// On larger posets samples are linear extensions and agree with the probabilities: each of a few
/// hundred frequencies is within six standard deviations.
#[test]
fn samples_agree_with_probabilities() {
    for expression in [
        "boolean(4)",
        "product(chain(4),chain(5))",
        "path(6) + chain(7) + antichain(3)",
        "ordinal(cycle(4),zigzag-n(5))",
    ] {
        let position: Position = expression.parse().unwrap();
        let (random, samples) = (probabilities(&position), 2000);
        let mut sampler = Sampler::new(&position, 5, &Budget::default()).unwrap();
        let mut places = vec![vec![0u32; position.poset().len()]; samples];
        for places in &mut places {
            let row = sampler.sample().unwrap();
            assert_eq!(row.len(), position.len());
            row.iter().zip(1..).for_each(|(x, k)| places[x.index()] = k);
        }
        for (x, y) in position.poset().covers() {
            assert!(places.iter().all(|places| places[x.index()] < places[y.index()]), "{expression}");
        }
        for (x, y, chance) in random.pairs() {
            let times = places.iter().filter(|places| places[x.index()] < places[y.index()]).count() as f64;
            let (chance, samples) = (chance.to_f64(), samples as f64);
            let deviation = (samples * chance * (1.0 - chance)).sqrt();
            assert!((times - samples * chance).abs() < 6.0 * deviation + 1.0, "{expression}: {x:?} {y:?}");
        }
    }
}

#[test]
fn a_seed_repeats_the_samples() {
    let position: Position = "product(chain(4),chain(4)) + antichain(5)".parse().unwrap();
    let rows = |seed, threads| {
        let mut sampler = Sampler::new(&position, seed, &Budget::default().with_threads(threads)).unwrap();
        (0..5).map(|_| sampler.sample().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(rows(1, 1), rows(1, 1));
    assert_eq!(rows(1, 1), rows(1, 2));
    assert_ne!(rows(1, 1), rows(2, 1));
}

#[test]
fn the_empty_position_has_one_empty_extension() {
    let position: Position = "subsets(3,0)".parse().unwrap();
    assert_eq!(probabilities(&position).extensions(), &UBig::ONE);
    assert!(Sampler::new(&position, 1, &Budget::default()).unwrap().sample().unwrap().is_empty());
}
