//! Sweeps whose layers do not fit into memory, against the same sweeps with enough memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use chomplex::budget::{Budget, Stop};
use chomplex::extensions;
use chomplex::layers::{
    Checkpoints, GrundyLayers, SweepError, classes_with_checkpoints, grundy, grundy_with_checkpoints,
};
use chomplex::tablebase::Tablebase;
use chomplex::value::Grundy;

/// All values by layer, and the number of parts in which each layer came.
#[derive(Default)]
struct Values {
    layers: BTreeMap<usize, BTreeMap<u128, u8>>,
    parts: BTreeMap<usize, usize>,
    complete: Option<usize>,
    /// Stops after the given part of a layer: its number of faces, and the number of parts.
    enough: Option<(usize, usize)>,
    first: Option<usize>,
}

impl GrundyLayers for Values {
    type Error = SweepError;

    fn part(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), SweepError> {
        self.first.get_or_insert(faces);
        let parts = self.parts.entry(faces).or_default();
        *parts += 1;
        let layer = self.layers.entry(faces).or_default();
        let before = layer.len();
        layer.extend(keys.iter().copied().zip(values.iter().copied()));
        assert_eq!(layer.len(), before + keys.len(), "each class comes once");
        if self.enough == Some((faces, *parts)) { Err(SweepError::Stop(Stop::Interrupt)) } else { Ok(()) }
    }

    fn end(&mut self, faces: usize, classes: u64) -> Result<(), SweepError> {
        assert_eq!(self.layers[&faces].len() as u64, classes);
        self.complete = Some(faces);
        Ok(())
    }

    fn has(&self, faces: usize) -> bool {
        self.complete >= Some(faces)
    }
}

fn in_memory() -> Values {
    let mut values = Values::default();
    assert_eq!(grundy(6, 6, &Budget::default(), &mut values).unwrap(), Grundy(3));
    values
}

fn little(bytes: u64, threads: usize) -> Budget {
    Budget::default().with_threads(threads).with_memory(bytes)
}

/// Checkpoints at intervals longer than any test, so that only necessary files are written.
fn seldom(directory: &Path) -> Checkpoints {
    Checkpoints::new(directory).every(Duration::from_secs(3600))
}

