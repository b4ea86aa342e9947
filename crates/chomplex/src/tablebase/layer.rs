//! The classes of complexes with a given number of faces, before they are written to a table.

use xxhash_rust::xxh3::xxh3_64;

use super::block::{Encoder, HashedClass};
use super::error::TablebaseError;
use super::section::{KEYS_PER_BLOCK, MAGIC};

/// Values are below this: a complex has at most 127 faces.
const VALUES: usize = 128;

/// Number of heaps in which classes are collected, by their hash, so that each heap can be sorted
/// in the cache.
const HEAPS: usize = 256;

/// All classes of complexes with the same number of faces, and their values, in any order.
pub(super) struct Layer {
    faces: usize,
    heaps: Vec<Vec<HashedClass>>,
    tallies: Vec<ValueCount>,
}

/// The number of classes with a value, and the smallest of their keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueCount {
    pub(super) classes: u64,
    pub(super) least: u128,
}

impl Layer {
    /// The layer of complexes with `faces` faces, not counting the empty one.
    pub(super) fn new(faces: usize) -> Self {
        Layer {
            faces,
            heaps: vec![Vec::new(); HEAPS],
            tallies: vec![ValueCount { classes: 0, least: u128::MAX }; VALUES],
        }
    }

    pub(super) fn faces(&self) -> usize {
        self.faces
    }

    /// Adds classes, given by their keys and values.
    ///
    /// # Panics
    /// If a class has another number of faces, or a value that no complex has.
    pub(super) fn extend(&mut self, keys: &[u128], values: &[u8]) {
        assert_eq!(keys.len(), values.len(), "each class has a value");
        keys.iter().zip(values).for_each(|(&key, &value)| self.push(key, value));
    }

    #[inline]
    fn push(&mut self, key: u128, value: u8) {
        assert_eq!(key.count_ones() as usize, self.faces, "a layer has complexes with the same number of faces");
        let tally = &mut self.tallies[usize::from(value)];
        tally.classes += 1;
        tally.least = tally.least.min(key);
        let entry = HashedClass::new(key, value);
        self.heaps[entry.heap()].push(entry);
    }

    /// The number of classes.
    pub(super) fn classes(&self) -> usize {
        self.heaps.iter().map(Vec::len).sum()
    }

    /// Encodes the layer as a section of the table; `docs/formats/tablebase.md` shows the layout.
    pub(super) fn encode(self) -> Result<Vec<u8>, TablebaseError> {
        let (faces, classes) = (self.faces, self.classes());
        if classes == 0 {
            return Err(TablebaseError::Layers(format!("there are no classes with {faces} faces")));
        }
        let count = classes.div_ceil(KEYS_PER_BLOCK);
        let repeated = |_| TablebaseError::Layers(format!("a class with {faces} faces came twice"));
        let values = VALUES - self.tallies.iter().rev().take_while(|tally| tally.classes == 0).count();
        let tallies: Vec<ValueCount> = self.tallies[..values].to_vec();
        let (directory, blocks) = encode_blocks(self.heaps, classes, count).map_err(repeated)?;

        let mut out = Vec::with_capacity(40 + 24 * values + directory.len() + 8 + blocks.len());
        out.extend(MAGIC);
        for number in [faces, values, count, 0] {
            out.extend((number as u32).to_le_bytes());
        }
        out.extend((classes as u64).to_le_bytes());
        out.extend((blocks.len() as u64).to_le_bytes());
        for tally in tallies {
            out.extend(tally.classes.to_le_bytes());
            out.extend(if tally.classes == 0 { 0 } else { tally.least }.to_le_bytes());
        }
        out.extend(directory);
        let checksum = xxh3_64(&out);
        out.extend(checksum.to_le_bytes());
        out.extend(blocks);
        Ok(out)
    }
}

/// The directory and the blocks.
fn encode_blocks(
    heaps: Vec<Vec<HashedClass>>,
    classes: usize,
    count: usize,
) -> Result<(Vec<u8>, Vec<u8>), super::block::Repeated> {
    let mut encoder = Encoder::default();
    let mut directory = Vec::with_capacity(16 * count);
    let mut blocks = Vec::with_capacity(classes + classes / 8 * 3);
    let mut close = |entries: &mut Vec<HashedClass>| {
        let start = blocks.len();
        encoder.encode(entries, &mut blocks)?;
        directory.extend(((blocks.len() / 8) as u32).to_le_bytes());
        directory.extend((entries.len() as u32).to_le_bytes());
        directory.extend(xxh3_64(&blocks[start..]).to_le_bytes());
        entries.clear();
        Ok(())
    };
    let mut open = Vec::with_capacity(2 * KEYS_PER_BLOCK);
    let mut block = 0;
    for mut heap in heaps {
        heap.sort_unstable();
        for entry in heap {
            while block < entry.block(count) {
                close(&mut open)?;
                block += 1;
            }
            open.push(entry);
        }
    }
    for _ in block..count {
        close(&mut open)?;
    }
    Ok((directory, blocks))
}
