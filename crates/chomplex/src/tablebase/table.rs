//! An open table, ready for lookups.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::Mmap;

use super::block::HashedClass;
use super::complex::{Complex, MOST_VERTICES, Recognised};
use super::error::TablebaseError;
use super::header::Header;
use super::place;
use super::section::{Block, Section};
use crate::element::Element;
use crate::position::Position;
use crate::value::Grundy;

/// The values of all complexes on at most a given number of vertices.
///
/// Several threads can look up values at once.
pub struct Tablebase {
    bytes: Bytes,
    path: PathBuf,
    n: usize,
    checksum: u64,
    layers: Vec<LayerPlace>,
    /// A bit for each block of the file: whether its checksum has been verified.
    intact: Box<[AtomicU64]>,
}

/// A layer in the file.
struct LayerPlace {
    start: usize,
    section: Section,
    /// The number of blocks in the earlier layers.
    blocks_before: usize,
}

enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// The values of a position and its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The value of the position.
    pub grundy: Grundy,
    /// The moves, each with the value of its option.
    pub moves: Vec<(Element, Grundy)>,
}

impl Probe {
    /// The winning moves.
    pub fn winning(&self) -> impl Iterator<Item = Element> {
        self.moves.iter().filter(|(_, value)| *value == Grundy::ZERO).map(|&(x, _)| x)
    }
}

