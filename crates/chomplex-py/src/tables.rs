//! The tablebase that is probed first.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use chomplex::Tables;
use chomplex::tablebase::{Tablebase, default_directory};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Which tablebase to use: the user's if there is one, none, or the one in a directory.
#[derive(Clone, Default)]
pub(crate) enum TablebaseArg {
    #[default]
    Usual,
    None,
    Open(Arc<Tablebase>),
}

impl TablebaseArg {
    /// Tables for one question.
    pub(crate) fn tables(&self) -> Tables {
        let tablebase = match self {
            TablebaseArg::Usual => usual(),
            TablebaseArg::None => None,
            TablebaseArg::Open(tablebase) => Some(Arc::clone(tablebase)),
        };
        tablebase.map_or_else(Tables::default, |tablebase| Tables::default().with_tablebase(tablebase))
    }
}

/// The tablebase that `chomplex tablebase build` made, opened once.
fn usual() -> Option<Arc<Tablebase>> {
    static USUAL: OnceLock<Option<Arc<Tablebase>>> = OnceLock::new();
    let open = || Some(Arc::new(Tablebase::open_largest(&default_directory()?).ok()?));
    USUAL.get_or_init(open).clone()
}

impl<'py> FromPyObject<'_, 'py> for TablebaseArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(wanted) = object.cast::<PyBool>() {
            return Ok(if wanted.is_true() { TablebaseArg::Usual } else { TablebaseArg::None });
        }
        let directory: PathBuf =
            object.extract().map_err(|_| PyTypeError::new_err("tablebase: a directory is expected, or False"))?;
        let tablebase = Tablebase::open_largest(&directory).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(TablebaseArg::Open(Arc::new(tablebase)))
    }
}
