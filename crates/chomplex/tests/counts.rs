//! Counts against the definitions and against published tables.

mod support;

use std::collections::BTreeSet;

use chomplex::budget::Budget;
use chomplex::element::{Element, ElementSet};
use chomplex::poset::Draft;
use chomplex::position::Position;
use chomplex::{extensions, layers, naive};

use support::*;

/// The lattice of all subsets of an n-set.
fn boolean(n: usize) -> Position {
    let relations =
        (0..1usize << n).flat_map(|s| (0..n).filter(move |i| s >> i & 1 == 0).map(move |i| (s, s | 1 << i)));
    position(&Draft { size: 1 << n, relations: relations.collect() })
}

#[test]
fn linear_extensions_of_boolean_lattices() {
    // OEIS A046873; Brouwer and Christensen (2017), section 3.
    let published = ["1", "1", "2", "48", "1680384", "14807804035657359360"];
    for (n, count) in published.iter().enumerate() {
        assert_eq!(extensions::count(&boolean(n), &Budget::default()).unwrap().to_string(), *count, "B_{n}");
    }
}

#[test]
fn down_sets_of_boolean_lattices() {
    // OEIS A000372 and A003182; Brouwer and Christensen (2017), section 4.1.
    let positions = [2u32, 3, 6, 20, 168, 7581, 7_828_354];
    let classes = [2u32, 3, 5, 10, 30, 210, 16_353];
    for n in 0..=6 {
        let lattice = boolean(n);
        assert_eq!(layers::positions(&lattice, &Budget::default()).unwrap(), positions[n].into(), "B_{n}");
        assert_eq!(layers::classes(&lattice, &Budget::default()).unwrap(), classes[n].into(), "B_{n}");
    }
}

#[test]
fn counts_agree_with_the_definitions() {
    let mut random = Random(5);
    for _ in 0..400 {
        let position = random_position(&mut random, 8);
        let (poset, _) = position.poset().restrict(position.remaining());
        let down_sets = naive::down_sets(&poset);
        let budget = Budget::default();
        assert_eq!(layers::positions(&position, &budget).unwrap(), down_sets.len().into());
        assert_eq!(extensions::count(&position, &budget).unwrap(), naive::linear_extensions(&poset).into());

        let group = naive::automorphisms(&poset);
        let image = |set: &ElementSet, g: &[usize]| {
            ElementSet::from_iter_in(poset.len(), set.iter().map(|x| Element::new(g[x.index()])))
        };
        let classes: BTreeSet<ElementSet> =
            down_sets.iter().map(|set| group.iter().map(|g| image(set, g)).min().expect("the identity")).collect();
        assert_eq!(layers::classes(&position, &budget).unwrap(), classes.len().into());
    }
}
