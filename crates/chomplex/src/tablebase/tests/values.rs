use std::collections::HashMap;

use super::super::complex::{Complex, Recognised};
use super::super::verify::{Random, Sample, Verified};
use super::*;
use crate::budget::Budget;
use crate::naive;
use crate::position::Position;
use crate::value::Grundy;

#[test]
fn every_labelled_complex_has_the_value_of_the_definition() {
    for (n, complexes) in [(0, 1), (1, 2), (2, 5), (3, 19), (4, 167), (5, 7580)] {
        let directory = directory();
        let tables = [build(directory.path(), n), Tablebase::small(n).unwrap()];
        let whole: Position = format!("subsets({n},{n})").parse().unwrap();
        let poset = whole.poset();
        let mut known = HashMap::new();
        let mut probed = 0;
        for set in naive::down_sets(poset) {
            let expected = naive::grundy_with(poset, &set, &mut known);
            let recognised = Recognised::from_set(poset, &set).expect("a down-set of a simplex is a complex");
            for table in &tables {
                assert_eq!(table.grundy(recognised.complex()).unwrap(), expected, "{}", recognised.complex());
            }
            probed += 1;
        }
        // Dedekind numbers minus one, for the void family (OEIS A000372).
        assert_eq!(probed, complexes);
    }
}

#[test]
fn moves_have_the_values_of_the_options() {
    let table = Tablebase::small(6).unwrap();
    let mut winning_moves = 0;
    let expressions = [
        "boundary(5)",
        "complex[012 013 14 25]",
        "path(3) + cycle(3)",
        "antichain(6)",
        "young(2) + nim(1)",
        "wheel(5)",
    ];
    for expression in expressions {
        let position: Position = expression.parse().unwrap();
        let mut known = HashMap::new();
        let mut value = |position: &Position| naive::grundy_with(position.poset(), position.remaining(), &mut known);
        let probe = table.probe(&position).unwrap().expect(expression);
        assert_eq!(probe.grundy, value(&position), "{expression}");
        assert_eq!(probe.moves.len(), position.len());
        for &(x, grundy) in &probe.moves {
            assert_eq!(grundy, value(&position.play(x).unwrap()), "{expression}, {}", position.name(x));
        }
        winning_moves += probe.winning().count();
        assert_eq!(probe.winning().count() == 0, probe.grundy == Grundy::ZERO);
    }
    assert!(winning_moves > 5);
}

#[test]
fn what_is_no_complex_is_not_recognised() {
    let table = Tablebase::small(4).unwrap();
    for expression in
        ["chain(2)", "path(5)", "hypergraph[ab ab]", "hypergraph[abc]", "boolean(2)", "subsets(9,1)", "subsets(8,8)"]
    {
        assert_eq!(table.probe(&expression.parse().unwrap()).unwrap(), None, "{expression}");
    }
    let error = table.grundy(Complex::simplex(5)).unwrap_err();
    assert_eq!(error.to_string(), "the tablebase holds the complexes on at most 4 vertices; this one has 5");
    assert!(Tablebase::small(7).is_err());
}

#[test]
fn complexes_print_as_expressions() {
    let mut random = Random(5);
    for _ in 0..500 {
        let faces = random.below(128);
        let complex = random.complex(7, faces);
        assert_eq!(complex.len(), faces);
        assert_eq!(Complex::from_word(complex.word()), Some(complex));
        let position: Position = complex.to_string().parse().expect("an expression");
        let read = Recognised::from_position(&position).expect("a complex").complex();
        assert_eq!((read.len(), read.facets().count()), (complex.len(), complex.facets().count()));
    }
    assert_eq!(Complex::from_word(0b1000), None);
    assert_eq!(Complex::from_word(1), None);
}

#[test]
fn statistics_count_every_class() {
    let layers = layers(5);
    let mut expected = vec![0; 64];
    layers.iter().flat_map(|(_, values)| values).for_each(|&value| expected[usize::from(value)] += 1);
    let table = Tablebase::small(5).unwrap();
    let stats = table.stats();
    expected.truncate(stats.largest().0 as usize + 1);
    assert_eq!(stats.histogram(), expected);
    assert_eq!((stats.classes(), stats.second_player_wins()), (209, expected[0]));
    assert_eq!(stats.layers().len(), 32);
    let mut examples = 0;
    for value in (0..=stats.largest().0).map(Grundy) {
        assert!(!stats.examples(value).is_empty());
        for &example in stats.examples(value) {
            assert_eq!(table.grundy(example).unwrap(), value);
            examples += 1;
        }
    }
    assert!(examples > 60);
    assert!(stats.examples(Grundy(stats.largest().0 + 1)).is_empty());
}

#[test]
fn a_table_on_six_vertices_verifies() {
    let table = Tablebase::small(6).unwrap();
    let mut said = Vec::new();
    let sample = Sample { positions: 3000, seed: 7 };
    let verified = table.verify(sample, &Budget::default(), |progress| said.push(progress)).unwrap();
    let Verified { classes, by_options, by_recursion } = verified;
    assert_eq!((classes, by_options), (16_352, 3000));
    assert!((500..1200).contains(&by_recursion), "{by_recursion}");
    assert_eq!(said.len(), 64 + 3);
    assert_eq!(table.verify(sample, &Budget::default(), |_| ()).unwrap(), verified);
    let budget = Budget::default();
    budget.interrupt();
    assert!(matches!(table.verify(sample, &budget, |_| ()), Err(TablebaseError::Stopped(_))));
}
