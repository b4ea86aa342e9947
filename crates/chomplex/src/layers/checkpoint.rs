//! The state of a sweep in a file, from which it can be resumed.
//!
//! A checkpoint is written between two layers. It has the layer last completed, all numbers little-endian:
//!
//! ```text
//!   bytes     0 …  15   "chomplex sweep\r\n"
//!            16 …  19   version of the format
//!            20 …  23   version of the canonical form
//!            24 …  39   the fold, as text, filled up with zeros
//!            40 …  51   n, k, and the number L of layers so far, that of the complex {∅} being the first
//!            52 …  55   0
//!            56 …       for each layer the number of its classes, 8 bytes each
//!                       checksum (XXH3) of all that, 8 bytes
//!                       for each class of the last layer: the complex, 16 bytes; its state
//!                       checksum of these, 8 bytes
//! ```

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::complexes::{CANONICAL_VERSION, LARGEST_LAYER, Layer, MOST_VERTICES, Sweep};
use super::fold::Fold;
use crate::budget::Stop;

const MAGIC: &[u8; 16] = b"chomplex sweep\r\n";
const VERSION: u32 = 1;
const FIXED: usize = 56;

/// So many checkpoints of a sweep are kept.
const KEPT: usize = 2;

/// Where sweeps leave checkpoints, and how often.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    directory: PathBuf,
    every: Duration,
}

impl Checkpoints {
    /// In this directory, no more often than every two minutes.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Checkpoints { directory: directory.into(), every: Duration::from_secs(120) }
    }

    /// No more often than this.
    #[must_use]
    pub fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }
}

/// Why a sweep with checkpoints ended before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The budget was spent.
    #[error("stopped by a budget: {}", .0.id())]
    Stop(Stop),
    /// The file is something else.
    #[error("`{}` is not a checkpoint of this sweep: move it away", .0.display())]
    Foreign(PathBuf),
    /// The file has another version, or goes by another canonical form.
    #[error("`{}` is a checkpoint of another version of this program: remove it to start anew", .0.display())]
    Version(PathBuf),
    /// The file is not what was written.
    #[error("`{}` is damaged, {what}: remove it to go on without it", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// There is not enough room on the disk.
    #[error("checkpoints in `{}` need {needed} bytes, {free} are free", .directory.display())]
    Space {
        /// The directory.
        directory: PathBuf,
        /// The bytes needed.
        needed: u64,
        /// The bytes there are.
        free: u64,
    },
    /// The file cannot be read or written.
    #[error("cannot use `{}`: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl From<Stop> for SweepError {
    fn from(stop: Stop) -> Self {
        SweepError::Stop(stop)
    }
}

impl SweepError {
    /// Why a sweep without checkpoints ended.
    pub(crate) fn into_stop(self) -> Stop {
        match self {
            SweepError::Stop(stop) => stop,
            other => unreachable!("there are no checkpoints: {other}"),
        }
    }
}

/// An error of the system about a file.
fn about(path: &Path) -> impl FnOnce(io::Error) -> SweepError {
    |source| SweepError::Io { path: path.to_owned(), source }
}

/// A fold whose states can be written down.
pub(crate) trait Stored: Fold<State: Copy> {
    /// Its name in files, at most 16 letters.
    fn id(&self) -> &'static str;

    /// The bytes of a state of a complex of so many faces.
    fn bytes(&self, size: usize) -> usize;

    /// Appends the bytes of a state.
    fn store(&self, complex: u128, state: &Self::State, bytes: &mut Vec<u8>);

    /// The state of which these are the bytes.
    fn restore(&self, complex: u128, bytes: &[u8]) -> Self::State;
}

/// Keeps the checkpoints of one sweep.
pub(crate) struct Keeper<'a, F: Stored> {
    checkpoints: &'a Checkpoints,
    fold: &'a F,
    n: usize,
    k: usize,
    /// The numbers of classes of the layers so far.
    pub(crate) counts: Vec<u64>,
    last: Instant,
}

impl<'a, F: Stored> Keeper<'a, F> {
    pub(crate) fn new(checkpoints: &'a Checkpoints, n: usize, k: usize, fold: &'a F) -> Result<Self, SweepError> {
        let directory = &checkpoints.directory;
        fs::create_dir_all(directory).map_err(about(directory))?;
        let keeper = Keeper { checkpoints, fold, n, k, counts: Vec::new(), last: Instant::now() };
        if n == MOST_VERTICES && k == n {
            // Just above the middle the layers are nearly as large, and the complexes larger.
            keeper.check_space((KEPT as u64 + 1) * LARGEST_LAYER * (16 + fold.bytes(72) as u64))?;
        }
        Ok(keeper)
    }

