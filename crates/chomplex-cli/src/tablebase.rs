//! Locates tablebases and opens the one to use.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use chomplex::Tables;
use chomplex::tablebase::{Tablebase, TablebaseError, default_directory};

use crate::output::note;

/// Which tablebase is asked.
#[derive(clap::Args)]
pub(crate) struct TablebaseArgs {
    /// Use the tablebase in this directory [default: the one made by `chomplex tablebase build`, if
    /// there is one]
    #[arg(long, value_name = "DIR")]
    tablebase: Option<PathBuf>,
    /// Do not use a tablebase
    #[arg(long, conflicts_with = "tablebase")]
    no_tablebase: bool,
}

impl TablebaseArgs {
    /// The tables to probe first.
    pub(crate) fn tables(&self) -> anyhow::Result<Tables> {
        Ok(self.open()?.map_or_else(Tables::default, |table| Tables::default().with_tablebase(table)))
    }

    /// Opens the tablebase to use, if there is one. If the default one cannot be used, this only
    /// prints a warning.
    pub(crate) fn open(&self) -> anyhow::Result<Option<Arc<Tablebase>>> {
        if let Some(directory) = &self.tablebase {
            return Ok(Some(Arc::new(Tablebase::open_largest(directory)?)));
        }
        let directory = default_directory().filter(|_| !self.no_tablebase);
        match directory.map(|directory| Tablebase::open_largest(&directory)) {
            None | Some(Err(TablebaseError::Missing { .. })) => Ok(None),
            Some(Ok(table)) => Ok(Some(Arc::new(table))),
            Some(Err(error)) => {
                note(format!("the tablebase is not used: {error}"));
                Ok(None)
            }
        }
    }
}

/// The directory where tablebases are kept.
#[derive(clap::Args)]
pub(crate) struct DirectoryArgs {
    /// The directory of the tablebase [default: `chomplex` in the user's data directory]
    #[arg(long = "tablebase", visible_alias = "dir", value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl DirectoryArgs {
    pub(crate) fn directory(&self) -> anyhow::Result<PathBuf> {
        let directory = self.directory.clone().or_else(default_directory);
        directory.ok_or_else(|| anyhow!("there is no data directory of the user: name one with --tablebase"))
    }
}
