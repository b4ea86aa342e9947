//! The native part of the Python package `chomplex`.

use pyo3::pymodule;

/// Poset games, solved, explained and certified.
#[pymodule]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
