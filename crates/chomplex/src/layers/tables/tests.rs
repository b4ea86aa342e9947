//! A cluster in a few lines: rows arrive in any order, in pieces of any size, at pushes with little
//! memory, and are merged by code that does not know what they mean.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::*;
use crate::budget::Budget;
use crate::layers::{classes, grundy};
use crate::naive;

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

fn slices(table: &Table) -> Vec<&[u64]> {
    table.iter().map(Vec::as_slice).collect()
}

fn columns(rows: &[Vec<u64>], width: usize) -> Table {
    (0..width).map(|i| rows.iter().map(|row| row[i]).collect()).collect()
}

fn rows(table: &Table) -> Vec<Vec<u64>> {
    (0..table[0].len()).map(|row| table.iter().map(|column| column[row]).collect()).collect()
}

/// The layers of a sweep, each made from pieces.
fn layers(position: &Position, quantity: Quantity, seed: u64) -> (TableSweep, Vec<Table>) {
    let state = &mut seed.clone();
    let sweep = TableSweep::new(position, quantity).unwrap();
    let mut layers = vec![sweep.first().unwrap()];
    for size in 0..sweep.last() {
        let mut given = rows(&layers[size]);
        for i in (1..given.len()).rev() {
            given.swap(i, (random(state) % (i as u64 + 1)) as usize);
        }
        let mut merged: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
        let mut take = |table: Table| {
            assert_eq!(table.len(), sweep.key_columns() + sweep.state_columns(size + 1));
            for mut row in rows(&table) {
                let more = row.split_off(sweep.key_columns());
                let there = merged.entry(row).or_insert_with(|| vec![0; more.len()]);
                for (there, more) in there.iter_mut().zip(more) {
                    match sweep.merge() {
                        Merge::Sum => *there += more,
                        Merge::Or => {
                            let bytes = |word: u64| word.to_le_bytes().into_iter();
                            assert!(bytes(*there).zip(bytes(more)).all(|(a, b)| a == b || a == 0 || b == 0));
                            *there |= more;
                        }
                    }
                }
            }
        };
        while !given.is_empty() {
            // Simulates an independent process.
            let elsewhere = TableSweep::new(position, quantity).unwrap();
            assert_eq!(elsewhere.id(), sweep.id());
            let mut push = elsewhere.push(size, 1 << (16 + random(state) % 6)).unwrap();
            for _ in 0..random(state) % 3 + 1 {
                let taken = given.split_off(given.len() - (random(state) as usize % given.len() + 1).min(given.len()));
                take(push.rows(&slices(&columns(&taken, layers[size].len()))).unwrap());
                if given.is_empty() {
                    break;
                }
            }
            take(push.rest().unwrap());
        }
        let all: Vec<Vec<u64>> = merged.into_iter().map(|(key, state)| [key, state].concat()).collect();
        layers.push(columns(&all, sweep.key_columns() + sweep.state_columns(size + 1)));
    }
    (sweep, layers)
}

fn answer(expression: &str, quantity: Quantity) -> UBig {
    let position: Position = expression.parse().unwrap();
    let (sweep, layers) = layers(&position, quantity, expression.len() as u64);
    let last = layers.last().unwrap();
    match sweep.ending() {
        Ending::Sizes => sweep.total(&layers.iter().map(|layer| layer[0].len() as u64).collect::<Vec<_>>()).unwrap(),
        Ending::Whole => sweep.whole(&slices(last)).unwrap(),
        Ending::Pairs => {
            let mut images: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
            for mut row in rows(&sweep.mirrored(&slices(last)).unwrap()) {
                let number = row.split_off(sweep.key_columns());
                assert_eq!(images.insert(row, number), None, "no two have the same mirror image");
            }
            let pair = |row: Vec<u64>| {
                let (key, state) = row.split_at(sweep.key_columns());
                [state, &images[key]].concat()
            };
            let pairs: Vec<Vec<u64>> = rows(last).into_iter().map(pair).collect();
            let halves = pairs.split_at(pairs.len() / 2);
            let sum = |pairs: &[Vec<u64>]| {
                let table = columns(pairs, sweep.state_columns(sweep.last()) + sweep.mirror_columns());
                sweep.paired(&slices(&table)).unwrap()
            };
            sweep.conclude_pairs(sum(halves.0) + sum(halves.1)).unwrap()
        }
    }
}

/// Complexes; posets with small groups, with groups too large to list, and with trivial ones;
/// several components; one element, and none.
const POSITIONS: [&str; 20] = [
    "subsets(3,0)",
    "chain(1)",
    "chain(7)",
    "antichain(3)",
    "antichain(12)",
    "boolean(3)",
    "boolean(4)",
    "boundary(4)",
    "simplex(4)",
    "subsets(5,2)",
    "chomp(3,4)",
    "cycle(6)",
    "star(11)",
    "nim(2,2,1)",
    "path(3) + path(3) + chain(2)",
    "zigzag-n(6)",
    "multipartite(2,3)",
    "divisors(72)",
    "young(4,3,1)",
    "hypergraph[abc ad bd ; e]",
];

#[test]
fn tables_know_what_the_sweep_knows() {
    let budget = Budget::default();
    for expression in POSITIONS {
        let position: Position = expression.parse().unwrap();
        assert_eq!(answer(expression, Quantity::Classes), classes(&position, &budget).unwrap(), "{expression}");
        let count = UBig::from(naive::linear_extensions(position.poset()));
        assert_eq!(answer(expression, Quantity::LinearExtensions), count, "{expression}");
        let value = naive::grundy(position.poset(), position.remaining());
        assert_eq!(answer(expression, Quantity::Grundy), UBig::from(value.0), "{expression}");
    }
}

