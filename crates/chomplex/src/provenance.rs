//! The program version and the format version stamped on output.

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program with its version, for comments in files.
pub const PROGRAM: &str = concat!("chomplex ", env!("CARGO_PKG_VERSION"));

/// The version of the JSON answers described in `docs/formats/answers-json.md`. It changes when a
/// field is renamed or changes its meaning, not when one is added.
pub const ANSWERS: u32 = 2;