    fn check_space(&self, needed: u64) -> Result<(), SweepError> {
        let directory = &self.checkpoints.directory;
        let free = fs4::available_space(directory).map_err(about(directory))?;
        let enough = free >= needed;
        if enough { Ok(()) } else { Err(SweepError::Space { directory: directory.clone(), needed, free }) }
    }

    /// What the names of its checkpoints begin with.
    fn name(&self) -> String {
        format!("{}-{}-{}-", self.fold.id(), self.n, self.k)
    }

    fn path(&self, size: usize) -> PathBuf {
        self.checkpoints.directory.join(format!("{}{size:03}.checkpoint", self.name()))
    }

    /// The sizes of the layers there are checkpoints of, or files with another ending, in increasing order.
    fn sizes(&self, ending: &str) -> Result<Vec<usize>, SweepError> {
        let directory = &self.checkpoints.directory;
        let (name, mut sizes) = (self.name(), Vec::new());
        for entry in fs::read_dir(directory).map_err(about(directory))? {
            let file = entry.map_err(about(directory))?.file_name();
            let size = |file: &str| file.strip_prefix(&name)?.strip_suffix(ending)?.parse::<usize>().ok();
            sizes.extend(file.to_str().and_then(size).filter(|size| (1..=128).contains(size)));
        }
        sizes.sort_unstable();
        Ok(sizes)
    }

    /// The layer of the last checkpoint, if there is one.
    fn resume(&mut self, sweep: &Sweep<'_, F>) -> Result<Option<Layer<F::State>>, SweepError> {
        let Some(&size) = self.sizes(".checkpoint")?.last() else { return Ok(None) };
        let path = self.path(size);
        let file = File::open(&path).map_err(about(&path))?;
        let length = file.metadata().map_err(about(&path))?.len();
        let mut reader = BufReader::with_capacity(1 << 20, file);
        let counts = self.read_header(&mut reader, &path, size)?;
        let classes = counts.last().copied().unwrap_or(0);
        let record = 16 + self.fold.bytes(size);
        let damaged = |what| SweepError::Damaged { path: path.clone(), what };
        if Some(length) != classes.checked_mul(record as u64).map(|records| records + self.header_bytes(size) + 8) {
            return Err(damaged("its length is wrong"));
        }
        let mut layer = sweep.empty_layer(size, classes as usize)?;
        let (mut bytes, mut sum) = (vec![0; record], Xxh3Default::new());
        for _ in 0..classes {
            reader.read_exact(&mut bytes).map_err(about(&path))?;
            sum.update(&bytes);
            let complex = u128::from_le_bytes(bytes[..16].try_into().expect("16 bytes"));
            layer.enter(complex, self.fold.restore(complex, &bytes[16..]))?;
        }
        let mut expected = [0; 8];
        reader.read_exact(&mut expected).map_err(about(&path))?;
        if sum.digest() != u64::from_le_bytes(expected) || layer.len() as u64 != classes {
            return Err(damaged("its checksum is wrong"));
        }
        self.counts = counts;
        Ok(Some(layer))
    }

    fn header_bytes(&self, size: usize) -> u64 {
        (FIXED + 8 * size + 8) as u64
    }

