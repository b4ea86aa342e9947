//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};

/// The temporary file that is being written.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A file that can be written, as far as can be told beforehand.
pub(crate) struct Target {
    path: PathBuf,
    /// Where it is written before it gets its name; devices and pipes are written at once.
    temporary: Option<PathBuf>,
}

impl Target {
    /// Looks whether this file can be written, without touching it.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Target> {
        let shown = path.display();
        // Through a symbolic link the file it leads to is written.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(known) if known.is_dir() => bail!("cannot write `{shown}`: it is a directory"),
            Ok(known) if !known.is_file() => return Ok(Target { path, temporary: None }),
            Ok(known) if known.permissions().readonly() => bail!("cannot write `{shown}`: it is read-only"),
            Ok(_) | Err(_) => {}
        }
        let Some(name) = path.file_name() else { bail!("cannot write `{shown}`: this is not the name of a file") };
        let temporary = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        File::create(&temporary).with_context(|| format!("cannot write `{shown}`"))?;
        fs::remove_file(&temporary).with_context(|| format!("cannot write `{shown}`"))?;
        Ok(Target { path, temporary: Some(temporary) })
    }

    /// Whether it is a file, and not a device or a pipe.
    pub(crate) fn is_file(&self) -> bool {
        self.temporary.is_some()
    }

    /// Opens a device or a pipe, which is written at once.
    pub(crate) fn open(&self) -> anyhow::Result<BufWriter<File>> {
        let file = File::options().write(true).open(&self.path);
        Ok(BufWriter::new(file.with_context(|| format!("cannot write `{}`", self.path.display()))?))
    }

    /// Writes the file; if that fails, it is as it was before.
    pub(crate) fn write<E>(&self, content: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>) -> anyhow::Result<()>
    where
        E: Into<anyhow::Error>,
    {
        self.try_write(content).with_context(|| format!("cannot write `{}`", self.path.display()))
    }

    fn try_write<E>(&self, content: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>) -> anyhow::Result<()>
    where
        E: Into<anyhow::Error>,
    {
        let Some(temporary) = &self.temporary else {
            let mut file = self.open()?;
            content(&mut file).map_err(Into::into)?;
            return Ok(file.flush()?);
        };
        let _unfinished = Unfinished::begin(temporary);
        let mut file = BufWriter::new(File::create(temporary)?);
        content(&mut file).map_err(Into::into)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(temporary, &self.path)?;
        Ok(())
    }
}

/// While this lives, a temporary file is on its way; afterwards it has its name or is gone.
struct Unfinished;

impl Unfinished {
    fn begin(temporary: &Path) -> Self {
        *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(temporary.to_owned());
        Unfinished
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        abandon();
    }
}

/// Removes what was begun and not finished.
pub(crate) fn abandon() {
    if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(path);
    }
}
