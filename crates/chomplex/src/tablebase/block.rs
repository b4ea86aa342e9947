//! About two thousand classes and their values: a minimal perfect hash function and one byte per
//! class.
//!
//! The hash function is the cascade of bit sets of Limasset, Rizk, Chikhi and Peterlongo (SEA 2017)
//! and of Beling (ACM JEA 2023). Each key is hashed into a level that has as many bits as there are
//! keys. If exactly one key lands on a bit, the bit is set and the key is done; the other keys go
//! on to the next level. The index of a key is the number of set bits before its own, and its value
//! is stored at that index. The result does not depend on the order of the keys.
//!
//! ```text
//!   level 0          level 1      level 2   …   values
//!  |0110…|0010…|…   |1000…|…     |0100…|   …   |v0|v1|v2|…|0|0|
//!   64 bits each, least bit first               a byte each, padded with zeros to eight bytes
//! ```
//!
//! A level for r keys has r bits, rounded up to whole words. The number of keys that go on to the
//! next level follows from the number of set bits, so nothing else needs to be stored.

use crate::bits::{GOLDEN, split_mix};

/// Maximum number of levels. Distinct keys separate long before this level.
const MOST_LEVELS: u64 = 100;

/// A hashed key and its value: 120 bits of hash, 8 bits of value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HashedClass(u128);

impl HashedClass {
    #[inline]
    pub(super) fn new(key: u128, value: u8) -> Self {
        HashedClass(hash(key) & !0xff | u128::from(value))
    }

    fn value(self) -> u8 {
        self.0 as u8
    }

    /// The first eight bits of the hash. All entries of one heap come before those of the next.
    #[inline]
    pub(super) fn heap(self) -> usize {
        (self.0 >> 120) as usize
    }

    /// The block this entry belongs to, out of `blocks`. Sorting entries also sorts them by block.
    #[inline]
    pub(super) fn block(self, blocks: usize) -> usize {
        scaled((self.0 >> 64) as u64, blocks)
    }

    /// The seed that determines the key's bit in each level.
    #[inline]
    fn seed(self) -> u64 {
        (self.0 as u64 & !0xff) ^ ((self.0 >> 64) as u64).rotate_left(32)
    }
}

/// A permutation of the 128-bit words in which every output bit depends on all input bits.
#[inline]
fn hash(key: u128) -> u128 {
    const ODD: [u128; 2] = [0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, 0xd1b5_4a32_d192_ed03_ac56_4b05_aef1_7503];
    let mut x = key;
    for odd in ODD {
        x = (x ^ (x >> 64)).wrapping_mul(odd);
    }
    x ^ (x >> 64)
}

/// The bit for a key in a level of `bits` bits. The mixing function is that of `SplitMix64`
/// (Steele, Lea and Flood 2014).
#[inline]
fn place(seed: u64, level: u64, bits: usize) -> usize {
    scaled(split_mix(seed.wrapping_add((level + 1).wrapping_mul(GOLDEN))), bits)
}

/// Maps `x` proportionally to a number below `range`.
#[inline]
fn scaled(x: u64, range: usize) -> usize {
    ((u128::from(x) * range as u128) >> 64) as usize
}

/// Error: two keys are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Repeated;

/// Encodes blocks and reuses its buffers between them.
#[derive(Default)]
pub(super) struct Encoder {
    once: Vec<u64>,
    twice: Vec<u64>,
    /// The keys that are not done yet, each with its bit in the current level.
    open: Vec<(HashedClass, usize)>,
    /// The number of set bits before each word of the level.
    ranks: Vec<usize>,
    values: Vec<u8>,
}

