//! Where tables are kept, the lock, and free disk space.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use super::complex::MOST_VERTICES;
use super::error::TablebaseError;
use super::header::CLASSES;
use crate::layers::free_space;

/// The default directory for tables: `chomplex` in the user's data directory, which is
/// `XDG_DATA_HOME` or `~/.local/share` (on Windows `LOCALAPPDATA`). `None` if there is no such
/// directory.
#[must_use]
pub fn default_directory() -> Option<PathBuf> {
    data_directory(|variable| std::env::var_os(variable)).map(|data| data.join("chomplex"))
}

fn data_directory(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // Relative paths must be ignored (XDG Base Directory Specification).
    let directory = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || directory("HOME").map(|home| home.join(".local").join("share"));
    let local = || if cfg!(windows) { directory("LOCALAPPDATA") } else { None };
    directory("XDG_DATA_HOME").or_else(local).or_else(home)
}

/// The file of the table for n vertices in a directory.
#[must_use]
pub fn file(directory: &Path, n: usize) -> PathBuf {
    directory.join(format!("tablebase-{n}.bin"))
}

/// The file under construction.
pub(super) fn unfinished_file(directory: &Path, n: usize) -> PathBuf {
    directory.join(format!("tablebase-{n}.part"))
}

/// An upper bound on the disk space in bytes that the table for n vertices takes.
///
/// # Errors
/// If n is too large.
pub fn bytes_needed(n: usize) -> Result<u64, TablebaseError> {
    if n > MOST_VERTICES {
        return Err(TablebaseError::Vertices(n));
    }
    // One byte for the value and less than three bits for the hash; each layer also has an index
    // and a few words of padding.
    Ok(CLASSES[n] + CLASSES[n] * 3 / 8 + 2000 * (1 << n))
}

/// A lock on a directory, held as long as this value lives. The system releases it when the process
/// ends, however it ends.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Creates the directory if necessary, and locks it against other builders.
    pub(super) fn new(directory: &Path) -> Result<Self, TablebaseError> {
        fs::create_dir_all(directory).map_err(TablebaseError::io("make the directory", directory))?;
        let path = directory.join("tablebase.lock");
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(TablebaseError::io("write in", directory))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(TablebaseError::Busy(directory.to_owned())),
            Err(TryLockError::Error(source)) => Err(TablebaseError::io("lock", &path)(source)),
        }
    }
}

/// Checks that `needed` more bytes can be written.
pub(super) fn check_room(directory: &Path, n: usize, needed: u64) -> Result<(), TablebaseError> {
    let free = free_space(directory).map_err(TablebaseError::io("ask for the free space of", directory))?;
    if free < needed {
        Err(TablebaseError::NoRoom { n, directory: directory.to_owned(), needed, free })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_directory_is_that_of_the_user() {
        let with = |set: &[(&str, &str)]| {
            data_directory(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
        };
        assert_eq!(with(&[("HOME", "/home/ann")]), Some("/home/ann/.local/share".into()));
        assert_eq!(with(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", "/data")]), Some("/data".into()));
        assert_eq!(with(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", "data")]), Some("/home/ann/.local/share".into()));
        assert_eq!(with(&[("XDG_DATA_HOME", "")]), None);
    }

    #[test]
    fn more_than_is_free_is_refused() {
        let directory = std::env::temp_dir();
        assert!(check_room(&directory, 7, 1).is_ok());
        let error = check_room(&directory, 7, u64::MAX).unwrap_err().to_string();
        assert!(error.contains(&format!("needs {} bytes", u64::MAX)) && error.contains("free"), "{error}");
    }
}
