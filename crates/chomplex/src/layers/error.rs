//! Why a sweep with checkpoints may end early.

use std::io;
use std::path::{Path, PathBuf};

use crate::budget::Stop;

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
pub(super) fn about(path: &Path) -> impl FnOnce(io::Error) -> SweepError {
    |source| SweepError::Io { path: path.to_owned(), source }
}
