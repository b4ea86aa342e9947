//! Sweeps that are interrupted and resumed, and damaged checkpoints.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chomplex::budget::{Budget, Stop};
use chomplex::extensions;
use chomplex::layers::{
    Checkpoints, GrundyLayers, SweepError, classes_with_checkpoints, grundy, grundy_with_checkpoints,
};
use chomplex::value::Grundy;

/// Collects all values by layer; stops after the layer of `enough` faces.
#[derive(Default)]
struct Values {
    layers: BTreeMap<usize, BTreeMap<u128, u8>>,
    complete: Option<usize>,
    enough: Option<usize>,
    /// The layers received in this run.
    given: Vec<usize>,
}

impl GrundyLayers for Values {
    type Error = SweepError;

    fn part(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), SweepError> {
        self.layers.entry(faces).or_default().extend(keys.iter().copied().zip(values.iter().copied()));
        Ok(())
    }

    fn end(&mut self, faces: usize, classes: u64) -> Result<(), SweepError> {
        assert_eq!(self.layers[&faces].len() as u64, classes);
        self.complete = Some(faces);
        self.given.push(faces);
        if self.enough == Some(faces) { Err(SweepError::Stop(Stop::Interrupt)) } else { Ok(()) }
    }

    fn has(&self, faces: usize) -> bool {
        self.complete >= Some(faces)
    }
}

/// A checkpoint after every layer.
fn always(directory: &Path) -> Checkpoints {
    Checkpoints::new(directory).every(Duration::ZERO)
}

