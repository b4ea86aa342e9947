//! Writes layers to a file.
//!
//! Layers are appended to a file with a temporary name, which is renamed once all of them are
//! there. After an interruption, the layers that are complete on disk are recognised by their
//! checksums and are not written again. The bytes of the table depend only on the values, not on
//! the order in which classes arrive or on interruptions.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::TablebaseError;
use super::header::{CLASSES, Header, SectionPlace};
use super::layer::Layer;
use super::place::{Lock, bytes_needed, check_room, file, unfinished_file};
use super::section::Section;
use super::table::Tablebase;
use crate::layers::GrundyLayers;

/// Writes the table for n vertices into a directory.
pub struct Builder {
    n: usize,
    directory: PathBuf,
    path: PathBuf,
    file: File,
    written: Written,
    layer: Layer,
    /// Held until the table is finished.
    _lock: Lock,
}

/// The layers that are complete.
struct Written {
    places: Vec<SectionPlace>,
    classes: Vec<u64>,
    end: u64,
}

impl Written {
    fn nothing(n: usize) -> Self {
        Written { places: Vec::new(), classes: Vec::new(), end: Header::len(n) as u64 }
    }

    fn add(&mut self, section: &Section) {
        self.places.push(SectionPlace { start: self.end, checksum: section.checksum });
        self.classes.push(section.classes);
        self.end += section.len() as u64;
    }

    /// The header of the table, if all layers are present.
    fn header(self, n: usize) -> Result<Header, TablebaseError> {
        let wrong = |what: String| Err(TablebaseError::Layers(what));
        if self.places.len() != 1 << n {
            return wrong(format!("there are {} instead of {}", self.places.len(), 1 << n));
        }
        let classes = self.classes.iter().sum();
        if classes != CLASSES[n] {
            return wrong(format!("they have {classes} classes instead of {}", CLASSES[n]));
        }
        // Taking complements of the non-faces gives the dual complex; here the empty face counts
        // too.
        let proper = &self.classes[..(1 << n) - 1];
        if let Some(faces) = (0..proper.len()).find(|&faces| proper[faces] != proper[proper.len() - 1 - faces]) {
            return wrong(format!("layer {faces} has not as many classes as the one dual to it"));
        }
        Ok(Header { n, classes, bytes: self.end, sections: self.places })
    }
}

impl Builder {
    /// Starts a build in a directory, which is created if necessary, or resumes an interrupted
    /// build.
    ///
    /// # Errors
    /// If n is too large, the directory is not writable, another process is building there, or
    /// there is not enough disk space.
    pub fn new(directory: &Path, n: usize) -> Result<Self, TablebaseError> {
        let needed = bytes_needed(n)?;
        let lock = Lock::new(directory)?;
        let path = unfinished_file(directory, n);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(TablebaseError::io("write", &path))?;
        let written = resume(&mut file, n).map_err(TablebaseError::io("read", &path))?;
        check_room(directory, n, needed.saturating_sub(written.end))?;
        file.set_len(written.end).map_err(TablebaseError::io("write", &path))?;
        let layer = Layer::new(written.places.len());
        let mut builder = Builder { n, directory: directory.to_owned(), path, file, written, layer, _lock: lock };
        builder.write(0, &Header::unfinished(n))?;
        Ok(builder)
    }

