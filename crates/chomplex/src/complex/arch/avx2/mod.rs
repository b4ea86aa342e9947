//! Sorts the vertices with AVX2.
//!
//! The [keys](crate::complex::keys) of seven vertices are in one register. For each of them, the
//! number of greater keys after it is counted. These counts (the Lehmer code, 1960) number the
//! orders from 0 to 5039, and a table has the orders. The new complex is computed by looking up its
//! bits in the old one, 32 at a time.

mod colours;

use std::arch::x86_64::*;
use std::sync::LazyLock;

use super::{Job, Sorter};
use crate::complex::canonical::{Image, Sorted};
use crate::complex::ties::Ties;
use crate::complex::word::{IDENTITY, Order, WITHOUT_OR_NONE, Word};

/// A token that shows that the CPU has the features used here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2 {
    /// All orders of seven vertices, indexed by their number.
    orders: &'static [u64; ORDERS],
}

const ORDERS: usize = 5040;

impl Avx2 {
    /// Detects the CPU features.
    pub(super) fn detected() -> Option<Self> {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        present.then(|| Avx2 { orders: &BY_NUMBER })
    }

    /// Runs a job compiled for these CPU features.
    #[inline]
    pub(super) fn run<J: Job>(self, job: J) -> J::Result {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<J: Job>(job: J, sorter: Avx2) -> J::Result {
            job.run(sorter)
        }
        // SAFETY: a value of this type is created only if the CPU has the features.
        unsafe { run(job, self) }
    }
}

impl Sorter for Avx2 {
    #[inline(always)]
    fn sorted(self, complex: Word<2>, keys: [i16; 8]) -> Sorted<2> {
        // SAFETY: as above.
        unsafe { sorted(complex, keys, self.orders) }
    }

    #[inline(always)]
    fn sorted_by_colours<const N: usize>(self, complex: Word<N>) -> Sorted<N> {
        // SAFETY: as above.
        unsafe { colours::sorted_by_colours(complex) }
    }
}

/// The weight of each count: the number of an order is the sum of the counts times these.
const FACTORIALS: [usize; 7] = [720, 120, 24, 6, 2, 1, 1];

static BY_NUMBER: LazyLock<Box<[u64; ORDERS]>> =
    LazyLock::new(|| Box::new(std::array::from_fn(|number| u64::from_le_bytes(with_number(number)))));

/// The order with this number: the digits of the number say, for each vertex, how many later
/// vertices stand before it.
fn with_number(number: usize) -> Order {
    // Starts with the last vertex: each vertex is inserted after `count` of those already there.
    let mut order: Vec<u8> = Vec::new();
    for (vertex, factorial) in FACTORIALS.into_iter().enumerate().rev() {
        let count = number / factorial % (7 - vertex);
        order.insert(count, vertex as u8);
    }
    let mut filled = IDENTITY;
    filled[..7].copy_from_slice(&order);
    filled
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sorted(complex: Word<2>, keys: [i16; 8], orders: &[u64; ORDERS]) -> Sorted<2> {
    let keys = _mm_setr_epi16(keys[0], keys[1], keys[2], keys[3], keys[4], keys[5], keys[6], keys[7]);
    let bytes = _mm_cvtsi64_si128(orders[number(keys) % ORDERS] as i64);
    // The indices of the two bytes of each key.
    let words = _mm_cvtepu8_epi16(bytes);
    let pick = _mm_add_epi16(_mm_mullo_epi16(words, _mm_set1_epi16(0x0202)), _mm_set1_epi16(0x0100));
    let sorted = _mm_shuffle_epi8(keys, pick);
    let tied = _mm_cmpeq_epi16(sorted, _mm_srli_si128::<2>(sorted));
    let ties = _mm_movemask_epi8(_mm_packs_epi16(tied, _mm_setzero_si128())) as u8 & 63;
    let origins = _mm_shuffle_epi8(_mm_set1_epi64x(ONE_OF_EIGHT as i64), bytes);
    Sorted { image: renamed(complex, origins), ties: Ties(ties) }
}

/// The number of the order that puts greater keys first and keeps equal ones in place.
#[inline]
#[target_feature(enable = "avx2")]
fn number(keys: __m128i) -> usize {
    let least = _mm_set1_epi16(i16::MIN);
    let greater = |later: __m128i| _mm_cmpgt_epi16(later, keys);
    let sum = |a: __m128i, b: __m128i| _mm_add_epi16(a, b);
    let a = sum(greater(_mm_alignr_epi8::<2>(least, keys)), greater(_mm_alignr_epi8::<4>(least, keys)));
    let b = sum(greater(_mm_alignr_epi8::<6>(least, keys)), greater(_mm_alignr_epi8::<8>(least, keys)));
    let c = sum(greater(_mm_alignr_epi8::<10>(least, keys)), greater(_mm_alignr_epi8::<12>(least, keys)));
    let counts = sum(sum(a, b), c);
    let products = _mm_madd_epi16(counts, _mm_setr_epi16(-720, -120, -24, -6, -2, -1, 0, 0));
    let products = _mm_add_epi32(products, _mm_shuffle_epi32::<0x4e>(products));
    let products = _mm_add_epi32(products, _mm_shuffle_epi32::<0xb1>(products));
    _mm_cvtsi128_si32(products) as usize
}

/// The image in which the vertex in byte p of `origins` has become vertex p.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn renamed<const N: usize>(complex: Word<N>, origins: __m128i) -> Image<N> {
    Image { word: relabelled(complex, origins), origins: _mm_cvtsi128_si64(origins).to_le_bytes() }
}

