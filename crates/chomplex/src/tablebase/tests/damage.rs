use std::fs;
use std::sync::Arc;

use super::super::block::{Encoder, HashedClass, is_well_formed, value, values};
use super::super::place;
use super::super::verify::Sample;
use super::*;
use crate::budget::{Budget, Stop};
use crate::position::Position;
use crate::rule::{RuleId, Rules};
use crate::solve::{Question, Tables, solve};
use crate::value::Grundy;

/// The bytes of a table, and a directory where forged tables replace it.
struct Forger {
    directory: TempDir,
    n: usize,
    bytes: Vec<u8>,
}

impl Forger {
    fn new(n: usize) -> Self {
        let directory = directory();
        build(directory.path(), n);
        let bytes = fs::read(place::file(directory.path(), n)).unwrap();
        Forger { directory, n, bytes }
    }

    fn open(&self, bytes: &[u8]) -> Result<Tablebase, TablebaseError> {
        fs::write(place::file(self.directory.path(), self.n), bytes).unwrap();
        Tablebase::open(self.directory.path(), self.n)
    }
}

fn verify(table: &Tablebase) -> Result<(), TablebaseError> {
    table.verify(Sample { positions: 0, seed: 0 }, &Budget::default(), |_| ()).map(|_| ())
}

/// Whether every answer of a table is right or an error.
fn never_lies(table: &Tablebase, layers: &[(Vec<u128>, Vec<u8>)]) -> bool {
    layers.iter().flat_map(|(keys, values)| keys.iter().zip(values)).all(|(&key, &value)| {
        let complex = super::super::complex::Complex::from_word(key).expect("keys are complexes");
        table.grundy(complex).map_or(true, |grundy| grundy.0 == u32::from(value))
    })
}

/// A damaged table ends the work: no value is reported that cannot be justified.
#[test]
fn what_a_damaged_table_cannot_say_is_not_said() {
    let position: Position = "boundary(4)".parse().expect("an expression");
    let forger = Forger::new(4);
    let rules = RuleId::ALL.iter().fold(Rules::default(), |rules, &rule| rules.without(rule));
    let mut damaged = 0;
    for at in 0..forger.bytes.len() {
        let mut bytes = forger.bytes.clone();
        bytes[at] ^= 0x55;
        let Ok(table) = Tablebase::from_bytes(bytes) else { continue };
        let tables = Tables::default().with_tablebase(Arc::new(table));
        let question = Question { rules: rules.clone(), tables, ..Question::default() };
        let answer = solve(&position, &question, &Budget::default());
        match answer.stopped_by {
            Some(stop) => {
                assert_eq!((stop, answer.grundy), (Stop::Damage, None), "byte {at}");
                // The number of options alone bounds the value.
                assert!(answer.candidates.is_none_or(|values| values.allow(Grundy::ZERO)), "byte {at}");
                damaged += 1;
            }
            None => assert_eq!(answer.grundy, Some(Grundy::ZERO), "byte {at}"),
        }
    }
    assert!(damaged > 0, "the table is asked");
}

#[test]
fn every_changed_byte_is_noticed() {
    for n in [3, 4] {
        let layers = layers(n);
        let forger = Forger::new(n);
        let (mut at_once, mut later) = (0, 0);
        for at in 0..forger.bytes.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = forger.bytes.clone();
                bytes[at] ^= flip;
                match Tablebase::from_bytes(bytes) {
                    Err(_) => at_once += 1,
                    Ok(table) => {
                        assert!(verify(&table).is_err(), "byte {at} of {n}");
                        assert!(never_lies(&table, &layers), "byte {at} of {n}");
                        later += 1;
                    }
                }
            }
        }
        assert!(at_once > 1000 && later > 300, "{at_once}, {later}");
    }
}

#[test]
fn every_cut_is_noticed() {
    let forger = Forger::new(5);
    for length in (0..forger.bytes.len()).step_by(41).chain(forger.bytes.len() - 20..forger.bytes.len()) {
        let error = forger.open(&forger.bytes[..length]).expect_err("it is too short");
        let expected = matches!(error, TablebaseError::Length { .. } | TablebaseError::Foreign(_));
        assert!(expected, "{length}: {error}");
    }
    let longer = [&forger.bytes[..], &[0]].concat();
    assert!(matches!(forger.open(&longer), Err(TablebaseError::Length { .. })));
    assert!(verify(&forger.open(&forger.bytes).unwrap()).is_ok());
}

