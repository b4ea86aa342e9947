//! The native part of the Python package `chomplex`.
//!
//! Each file has the classes and functions of one noun. `run` makes long work interruptible,
//! `limits` reads the limits of a call, `arguments` what else several calls take. `labels` names
//! Python objects, `errors` has the exceptions, `former` the deprecated names. `number` and `tree`
//! convert large numbers and JSON to Python. There is no mathematics here.

#![allow(clippy::needless_pass_by_value, reason = "arguments from Python come by value")]

mod answer;
mod arguments;
mod certificate;
mod count;
mod errors;
mod former;
mod labels;
mod layers;
mod limits;
mod number;
mod options;
mod picture;
mod position;
mod probabilities;
mod run;
mod sample;
mod source;
mod survey;
mod symmetry;
mod tables;
mod tree;

use pyo3::pymodule;

/// Poset games, solved, explained and certified.
#[pymodule]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::{
        answer::{Answer, Reason, Stats, WinningMoves},
        certificate::{Certificate, Verdict, check},
        count::{count_classes, count_linear_extensions, count_positions},
        layers::{Push, TableSweep},
        limits::_bytes,
        options::{MoveOption, Options},
        position::Position,
        probabilities::{Probabilities, precedence_probabilities},
        run::_panic,
        sample::{sample_linear_extension, sample_linear_extensions},
        source::{_restore, from_edges, from_facets, from_matrix, from_relations, position, read},
        survey::_survey,
        symmetry::{Automorphisms, Reduction},
    };
}