/// The numbers `1 << p`, a byte each.
const ONE_OF_EIGHT: u64 = 0x8040_2010_0804_0201;

/// A 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// A 1 in each bit.
const ALL: u64 = u64::MAX;

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

/// The complex in which the vertex in byte p of `origins` has become vertex p.
///
/// Looks up, for each face of the new complex, the old face, 32 at a time. The number of the old
/// face is the sum of the bytes of the vertices.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn relabelled<const N: usize>(word: Word<N>, origins: __m128i) -> Word<N> {
    let mut halves = [_mm256_setzero_si256(); 2];
    let mut places = _mm256_broadcastq_epi64(origins);
    if N == 2 {
        halves[0] = lanes([word.0[0], word.0[1], word.0[0], word.0[1]]);
    } else {
        let origins = _mm_cvtsi128_si64(origins) as u64;
        let last = (origins >> 56).trailing_zeros();
        let (without, with) = exchanged_with_last(lanes(std::array::from_fn(|k| word.0[k % N])), last);
        halves = [_mm256_broadcastsi128_si256(without), _mm256_broadcastsi128_si256(with)];
        places = every((origins & !(EACH << 7)) | (origins >> 7 & EACH) << last);
    }
    let pick = |p: i8| _mm256_shuffle_epi8(places, _mm256_set1_epi8(p));
    let or = |a: __m256i, b: __m256i| _mm256_or_si256(a, b);
    let when = |p: i8, members: [u64; 4]| _mm256_and_si256(pick(p), lanes(members));
    let first = or(
        or(when(0, [0xff00_ff00_ff00_ff00; 4]), when(1, [0xffff_0000_ffff_0000; 4])),
        or(or(when(2, [0xffff_ffff_0000_0000; 4]), when(3, [0, ALL, 0, ALL])), when(4, [0, 0, ALL, ALL])),
    );
    let (five, six) = (pick(5), pick(6));
    let blocks = [first, or(first, five), or(first, six), or(first, or(five, six))];
    let bit_of = every(ONE_OF_EIGHT);
    let mut result = [0; N];
    for (b, block) in blocks.into_iter().enumerate() {
        let bit = _mm256_shuffle_epi8(bit_of, block);
        let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(block), every(15 * EACH));
        for (k, half) in halves.iter().enumerate().take(N / 2) {
            let found = _mm256_and_si256(_mm256_shuffle_epi8(*half, byte), bit);
            let found = _mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bit)) as u32;
            result[2 * k + b / 2] |= u64::from(found) << (32 * (b % 2));
        }
    }
    Word(result)
}

/// The faces without and those with vertex 7, after vertex 7 and another vertex were exchanged.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged_with_last(word: __m256i, vertex: u32) -> (__m128i, __m128i) {
    let (without, with) = (_mm256_castsi256_si128(word), _mm256_extracti128_si256::<1>(word));
    let mask = _mm_set1_epi64x(WITHOUT_OR_NONE[vertex as usize & 7] as i64);
    let shift = _mm_cvtsi32_si128((1 << vertex) & 63);
    let moved = _mm_and_si128(_mm_xor_si128(_mm_srl_epi64(without, shift), with), mask);
    let with = _mm_xor_si128(with, moved);
    let without = _mm_xor_si128(without, _mm_sll_epi64(moved, shift));
    let six = _mm_set1_epi8(-i8::from(vertex == 6));
    (
        _mm_blendv_epi8(without, _mm_unpacklo_epi64(without, with), six),
        _mm_blendv_epi8(with, _mm_unpackhi_epi64(without, with), six),
    )
}
