//! Errors of the tablebase.

use std::io;
use std::path::{Path, PathBuf};

use super::complex::{Complex, MOST_VERTICES};
use crate::budget::Stop;
use crate::layers::SweepError;
use crate::value::Grundy;

/// Why a tablebase cannot be built or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// There are no tables for this many vertices.
    #[error(
        "there are tables for complexes on at most {MOST_VERTICES} vertices, not on {0}: on 8 vertices there are some 1.39·10^18 classes"
    )]
    Vertices(usize),
    /// The complex has more vertices than the table covers.
    #[error("the tablebase holds the complexes on at most {most} vertices; this one has {vertices}")]
    TooManyVertices {
        /// The number of vertices of the complex.
        vertices: usize,
        /// The maximum number of vertices the table covers.
        most: usize,
    },
    /// There is no table in this directory.
    #[error("there is no tablebase for {n} vertices in `{}`: build it first", .directory.display())]
    Missing {
        /// The number of vertices.
        n: usize,
        /// The directory that was searched.
        directory: PathBuf,
    },
    /// The file is not a tablebase.
    #[error("`{}` is not a tablebase", .0.display())]
    Foreign(PathBuf),
    /// The file has another version.
    #[error("`{}` is a tablebase of version {found}; this program reads version {known}: build it again", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found in the file.
        found: u32,
        /// The version this program supports.
        known: u32,
    },
    /// The file uses another canonical form.
    #[error("`{}` was built with another canonical form of complexes: build it again", .0.display())]
    CanonicalForm(PathBuf),
    /// The file is too short or too long.
    #[error("`{}` should have {expected} bytes but has {found}: build it again", .path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The expected length in bytes.
        expected: u64,
        /// The actual length in bytes.
        found: u64,
    },
    /// Some bytes of the file differ from those that were written.
    #[error("`{}` is damaged: {what}; build it again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is damaged.
        what: String,
    },
    /// A value in the table is wrong.
    #[error("`{}` is wrong: {complex} has value {stored} there, but it is {computed}", .path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The position.
        complex: Complex,
        /// The value stored in the table.
        stored: Grundy,
        /// The value computed.
        computed: Grundy,
    },
    /// Another process is building a table in the same directory.
    #[error("another process is building a tablebase in `{}`", .0.display())]
    Busy(PathBuf),
    /// There is not enough free disk space.
    #[error("a tablebase for {n} vertices needs {needed} bytes of disk, but `{}` has only {free} free", .directory.display())]
    NoRoom {
        /// The number of vertices.
        n: usize,
        /// The directory.
        directory: PathBuf,
        /// The number of bytes still needed.
        needed: u64,
        /// The number of bytes available.
        free: u64,
    },
    /// The disk filled up while the table was being written.
    #[error("the disk is full: `{}` could not be written; the layers that are complete will be used when the build goes on", .0.display())]
    Full(PathBuf),
    /// A file or directory cannot be used.
    #[error("cannot {doing} `{}`: {source}", .path.display())]
    Io {
        /// The operation that failed.
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error reported by the system.
        source: io::Error,
    },
    /// The layers passed to the builder are not those of all complexes.
    #[error("the layers are wrong: {0}")]
    Layers(String),
    /// The budget ran out.
    #[error("stopped by a limit: {}", .0.id())]
    Stopped(Stop),
    /// A checkpoint of the sweep cannot be used or written.
    #[error(transparent)]
    Checkpoint(SweepError),
}

impl TablebaseError {
    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TablebaseError {
        let path = path.to_owned();
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => TablebaseError::Full(path),
            _ => TablebaseError::Io { doing, path, source },
        }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> TablebaseError {
        TablebaseError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl From<SweepError> for TablebaseError {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Stop(stop) => TablebaseError::Stopped(stop),
            error => TablebaseError::Checkpoint(error),
        }
    }
}

impl From<Stop> for TablebaseError {
    fn from(stop: Stop) -> Self {
        TablebaseError::Stopped(stop)
    }
}
