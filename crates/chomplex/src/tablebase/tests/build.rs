use std::fs;
use std::time::Instant;

use super::super::block::HashedClass;
use super::super::layer::Layer;
use super::super::place;
use super::super::section::Section;
use super::super::sweep::Built;
use super::*;
use crate::budget::{Budget, Stop};

#[test]
fn a_build_goes_on_after_any_layer_to_the_same_bytes() {
    let layers = layers(4);
    let reference = directory();
    build(reference.path(), 4);
    let expected = fs::read(place::file(reference.path(), 4)).unwrap();
    assert!(!place::unfinished_file(reference.path(), 4).exists());
    for done in 0..=layers.len() {
        let directory = directory();
        let mut builder = Builder::new(directory.path(), 4).unwrap();
        feed(&mut builder, &layers[..done]).unwrap();
        builder.sync().unwrap();
        // Simulates a process that ends here.
        drop(builder);
        assert!(matches!(Tablebase::open(directory.path(), 4), Err(TablebaseError::Missing { n: 4, .. })));
        let mut builder = Builder::new(directory.path(), 4).unwrap();
        assert_eq!(builder.layers(), done);
        feed(&mut builder, &layers).unwrap();
        builder.finish().unwrap();
        assert_eq!(fs::read(place::file(directory.path(), 4)).unwrap(), expected, "interrupted after {done} layers");
    }
}

#[test]
fn the_sweep_finds_what_the_definition_says() {
    for (n, threads) in [(0, 1), (1, 1), (2, 2), (3, 1), (4, 3), (5, 2), (6, 1), (6, 2)] {
        let (swept, plain) = (directory(), directory());
        let mut seen = Vec::new();
        let budget = Budget::default().with_threads(threads);
        let table = Tablebase::build(swept.path(), n, &budget, |built| seen.push(built)).unwrap();
        assert_eq!(seen.len(), 1 << n);
        assert_eq!(seen.last().map(|built| (built.layers, built.classes)), Some((1 << n, table.classes())));
        assert_eq!(seen[0].classes_in_all, table.classes());
        build(plain.path(), n);
        let bytes = |directory: &TempDir| fs::read(place::file(directory.path(), n)).unwrap();
        assert!(bytes(&swept) == bytes(&plain), "{n}");
        assert_eq!(table.id(), Tablebase::small(n).unwrap().id());
        assert_eq!(table.len(), bytes(&plain).len() as u64);
    }
}

#[test]
fn an_interrupted_sweep_goes_on() {
    let directory = directory();
    let budget = Budget::default();
    let stop = |built: Built| {
        if built.layers == 20 {
            budget.interrupt();
        }
    };
    let error = Tablebase::build(directory.path(), 5, &budget, stop).unwrap_err();
    assert!(matches!(error, TablebaseError::Stopped(Stop::Interrupt)), "{error}");
    let written = Builder::new(directory.path(), 5).unwrap().layers();
    assert!((20..32).contains(&written), "{written}");
    let table = Tablebase::build(directory.path(), 5, &Budget::default(), |_| ()).unwrap();
    assert_eq!(table.id(), Tablebase::small(5).unwrap().id());
    // All layers are there, but the file is not finished.
    fs::rename(place::file(directory.path(), 5), place::unfinished_file(directory.path(), 5)).unwrap();
    let table = Tablebase::build(directory.path(), 5, &Budget::default(), |_| panic!("nothing is left to do")).unwrap();
    assert_eq!(table.id(), Tablebase::small(5).unwrap().id());
    let little = Budget::default().with_memory(0);
    let error = Tablebase::build(directory.path(), 5, &little, |_| ()).unwrap_err();
    assert!(matches!(error, TablebaseError::Stopped(Stop::Memory)), "{error}");
}

#[test]
fn a_build_goes_on_from_a_file_cut_or_damaged_anywhere() {
    let layers = layers(3);
    let directory = directory();
    build(directory.path(), 3);
    let (finished, unfinished) = (place::file(directory.path(), 3), place::unfinished_file(directory.path(), 3));
    let expected = fs::read(&finished).unwrap();
    let mut resumed = [0; 9];
    for at in (0..2 * expected.len()).step_by(7) {
        let mut bytes = expected.clone();
        // It makes no difference whether the header says that the file is finished.
        if at < expected.len() {
            bytes.truncate(at);
        } else {
            bytes[at - expected.len()] ^= 0x10;
        }
        fs::write(&unfinished, bytes).unwrap();
        let mut builder = Builder::new(directory.path(), 3).unwrap();
        resumed[builder.layers()] += 1;
        feed(&mut builder, &layers).unwrap();
        builder.finish().unwrap();
        assert_eq!(fs::read(&finished).unwrap(), expected, "{at}");
    }
    assert!(resumed.iter().all(|&times| times > 10), "{resumed:?}");
}

