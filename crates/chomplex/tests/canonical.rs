//! Canonical forms and isomorphisms against the definitions.

mod support;

use std::collections::BTreeSet;

use chomplex::Budget;
use chomplex::canon::canonical::{canonical_within, isomorphism_within};
use chomplex::naive;
use chomplex::poset::Draft;
use chomplex::position::Position;

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
