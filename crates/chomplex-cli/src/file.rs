//! Atomic writes: a file is written completely or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};

/// The temporary file being written.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A path that can be written, as far as can be checked in advance.
pub(crate) struct Target {
    path: PathBuf,
    kind: Destination,
}

/// Kinds of targets.
enum Destination {
    /// A file, written under a temporary name and then renamed. Holds the permissions of an
    /// existing file, which are kept.
    File(Option<Permissions>),
    /// A device or a pipe, written directly.
    Stream,
}

impl Target {
    /// Checks that this path can be written, without touching it.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Target> {
        let shown = path.display();
        let path = resolve(path).with_context(|| format!("cannot write `{shown}`"))?;
        let permissions = match fs::metadata(&path) {
            Ok(known) if known.is_dir() => bail!("cannot write `{shown}`: it is a directory"),
            Ok(known) if !known.is_file() => return Ok(Target { path, kind: Destination::Stream }),
            Ok(known) if known.permissions().readonly() => bail!("cannot write `{shown}`: it is read-only"),
            Ok(known) => Some(known.permissions()),
            Err(_) => None,
        };
        let Some(name) = path.file_name() else { bail!("cannot write `{shown}`: this is not the name of a file") };
        remove_leftovers(&path, name);
        let (_, temporary) = create_temporary(&path).with_context(|| format!("cannot write `{shown}`"))?;
        fs::remove_file(&temporary).with_context(|| format!("cannot write `{shown}`"))?;
        Ok(Target { path, kind: Destination::File(permissions) })
    }

    /// Whether this is a file rather than a device or a pipe.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.kind, Destination::File(_))
    }

    /// Opens a device or a pipe for direct writing.
    pub(crate) fn open(&self) -> anyhow::Result<BufWriter<File>> {
        let file = File::options().write(true).open(&self.path);
        Ok(BufWriter::new(file.with_context(|| format!("cannot write `{}`", self.path.display()))?))
    }

    /// Writes the file; on failure the old content stays.
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
        let Destination::File(permissions) = &self.kind else {
            let mut file = self.open()?;
            content(&mut file).map_err(Into::into)?;
            return Ok(file.flush()?);
        };
        let (file, temporary) = create_temporary(&self.path)?;
        let _unfinished = Unfinished::begin(&temporary);
        // The lock keeps others from removing this file as a leftover.
        let _ = file.try_lock();
        if let Some(permissions) = permissions {
            file.set_permissions(permissions.clone())?;
        }
        let mut file = BufWriter::new(file);
        content(&mut file).map_err(Into::into)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&temporary, &self.path)?;
        Ok(())
    }
}

/// Maximum number of symbolic links to follow.
const MOST_LINKS: usize = 40;

/// Follows symbolic links to the file they name, whether or not it exists.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(fs::canonicalize(&path).unwrap_or(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Suffix of temporary file names.
const ENDING: &str = ".part";

/// Prefix of temporary file names: the target's name, hidden.
fn beginning(name: &OsStr) -> OsString {
    let mut beginning = OsString::from(".");
    beginning.push(name);
    beginning.push(".");
    beginning
}

/// Creates a temporary file beside `path`, with an unpredictable name.
fn create_temporary(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut name = beginning(path.file_name().unwrap_or_default());
    name.push(format!("{:016x}{ENDING}", RandomState::new().hash_one(std::process::id())));
    let temporary = path.with_file_name(name);
    Ok((File::options().write(true).create_new(true).open(&temporary)?, temporary))
}

/// Removes temporary files left by programs that ended suddenly. Files still being written are
/// locked, so they stay.
fn remove_leftovers(path: &Path, name: &OsStr) {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beginning = beginning(name);
    let is_temporary = |name: &OsStr| {
        let middle = name.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes());
        let middle = middle.and_then(|rest| rest.strip_suffix(ENDING.as_bytes()));
        middle.is_some_and(|middle| !middle.is_empty() && middle.iter().all(u8::is_ascii_hexdigit))
    };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary(&entry.file_name()) {
            let path = entry.path();
            let is_left = File::open(&path).is_ok_and(|file| !matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            if is_left {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Guards a temporary file: when dropped, the file has been renamed or is removed.
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

/// Removes the unfinished temporary file, if there is one.
pub(crate) fn abandon() {
    if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(path);
    }
}
