//! The Grundy value of every complex on at most N ≤ 7 vertices, on disk.
//!
//! In: the layers of all complexes up to isomorphism, with their values. Out: a file of about eleven bits a class, 664 MB for seven
//! vertices, and from it the value of any complex in less than a microsecond, of all its options in half a millisecond.
//!
//! A class has no key in the file. A minimal perfect hash function gives each canonical form of a layer a number of its own, and under
//! that number stands the value; asked for something that is in no layer it would answer too, but every complex on that many vertices is in one.
//! Every part of the file has a checksum, which is verified before the part is used for the first time.
//!
//! ```
//! use chomplex::tablebase::Tablebase;
//! use chomplex::value::Grundy;
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
//! - `block`: some two thousand classes: their perfect hash function and their values.
//! - `layer`, `section`: a layer on its way into the file, and in it.
//! - `header`: what a file begins with.
//! - `place`: where files are kept, the lock, the room there is.
//! - `builder`: layers → file; goes on where it was interrupted.
//! - `sweep`: a whole build, and small tables in memory.
//! - `table`: opens a file and answers from it.
//! - `stats`: how often each value occurs.
//! - `verify`: all checksums, and values computed again.

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

pub use builder::Builder;
pub use complex::{Complex, Face, MOST_VERTICES, Recognised};
pub use error::TablebaseError;
pub use header::VERSION;
pub use place::{bytes_needed, default_directory, file};
pub use stats::Stats;
pub use sweep::Built;
pub use table::{Probe, Tablebase};
pub use verify::{Progress, Sample, Verified};