    /// The number of complete layers. Layers with fewer faces than this need not be added again.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.written.places.len()
    }

    /// The number of classes in the complete layers with at most `faces` faces.
    #[must_use]
    pub fn classes(&self, faces: usize) -> u64 {
        self.written.classes.iter().take(faces + 1).sum()
    }

    /// Adds some classes of the layer with `faces` faces: canonical words and their values. Classes
    /// of complete layers are skipped.
    ///
    /// # Errors
    /// If an earlier layer is not complete.
    pub fn add(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), TablebaseError> {
        if faces < self.layers() {
            return Ok(());
        }
        self.expect(faces)?;
        self.layer.extend(keys, values);
        Ok(())
    }

    /// Completes the layer with `faces` faces and writes it.
    ///
    /// # Errors
    /// If an earlier layer is not complete, a class was added twice, or the layer cannot be
    /// written.
    pub fn end_layer(&mut self, faces: usize) -> Result<(), TablebaseError> {
        if faces < self.layers() {
            return Ok(());
        }
        self.expect(faces)?;
        let layer = std::mem::replace(&mut self.layer, Layer::new(faces + 1));
        let (section, bytes) = encode(layer)?;
        self.write(self.written.end, &bytes)?;
        self.written.add(&section);
        Ok(())
    }

    fn expect(&self, faces: usize) -> Result<(), TablebaseError> {
        if faces == self.layer.faces() {
            return Ok(());
        }
        Err(TablebaseError::Layers(format!("layer {faces} came where layer {} should", self.layer.faces())))
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), TablebaseError> {
        let written = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(bytes));
        written.map_err(TablebaseError::io("write", &self.path))
    }

    /// Makes the complete layers durable, so that they survive a power failure.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&self) -> Result<(), TablebaseError> {
        self.file.sync_data().map_err(TablebaseError::io("write", &self.path))
    }

    /// Finishes the table once all layers are there, replaces an older table, and opens the new
    /// one.
    ///
    /// # Errors
    /// If classes are missing, or the table cannot be written.
    pub fn finish(mut self) -> Result<Tablebase, TablebaseError> {
        let header = std::mem::replace(&mut self.written, Written::nothing(self.n)).header(self.n)?;
        self.write(0, &header.encode().0)?;
        self.file.sync_all().map_err(TablebaseError::io("write", &self.path))?;
        let finished = file(&self.directory, self.n);
        fs::rename(&self.path, &finished).map_err(TablebaseError::io("rename", &self.path))?;
        // The rename should survive a power failure too. Where directories cannot be opened, there
        // is no way to request that.
        #[cfg(unix)]
        File::open(&self.directory)
            .and_then(|directory| directory.sync_all())
            .map_err(TablebaseError::io("write in", &self.directory))?;
        Tablebase::open(&self.directory, self.n)
    }
}

/// The complete layers of an unfinished file.
fn resume(file: &mut File, n: usize) -> std::io::Result<Written> {
    let mut written = Written::nothing(n);
    let header = read_at(file, 0, Header::len(n))?;
    // Only fields that an unfinished and a finished header share are compared, so it does not
    // matter whether the interruption came before or after the final header was written.
    let expected = Header::unfinished(n);
    if header.len() != expected.len() || header[8..24] != expected[8..24] || header[40..48] != expected[40..48] {
        return Ok(written);
    }
    let length = file.metadata()?.len();
    while written.places.len() < 1 << n {
        let left = usize::try_from(length.saturating_sub(written.end)).unwrap_or(usize::MAX);
        // A section is read in two steps: the part before its blocks tells its length.
        let index = read_at(file, written.end, left.min(LONGEST_INDEX))?;
        let Ok(section) = Section::parse(&index) else { break };
        if section.faces != written.places.len() || section.len() > left {
            break;
        }
        let bytes = read_at(file, written.end, section.len())?;
        let intact = |number| section.block(&bytes, number).is_some_and(|block| block.is_intact(&bytes));
        if !(0..section.blocks).all(intact) {
            break;
        }
        written.add(&section);
    }
    Ok(written)
}

/// An upper bound on the bytes before the blocks of any layer. The largest layer has 8028 blocks.
const LONGEST_INDEX: usize = 1 << 18;

/// Reads up to `bytes` bytes starting at `at`; fewer if the file ends first.
fn read_at(file: &mut File, at: u64, bytes: usize) -> std::io::Result<Vec<u8>> {
    let mut read = Vec::with_capacity(bytes);
    file.seek(SeekFrom::Start(at))?;
    file.take(bytes as u64).read_to_end(&mut read)?;
    Ok(read)
}

/// A table built in memory.
pub(super) struct Image {
    n: usize,
    written: Written,
    sections: Vec<u8>,
    layer: Layer,
}

impl Image {
    pub(super) fn new(n: usize) -> Self {
        Image { n, written: Written::nothing(n), sections: Vec::new(), layer: Layer::new(0) }
    }

    /// The bytes of the table.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, TablebaseError> {
        let (mut bytes, _) = self.written.header(self.n)?.encode();
        bytes.append(&mut self.sections);
        Ok(bytes)
    }
}

impl GrundyLayers for Image {
    type Error = TablebaseError;

    fn part(&mut self, _: usize, keys: &[u128], values: &[u8]) -> Result<(), TablebaseError> {
        self.layer.extend(keys, values);
        Ok(())
    }

    fn end(&mut self, faces: usize, _: u64) -> Result<(), TablebaseError> {
        let (section, bytes) = encode(std::mem::replace(&mut self.layer, Layer::new(faces + 1)))?;
        self.written.add(&section);
        self.sections.extend(bytes);
        Ok(())
    }
}

fn encode(layer: Layer) -> Result<(Section, Vec<u8>), TablebaseError> {
    let bytes = layer.encode()?;
    let section = Section::parse(&bytes).map_err(|what| TablebaseError::Layers(what.to_owned()))?;
    Ok((section, bytes))
}
