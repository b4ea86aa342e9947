//! Errors of sweeps with checkpoints.

use std::io;
use std::path::{Path, PathBuf};

use crate::budget::Stop;

/// Why a sweep with checkpoints ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The budget was spent.
    #[error("stopped by a budget: {}", .0.id())]
    Stop(Stop),
    /// The file is not a checkpoint of this sweep.
    #[error("`{}` is not a checkpoint of this sweep: move it away", .0.display())]
    Foreign(PathBuf),
    /// The file has another format version, or uses another version of the canonical form.
    #[error("`{}` is a checkpoint of another version of this program: remove it to start anew", .0.display())]
    Version(PathBuf),
    /// The contents of the file have changed since it was written.
    #[error("`{}` is damaged, {what}: remove it to go on without it", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// There is not enough free disk space.
    #[error("checkpoints in `{}` need {needed} bytes, {free} are free", .directory.display())]
    Space {
        /// The directory.
        directory: PathBuf,
        /// The bytes needed.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The file cannot be read or written.
    #[error("cannot use `{}`: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl From<Stop> for SweepError {
    fn from(stop: Stop) -> Self {
        SweepError::Stop(stop)
    }
}

impl SweepError {
    /// Converts the error of a sweep without checkpoints.
    pub(crate) fn into_stop(self) -> Stop {
        match self {
            SweepError::Stop(stop) => stop,
            other => unreachable!("there are no checkpoints: {other}"),
        }
    }
}

/// Wraps an I/O error with the path of the file.
pub(super) fn about(path: &Path) -> impl FnOnce(io::Error) -> SweepError {
    |source| SweepError::Io { path: path.to_owned(), source }
}