fn files(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Less memory than one of the largest layers takes; these have about a thousand classes.
const LITTLE: u64 = 60 << 10;

#[test]
fn values_are_the_same() {
    let whole = in_memory();
    for (bytes, threads) in [(LITTLE, 1), (LITTLE, 2), (LITTLE, 3), (2 * LITTLE, 1)] {
        let directory = tempfile::tempdir().unwrap();
        let mut values = Values::default();
        let budget = little(bytes, threads);
        let value = grundy_with_checkpoints(6, 6, &budget, &seldom(directory.path()), &mut values);
        assert_eq!(value.unwrap(), Grundy(3));
        assert!(values.layers == whole.layers, "{bytes} {threads}");
        let most = *values.parts.values().max().unwrap();
        let several = values.parts.values().filter(|&&parts| parts >= 3).count();
        assert!(bytes > LITTLE || several > 12, "{several} layers in three parts or more");
        assert!((2..30).contains(&most), "{most} parts");
        assert_eq!(values.parts[&3], 1, "the first layers are small");
        assert_eq!(files(directory.path()), Vec::<String>::new(), "none is left");
        assert!(budget.meter(1).room() == bytes, "all memory was given back");
    }
}

#[test]
fn skeletons_have_the_same_values() {
    for k in [2, 3, 4] {
        let (mut whole, mut values) = (Values::default(), Values::default());
        let value = grundy(6, k, &Budget::default(), &mut whole).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let budget = little(50 << 10, 2);
        let same = grundy_with_checkpoints(6, k, &budget, &seldom(directory.path()), &mut values).unwrap();
        assert_eq!(same, value);
        assert!(values.layers == whole.layers);
        assert_eq!(values.parts.values().any(|&parts| parts > 1), k > 2);
    }
}

#[test]
fn without_a_place_on_disk_it_stops() {
    let stopped = grundy(6, 6, &little(LITTLE, 1), &mut Values::default());
    assert!(matches!(stopped, Err(SweepError::Stop(Stop::Memory))));
    // With far too little memory it does so anyway.
    let directory = tempfile::tempdir().unwrap();
    for bytes in [0, 1000, 5000] {
        let budget = little(bytes, 1);
        let stopped = grundy_with_checkpoints(6, 6, &budget, &seldom(directory.path()), &mut Values::default());
        assert!(matches!(stopped, Err(SweepError::Stop(Stop::Memory))), "{bytes}: {stopped:?}");
    }
}

/// The number of times a class was pushed shows the number of passes.
#[test]
fn counts_are_the_same() {
    let boolean = "boolean(6)".parse().unwrap();
    let subsets = "subsets(6,4)".parse().unwrap();
    for (bytes, threads) in [(50 << 10, 1), (50 << 10, 2), (LITTLE, 3)] {
        let directory = tempfile::tempdir().unwrap();
        let kept = seldom(directory.path());
        for position in [&boolean, &subsets] {
            let enough = Budget::default();
            let whole = extensions::count(position, &enough).unwrap();
            let budget = little(bytes, threads);
            assert_eq!(extensions::count(position, &budget), Err(Stop::Memory));
            let budget = little(bytes, threads);
            assert_eq!(extensions::count_with_checkpoints(position, &budget, &kept).unwrap(), whole);
            let (few, many) = (enough.positions(), budget.positions());
            assert!(2 * many > 3 * few, "{many} instead of {few}");
            let whole = chomplex::layers::classes(position, &enough).unwrap();
            let budget = little(bytes / 4, threads);
            assert_eq!(classes_with_checkpoints(position, &budget, &kept).unwrap(), whole);
            assert!(budget.positions() > few, "{}", budget.positions());
        }
        assert_eq!(files(directory.path()), Vec::<String>::new());
    }
}

/// Boards with and without a group, each with a memory limit that is too small for two of its
/// layers.
const BOARDS: [(&str, u64); 4] = [
    ("product(chain(3),product(chain(4),chain(4)))", 40 << 10),
    ("product(chain(3),product(chain(3),product(chain(3),chain(2))))", 120 << 10),
    ("product(chain(2),product(chain(4),chain(5)))", 14 << 10),
    ("subsets(8,2)", 100 << 10),
];

#[test]
fn counts_of_any_poset_are_the_same() {
    for (board, (expression, bytes)) in BOARDS.into_iter().enumerate() {
        let position = expression.parse().unwrap();
        let extensions = extensions::count(&position, &Budget::default()).unwrap();
        let enough = Budget::default();
        let classes = chomplex::layers::classes(&position, &enough).unwrap();
        let few = enough.positions();
        assert!(expression != "subsets(8,2)" || classes == 13_599u32.into(), "OEIS A000088, summed up to 8");
        for threads in [2, 3] {
            let several = Budget::default().with_threads(threads);
            assert_eq!(extensions::count(&position, &several).unwrap(), extensions, "{expression}");
            assert_eq!(chomplex::layers::classes(&position, &several).unwrap(), classes, "{expression}");
        }
        // With so little memory, workers have little to do at a time and wait for each other.
        for threads in if board == 0 { 1..4 } else { 1..2 } {
            let directory = tempfile::tempdir().unwrap();
            let kept = seldom(directory.path());
            // A graph has so few connected up-sets that their table fits.
            let fits = expression == "subsets(8,2)";
            let expected = if fits { Ok(extensions.clone()) } else { Err(Stop::Memory) };
            assert_eq!(extensions::count(&position, &little(bytes, threads)), expected, "{expression}");
            let budget = little(bytes, threads);
            let count = extensions::count_with_checkpoints(&position, &budget, &kept);
            assert_eq!(count.unwrap(), extensions, "{expression}");
            let many = budget.positions();
            assert!(fits || 4 * many > 5 * few, "{expression}: {many} instead of {few}");
            let budget = little(bytes / 2, threads);
            assert_eq!(classes_with_checkpoints(&position, &budget, &kept).unwrap(), classes, "{expression}");
            assert_eq!(files(directory.path()), Vec::<String>::new());
            assert_eq!(budget.meter(1).room(), bytes / 2, "all memory was given back");
        }
    }
}

#[test]
fn a_count_of_any_poset_interrupted_anywhere_goes_on() {
    let (expression, bytes) = BOARDS[0];
    let position = expression.parse().unwrap();
    let whole = extensions::count(&position, &Budget::default()).unwrap();
    for (memory, every) in [(bytes, 3600), (64 << 20, 0)] {
        let directory = tempfile::tempdir().unwrap();
        let kept = Checkpoints::new(directory.path()).every(Duration::from_secs(every));
        let (mut runs, mut positions) = (0, 500);
        loop {
            runs += 1;
            let budget = little(memory, 1).with_positions(positions);
            match extensions::count_with_checkpoints(&position, &budget, &kept) {
                Ok(count) => break assert_eq!(count, whole),
                Err(SweepError::Stop(Stop::Positions)) => positions += 100,
                Err(error) => panic!("{error}"),
            }
            // Other posets and other counts are not affected by these files.
            let other = "product(chain(3),product(chain(3),chain(3)))".parse().unwrap();
            let count = extensions::count_with_checkpoints(&other, &Budget::default(), &kept).unwrap();
            assert_eq!(count, extensions::count(&other, &Budget::default()).unwrap());
        }
        assert!(runs > 3, "{runs}");
        assert_eq!(files(directory.path()), Vec::<String>::new());
    }
}

#[test]
fn a_sweep_interrupted_within_a_layer_goes_on() {
    let whole = in_memory();
    for (faces, part, then) in [(25, 1, LITTLE), (31, 2, LITTLE), (33, 3, 3 * LITTLE / 2), (36, 2, 64 << 20)] {
        let directory = tempfile::tempdir().unwrap();
        let kept = seldom(directory.path());
        let mut values = Values { enough: Some((faces, part)), ..Values::default() };
        let stopped = grundy_with_checkpoints(6, 6, &little(LITTLE, 2), &kept, &mut values);
        assert!(matches!(stopped, Err(SweepError::Stop(Stop::Interrupt))), "{stopped:?}");
        // The previous layer, which has one face more when the empty one is counted; and no draft.
        let last = format!("values-6-6-{faces:03}.checkpoint");
        assert_eq!(files(directory.path()).last(), Some(&last));
        assert!(values.layers[&faces].len() < whole.layers[&faces].len());
        values.layers.remove(&faces);
        let mut values = Values { enough: None, first: None, ..values };
        let value = grundy_with_checkpoints(6, 6, &little(then, 1), &kept, &mut values);
        assert_eq!(value.unwrap(), Grundy(3));
        assert!(values.layers == whole.layers);
        assert_eq!(values.first, Some(faces));
        assert_eq!(files(directory.path()), Vec::<String>::new());
    }
}

#[test]
fn a_count_interrupted_anywhere_goes_on() {
    let boolean = "boolean(6)".parse().unwrap();
    let whole = extensions::count(&boolean, &Budget::default()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let kept = seldom(directory.path());
    let (mut runs, mut positions) = (0, 3000);
    loop {
        runs += 1;
        let budget = little(50 << 10, 1).with_positions(positions);
        match extensions::count_with_checkpoints(&boolean, &budget, &kept) {
            Ok(count) => break assert_eq!(count, whole),
            Err(SweepError::Stop(Stop::Positions)) => positions += 500,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(runs > 3, "{runs}");
}

#[test]
fn a_damaged_layer_is_not_gone_on_from() {
    let directory = tempfile::tempdir().unwrap();
    let kept = seldom(directory.path());
    let mut values = Values { enough: Some((31, 2)), ..Values::default() };
    grundy_with_checkpoints(6, 6, &little(LITTLE, 1), &kept, &mut values).unwrap_err();
    let path = directory.path().join(files(directory.path()).pop().unwrap());
    let bytes = fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(997).chain([bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, &changed).unwrap();
        let error = grundy_with_checkpoints(6, 6, &little(LITTLE, 1), &kept, &mut values).unwrap_err();
        assert!(!matches!(error, SweepError::Stop(_) | SweepError::Io { .. }), "byte {place}: {error}");
    }
}

#[test]
fn a_table_is_the_same() {
    // The results collected from a layer need memory too.
    for (bytes, threads) in [(80 << 10, 1), (120 << 10, 2)] {
        let directory = tempfile::tempdir().unwrap();
        let budget = little(bytes, threads);
        let table = Tablebase::build(directory.path(), 6, &budget, |_| ()).unwrap();
        assert_eq!(table.id(), Tablebase::small(6).unwrap().id());
        assert!(budget.positions() > 20_000, "{}", budget.positions());
    }
}

/// Counts classes, and those of value 0.
#[derive(Default)]
struct Tally {
    classes: u64,
    zeros: u64,
}

impl GrundyLayers for Tally {
    type Error = SweepError;

    fn part(&mut self, _: usize, keys: &[u128], values: &[u8]) -> Result<(), SweepError> {
        self.classes += keys.len() as u64;
        self.zeros += values.iter().filter(|&&value| value == 0).count() as u64;
        Ok(())
    }

    fn end(&mut self, _: usize, _: u64) -> Result<(), SweepError> {
        Ok(())
    }
}

#[test]
#[ignore = "two sweeps over 15 million classes take two minutes"]
fn fifteen_million_classes_in_two_hundred_mebibytes() {
    let budget = little(200 << 20, 2);
    let directory = tempfile::tempdir().unwrap();
    let (start, mut tally) = (Instant::now(), Tally::default());
    let value = grundy_with_checkpoints(7, 3, &budget, &seldom(directory.path()), &mut tally).unwrap();
    let (positions, seconds) = (budget.positions(), start.elapsed().as_secs_f64());
    let peak = chomplex::budget::peak_memory();
    eprintln!("{seconds:.1} s, {positions} classes pushed, peak {peak} bytes");
    let (budget, start, mut whole) = (Budget::default().with_threads(2), Instant::now(), Tally::default());
    assert_eq!(grundy_with_checkpoints(7, 3, &budget, &seldom(directory.path()), &mut whole).unwrap(), value);
    eprintln!("{:.1} s in memory, {} classes pushed", start.elapsed().as_secs_f64(), budget.positions());
    assert_eq!((tally.classes, tally.zeros), (whole.classes, whole.zeros));
    assert!(2 * positions > 3 * budget.positions());
    // The program itself and file buffers are not accounted for.
    assert!(peak < 230 << 20, "{peak}");
}
