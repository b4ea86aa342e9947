//! Canonical forms and isomorphisms against the definitions.

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use chomplex::canon::canonical::{canonical_within, isomorphism_within};
use chomplex::naive;
use chomplex::poset::Draft;
use chomplex::position::Position;
use chomplex::{Budget, Element, Stop};
use dashu_int::UBig;

use support::*;

/// The same poset with its elements in another order.
fn shuffled(random: &mut Random, original: &Position) -> Position {
    let (poset, _) = original.poset().restrict(original.remaining());
    let mut place: Vec<usize> = (0..poset.len()).collect();
    for i in (1..place.len()).rev() {
        place.swap(i, random.below(i + 1));
    }
    let relations = poset.covers().map(|(x, y)| (place[x.index()], place[y.index()])).collect();
    position(&Draft { size: poset.len(), relations })
}

#[test]
fn relabelling_changes_nothing() {
    let mut random = Random(6);
    for _ in 0..500 {
        let original = random_position(&mut random, 9);
        let copy = shuffled(&mut random, &original);
        let [a, b] = [&original, &copy].map(|position| canonical_within(position, &Budget::default()).unwrap());
        assert_eq!(a.position.to_string(), b.position.to_string());
        assert_eq!(a.group_order, b.group_order);

        let again: Position = a.position.to_string().parse().unwrap();
        assert!(
            isomorphism_within(&again, &original, &Budget::default()).unwrap().is_some(),
            "the canonical expression is isomorphic"
        );
        let map = isomorphism_within(&original, &copy, &Budget::default()).unwrap().expect("they are isomorphic");
        for &(x, fx) in &map {
            for &(y, fy) in &map {
                assert_eq!(original.poset().less(x, y), copy.poset().less(fx, fy));
            }
        }
    }
}

#[test]
fn groups_are_whole() {
    let mut random = Random(7);
    for _ in 0..300 {
        let position = random_position(&mut random, 8);
        let (poset, outside) = position.poset().restrict(position.remaining());
        let group = naive::automorphisms(&poset);
        let found = canonical_within(&position, &Budget::default()).unwrap();
        assert_eq!(found.group_order, group.len().into());
        let orbits: BTreeSet<Vec<_>> = (0..poset.len())
            .map(|x| group.iter().map(|g| outside[g[x]]).collect::<BTreeSet<_>>().into_iter().collect())
            .collect();
        assert_eq!(found.orbits.into_iter().collect::<BTreeSet<_>>(), orbits);
    }
}

#[test]
fn different_posets_are_told_apart() {
    // All 63 posets on 5 elements (OEIS A000112), from all orders on 5 numbered elements that
    // respect the numbering.
    let pairs: Vec<(usize, usize)> = (0..5).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    let forms: BTreeSet<String> = (0..1usize << pairs.len())
        .map(|bits| {
            let relations =
                pairs.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &pair)| pair).collect();
            canonical_within(&position(&Draft { size: 5, relations }), &Budget::default()).unwrap().position.to_string()
        })
        .collect();
    assert_eq!(forms.len(), 63);
}

/// A graph with its vertices and edges as elements.
fn graph(vertices: usize, is_edge: impl Fn(usize, usize) -> bool) -> Position {
    let mut draft = Draft { size: vertices, relations: Vec::new() };
    for y in 0..vertices {
        for x in (0..y).filter(|&x| is_edge(x, y)) {
            draft.relations.extend([(x, draft.size), (y, draft.size)]);
            draft.size += 1;
        }
    }
    position(&draft)
}

/// The square of the complete graph on 4 vertices, and the graph of Shrikhande. Both are strongly
/// regular with parameters (16, 6, 2, 2), so that refinement alone does not tell them apart.
fn twins_of_refinement() -> [Position; 2] {
    let coordinates = |x: usize| (x / 4, x % 4);
    let rook = graph(16, |x, y| {
        let ((a, b), (c, d)) = (coordinates(x), coordinates(y));
        a == c || b == d
    });
    let shrikhande = graph(16, |x, y| {
        let ((a, b), (c, d)) = (coordinates(x), coordinates(y));
        let step = ((4 + a - c) % 4, (4 + b - d) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&step)
    });
    [rook, shrikhande]
}

/// The orders of larger groups, which are known.
#[test]
fn orders_of_groups() {
    let order = |position: &Position| canonical_within(position, &Budget::default()).unwrap().group_order;
    let factorial = |n: u64| (1..=n).fold(UBig::ONE, |product, factor| product * factor);
    for (expression, expected) in [
        ("boolean(6)", factorial(6)),
        ("subsets(8,3)", factorial(8)),
        ("divisors(30030)", factorial(6)),
        ("hypercube(5)", 3840u32.into()),
        ("petersen", 120u32.into()),
        ("antichain(120)", factorial(120)),
        ("star(90)", factorial(90)),
        ("gridgraph(5,7)", 4u32.into()),
        ("multipartite(4,4,4)", 82_944u32.into()),
        ("cycle(7) + cycle(7) + cycle(7)", 16_464u32.into()),
        ("nim(5,5,5,5)", 24u32.into()),
        ("zigzag-m(200)", 2u32.into()),
        ("product(chain(3),petersen)", 120u32.into()),
        ("ordinal(antichain(5),antichain(6))", 86_400u32.into()),
    ] {
        assert_eq!(order(&expression.parse().unwrap()), expected, "{expression}");
    }
    let squares: Vec<usize> = (1..13).map(|x| x * x % 13).collect();
    let paley = graph(13, |x, y| squares.contains(&((13 + y - x) % 13)));
    assert_eq!(order(&paley), 78u32.into());
    let [rook, shrikhande] = twins_of_refinement();
    assert_eq!(order(&rook), 1152u32.into());
    assert_eq!(order(&shrikhande), 192u32.into());
}

/// Larger positions are recognised after relabelling, and their generators are automorphisms.
#[test]
fn larger_positions_are_labelled() {
    let mut random = Random(8);
    let mut positions: Vec<Position> = ["hypercube(4)", "subsets(6,3)", "gridgraph(4,4,4)", "zigzag-w(60)", "star(60)"]
        .map(|expression| expression.parse().unwrap())
        .into();
    positions.extend(twins_of_refinement());
    positions.extend((0..60).map(|_| random_poset(&mut random, 30, 8)));
    positions.extend((0..30).map(|_| random_two_level(&mut random, 12, 25, 10)));
    let budget = Budget::default();
    for original in &positions {
        let copy = shuffled(&mut random, original);
        let [a, b] = [original, &copy].map(|position| canonical_within(position, &budget).unwrap());
        assert_eq!(a.position.to_string(), b.position.to_string());
        let poset = original.poset();
        for generator in &a.generators {
            let mut images: Vec<Element> = poset.elements().collect();
            generator.iter().for_each(|&(x, y)| images[x.index()] = y);
            assert!(poset.covers().all(|(x, y)| poset.less(images[x.index()], images[y.index()])), "{original}");
        }
    }
    let [rook, shrikhande] = twins_of_refinement();
    assert!(isomorphism_within(&rook, &shrikhande, &budget).unwrap().is_none());
}

/// A labelling ends when its time is up.
#[test]
fn labellings_keep_the_time() {
    let budget = Budget::default().with_time(Duration::ZERO);
    let large: Position = "antichain(2000)".parse().unwrap();
    assert_eq!(canonical_within(&large, &budget).unwrap_err(), Stop::Time);
}