impl Encoder {
    /// Appends the block for these entries.
    pub(super) fn encode(&mut self, entries: &[HashedClass], out: &mut Vec<u8>) -> Result<(), Repeated> {
        self.open.clear();
        self.open.extend(entries.iter().map(|&entry| (entry, 0)));
        self.values.clear();
        self.values.resize(entries.len().next_multiple_of(8), 0);
        let mut done = 0;
        let mut level = 0;
        while !self.open.is_empty() {
            if level == MOST_LEVELS {
                return Err(Repeated);
            }
            self.throw(level);
            done = self.settle(done);
            self.once.iter().for_each(|word| out.extend(word.to_le_bytes()));
            level += 1;
        }
        out.extend(&self.values);
        Ok(())
    }

    /// Assigns each key its bit, and leaves in `once` the bits hit by exactly one key.
    fn throw(&mut self, level: u64) {
        let words = self.open.len().div_ceil(64);
        for set in [&mut self.once, &mut self.twice] {
            set.clear();
            set.resize(words, 0);
        }
        for (entry, place_of) in &mut self.open {
            let at = place(entry.seed(), level, 64 * words);
            let bit = 1 << (at % 64);
            self.twice[at / 64] |= self.once[at / 64] & bit;
            self.once[at / 64] |= bit;
            *place_of = at;
        }
        self.once.iter_mut().zip(&self.twice).for_each(|(once, twice)| *once &= !twice);
    }

    /// Removes the keys that are alone on their bit and stores their values. `done` keys were
    /// removed before; returns the new total.
    fn settle(&mut self, mut done: usize) -> usize {
        self.ranks.clear();
        for word in &self.once {
            self.ranks.push(done);
            done += word.count_ones() as usize;
        }
        let Encoder { once, ranks, values, open, .. } = self;
        open.retain(|&(entry, at)| {
            let (word, bit) = (once[at / 64], 1 << (at % 64));
            if word & bit != 0 {
                values[ranks[at / 64] + (word & (bit - 1)).count_ones() as usize] = entry.value();
            }
            word & bit == 0
        });
        done
    }
}

/// The value of a key in its block, which has `keys` keys. For a key that is not in the block the
/// result is arbitrary.
#[inline]
pub(super) fn value(block: &[u8], keys: usize, entry: HashedClass) -> Option<u8> {
    let seed = entry.seed();
    let (words, _) = block.as_chunks::<8>();
    let ones =
        |words: &[[u8; 8]]| words.iter().map(|&word| u64::from_le_bytes(word).count_ones() as usize).sum::<usize>();
    let (mut words, mut index, mut level) = (words, 0, 0);
    while index < keys {
        let (bits, rest) = words.split_at_checked((keys - index).div_ceil(64))?;
        let at = place(seed, level, 64 * bits.len());
        let (word, bit) = (u64::from_le_bytes(bits[at / 64]), 1 << (at % 64));
        if word & bit != 0 {
            index += ones(&bits[..at / 64]) + (word & (bit - 1)).count_ones() as usize;
            return values(block, keys)?.get(index).copied();
        }
        index += ones(bits);
        words = rest;
        level += 1;
    }
    None
}

/// The values in a block, in the order of their indices.
pub(super) fn values(block: &[u8], keys: usize) -> Option<&[u8]> {
    let start = block.len().checked_sub(keys.next_multiple_of(8))?;
    block.get(start..start + keys)
}

/// Whether a block for `keys` keys is well formed: the levels account for all keys, and the values
/// follow immediately.
pub(super) fn is_well_formed(block: &[u8], keys: usize) -> bool {
    let (mut words, rest) = block.as_chunks::<8>();
    let mut left = keys;
    while left > 0 {
        let Some((bits, more)) = words.split_at_checked(left.div_ceil(64)) else { return false };
        let ones: usize = bits.iter().map(|&word| u64::from_le_bytes(word).count_ones() as usize).sum();
        let Some(fewer) = left.checked_sub(ones) else { return false };
        (words, left) = (more, fewer);
    }
    rest.is_empty()
        && words.len() == keys.div_ceil(8)
        && values(block, keys)
            .is_some_and(|values| block[block.len() - 8 * words.len() + values.len()..].iter().all(|&b| b == 0))
}
