//! The Grundy value of every complex on at most N ≤ 7 vertices, on disk.
//!
//! In: the layers of all complexes up to isomorphism, with their values. Out: a file of about
//! eleven bits per class, 664 MB for seven vertices. A lookup takes less than a microsecond for a
//! complex, and half a millisecond for all its options.
//!
//! The file does not store keys. A minimal perfect hash function gives each canonical form of a
//! layer its own index, and the value is stored at that index. A lookup of a key that is in no
//! layer would also return a value, but every complex on that many vertices is in one. Every part
//! of the file has a checksum, which is verified before the part is first used.
//!
//! ```
//! use chomplex::tablebase::Tablebase;
//! use chomplex::Grundy;
//! let table = Tablebase::small(4)?;
//! let position = "complex[012 03 13]".parse()?;
//! let probe = table.probe(&position)?.expect("a complex on four vertices");
//! assert_eq!(probe.grundy, Grundy(5));
//! let winning: Vec<&str> = probe.winning().map(|x| position.name(x)).collect();
//! assert_eq!(winning, ["2", "01", "03", "13"]);
//! assert_eq!(table.stats().second_player_wins(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `complex`: complexes as words, and positions recognised as complexes.
//! - `block`: about two thousand classes: their perfect hash function and their values.
//! - `layer`, `section`: a layer before it is written, and in the file.
//! - `header`: the beginning of a file.
//! - `place`: where files are kept, the lock, free disk space.
//! - `builder`: writes layers to a file; resumes after an interruption.
//! - `sweep`: a complete build, and small tables in memory.
//! - `table`: opens a file and looks up values.
//! - `stats`: a histogram of the values.
//! - `verify`: verifies all checksums and recomputes a sample of values.

mod block;
mod builder;
mod bytes;
mod complex;
mod error;
mod header;
mod layer;
mod place;
mod section;
mod stats;
mod sweep;
mod table;
mod verify;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use builder::Builder;
pub use complex::{Complex, Face};
#[doc(hidden)]
pub use complex::{MOST_VERTICES, Recognised};
pub use error::TablebaseError;
#[doc(hidden)]
pub use header::VERSION;
pub use place::default_directory;
#[doc(hidden)]
pub use place::{bytes_needed, file};
pub use stats::Stats;
pub use sweep::Built;
pub use table::{Probe, Tablebase};
pub use verify::{Progress, Sample, Verified};