fn threads(threads: usize) -> Budget {
    Budget::default().with_threads(threads)
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Sweeps up to the layer with `faces` faces; returns the values and leaves the checkpoints.
fn interrupted(n: usize, faces: usize, directory: &Path) -> Values {
    let mut values = Values { enough: Some(faces), ..Values::default() };
    let stopped = grundy_with_checkpoints(n, n, &threads(2), &always(directory), &mut values);
    assert!(matches!(stopped, Err(SweepError::Stop(Stop::Interrupt))));
    Values { enough: None, given: Vec::new(), ..values }
}

#[test]
fn a_resumed_sweep_gives_the_same_values() {
    let mut whole = Values::default();
    assert_eq!(grundy(6, 6, &threads(1), &mut whole).unwrap(), Grundy(3));
    for (faces, workers) in [(1, 1), (5, 3), (20, 1), (31, 2), (50, 4), (62, 2)] {
        let directory = tempfile::tempdir().unwrap();
        let mut values = interrupted(6, faces, directory.path());
        assert_eq!(files(directory.path()).len(), faces.min(2), "two are kept");
        let value = grundy_with_checkpoints(6, 6, &threads(workers), &always(directory.path()), &mut values);
        assert_eq!(value.unwrap(), Grundy(3));
        assert_eq!(values.layers, whole.layers);
        // The last layer was received before its checkpoint would have been written.
        assert_eq!(values.given, (faces..64).collect::<Vec<_>>());
        assert_eq!(files(directory.path()), Vec::<PathBuf>::new(), "none is left");
    }
}

#[test]
fn a_receiver_that_lost_its_layers_gets_them_again() {
    let directory = tempfile::tempdir().unwrap();
    interrupted(5, 12, directory.path());
    let mut values = Values::default();
    grundy_with_checkpoints(5, 5, &threads(1), &always(directory.path()), &mut values).unwrap();
    assert_eq!(values.given, (0..32).collect::<Vec<_>>());
}

#[test]
fn counts_are_resumed() {
    let boolean = "boolean(6)".parse().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let checkpoints = always(directory.path());
    let short = Budget::default().with_positions(5000);
    let stopped = extensions::count_with_checkpoints(&boolean, &short, &checkpoints);
    assert!(matches!(stopped, Err(SweepError::Stop(Stop::Positions))), "{stopped:?}");
    let stopped = classes_with_checkpoints(&boolean, &short, &checkpoints);
    assert!(matches!(stopped, Err(SweepError::Stop(Stop::Positions))), "{stopped:?}");
    assert_eq!(files(directory.path()).len(), 4, "two for each");

    let rest = Budget::default();
    let count = extensions::count_with_checkpoints(&boolean, &rest, &checkpoints).unwrap();
    assert_eq!(count.to_string(), "141377911697227887117195970316200795630205476957716480", "OEIS A046873");
    let pushed = rest.positions();
    assert!((1..6000).contains(&pushed), "{pushed} of 8,000 or so were left");
    assert_eq!(classes_with_checkpoints(&boolean, &rest, &checkpoints).unwrap(), 16_353u32.into(), "OEIS A003182");
    assert_eq!(files(directory.path()), Vec::<PathBuf>::new());
}

/// The result of a sweep with these bytes in place of its last checkpoint.
fn with_file(bytes: &[u8], values: &mut Values, path: &Path) -> Result<Grundy, SweepError> {
    fs::write(path, bytes).unwrap();
    grundy_with_checkpoints(4, 4, &threads(1), &always(path.parent().unwrap()), values)
}

#[test]
fn damaged_checkpoints_are_recognised() {
    let directory = tempfile::tempdir().unwrap();
    let mut values = interrupted(4, 8, directory.path());
    let path = files(directory.path()).pop().unwrap();
    let bytes = fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        let error = with_file(&changed, &mut values, &path).unwrap_err();
        let named = match &error {
            SweepError::Foreign(named) => place < 16 && named == &path,
            SweepError::Version(named) => (16..24).contains(&place) && named == &path,
            SweepError::Damaged { path: named, .. } => place >= 24 && named == &path,
            _ => false,
        };
        assert!(named, "byte {place}: {error}");
        assert!(error.to_string().contains(path.to_str().unwrap()));
        let error = with_file(&bytes[..place], &mut values, &path).unwrap_err();
        assert!(!matches!(error, SweepError::Stop(_)), "{place} bytes: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(with_file(&longer, &mut values, &path), Err(SweepError::Damaged { .. })));
    assert_eq!(with_file(&bytes, &mut values, &path).unwrap(), Grundy(1));
}

#[test]
fn the_checkpoint_of_another_sweep_is_recognised() {
    let directory = tempfile::tempdir().unwrap();
    interrupted(5, 8, directory.path());
    let other = fs::read(files(directory.path()).pop().unwrap()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut values = interrupted(4, 8, directory.path());
    let path = files(directory.path()).pop().unwrap();
    assert!(matches!(with_file(&other, &mut values, &path), Err(SweepError::Foreign(named)) if named == path));
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_the_one_before() {
    let directory = tempfile::tempdir().unwrap();
    let mut values = interrupted(5, 8, directory.path());
    let last = files(directory.path()).pop().unwrap();
    let in_the_way = PathBuf::from(last.to_str().unwrap().replace("008.checkpoint", "009.draft"));
    fs::create_dir(&in_the_way).unwrap();
    let error = grundy_with_checkpoints(5, 5, &threads(1), &always(directory.path()), &mut values).unwrap_err();
    assert!(matches!(&error, SweepError::Io { .. }), "{error}");
    fs::remove_dir(&in_the_way).unwrap();
    assert!(files(directory.path()).contains(&last));
    values.given.clear();
    let value = grundy_with_checkpoints(5, 5, &threads(1), &always(directory.path()), &mut values);
    assert_eq!(value.unwrap(), Grundy(2));
    assert_eq!(values.given[0], 8, "the layer of nine faces, the empty one counted");
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let directory = file.path().join("checkpoints");
    let error = grundy_with_checkpoints(4, 4, &threads(1), &always(&directory), &mut Values::default()).unwrap_err();
    assert!(matches!(&error, SweepError::Io { path, .. } if path == &directory), "{error}");
}
