//! Checkpoints: the state of a sweep in files, from which it can be resumed.
//!
//! A checkpoint is written between two layers and holds the last complete one. While two layers fit
//! into memory, checkpoints are written from time to time. When they do not, the sweep continues
//! [out of core](super::out_of_core), and every layer is a checkpoint.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::{SweepError, about};
use super::file::{Format, Reader, Stored, Writer};
use super::out_of_core::{Complete, OnDisk, Passes};
use super::sweep::{DownSetClasses, Layer, Shown, Sweep, show};
use crate::budget::Stop;
use crate::clock::Instant;

/// The number of checkpoints of a sweep that are kept.
const KEPT: usize = 2;

/// Where sweeps write checkpoints, and how often.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    directory: PathBuf,
    every: Duration,
}

impl Checkpoints {
    /// Writes checkpoints to this directory, at most once every two minutes.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Checkpoints { directory: directory.into(), every: Duration::from_secs(120) }
    }

    /// Sets the minimum time between two checkpoints. It applies while the sweep fits into memory;
    /// out of core, every layer is kept in the directory for a while.
    #[must_use]
    pub fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }
}

/// Writes, reads and removes the checkpoints of one sweep.
pub(crate) struct Keeper<'a, K, A> {
    checkpoints: &'a Checkpoints,
    format: Format<'a, K, A>,
    /// The number of classes of each layer so far.
    pub(crate) counts: Vec<u64>,
    last: Instant,
}

impl<'a, K: DownSetClasses, A: Stored<K::Key>> Keeper<'a, K, A> {
    pub(crate) fn new(checkpoints: &'a Checkpoints, down_sets: &'a K, accumulator: &'a A) -> Result<Self, SweepError> {
        let directory = &checkpoints.directory;
        fs::create_dir_all(directory).map_err(about(directory))?;
        let format = Format { down_sets, accumulator };
        let keeper = Keeper { checkpoints, format, counts: Vec::new(), last: Instant::now() };
        if let Some(classes) = down_sets.largest_layer(usize::MAX) {
            // Just above the middle the layers are nearly as large, and the down-sets are larger.
            let size = down_sets.elements() * 9 / 16;
            keeper.check_space((KEPT as u64 + 1) * format.bytes(size, classes))?;
        }
        Ok(keeper)
    }

    /// Refuses to begin what would not fit on the disk.
    fn check_space(&self, needed: u64) -> Result<(), SweepError> {
        let directory = &self.checkpoints.directory;
        let free = free_space(directory).map_err(about(directory))?;
        let enough = free >= needed;
        if enough { Ok(()) } else { Err(SweepError::Space { directory: directory.clone(), needed, free }) }
    }

    fn path(&self, size: usize) -> PathBuf {
        self.checkpoints.directory.join(format!("{}{size:03}.checkpoint", self.format.name()))
    }

    fn draft(&self, size: usize) -> PathBuf {
        self.path(size).with_extension("draft")
    }

    /// The sizes of the layers that have a file with this ending, in increasing order.
    fn sizes(&self, ending: &str) -> Result<Vec<usize>, SweepError> {
        let directory = &self.checkpoints.directory;
        let (name, most, mut sizes) = (self.format.name(), self.format.down_sets.elements(), Vec::new());
        for entry in fs::read_dir(directory).map_err(about(directory))? {
            let file = entry.map_err(about(directory))?.file_name();
            let size = |file: &str| file.strip_prefix(&name)?.strip_suffix(ending)?.parse::<usize>().ok();
            sizes.extend(file.to_str().and_then(size).filter(|&size| size <= most));
        }
        sizes.sort_unstable();
        Ok(sizes)
    }

