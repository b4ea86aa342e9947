//! A reader written from `docs/formats/tablebase.md`, sharing no code with the real one.

use xxhash_rust::xxh3::xxh3_64;

use super::super::block::HashedClass;
use super::super::layer::Layer;
use super::super::section::Section;
use super::*;
use crate::layers::canonical;

fn number(bytes: &[u8], at: usize, length: usize) -> u128 {
    bytes[at..at + length].iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

fn place(bytes: &[u8], at: usize, length: usize) -> usize {
    usize::try_from(number(bytes, at, length)).unwrap()
}

/// Looks up the value of a key in the file.
fn look_up(file: &[u8], key: u128) -> u8 {
    look_up_in_layer(&file[place(file, 64 + 16 * key.count_ones() as usize, 8)..], key)
}

fn look_up_in_layer(layer: &[u8], key: u128) -> u8 {
    let (values, blocks) = (place(layer, 12, 4), place(layer, 16, 4));
    let mut x = key;
    x = (x ^ (x >> 64)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    x = (x ^ (x >> 64)).wrapping_mul(0xd1b5_4a32_d192_ed03_ac56_4b05_aef1_7503);
    x = (x ^ (x >> 64)) >> 8 << 8;
    let (high, low) = ((x >> 64) as u64, x as u64);
    let block = ((u128::from(high) * blocks as u128) >> 64) as usize;
    let directory = 40 + 24 * values;
    let first = directory + 16 * blocks + 8;
    let start = first + if block == 0 { 0 } else { 8 * place(layer, directory + 16 * (block - 1), 4) };
    let end = first + 8 * place(layer, directory + 16 * block, 4);
    let keys = place(layer, directory + 16 * block + 4, 4);
    assert_eq!(number(layer, directory + 16 * block + 8, 8), u128::from(xxh3_64(&layer[start..end])));
    let bit = |b: usize| layer[start + b / 8] >> (b % 8) & 1 == 1;
    let seed = low ^ high.rotate_left(32);
    let (mut level_start, mut left, mut level) = (0, keys, 0u64);
    loop {
        let bits = left.div_ceil(64) * 64;
        level += 1;
        let mut y = seed.wrapping_add(level.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        y = (y ^ (y >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        y = (y ^ (y >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        y ^= y >> 31;
        let at = level_start + ((u128::from(y) * bits as u128) >> 64) as usize;
        if bit(at) {
            let index = (0..at).filter(|&b| bit(b)).count();
            return layer[end - keys.div_ceil(8) * 8 + index];
        }
        left -= (level_start..level_start + bits).filter(|&b| bit(b)).count();
        level_start += bits;
        assert!(left > 0, "the key is there");
    }
}

#[test]
fn the_page_is_enough_to_read_a_table() {
    let directory = directory();
    let n = 6;
    build(directory.path(), n);
    let file = std::fs::read(super::super::place::file(directory.path(), n)).unwrap();
    assert_eq!(&file[..8], b"chomp-tb");
    assert_eq!((place(&file, 8, 4), place(&file, 12, 4), place(&file, 20, 4)), (1, n, 64));
    assert_eq!((place(&file, 24, 8), place(&file, 32, 8)), (16_352, file.len()));
    let header = 64 + 16 * 64;
    assert_eq!(number(&file, header, 8), u128::from(xxh3_64(&file[..header])));

    let mut sample = Vec::new();
    let mut s = 0u64;
    for i in 0..256u64 {
        let mut complex = 0u128;
        for j in 0..=i % 20 {
            s = s.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(2 * (i + j) + 1);
            let facet = s >> 57;
            (1..128u64).filter(|face| face & !facet == 0).for_each(|face| complex |= 1 << face);
        }
        sample.extend(canonical(complex).to_le_bytes());
    }
    assert_eq!(number(&file, 40, 8), u128::from(xxh3_64(&sample)));

    let mut classes = 0;
    for (keys, values) in layers(n) {
        for (key, value) in keys.into_iter().zip(values) {
            assert_eq!(look_up(&file, key), value);
            classes += 1;
        }
    }
    assert_eq!(classes, 16_352);
}

/// If this fails, files of version 1 can no longer be read, and the version must be bumped.
#[test]
fn the_bytes_of_version_1_stay_as_they_are() {
    // Arbitrary words with twenty bits will do.
    let mut random = super::super::verify::Random(1);
    let mut word = || {
        let mut word = 0u128;
        while word.count_ones() < 20 {
            word |= 1 << random.below(128);
        }
        word
    };
    let keys: Vec<u128> = (0..5000).map(|_| word()).collect();
    let values: Vec<u8> = (0..5000).map(|i| (i % 23) as u8).collect();
    let mut layer = Layer::new(20);
    layer.extend(&keys, &values);
    let bytes = layer.encode().unwrap();
    assert_eq!((bytes.len(), xxh3_64(&bytes)), (7416, 14_863_841_121_180_382_533));
    // There are three blocks.
    let section = Section::parse(&bytes).unwrap();
    assert_eq!(section.blocks, 3);
    for (key, value) in keys.into_iter().zip(values) {
        assert_eq!(look_up_in_layer(&bytes, key), value);
        let entry = HashedClass::new(key, 0);
        let block = section.block(&bytes, entry.block(3)).unwrap();
        assert_eq!(block.value(&bytes, entry), Some(value));
    }
}
