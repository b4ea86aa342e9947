//! The part of a file that holds one layer.
//!
//! ```text
//!   0        8       12       16       20    24        32        40
//!  |"layer   "|faces  |values  |blocks  |0    |classes  |bytes    |
//!  | for each value 0, 1, …:   classes (8) | least key (16)        |
//!  | for each block:   end (4) | keys (4) | checksum (8)           |
//!  | checksum of all bytes above (8)                               |
//!  | blocks, one after another                                     |
//! ```

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::block;
use super::block::HashedClass;
use super::bytes::{u32_at, u64_at, u128_at};
use super::layer::ValueCount;

/// The first bytes of a section.
pub(super) const MAGIC: [u8; 8] = *b"layer   ";

/// Average number of keys per block, if the layer has that many.
pub(super) const KEYS_PER_BLOCK: usize = 2048;

/// The bytes before the tallies.
const FIXED: usize = 40;

/// The layout of the section of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Section {
    /// The number of faces of its complexes.
    pub(super) faces: usize,
    /// The number of values; the largest value is one less.
    values: usize,
    /// The number of blocks.
    pub(super) blocks: usize,
    /// The number of classes.
    pub(super) classes: u64,
    /// The total number of bytes of the blocks.
    bytes: usize,
    /// The checksum of the part before the blocks.
    pub(super) checksum: u64,
}

/// The directory entry of a block.
pub(super) struct Block {
    bytes: Range<usize>,
    keys: usize,
    checksum: u64,
}

impl Section {
    /// Parses the part before the blocks of the section that starts these bytes, verifies its
    /// checksum, and checks that it is consistent.
    pub(super) fn parse(section: &[u8]) -> Result<Section, &'static str> {
        let sizes = Section::sizes(section).ok_or("a layer is cut off, or its size is wrong")?;
        let index = section.get(..sizes.blocks_at() - 8).ok_or("a layer is cut off")?;
        if xxh3_64(index) != sizes.checksum {
            return Err("the checksum of the index of a layer is wrong");
        }
        sizes.is_sound(section).then_some(sizes).ok_or("the index of a layer makes no sense")
    }

    fn sizes(section: &[u8]) -> Option<Section> {
        let size = |at: usize| u32_at(section, at).map(|size| size as usize);
        let (faces, values, blocks) = (size(8)?, size(12)?, size(16)?);
        let (classes, bytes) = (u64_at(section, 24)?, usize::try_from(u64_at(section, 32)?).ok()?);
        let bounded = section.starts_with(&MAGIC) && faces < 128 && values <= 128 && blocks <= section.len();
        let sizes = Section { faces, values, blocks, classes, bytes, checksum: 0 };
        let checksum = bounded.then(|| u64_at(section, sizes.blocks_at() - 8))??;
        Some(Section { checksum, ..sizes })
    }

    /// Whether the directory and the tallies account for all bytes and classes.
    fn is_sound(&self, section: &[u8]) -> bool {
        let directory = || (0..self.blocks).map(|block| self.entry(section, block));
        let ends = directory().map(|entry| entry.map(|(end, _, _)| end));
        let keys = directory().map(|entry| entry.map_or(0, |(_, keys, _)| keys as u64)).sum::<u64>();
        let tallied: u64 =
            (0..self.values).map(|value| self.tally(section, value).map_or(0, |tally| tally.classes)).sum();
        u32_at(section, 20) == Some(0)
            && ends.is_sorted()
            && self.blocks_end(section) == Some(self.bytes)
            && (keys, tallied) == (self.classes, self.classes)
    }

    fn blocks_end(&self, section: &[u8]) -> Option<usize> {
        self.entry(section, self.blocks.checked_sub(1)?).map(|(end, _, _)| end)
    }

    fn directory_at(&self) -> usize {
        FIXED + 24 * self.values
    }

    fn blocks_at(&self) -> usize {
        self.directory_at() + 16 * self.blocks + 8
    }

    /// The number of bytes of the section.
    pub(super) fn len(&self) -> usize {
        self.blocks_at().saturating_add(self.bytes)
    }

    /// The number of classes with a value and the smallest of their keys; `None` if all values are
    /// smaller.
    pub(super) fn tally(&self, section: &[u8], value: usize) -> Option<ValueCount> {
        let at = (value < self.values).then_some(FIXED + 24 * value)?;
        Some(ValueCount { classes: u64_at(section, at)?, least: u128_at(section, at + 8)? })
    }

    /// The end of a block relative to the first block, its number of keys, and its checksum.
    fn entry(&self, section: &[u8], block: usize) -> Option<(usize, usize, u64)> {
        let at = self.directory_at() + 16 * block;
        Some((8 * u32_at(section, at)? as usize, u32_at(section, at + 4)? as usize, u64_at(section, at + 8)?))
    }

    /// The directory entry of a block, with its range of bytes.
    #[inline]
    pub(super) fn block(&self, section: &[u8], block: usize) -> Option<Block> {
        let start = match block.checked_sub(1) {
            Some(before) => self.entry(section, before)?.0,
            None => 0,
        };
        let (end, keys, checksum) = self.entry(section, block)?;
        Some(Block { bytes: self.blocks_at() + start..self.blocks_at() + end, keys, checksum })
    }
}

impl Block {
    /// Whether its bytes match the checksum.
    pub(super) fn is_intact(&self, section: &[u8]) -> bool {
        section.get(self.bytes.clone()).is_some_and(|bytes| xxh3_64(bytes) == self.checksum)
    }

    /// The value of an entry that is in this block.
    #[inline]
    pub(super) fn value(&self, section: &[u8], entry: HashedClass) -> Option<u8> {
        block::value(section.get(self.bytes.clone())?, self.keys, entry)
    }

    /// All values, if the block is well formed.
    pub(super) fn values<'a>(&self, section: &'a [u8]) -> Option<&'a [u8]> {
        let bytes = section.get(self.bytes.clone())?;
        block::is_well_formed(bytes, self.keys).then(|| block::values(bytes, self.keys))?
    }
}