impl Tablebase {
    /// Opens the table for n vertices in a directory. The header and the index of each layer are
    /// checked now; the values are checked when they are first needed.
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub fn open(directory: &Path, n: usize) -> Result<Self, TablebaseError> {
        if n > MOST_VERTICES {
            return Err(TablebaseError::Vertices(n));
        }
        let table = Tablebase::open_file(&place::file(directory, n)).map_err(|error| match error {
            TablebaseError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                TablebaseError::Missing { n, directory: directory.to_owned() }
            }
            error => error,
        })?;
        if table.n == n {
            Ok(table)
        } else {
            Err(TablebaseError::damaged(&table.path, format!("it is for {} vertices", table.n)))
        }
    }

    /// Opens the largest table in a directory.
    ///
    /// # Errors
    /// If there is none, or the largest one cannot be used.
    pub fn open_largest(directory: &Path) -> Result<Self, TablebaseError> {
        let there = |&n: &usize| place::file(directory, n).exists();
        Tablebase::open(directory, (0..=MOST_VERTICES).rev().find(there).unwrap_or(MOST_VERTICES))
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a table that this program can use.
    pub fn open_file(path: &Path) -> Result<Self, TablebaseError> {
        // Only regular files are opened: opening a pipe would block.
        let metadata = fs::metadata(path).map_err(TablebaseError::io("open", path))?;
        if !metadata.is_file() || metadata.len() == 0 {
            return Err(TablebaseError::Foreign(path.to_owned()));
        }
        let file = File::open(path).map_err(TablebaseError::io("open", path))?;
        // SAFETY: a finished table is never written to. A new one is written under another name and
        // then replaces it, and the old one lives on as long as it is mapped. If another process
        // truncates or changes the file meanwhile, this breaks, as with any mapped file.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(TablebaseError::io("map", path))?;
        Tablebase::read(Bytes::Mapped(map), path.to_owned())
    }

    /// The table whose file has these bytes.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<Self, TablebaseError> {
        Tablebase::read(Bytes::Owned(bytes), PathBuf::from("(in memory)"))
    }

    fn read(bytes: Bytes, path: PathBuf) -> Result<Self, TablebaseError> {
        let (header, checksum) = Header::parse(&bytes, &path)?;
        let mut layers: Vec<LayerPlace> = Vec::with_capacity(header.sections.len());
        let (mut end, mut blocks, mut classes) = (Header::len(header.n), 0, 0);
        for (faces, place) in header.sections.iter().enumerate() {
            let damaged = |what: &str| TablebaseError::damaged(&path, format!("layer {faces}: {what}"));
            let start = usize::try_from(place.start).ok().filter(|&start| start == end);
            let start = start.ok_or_else(|| damaged("it is not where it should be"))?;
            let section = Section::parse(bytes.get(start..).unwrap_or_default()).map_err(damaged)?;
            if (section.faces, section.checksum) != (faces, place.checksum) {
                return Err(damaged("it is another layer"));
            }
            end = start.saturating_add(section.len());
            layers.push(LayerPlace { start, section, blocks_before: blocks });
            blocks += section.blocks;
            classes += section.classes;
        }
        if (end, classes) != (bytes.len(), header.classes) {
            return Err(TablebaseError::damaged(&path, "its layers do not add up"));
        }
        let intact = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Tablebase { bytes, path, n: header.n, checksum, layers, intact })
    }

    /// The maximum number of vertices of its complexes.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.n
    }

    /// The path of the file, or `(in memory)`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.layers.iter().map(|layer| layer.section.classes).sum()
    }

    /// The checksum that stands for the whole table.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The name under which answers cite the table: `tablebase-7-` and the checksum.
    #[must_use]
    pub fn id(&self) -> String {
        format!("tablebase-{}-{:016x}", self.n, self.checksum)
    }

    /// Whether the table has the value of a complex.
    #[must_use]
    pub fn covers(&self, complex: Complex) -> bool {
        complex.vertices() <= self.n
    }

    /// The value of a complex.
    ///
    /// # Errors
    /// If it has too many vertices, or the file is damaged at its value.
    pub fn grundy(&self, complex: Complex) -> Result<Grundy, TablebaseError> {
        if !self.covers(complex) {
            return Err(TablebaseError::TooManyVertices { vertices: complex.vertices(), most: self.n });
        }
        let layer = &self.layers[complex.len()];
        let entry = HashedClass::new(complex.key(), 0);
        let number = entry.block(layer.section.blocks);
        let section = self.section(layer);
        let block = layer.section.block(section, number);
        let value =
            block.filter(|block| self.is_intact(layer, number, block)).and_then(|block| block.value(section, entry));
        value.map(|value| Grundy(value.into())).ok_or_else(|| self.damaged_block(complex.len(), number))
    }

    /// Whether the bytes of a block match its checksum. This is verified once and then remembered.
    #[inline]
    fn is_intact(&self, layer: &LayerPlace, number: usize, block: &Block) -> bool {
        let place = layer.blocks_before + number;
        let (known, bit) = (&self.intact[place / 64], 1 << (place % 64));
        if known.load(Relaxed) & bit != 0 {
            return true;
        }
        let intact = block.is_intact(self.section(layer));
        if intact {
            known.fetch_or(bit, Relaxed);
        }
        intact
    }

    pub(super) fn damaged_block(&self, faces: usize, block: usize) -> TablebaseError {
        TablebaseError::damaged(&self.path, format!("layer {faces}: block {block} is not what was written"))
    }

    /// The bytes of the file from the section of a layer on.
    fn section(&self, layer: &LayerPlace) -> &[u8] {
        &self.bytes[layer.start..]
    }

    /// The layers, each with its bytes.
    pub(super) fn sections(&self) -> impl Iterator<Item = (Section, &[u8])> {
        self.layers.iter().map(|layer| (layer.section, self.section(layer)))
    }

    /// The values of a position and of all its options, if it is a complex on few enough vertices.
    ///
    /// # Errors
    /// If the file is damaged at one of these values.
    pub fn probe(&self, position: &Position) -> Result<Option<Probe>, TablebaseError> {
        match Recognised::from_position(position).filter(|recognised| self.covers(recognised.complex())) {
            Some(recognised) => self.probe_recognised(&recognised).map(Some),
            None => Ok(None),
        }
    }

    /// The values of a complex and of all its options.
    ///
    /// # Errors
    /// If it has too many vertices, or the file is damaged at one of these values.
    pub fn probe_recognised(&self, recognised: &Recognised) -> Result<Probe, TablebaseError> {
        let complex = recognised.complex();
        let option = |&(x, face)| Ok((x, self.grundy(complex.without(face))?));
        let moves = recognised.faces().iter().map(option).collect::<Result<_, TablebaseError>>()?;
        Ok(Probe { grundy: self.grundy(complex)?, moves })
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("path", &self.path).field("id", &self.id()).finish_non_exhaustive()
    }
}
