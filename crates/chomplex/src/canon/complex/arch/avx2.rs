//! The order of the vertices on processors that have AVX2.
//!
//! The same keys as in [`order`](crate::canon::complex::order), and so the same order, computed for four vertices at a time: a lane of 64
//! bits belongs to a vertex, and holds first the faces with that vertex, then a byte for each other vertex.

use std::arch::x86_64::*;

use super::Sorter;
use crate::canon::complex::order::{MIXED_HIGH, MIXED_LOW, Ordered, Ties};
use crate::canon::complex::word::{WITH, Word};

/// Shows that the processor has what is used here.
#[derive(Clone, Copy, Debug)]
pub(in crate::canon::complex) struct Avx2(());

impl Avx2 {
    /// Asks the processor.
    pub(super) fn detected() -> Option<Self> {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        present.then_some(Avx2(()))
    }
}

impl Sorter for Avx2 {
    #[inline(always)]
    fn ordered<const N: usize>(self, word: Word<N>) -> Ordered<Word<N>> {
        // SAFETY: a value of this type is made only where the processor has the features.
        unsafe { ordered(word) }
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: as above.
        unsafe { run(work) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ordered<const N: usize>(word: Word<N>) -> Ordered<Word<N>> {
    let cells = cells(keys(word));
    let zero_byte = cells.wrapping_sub(EACH) & !cells & (EACH << 7);
    if zero_byte == 0 {
        return Ordered { image: relabelled(word, cells), ties: Ties(0) };
    }
    let (cells, ties) = separated(cells);
    Ordered { image: relabelled(word, cells), ties }
}

/// A 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Lets the vertices of each cell stand one after another, and says which of them are tied.
#[inline(always)]
fn separated(mut cells: u64) -> (u64, Ties) {
    let mut ties = 0;
    for p in 0..7 {
        let (here, next) = (cells >> (8 * p) & 0xff, cells >> (8 * p + 8) & 0xff);
        if next == 0 {
            let others = here & (here - 1);
            cells ^= others << (8 * p) | others << (8 * p + 8);
            ties |= 1 << p;
        }
    }
    (cells, Ties(ties))
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(x: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(x[3] as i64, x[2] as i64, x[1] as i64, x[0] as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn every(x: u64) -> __m256i {
    _mm256_set1_epi64x(x as i64)
}

/// The same 16 bytes in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: [u8; 16]) -> __m256i {
    let bytes = u128::from_le_bytes(bytes);
    let (low, high) = (bytes as u64, (bytes >> 64) as u64);
    lanes([low, high, low, high])
}

/// How many of the bits of each number below 16 lie in a mask.
const fn counts_within(mask: u8) -> [u8; 16] {
    let mut table = [0; 16];
    let mut x = 0;
    while x < 16 {
        table[x as usize] = (x & mask).count_ones() as u8;
        x += 1;
    }
    table
}

/// The keys of the vertices 0, 1, 4, 5, 2, 3, 6, 7.
#[inline]
#[target_feature(enable = "avx2")]
fn keys<const N: usize>(word: Word<N>) -> __m256i {
    let (low, high) = (codegrees(word, 0), codegrees(word, 1));
    let (low, high) = (Rows::new(low), Rows::new(high));
    let (first_low, first_high) = (low.sums(), high.sums());
    let colours = coloured::<5>(first_low, first_high);
    let (second_low, second_high) = (low.times(colours), high.times(colours));
    let colours = coloured::<7>(second_low, second_high);
    let key = |rows: &Rows, second: __m256i| {
        let third = _mm256_slli_epi64::<4>(rows.times(colours));
        let mixed = _mm256_slli_epi64::<3>(_mm256_xor_si256(third, second));
        _mm256_or_si256(_mm256_slli_epi64::<23>(rows.degrees), mixed)
    };
    let (low, high) = (key(&low, second_low), key(&high, second_high));
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    let keys = _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(low, high));
    let absent = _mm256_cmpeq_epi32(keys, _mm256_setzero_si256());
    _mm256_or_si256(keys, _mm256_and_si256(absent, _mm256_setr_epi32(7, 6, 3, 2, 5, 4, 1, 0)))
}

/// The codegrees of four vertices, and their degrees in the diagonal.
struct Codegrees {
    bytes: __m256i,
    degrees: __m256i,
}

/// Of the vertices 0 to 3, or 4 to 7.
#[inline]
#[target_feature(enable = "avx2")]
fn codegrees<const N: usize>(word: Word<N>, half: usize) -> Codegrees {
    let w = word.0;
    let [with, with_1, shift, with_2, with_3, place, diagonal, few] = MASKS[half].map(|x| lanes(x));
    let fold = |a: u64, b: u64, with_b: __m256i| {
        let b = _mm256_srlv_epi64(_mm256_and_si256(every(b), with_b), shift);
        _mm256_or_si256(_mm256_and_si256(every(a), with), b)
    };
    let star = fold(w[0], w[1], with_1);
    let mut counts;
    let mut last = _mm256_setzero_si256();
    let zero = _mm256_setzero_si256();
    if N == 2 {
        counts = count(star);
    } else {
        let star = if half == 1 { _mm256_or_si256(star, _mm256_and_si256(every(w[2]), with_2)) } else { star };
        let star_7 = count(fold(w[2], w[3], with_3));
        last = _mm256_slli_epi64::<56>(_mm256_sad_epu8(star_7[3], zero));
        counts = count(star);
        for i in 0..4 {
            counts[i] = _mm256_add_epi8(counts[i], star_7[i]);
        }
    }
    let sum = |x: __m256i| _mm256_sad_epu8(x, zero);
    let sum_of = |mask: u64| _mm256_sad_epu8(_mm256_and_si256(counts[3], every(mask)), zero);
    let degrees = sum(counts[3]);
    let mut bytes = sum(counts[0]);
    bytes = _mm256_or_si256(bytes, _mm256_slli_epi64::<8>(sum(counts[1])));
    bytes = _mm256_or_si256(bytes, _mm256_slli_epi64::<16>(sum(counts[2])));
    bytes = _mm256_or_si256(bytes, _mm256_slli_epi64::<24>(sum_of(0xff00_ff00_ff00_ff00)));
    bytes = _mm256_or_si256(bytes, _mm256_slli_epi64::<32>(sum_of(0xffff_0000_ffff_0000)));
    bytes = _mm256_or_si256(bytes, _mm256_slli_epi64::<40>(sum_of(0xffff_ffff_0000_0000)));
    // Of the faces with vertex i those without vertex 6 were put where faces with i are.
    let without_6 = _mm256_srlv_epi64(_mm256_and_si256(bytes, diagonal), place);
    let with_6 = _mm256_slli_epi64::<48>(_mm256_sub_epi64(degrees, without_6));
    bytes = _mm256_or_si256(_mm256_andnot_si256(diagonal, bytes), with_6);
    bytes = _mm256_or_si256(bytes, _mm256_sllv_epi64(_mm256_and_si256(degrees, few), place));
    if N == 4 {
        bytes = _mm256_or_si256(bytes, last);
        if half == 1 {
            let exchange = _mm256_set_epi8(
                14, 15, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
                1, 0,
            );
            bytes = _mm256_shuffle_epi8(bytes, exchange);
        }
    }
    Codegrees { bytes, degrees }
}

const ALL: u64 = u64::MAX;

const MASKS: [[[u64; 4]; 8]; 2] = [
    [
        [WITH[0], WITH[1], WITH[2], WITH[3]],
        [WITH[0], WITH[1], WITH[2], WITH[3]],
        [1, 2, 4, 8],
        [0; 4],
        [WITH[0], WITH[1], WITH[2], WITH[3]],
        [0, 8, 16, 24],
        [0xff, 0xff00, 0xff_0000, 0xff00_0000],
        [ALL; 4],
    ],
    [
        [WITH[4], WITH[5], 0, 0],
        [WITH[4], WITH[5], ALL, 0],
        [16, 32, 0, 0],
        [0, 0, 0, ALL],
        [WITH[4], WITH[5], ALL, ALL],
        [32, 40, 48, 56],
        [0xff_0000_0000, 0xff00_0000_0000, 0, 0],
        [ALL, ALL, 0, 0],
    ],
];

/// For each byte: how many of its bits have vertex 0, vertex 1, vertex 2, and how many there are.
#[inline]
#[target_feature(enable = "avx2")]
fn count(faces: __m256i) -> [__m256i; 4] {
    const ZERO: [u8; 16] = counts_within(0b1010);
    const ONE: [u8; 16] = counts_within(0b1100);
    const ANY: [u8; 16] = counts_within(0b1111);
    let nibble = every(0x0f0f_0f0f_0f0f_0f0f);
    let low = _mm256_and_si256(faces, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi64::<4>(faces), nibble);
    let both = |table: __m256i| _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
    let with_2 = _mm256_shuffle_epi8(table(ANY), high);
    let any = _mm256_add_epi8(_mm256_shuffle_epi8(table(ANY), low), with_2);
    [both(table(ZERO)), both(table(ONE)), with_2, any]
}

/// The mixed codegrees of four vertices.
struct Rows {
    mixed: __m256i,
    degrees: __m256i,
}

impl Rows {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(codegrees: Codegrees) -> Self {
        let Codegrees { bytes, degrees } = codegrees;
        let nibble = every(0x0f0f_0f0f_0f0f_0f0f);
        let low = _mm256_and_si256(bytes, nibble);
        let high = _mm256_and_si256(_mm256_srli_epi64::<4>(bytes), nibble);
        let low = _mm256_shuffle_epi8(table(MIXED_LOW), low);
        let high = _mm256_shuffle_epi8(table(MIXED_HIGH), high);
        Rows { mixed: _mm256_xor_si256(low, high), degrees }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn sums(&self) -> __m256i {
        _mm256_sad_epu8(self.mixed, _mm256_setzero_si256())
    }

    /// The products with a vector that is in every lane. What is above 32 bits is to be ignored.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn times(&self, colours: __m256i) -> __m256i {
        let sums = _mm256_maddubs_epi16(self.mixed, colours);
        let sums = _mm256_madd_epi16(sums, _mm256_set1_epi16(1));
        _mm256_add_epi64(sums, _mm256_srli_epi64::<32>(sums))
    }
}

/// The colours of all vertices, a byte for each, in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn coloured<const SHIFT: i32>(low: __m256i, high: __m256i) -> __m256i {
    let colour = |x: __m256i| _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64::<SHIFT>(x)), every(127));
    let low = _mm256_sllv_epi64(colour(low), lanes([0, 8, 16, 24]));
    let high = _mm256_sllv_epi64(colour(high), lanes([32, 40, 48, 56]));
    let all = _mm256_or_si256(low, high);
    let all = _mm256_or_si256(all, _mm256_permute4x64_epi64::<0x4e>(all));
    _mm256_or_si256(all, _mm256_shuffle_epi32::<0x4e>(all))
}

/// For each place p a byte: the vertices with p greater keys, as bits. It is 0 if the vertex in place p is tied with the
/// one before.
#[inline]
#[target_feature(enable = "avx2")]
fn cells(keys: __m256i) -> u64 {
    let other = _mm256_permute4x64_epi64::<0x4e>(keys);
    let greater = |x: __m256i| _mm256_cmpgt_epi32(x, keys);
    let sum = |a: __m256i, b: __m256i| _mm256_add_epi32(a, b);
    let near = sum(
        greater(_mm256_shuffle_epi32::<0x39>(keys)),
        sum(greater(_mm256_shuffle_epi32::<0x4e>(keys)), greater(_mm256_shuffle_epi32::<0x93>(keys))),
    );
    let far = sum(
        sum(greater(other), greater(_mm256_shuffle_epi32::<0x39>(other))),
        sum(greater(_mm256_shuffle_epi32::<0x4e>(other)), greater(_mm256_shuffle_epi32::<0x93>(other))),
    );
    let ranks = _mm256_sub_epi32(_mm256_setzero_si256(), sum(near, far));
    let gather = lanes([0xffff_0c08_ffff_0400, 0xffff_0c08_ffff_0400, 0x0c08_ffff_0400_ffff, 0x0c08_ffff_0400_ffff]);
    let ranks = _mm256_shuffle_epi8(ranks, gather);
    let ranks = _mm256_or_si256(ranks, _mm256_permute4x64_epi64::<0x4e>(ranks));
    let low = _mm256_cmpeq_epi8(ranks, lanes([0, EACH, 2 * EACH, 3 * EACH]));
    let high = _mm256_cmpeq_epi8(ranks, lanes([4 * EACH, 5 * EACH, 6 * EACH, 7 * EACH]));
    let (low, high) = (_mm256_movemask_epi8(low) as u32, _mm256_movemask_epi8(high) as u32);
    u64::from(low) | u64::from(high) << 32
}

/// The complex in which the vertex in byte p of `cells` has become vertex p.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn relabelled<const N: usize>(mut word: Word<N>, mut cells: u64) -> Word<N> {
    if N == 4 {
        let last = (cells >> 56).trailing_zeros();
        word = word.swapped(last as usize, 7);
        cells = (cells & !(EACH << 7)) | (cells >> 7 & EACH) << last;
        // The byte of place 7 is not used any more.
    }
    let cells = every(cells);
    let pick = |p: i8| _mm256_shuffle_epi8(cells, _mm256_set1_epi8(p));
    let mut sources = _mm256_and_si256(pick(4), lanes([0, 0, ALL, ALL]));
    let patterns =
        [[0xff00_ff00_ff00_ff00; 4], [0xffff_0000_ffff_0000; 4], [0xffff_ffff_0000_0000; 4], [0, ALL, 0, ALL]];
    for (p, pattern) in (0..).zip(patterns) {
        sources = _mm256_or_si256(sources, _mm256_and_si256(pick(p), lanes(pattern)));
    }
    let (five, six) = (pick(5), pick(6));
    let blocks = [
        sources,
        _mm256_or_si256(sources, five),
        _mm256_or_si256(sources, six),
        _mm256_or_si256(sources, _mm256_or_si256(five, six)),
    ];
    let halves: [__m256i; 2] = std::array::from_fn(|k| {
        if 2 * k < N {
            lanes([word.0[2 * k], word.0[2 * k + 1], word.0[2 * k], word.0[2 * k + 1]])
        } else {
            _mm256_setzero_si256()
        }
    });
    let bit_of = table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
    let mut result = [0u64; N];
    for (b, block) in blocks.into_iter().enumerate() {
        let bits = _mm256_shuffle_epi8(bit_of, block);
        let bytes = _mm256_and_si256(_mm256_srli_epi16::<3>(block), every(0x0f0f_0f0f_0f0f_0f0f));
        for k in 0..N / 2 {
            let found = _mm256_and_si256(_mm256_shuffle_epi8(halves[k], bytes), bits);
            let found = _mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bits)) as u32;
            result[2 * k + b / 2] |= u64::from(found) << (32 * (b % 2));
        }
    }
    Word(result)
}