#[test]
fn published_numbers() {
    // OEIS A046873 and A003182.
    assert_eq!(answer("boolean(5)", Quantity::LinearExtensions), UBig::from(14_807_804_035_657_359_360u64));
    assert_eq!(answer("boundary(5)", Quantity::LinearExtensions), UBig::from(14_807_804_035_657_359_360u64));
    assert_eq!(answer("boolean(6)", Quantity::Classes), UBig::from(16_353u32));
    assert_eq!(answer("boundary(6)", Quantity::Classes), UBig::from(16_351u32));
}

/// Checks the value of every class on the way, not only that of the whole.
#[test]
fn values_of_all_complexes() {
    struct Values(BTreeMap<u128, u8>);
    impl crate::layers::GrundyLayers for Values {
        type Error = crate::budget::Stop;
        fn part(&mut self, _: usize, keys: &[u128], values: &[u8]) -> Result<(), Self::Error> {
            self.0.extend(keys.iter().copied().zip(values.iter().copied()));
            Ok(())
        }
        fn end(&mut self, _: usize, _: u64) -> Result<(), Self::Error> {
            Ok(())
        }
    }
    let mut known = Values(BTreeMap::new());
    grundy(5, 4, &Budget::default(), &mut known).unwrap();
    let (sweep, layers) = layers(&"boundary(5)".parse().unwrap(), Quantity::Grundy, 1);
    let mut seen = 0;
    for (size, layer) in layers.iter().enumerate().skip(1) {
        for (row, state) in sweep.engine.states(size, &slices(layer)).unwrap().iter().enumerate() {
            assert_eq!(known.0[&u128::from(layer[0][row] & !1)], state[0]);
            seen += 1;
        }
    }
    assert_eq!(seen, known.0.len());
}

#[test]
fn rows_that_cannot_be_are_refused() {
    let position: Position = "chomp(3,4)".parse().unwrap();
    let sweep = TableSweep::new(&position, Quantity::LinearExtensions).unwrap();
    let take = |size: usize, table: &Table| sweep.push(size, 1 << 20).unwrap().rows(&slices(table)).map(|_| ());
    let refused = |size: usize, table: Table| take(size, &table).unwrap_err();
    assert_eq!(take(0, &sweep.first().unwrap()), Ok(()));
    assert_eq!(take(1, &vec![vec![1], vec![1]]), Ok(()));
    assert_eq!(take(1, &vec![vec![], vec![]]), Ok(()));
    assert_eq!(refused(1, vec![vec![1]]), TableError::Columns { size: 1, expected: 2, found: 1 });
    assert_eq!(refused(1, vec![vec![1], vec![1, 1]]), TableError::Columns { size: 1, expected: 2, found: 2 });
    assert_eq!(refused(1, vec![vec![1, 3], vec![1, 1]]), TableError::Row { row: 1, size: 1 });
    assert_eq!(refused(1, vec![vec![1 << 11], vec![1]]), TableError::Row { row: 0, size: 1 });
    assert_eq!(refused(1, vec![vec![1, 1], vec![1, 1]]), TableError::Row { row: 1, size: 1 });
    assert_eq!(refused(1, vec![vec![1], vec![1 << 50]]), TableError::Overflow { columns: 1 });
    assert_eq!(refused(1, vec![vec![1], vec![1 << 32]]), TableError::Overflow { columns: 1 });
    assert_eq!(sweep.whole(&[&[], &[]]).unwrap_err(), TableError::Last(0));
    let values = TableSweep::new(&"chain(3)".parse().unwrap(), Quantity::Grundy).unwrap();
    assert_eq!(values.whole(&[&[0b1111], &[0]]).unwrap_err(), TableError::Lost { row: 0, size: 4 });
    assert_eq!(sweep.total(&[1]).unwrap_err(), TableError::Ending);
    let large = |expression: &str, quantity| TableSweep::new(&expression.parse().unwrap(), quantity).map(|_| ());
    let error = |elements, most| Err(TableError::Size { elements, most });
    assert_eq!(large("chain(600)", Quantity::Classes), error(600, 512));
    assert_eq!(large("chain(255)", Quantity::Grundy), error(255, 254));
    assert_eq!(large("chain(254)", Quantity::Grundy), Ok(()));
}

/// Different quantities and different posets must have different ids; the same poset written
/// differently may share one.
#[test]
fn ids() {
    let id = |expression: &str, quantity| TableSweep::new(&expression.parse().unwrap(), quantity).unwrap().id();
    assert_ne!(id("chomp(3,4)", Quantity::Classes), id("chomp(3,4)", Quantity::LinearExtensions));
    assert_ne!(id("chomp(3,4)", Quantity::Classes), id("chomp(3,3)", Quantity::Classes));
    assert_eq!(id("boundary(5)", Quantity::Classes), id("subsets(5,4)", Quantity::Classes));
    // The tables are the same, but there is one class more.
    assert_ne!(id("boolean(4)", Quantity::Classes), id("simplex(4)", Quantity::Classes));
    assert_eq!(id("boolean(4)", Quantity::LinearExtensions), id("boundary(4)", Quantity::LinearExtensions));
}
