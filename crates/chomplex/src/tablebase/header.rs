//! The beginning of a file: its identification, and the positions of its layers.
//!
//! ```text
//!   0          8       12 16             20     24      32           40               48  64
//!  |"chomp-tb"|version|n |canonical form|layers|classes|bytes in all|canonical sample|0   |
//!  | for each layer:   where its section begins (8) | checksum of its index (8)           |
//!  | checksum of all bytes above (8)                                                      |
//! ```

use std::path::Path;
use std::sync::LazyLock;

use xxhash_rust::xxh3::xxh3_64;

use super::bytes::{u32_at, u64_at};
use super::complex::{Complex, MOST_VERTICES};
use super::error::TablebaseError;
use crate::layers::CANONICAL_VERSION;

/// The version of the format.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"chomp-tb";

/// The first bytes of a file that is still being built.
const UNFINISHED: [u8; 8] = *b"unfin-tb";

/// The bytes before the list of layers.
const FIXED: usize = 64;

/// The number of classes of complexes on at most n vertices: one less than the number of down-sets
/// of the subsets of an n-set up to symmetry (OEIS A003182), since the void down-set is not a
/// complex.
pub(super) const CLASSES: [u64; MOST_VERTICES + 1] = [1, 2, 4, 9, 29, 209, 16_352, 490_013_147];

/// The header of a file, with the positions of its sections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) n: usize,
    pub(super) classes: u64,
    /// The number of bytes of the whole file.
    pub(super) bytes: u64,
    pub(super) sections: Vec<SectionPlace>,
}

/// Where a section begins, and the checksum of its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SectionPlace {
    pub(super) start: u64,
    pub(super) checksum: u64,
}

impl Header {
    /// The length in bytes of the header of a table for n vertices.
    pub(super) fn len(n: usize) -> usize {
        FIXED + 16 * (1 << n) + 8
    }

    /// The header as bytes, and its checksum, which stands for the whole table.
    pub(super) fn encode(&self) -> (Vec<u8>, u64) {
        let mut out = fixed(MAGIC, self.n, self.classes, self.bytes);
        for place in &self.sections {
            out.extend(place.start.to_le_bytes());
            out.extend(place.checksum.to_le_bytes());
        }
        let checksum = xxh3_64(&out);
        out.extend(checksum.to_le_bytes());
        (out, checksum)
    }

    /// Parses the header of a file. Also returns the checksum that stands for the whole table.
    pub(super) fn parse(file: &[u8], path: &Path) -> Result<(Header, u64), TablebaseError> {
        let foreign = || TablebaseError::Foreign(path.to_owned());
        let damaged = || TablebaseError::damaged(path, "its header is wrong");
        let found = file.len() as u64;
        if !file.starts_with(&MAGIC) {
            return Err(foreign());
        }
        let number = |at: usize| u32_at(file, at).ok_or_else(foreign);
        let (version, n, form) = (number(8)?, number(12)? as usize, number(16)?);
        if version != VERSION {
            return Err(TablebaseError::Version { path: path.to_owned(), found: version, known: VERSION });
        }
        let end = if n <= MOST_VERTICES { Header::len(n) } else { return Err(damaged()) };
        let Some(header) = file.get(..end) else {
            let expected = u64_at(file, 32).unwrap_or(end as u64);
            return Err(TablebaseError::Length { path: path.to_owned(), expected, found });
        };
        let long = |at: usize| u64_at(header, at).ok_or_else(damaged);
        let checksum = long(end - 8)?;
        if xxh3_64(&header[..end - 8]) != checksum {
            return Err(damaged());
        }
        let (classes, bytes) = (long(24)?, long(32)?);
        if found != bytes {
            return Err(TablebaseError::Length { path: path.to_owned(), expected: bytes, found });
        }
        if form != CANONICAL_VERSION || long(40)? != *SAMPLE {
            return Err(TablebaseError::CanonicalForm(path.to_owned()));
        }
        if header[..FIXED] != fixed(MAGIC, n, classes, bytes) || classes != CLASSES[n] {
            return Err(damaged());
        }
        let place = |layer: usize| {
            Ok(SectionPlace { start: long(FIXED + 16 * layer)?, checksum: long(FIXED + 16 * layer + 8)? })
        };
        let sections = (0..1 << n).map(place).collect::<Result<Vec<SectionPlace>, TablebaseError>>()?;
        Ok((Header { n, classes, bytes, sections }, checksum))
    }

    /// The placeholder for the header in an unfinished file.
    pub(super) fn unfinished(n: usize) -> Vec<u8> {
        let mut out = fixed(UNFINISHED, n, 0, 0);
        out.resize(Header::len(n), 0);
        out
    }
}

fn fixed(magic: [u8; 8], n: usize, classes: u64, bytes: u64) -> Vec<u8> {
    let mut out = magic.to_vec();
    for number in [VERSION, n as u32, CANONICAL_VERSION, 1 << n] {
        out.extend(number.to_le_bytes());
    }
    for number in [classes, bytes, *SAMPLE, 0, 0] {
        out.extend(number.to_le_bytes());
    }
    out
}

/// A checksum of the canonical words of some complexes of all sizes. It detects a change of the
/// canonical form that did not change its version.
static SAMPLE: LazyLock<u64> = LazyLock::new(|| {
    let mut words = Vec::new();
    let mut state = 0u64;
    for i in 0..256u64 {
        let facet = |j: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(2 * (i + j) + 1);
            (state >> 57) as u8
        };
        let complex = Complex::with_facets((0..1 + i % 20).map(facet).collect::<Vec<_>>());
        words.extend(complex.key().to_le_bytes());
    }
    xxh3_64(&words)
});