#[test]
fn two_builds_in_one_directory_are_refused() {
    let directory = directory();
    let first = Builder::new(directory.path(), 3).unwrap();
    let error = Builder::new(directory.path(), 3).err().expect("the directory is locked").to_string();
    assert!(error.contains(directory.path().to_str().unwrap()) && error.contains("another process"), "{error}");
    assert!(matches!(Builder::new(directory.path(), 4), Err(TablebaseError::Busy(_))));
    drop(first);
    // The lock file of a process that has ended blocks nobody.
    assert!(directory.path().join("tablebase.lock").exists());
    assert!(Builder::new(directory.path(), 3).is_ok());
}

#[test]
fn wrong_layers_are_refused() {
    let directory = directory();
    let said = |work: &dyn Fn(Builder) -> Result<(), TablebaseError>| {
        let result = work(Builder::new(directory.path(), 3).expect("there is room"));
        result.expect_err("something is wrong").to_string()
    };
    let early = |mut builder: Builder| builder.end_layer(1);
    assert_eq!(said(&early), "the layers are wrong: layer 1 came where layer 0 should");
    let nothing = |builder: Builder| builder.finish().map(|_| ());
    assert_eq!(said(&nothing), "the layers are wrong: there are 0 instead of 8");
    let twice = |mut builder: Builder| builder.add(0, &[0, 0], &[0, 0]).and_then(|()| builder.end_layer(0));
    assert_eq!(said(&twice), "the layers are wrong: a class with 0 faces came twice");
    let none = |mut builder: Builder| builder.end_layer(0);
    assert_eq!(said(&none), "the layers are wrong: there are no classes with 0 faces");
    let fewer = |mut builder: Builder| {
        let mut layers = layers(3);
        layers[3].0.pop();
        layers[3].1.pop();
        feed(&mut builder, &layers)?;
        builder.finish().map(|_| ())
    };
    assert_eq!(said(&fewer), "the layers are wrong: they have 8 classes instead of 9");
    assert!(matches!(Tablebase::open(directory.path(), 3), Err(TablebaseError::Missing { .. })));
}

#[test]
fn places_that_cannot_be_used_are_named() {
    let directory = directory();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Builder::new(&file, 3).err().expect("a file is no directory").to_string();
    assert!(error.contains("make the directory") && error.contains(file.to_str().unwrap()), "{error}");
    assert!(matches!(Builder::new(directory.path(), 8), Err(TablebaseError::Vertices(8))));
    assert!(matches!(Tablebase::open(directory.path(), 8), Err(TablebaseError::Vertices(8))));
    let full = TablebaseError::io("write", &file)(std::io::ErrorKind::StorageFull.into()).to_string();
    assert!(full.starts_with("the disk is full") && full.contains(file.to_str().unwrap()), "{full}");
}

#[test]
fn tables_fit_the_room_that_is_asked_for() {
    for n in 0..=6 {
        assert!(Tablebase::small(n).unwrap().len() <= place::bytes_needed(n).unwrap(), "{n}");
    }
    assert!(place::bytes_needed(7).unwrap() < 1 << 30);
}

#[test]
fn the_largest_table_is_found() {
    let directory = directory();
    assert!(matches!(Tablebase::open_largest(directory.path()), Err(TablebaseError::Missing { .. })));
    build(directory.path(), 2);
    build(directory.path(), 4);
    let table = Tablebase::open_largest(directory.path()).unwrap();
    assert_eq!((table.vertices(), table.classes()), (4, 29));
    assert_eq!(table.id(), Tablebase::small(4).unwrap().id());
    assert!(table.id().starts_with("tablebase-4-") && table.id().len() == 28);
}

/// As many classes as the largest layer on seven vertices has, with arbitrary words.
#[test]
#[ignore = "takes some seconds, and is of interest for its figures only"]
fn a_layer_of_the_largest_size() {
    let classes = 16_440_466u32;
    let key = |i: u32| {
        u128::from(i) << 32 | u128::from(!i) | u128::from(!i.reverse_bits()) << 64 | u128::from(i.reverse_bits()) << 96
    };
    let value = |i: u32| (i % 45) as u8;
    let clock = Instant::now();
    let mut layer = Layer::new(64);
    (0..classes).for_each(|i| layer.extend(&[key(i)], &[value(i)]));
    let bytes = layer.encode().unwrap();
    let built = clock.elapsed();
    let section = Section::parse(&bytes).unwrap();
    let clock = Instant::now();
    let step = 7_919_919;
    for i in (0..1_000_000u32).map(|i| (u64::from(i) * step % u64::from(classes)) as u32) {
        let entry = HashedClass::new(key(i), 0);
        let block = section.block(&bytes, entry.block(section.blocks)).unwrap();
        assert_eq!(block.value(&bytes, entry), Some(value(i)));
    }
    let bits = 8.0 * bytes.len() as f64 / f64::from(classes);
    println!("built in {built:?}, {bits:.3} bits a class, a million queries in {:?}", clock.elapsed());
    assert!(bits < 10.9, "{bits}");
}