    fn header(&self, counts: &[u64]) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend(CANONICAL_VERSION.to_le_bytes());
        header.extend(self.fold.id().as_bytes());
        header.resize(40, 0);
        for number in [self.n, self.k, counts.len(), 0] {
            header.extend((number as u32).to_le_bytes());
        }
        header.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        header
    }

    /// The numbers of classes that a file says.
    fn read_header(&self, reader: &mut impl Read, path: &Path, size: usize) -> Result<Vec<u64>, SweepError> {
        let mut header = vec![0; self.header_bytes(size) as usize];
        let mut read = 0;
        while read < header.len() {
            match reader.read(&mut header[read..]).map_err(about(path))? {
                0 => break,
                more => read += more,
            }
        }
        if !header.starts_with(MAGIC) {
            return Err(SweepError::Foreign(path.to_owned()));
        }
        let (header, sum) = header.split_at(header.len() - 8);
        if header[16..24] != [VERSION.to_le_bytes(), CANONICAL_VERSION.to_le_bytes()].concat()[..] {
            return Err(SweepError::Version(path.to_owned()));
        }
        if xxh3_64(header).to_le_bytes() != sum {
            return Err(SweepError::Damaged { path: path.to_owned(), what: "its beginning has changed" });
        }
        let counts =
            header[FIXED..].chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8 bytes")));
        let counts: Vec<u64> = counts.collect();
        if self.header(&counts) == header { Ok(counts) } else { Err(SweepError::Foreign(path.to_owned())) }
    }

    /// Runs a sweep to the layer of `last` faces, with checkpoints. It goes on from one that is there, if `may_resume` agrees.
    pub(crate) fn run<E: From<Stop> + From<SweepError>>(
        &mut self,
        sweep: &Sweep<'_, F>,
        last: usize,
        may_resume: impl FnOnce(&Layer<F::State>) -> bool,
        mut visit: impl FnMut(&Layer<F::State>) -> Result<(), E>,
    ) -> Result<Layer<F::State>, E> {
        self.remove_drafts()?;
        let start = match self.resume(sweep)?.filter(may_resume) {
            Some(layer) => layer,
            None => {
                self.counts.clear();
                self.remove_all_but(0)?;
                let first = sweep.first_layer()?;
                visit(&first)?;
                self.layer(&first)?;
                first
            }
        };
        let end = sweep.run_from(start, last, |layer| {
            visit(layer)?;
            self.layer(layer).map_err(E::from)
        })?;
        self.remove_all_but(0)?;
        Ok(end)
    }

    /// Takes notice of a complete layer, and writes a checkpoint if it is time.
    fn layer(&mut self, layer: &Layer<F::State>) -> Result<(), SweepError> {
        self.counts.push(layer.len() as u64);
        if self.last.elapsed() < self.checkpoints.every {
            return Ok(());
        }
        let records = layer.len() as u64 * (16 + self.fold.bytes(layer.size) as u64);
        self.check_space(self.header_bytes(layer.size) + records + 8)?;
        let path = self.path(layer.size);
        let draft = path.with_extension("draft");
        let written = self.write(layer, &draft).and_then(|()| fs::rename(&draft, &path));
        if let Err(error) = written {
            // What is there of it is of no use; that it cannot be removed is not the news.
            let _ = fs::remove_file(&draft);
            return Err(about(&path)(error));
        }
        // On some systems a directory cannot be opened; there the renaming is safe without.
        if let Ok(directory) = File::open(&self.checkpoints.directory) {
            let _ = directory.sync_all();
        }
        self.last = Instant::now();
        self.remove_all_but(KEPT)
    }

    fn write(&self, layer: &Layer<F::State>, draft: &Path) -> io::Result<()> {
        let mut writer = BufWriter::with_capacity(1 << 20, File::create(draft)?);
        let header = self.header(&self.counts);
        writer.write_all(&header)?;
        writer.write_all(&xxh3_64(&header).to_le_bytes())?;
        let (mut bytes, mut sum) = (Vec::new(), Xxh3Default::new());
        for (complex, state) in layer.iter() {
            bytes.clear();
            bytes.extend(complex.to_le_bytes());
            self.fold.store(complex, state, &mut bytes);
            sum.update(&bytes);
            writer.write_all(&bytes)?;
        }
        writer.write_all(&sum.digest().to_le_bytes())?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    /// Removes the older checkpoints; all of them when the sweep is done.
    fn remove_all_but(&self, kept: usize) -> Result<(), SweepError> {
        for &size in self.sizes(".checkpoint")?.iter().rev().skip(kept) {
            let path = self.path(size);
            fs::remove_file(&path).map_err(about(&path))?;
        }
        Ok(())
    }

    /// Removes what was being written when an earlier run was killed.
    fn remove_drafts(&self) -> Result<(), SweepError> {
        for size in self.sizes(".draft")? {
            let path = self.path(size).with_extension("draft");
            fs::remove_file(&path).map_err(about(&path))?;
        }
        Ok(())
    }

    /// Removes all that sweeps have left.
    pub(crate) fn clear(&self) -> Result<(), SweepError> {
        self.remove_drafts()?;
        self.remove_all_but(0)
    }
}