    /// The layer of the last checkpoint, if there is one. It is loaded into memory if two layers of
    /// this size fit.
    fn resume(&mut self, sweep: &Sweep<'_, K, A>) -> Result<Option<Complete<'a, K, A>>, SweepError> {
        let Some(&size) = self.sizes(".checkpoint")?.last() else { return Ok(None) };
        let path = self.path(size);
        let mut reader = self.format.open(&path, size)?;
        // A run that was killed may have left more checkpoints than are kept.
        self.remove_all_but(KEPT)?;
        self.counts.clone_from(&reader.counts);
        let (classes, room) = (reader.classes(), sweep.budget().meter(1).room());
        if 2 * classes * sweep.bytes_of_class() <= room {
            match load(&mut reader, sweep, size) {
                Err(SweepError::Stop(Stop::Memory)) => reader = self.format.open(&path, size)?,
                loaded => return Ok(Some(Complete::InMemory(loaded?))),
            }
        }
        // Reads the whole file, so that a damaged one is noticed now.
        while reader.next()?.is_some() {}
        Ok(Some(Complete::OnDisk(OnDisk { format: self.format, path, size })))
    }

    /// Runs a sweep with checkpoints. It resumes from the last one if `may_resume` accepts its
    /// number of elements. The visitor needs `held` bytes of memory per class of a layer until the
    /// layer ends.
    ///
    /// If the layers do not fit into memory, the sweep continues out of core. The checkpoints stay
    /// until they are [cleared](Self::clear).
    pub(crate) fn run<E: From<Stop> + From<SweepError>>(
        &mut self,
        sweep: &Sweep<'_, K, A>,
        held: u64,
        may_resume: impl FnOnce(usize) -> bool,
        mut visit: impl FnMut(Shown<'_, K::Key, A::State>) -> Result<(), E>,
    ) -> Result<Complete<'a, K, A>, E> {
        self.remove_drafts()?;
        let start = match self.resume(sweep)?.filter(|layer| layer.size() <= sweep.last() && may_resume(layer.size())) {
            Some(layer) => layer,
            None => {
                self.counts.clear();
                self.remove_all_but(0)?;
                let first = sweep.first_layer()?;
                show(&first, &mut visit)?;
                self.counts.push(1);
                Complete::InMemory(first)
            }
        };
        let start = match start {
            Complete::InMemory(layer) => self.run_in_memory(sweep, layer, held, &mut visit)?,
            on_disk @ Complete::OnDisk(_) => on_disk,
        };
        match start {
            Complete::OnDisk(layer) if layer.size < sweep.last() => {
                Passes::new(sweep, self, held).run(layer, visit).map(Complete::OnDisk)
            }
            complete => Ok(complete),
        }
    }

    /// Continues from a layer while two layers fit into memory. If they no longer do, the last
    /// complete layer is returned on disk.
    fn run_in_memory<E: From<Stop> + From<SweepError>>(
        &mut self,
        sweep: &Sweep<'_, K, A>,
        mut source: Layer<K::Key, A::State>,
        held: u64,
        visit: &mut impl FnMut(Shown<'_, K::Key, A::State>) -> Result<(), E>,
    ) -> Result<Complete<'a, K, A>, E> {
        let mut target = sweep.empty_layer(0, 0)?;
        let (mut meters, mut reserve) = (sweep.meters(), sweep.budget().meter(1));
        while source.size < sweep.last() {
            sweep.announce(self.pushed(), 1);
            let messages = sweep.bytes_of_messages(sweep.round(), source.len());
            let reserved = reserve.hold(messages + held * self.estimate());
            match reserved.and_then(|()| sweep.advance(&source, &mut target, &mut meters)) {
                Err(Stop::Memory) => {
                    drop(target);
                    return Ok(Complete::OnDisk(self.moved_to_disk(&source)?));
                }
                known => known?,
            }
            std::mem::swap(&mut source, &mut target);
            reserve.hold(0)?;
            show(&source, visit)?;
            self.layer(&source)?;
        }
        Ok(Complete::InMemory(source))
    }

    /// The number of classes pushed so far: all but those of the last complete layer.
    pub(super) fn pushed(&self) -> u64 {
        self.counts.iter().rev().skip(1).sum()
    }

    /// An estimate of the number of classes in the next layer. The growth factor falls from layer
    /// to layer.
    pub(super) fn estimate(&self) -> u64 {
        match self.counts[..] {
            [.., before, last] => {
                8 + (u128::from(last) * u128::from(last.max(before)) / u128::from(before.max(1))) as u64
            }
            _ => 8,
        }
    }

    /// Records a complete layer, and writes a checkpoint if it is time.
    fn layer(&mut self, layer: &Layer<K::Key, A::State>) -> Result<(), SweepError> {
        self.counts.push(layer.len() as u64);
        if self.last.elapsed() < self.checkpoints.every { Ok(()) } else { self.write(layer).map(|_| ()) }
    }

    /// Writes a layer from memory to disk, unless it is there already.
    fn moved_to_disk(&mut self, layer: &Layer<K::Key, A::State>) -> Result<OnDisk<'a, K, A>, SweepError> {
        if self.sizes(".checkpoint")?.last() == Some(&layer.size) {
            return Ok(OnDisk { format: self.format, path: self.path(layer.size), size: layer.size });
        }
        self.write(layer)
    }

