//! The version that every JSON answer carries.

use chomplex::provenance::{ANSWERS, VERSION};
use serde::Serialize;

/// An answer with the versions of the program and of its JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Stamped<T> {
    /// The fields of the answer.
    #[serde(flatten)]
    pub answer: T,
    /// The versions of the program and of its answers.
    pub version: Version,
}

/// In every answer, and in every line of a stream except progress.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Version {
    /// The version of the program.
    pub chomplex: &'static str,
    /// The version of the JSON answers.
    pub format: u32,
}

impl<T> Stamped<T> {
    /// Adds the versions to an answer.
    pub fn new(answer: T) -> Self {
        Stamped { answer, version: Version::current() }
    }
}

impl Version {
    /// The versions of this program and its answers.
    #[must_use]
    pub fn current() -> Self {
        Version { chomplex: VERSION, format: ANSWERS }
    }
}