#[test]
fn errors_name_the_file_and_what_is_wrong() {
    let forger = Forger::new(3);
    let path = place::file(forger.directory.path(), 3);
    let said =
        |bytes: &[u8]| forger.open(bytes).expect_err("it is wrong").to_string().replace(path.to_str().unwrap(), "FILE");
    let changed = |at: usize, byte: u8| {
        let mut bytes = forger.bytes.clone();
        bytes[at] = byte;
        said(&bytes)
    };
    assert_eq!(said(b""), "`FILE` is not a tablebase");
    assert_eq!(said(b"chomplex-certificate 3\n"), "`FILE` is not a tablebase");
    assert_eq!(changed(8, 9), "`FILE` is a tablebase of version 9; this program reads version 1: build it again");
    assert_eq!(changed(12, 4), "`FILE` is damaged: its header is wrong; build it again");
    assert_eq!(
        said(&forger.bytes[..400]),
        format!("`FILE` should have {} bytes but has 400: build it again", forger.bytes.len())
    );
    assert_eq!(said(&forger.bytes[..50]), said(&forger.bytes[..400]).replace("400", "50"));
    let first_layer = 64 + 16 * 8 + 8;
    assert_eq!(
        changed(first_layer + 30, 1),
        "`FILE` is damaged: layer 0: the checksum of the index of a layer is wrong; build it again"
    );
    let last = forger.bytes.len() - 1;
    let mut bytes = forger.bytes.clone();
    bytes[last] = 1;
    let error = verify(&forger.open(&bytes).unwrap()).unwrap_err().to_string();
    assert!(error.contains("is damaged: layer 7: block 0 is not what was written"), "{error}");
    assert!(matches!(
        Tablebase::open(&forger.directory.path().join("nowhere"), 3),
        Err(TablebaseError::Missing { n: 3, .. })
    ));

    // The table for four vertices under the name of the one for three.
    let other = Forger::new(4);
    assert_eq!(said(&other.bytes), "`FILE` is damaged: it is for 4 vertices; build it again");
}

#[test]
fn a_wrong_value_with_right_checksums_is_found() {
    let mut found = 0;
    for faces in [4, 9, 15, 20, 26, 31] {
        let directory = directory();
        let mut layers = layers(5);
        let wrong = &mut layers[faces].1[0];
        *wrong = if *wrong == 0 { 1 } else { 0 };
        let mut builder = Builder::new(directory.path(), 5).unwrap();
        feed(&mut builder, &layers).unwrap();
        let table = builder.finish().unwrap();
        let error = table.verify(Sample { positions: 5000, seed: 3 }, &Budget::default(), |_| ()).unwrap_err();
        assert!(matches!(error, TablebaseError::Wrong { .. }), "{error}");
        found += 1;
    }
    assert_eq!(found, 6);
}

#[test]
fn blocks_give_back_what_was_put_in() {
    let mut random = super::super::verify::Random(11);
    for keys in [0, 1, 2, 3, 7, 63, 64, 65, 200, 2048, 5000] {
        let classes: Vec<(u128, u8)> =
            (0..keys).map(|i| ((i as u128) << 40 | random.below(1 << 40) as u128, (i % 45) as u8)).collect();
        let mut entries: Vec<HashedClass> = classes.iter().map(|&(key, value)| HashedClass::new(key, value)).collect();
        let mut block = Vec::new();
        Encoder::default().encode(&entries, &mut block).unwrap();
        assert!(is_well_formed(&block, keys));
        assert_eq!(values(&block, keys).map(<[u8]>::len), Some(keys));
        for (key, expected) in classes {
            assert_eq!(value(&block, keys, HashedClass::new(key, 0)), Some(expected));
        }
        // The same entries in another order give the same bytes.
        entries.reverse();
        let mut again = Vec::new();
        Encoder::default().encode(&entries, &mut again).unwrap();
        assert_eq!(again, block);
        assert!(keys < 2048 || block.len() < keys * 11 / 8);
        assert!(
            block.is_empty()
                || !is_well_formed(&block[8..], keys) && !is_well_formed(&[&block[..], &[0; 8]].concat(), keys)
        );
    }
    let twice = [HashedClass::new(5, 1), HashedClass::new(5, 2)];
    assert!(Encoder::default().encode(&twice, &mut Vec::new()).is_err());
}