    /// Writes the last complete layer.
    fn write(&mut self, layer: &Layer<K::Key, A::State>) -> Result<OnDisk<'a, K, A>, SweepError> {
        self.drafted(layer.size, layer.len() as u64, |_, writer, path| writer.write(layer).map_err(about(path)))
    }

    /// Writes a layer of about `classes` classes to a draft file, then renames it. `work` writes
    /// the classes and must ensure that their number is in the counts. If anything fails, the draft
    /// is removed.
    pub(super) fn drafted<E: From<SweepError>>(
        &mut self,
        size: usize,
        classes: u64,
        work: impl FnOnce(&mut Self, &mut Writer<'a, K, A>, &std::path::Path) -> Result<(), E>,
    ) -> Result<OnDisk<'a, K, A>, E> {
        self.check_space(self.format.bytes(size, classes))?;
        let (draft, path) = (self.draft(size), self.path(size));
        let written = self.format.create(&draft, size).map_err(|error| E::from(about(&draft)(error)));
        let written = written.and_then(|mut writer| {
            work(self, &mut writer, &draft)?;
            let finished = writer.finish(&self.counts).and_then(|()| fs::rename(&draft, &path));
            finished.map_err(|error| about(&path)(error).into())
        });
        if let Err(error) = written {
            // An incomplete draft is useless. An error while removing it must not hide the first
            // one.
            let _ = fs::remove_file(&draft);
            return Err(error);
        }
        // Some systems cannot open a directory; there renaming is safe without this.
        if let Ok(directory) = File::open(&self.checkpoints.directory) {
            let _ = directory.sync_all();
        }
        self.last = Instant::now();
        self.remove_all_but(KEPT)?;
        Ok(OnDisk { format: self.format, path, size })
    }

    /// Removes all but the newest `kept` checkpoints.
    fn remove_all_but(&self, kept: usize) -> Result<(), SweepError> {
        for &size in self.sizes(".checkpoint")?.iter().rev().skip(kept) {
            let path = self.path(size);
            fs::remove_file(&path).map_err(about(&path))?;
        }
        Ok(())
    }

    /// Removes drafts left by a run that was killed.
    fn remove_drafts(&self) -> Result<(), SweepError> {
        for size in self.sizes(".draft")? {
            let path = self.draft(size);
            fs::remove_file(&path).map_err(about(&path))?;
        }
        Ok(())
    }

    /// Removes all checkpoints and drafts.
    pub(crate) fn clear(&self) -> Result<(), SweepError> {
        self.remove_drafts()?;
        self.remove_all_but(0)
    }
}

/// Reads a layer into memory.
fn load<K: DownSetClasses, A: Stored<K::Key>>(
    reader: &mut Reader<'_, K, A>,
    sweep: &Sweep<'_, K, A>,
    size: usize,
) -> Result<Layer<K::Key, A::State>, SweepError> {
    let mut layer = sweep.empty_layer(size, reader.classes() as usize)?;
    reader.fill(&mut layer, usize::MAX)?;
    Ok(layer)
}

/// Runs a sweep, with or without checkpoints. After each layer `go_on` may end it. `conclude`
/// computes the result from the last layer and the number of classes in each layer; then the
/// checkpoints are removed.
pub(crate) fn run_to_the_end<K: DownSetClasses, A: Stored<K::Key>, T, E: From<Stop> + From<SweepError>>(
    sweep: &Sweep<'_, K, A>,
    checkpoints: Option<&Checkpoints>,
    mut go_on: impl FnMut() -> Result<(), E>,
    conclude: impl FnOnce(&Complete<'_, K, A>, &[u64]) -> Result<T, E>,
) -> Result<T, E> {
    let Some(checkpoints) = checkpoints else {
        let mut counts = Vec::new();
        let layer = sweep.run(|shown| match shown {
            Shown::Part(_) => Ok(()),
            Shown::End { classes, .. } => {
                counts.push(classes);
                go_on()
            }
        })?;
        return conclude(&Complete::InMemory(layer), &counts);
    };
    let mut keeper = Keeper::new(checkpoints, sweep.down_sets(), sweep.accumulator())?;
    let layer = keeper.run(sweep, 0, |_| true, |_| go_on())?;
    let concluded = conclude(&layer, &keeper.counts)?;
    keeper.clear()?;
    Ok(concluded)
}

/// The free space on the disk of a directory, in bytes. Where the system is not asked, a full disk
/// is an error when it is met.
pub(crate) fn free_space(directory: &Path) -> io::Result<u64> {
    #[cfg(all(feature = "tablebase", not(target_family = "wasm")))]
    return fs4::available_space(directory);
    #[cfg(not(all(feature = "tablebase", not(target_family = "wasm"))))]
    return directory.metadata().map(|_| u64::MAX);
}
