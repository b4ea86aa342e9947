//! A layer in a file: a checkpoint, and the source of the next layer in an out-of-core sweep.
//!
//! All numbers are little-endian:
//!
//! ```text
//!   bytes     0 …  15   "chomplex sweep\r\n"
//!            16 …  19   version of the format
//!            20 …  23   version of the canonical form
//!            24 …  39   the accumulator, as text, padded with zeros
//!            40 …  55   the poset: for complexes n and k, 4 bytes each, and zeros;
//!                       for others XXH3 (128 bits) of the order
//!            56 …  59   the number L of layers so far, starting with that of the empty set
//!            60 …  63   the number of bytes of a down-set
//!            64 …       for each layer the number of its classes, 8 bytes each
//!                       checksum (XXH3) of all of the above, 8 bytes
//!                       for each class of the last layer: a down-set, its state
//!                       checksum of these, 8 bytes
//! ```

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::accumulator::Accumulator;
use super::error::{SweepError, about};
use super::sweep::{DownSetClasses, Key, Layer};
use crate::complex::CANONICAL_VERSION;

const MAGIC: &[u8; 16] = b"chomplex sweep\r\n";
const VERSION: u32 = 3;
const FIXED: usize = 64;

/// An accumulator whose states can be stored in files, for down-sets with keys of type `T`.
pub(crate) trait Stored<T>: Accumulator {
    /// Its name in files, at most 16 bytes.
    fn id(&self) -> String;

    /// The number of bytes of a state of a down-set of `size` elements.
    fn bytes(&self, size: usize) -> usize;

    /// Appends the bytes of a state.
    fn store(&self, key: T, state: &Self::State, bytes: &mut Vec<u8>);

    /// Reads a state back from its bytes.
    fn restore(&self, key: T, bytes: &[u8]) -> Self::State;

    /// Whether a finished state has everything that should have reached it.
    fn is_complete(&self, key: T, state: &Self::State) -> bool {
        let _ = (key, state);
        true
    }
}

/// The format of the files of one sweep.
pub(crate) struct Format<'a, K, A> {
    pub(super) down_sets: &'a K,
    pub(super) accumulator: &'a A,
}

// Deriving these would require them of the down-sets and the accumulator.
impl<K, A> Clone for Format<'_, K, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, A> Copy for Format<'_, K, A> {}

impl<'a, K: DownSetClasses, A: Stored<K::Key>> Format<'a, K, A> {
    /// The prefix of the file names.
    pub(super) fn name(self) -> String {
        format!("{}-{}-", self.accumulator.id(), self.down_sets.name())
    }

    fn header_bytes(self, size: usize) -> u64 {
        (FIXED + 8 * (size + 1) + 8) as u64
    }

    fn record_bytes(self, size: usize) -> u64 {
        (K::Key::BYTES + self.accumulator.bytes(size)) as u64
    }

    /// The number of bytes of a file with `classes` down-sets of `size` elements.
    pub(super) fn bytes(self, size: usize, classes: u64) -> u64 {
        classes.saturating_mul(self.record_bytes(size)).saturating_add(self.header_bytes(size) + 8)
    }

    fn header(self, counts: &[u64]) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend(CANONICAL_VERSION.to_le_bytes());
        header.extend(self.accumulator.id().as_bytes());
        header.resize(40, 0);
        header.extend(self.down_sets.id());
        for number in [counts.len(), K::Key::BYTES] {
            header.extend((number as u32).to_le_bytes());
        }
        header.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        header
    }

    /// Reads and checks the header. Returns the number of classes of each layer.
    fn read_header(self, reader: &mut impl Read, path: &Path, size: usize) -> Result<Vec<u64>, SweepError> {
        let mut header = Vec::new();
        reader.take(self.header_bytes(size)).read_to_end(&mut header).map_err(about(path))?;
        header.resize(self.header_bytes(size) as usize, 0);
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

    /// Starts writing a layer of down-sets of `size` elements.
    pub(super) fn create(self, path: &Path, size: usize) -> io::Result<Writer<'a, K, A>> {
        let mut file = BufWriter::with_capacity(BUFFER, File::create(path)?);
        file.seek(SeekFrom::Start(self.header_bytes(size)))?;
        Ok(Writer { format: self, file, sum: Xxh3Default::new(), record: Vec::new() })
    }

    /// Starts reading a layer of down-sets of `size` elements.
    pub(super) fn open(self, path: &Path, size: usize) -> Result<Reader<'a, K, A>, SweepError> {
        let file = File::open(path).map_err(about(path))?;
        let length = file.metadata().map_err(about(path))?.len();
        let mut file = BufReader::with_capacity(BUFFER, file);
        let counts = self.read_header(&mut file, path, size)?;
        let classes = counts.last().copied().unwrap_or(0);
        if classes == 0 || length != self.bytes(size, classes) {
            return Err(SweepError::Damaged { path: path.to_owned(), what: "its length is wrong" });
        }
        let record = vec![0; self.record_bytes(size) as usize];
        let sum = Xxh3Default::new();
        Ok(Reader { format: self, path: path.to_owned(), file, sum, record, counts, left: classes })
    }
}

