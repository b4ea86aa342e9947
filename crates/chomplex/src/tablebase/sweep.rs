//! The sweep over all complexes that builds a table.

use std::path::Path;

use super::builder::{Builder, Image};
use super::complex::MOST_VERTICES;
use super::error::TablebaseError;
use super::header::CLASSES;
use super::table::Tablebase;
use crate::budget::{Budget, Meter};
use crate::layers::{Checkpoints, GrundyLayers, grundy, grundy_with_checkpoints, remove_grundy_checkpoints};

/// Maximum number of vertices for which a table is built in memory, without a file.
const SMALL: usize = 6;

/// Bytes held per class of the layer being collected: an entry, the same again while a list grows,
/// and its part of the file.
const BYTES_A_CLASS: u64 = 34;

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// The number of layers on disk.
    pub layers: usize,
    /// The total number of layers.
    pub layers_in_all: usize,
    /// The number of classes in them.
    pub classes: u64,
    /// The total number of classes.
    pub classes_in_all: u64,
}

impl Tablebase {
    /// Builds the table for n vertices in a directory and opens it; it replaces an older one.
    /// Layers left by an earlier build are not written again, and the sweep resumes from its last
    /// checkpoint, which is kept in the same directory. `watch` is called after every complete
    /// layer. Data that does not fit into memory is also kept in that directory.
    ///
    /// ```
    /// use chomplex::Budget;
    /// use chomplex::tablebase::Tablebase;
    /// # let directory = tempfile::tempdir()?;
    /// # let directory = directory.path();
    /// let table = Tablebase::build(directory, 5, &Budget::default(), |built| println!("{} layers", built.layers))?;
    /// assert_eq!(table.classes(), 209);
    /// assert_eq!(Tablebase::open(directory, 5)?.id(), table.id());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If n is too large, the table cannot be written, or the budget is spent.
    pub fn build(
        directory: &Path,
        n: usize,
        budget: &Budget,
        watch: impl FnMut(Built),
    ) -> Result<Self, TablebaseError> {
        Tablebase::build_with_checkpoints(&Checkpoints::new(directory), directory, n, budget, watch)
    }

    /// The same, with checkpoints of the sweep in another place or at other times.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_with_checkpoints(
        checkpoints: &Checkpoints,
        directory: &Path,
        n: usize,
        budget: &Budget,
        watch: impl FnMut(Built),
    ) -> Result<Self, TablebaseError> {
        let mut builder = Builder::new(directory, n)?;
        if builder.layers() < 1 << n {
            let mut sink = Sink { n, budget, builder: &mut builder, meter: budget.meter(1), watch, collected: 0 };
            grundy_with_checkpoints(n, n, budget, checkpoints, &mut sink)?;
        } else {
            remove_grundy_checkpoints(n, n, checkpoints)?;
        }
        builder.finish()
    }

    /// A table for at most six vertices, computed at once and kept in memory.
    ///
    /// # Errors
    /// If n is larger, or there is not enough memory.
    pub fn small(n: usize) -> Result<Self, TablebaseError> {
        if n > SMALL.min(MOST_VERTICES) {
            return Err(TablebaseError::Vertices(n));
        }
        let mut image = Image::new(n);
        grundy(n, n, &Budget::default(), &mut image)?;
        Tablebase::from_bytes(image.finish()?)
    }
}

/// Passes the values of the sweep on to the builder.
struct Sink<'a, W> {
    n: usize,
    budget: &'a Budget,
    builder: &'a mut Builder,
    meter: Meter,
    watch: W,
    /// The number of classes collected for this layer.
    collected: u64,
}

impl<W: FnMut(Built)> GrundyLayers for Sink<'_, W> {
    type Error = TablebaseError;

    fn part(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), TablebaseError> {
        self.collected += keys.len() as u64;
        self.meter.hold(if faces < self.builder.layers() { 0 } else { self.collected * BYTES_A_CLASS })?;
        self.builder.add(faces, keys, values)
    }

    fn end(&mut self, faces: usize, _: u64) -> Result<(), TablebaseError> {
        self.builder.end_layer(faces)?;
        self.meter.hold(0)?;
        self.collected = 0;
        let (layers, layers_in_all) = (faces + 1, 1 << self.n);
        let classes = self.builder.classes(faces);
        (self.watch)(Built { layers, layers_in_all, classes, classes_in_all: CLASSES[self.n] });
        Ok(self.budget.check()?)
    }

    fn has(&self, faces: usize) -> bool {
        faces < self.builder.layers()
    }

    fn bytes_a_class(&self) -> u64 {
        BYTES_A_CLASS
    }
}