/// The buffer size for reading and writing, in bytes.
const BUFFER: usize = 1 << 18;

/// Writes a layer, part by part.
pub(super) struct Writer<'a, K, A> {
    format: Format<'a, K, A>,
    file: BufWriter<File>,
    sum: Xxh3Default,
    record: Vec<u8>,
}

impl<K: DownSetClasses, A: Stored<K::Key>> Writer<'_, K, A> {
    /// Writes some classes.
    pub(super) fn write(&mut self, layer: &Layer<K::Key, A::State>) -> io::Result<()> {
        for (key, state) in layer.iter() {
            self.record.clear();
            key.store(&mut self.record);
            self.format.accumulator.store(key, state, &mut self.record);
            self.sum.update(&self.record);
            self.file.write_all(&self.record)?;
        }
        Ok(())
    }

    /// Completes the file once all classes are written. `counts` has the number of classes of each
    /// layer so far, that of this layer last.
    pub(super) fn finish(mut self, counts: &[u64]) -> io::Result<()> {
        self.file.write_all(&self.sum.digest().to_le_bytes())?;
        let header = self.format.header(counts);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.write_all(&xxh3_64(&header).to_le_bytes())?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

/// The key of a class and its state.
type Class<K, A> = (<K as DownSetClasses>::Key, <A as Accumulator>::State);

/// Reads a layer.
pub(super) struct Reader<'a, K, A> {
    format: Format<'a, K, A>,
    path: PathBuf,
    file: BufReader<File>,
    sum: Xxh3Default,
    record: Vec<u8>,
    /// The number of classes of each layer up to this one.
    pub(super) counts: Vec<u64>,
    left: u64,
}

impl<K: DownSetClasses, A: Stored<K::Key>> Reader<'_, K, A> {
    /// The number of classes.
    pub(super) fn classes(&self) -> u64 {
        self.counts.last().copied().unwrap_or(0)
    }

    /// Whether all classes have been read.
    pub(super) fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The next class. After the last one the checksum of all classes is compared.
    pub(super) fn next(&mut self) -> Result<Option<Class<K, A>>, SweepError> {
        if self.is_done() {
            return Ok(None);
        }
        self.file.read_exact(&mut self.record).map_err(about(&self.path))?;
        self.sum.update(&self.record);
        self.left -= 1;
        if self.is_done() {
            let mut expected = [0; 8];
            self.file.read_exact(&mut expected).map_err(about(&self.path))?;
            if self.sum.digest() != u64::from_le_bytes(expected) {
                return Err(self.damaged());
            }
        }
        let (key, state) = self.record.split_at(K::Key::BYTES);
        let key = K::Key::restore(key);
        Ok(Some((key, self.format.accumulator.restore(key, state))))
    }

    /// Enters the next classes into a layer: at most `most`, or all that are left.
    pub(super) fn fill(&mut self, layer: &mut Layer<K::Key, A::State>, most: usize) -> Result<(), SweepError> {
        let before = layer.len();
        for entered in 0..most {
            let Some((key, state)) = self.next()? else { break };
            layer.enter(key, state)?;
            if layer.len() != before + entered + 1 {
                return Err(self.damaged());
            }
        }
        Ok(())
    }

    fn damaged(&self) -> SweepError {
        SweepError::Damaged { path: self.path.clone(), what: "its checksum is wrong" }
    }
}
