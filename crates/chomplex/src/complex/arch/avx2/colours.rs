//! Sorts the vertices by their [colours](crate::complex::colours).
//!
//! For each of up to eight vertices, the number of greater colours is counted, which is its place
//! unless there is a tie. The colours are computed for four vertices at a time. Each 64-bit lane
//! belongs to a vertex; it holds first the faces with that vertex, then a byte for each other
//! vertex.

use std::arch::x86_64::*;

use super::{ALL, EACH, every, lanes, renamed};
use crate::complex::canonical::Sorted;
use crate::complex::colours::{MIXED_HIGH, MIXED_LOW};
use crate::complex::ties::Ties;
use crate::complex::word::{WITH, Word};

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn sorted_by_colours<const N: usize>(complex: Word<N>) -> Sorted<N> {
    let cells = cells(colours(complex));
    let has_zero_byte = cells.wrapping_sub(EACH) & !cells & (EACH << 7) != 0;
    if !has_zero_byte {
        return Sorted { image: renamed(complex, _mm_cvtsi64_si128(cells as i64)), ties: Ties::NONE };
    }
    let (origins, ties) = separated(cells);
    Sorted { image: renamed(complex, _mm_cvtsi64_si128(origins as i64)), ties }
}

/// Gives each vertex a byte of its own: puts the vertices of each cell one after another, and
/// returns which of them are tied.
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

/// The same 16 bytes in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: [u8; 16]) -> __m256i {
    let bytes = u128::from_le_bytes(bytes);
    let (low, high) = (bytes as u64, (bytes >> 64) as u64);
    lanes([low, high, low, high])
}

/// For each number below 16, the number of its bits that lie in a mask.
const fn counts_within(mask: u8) -> [u8; 16] {
    let mut table = [0; 16];
    let mut x = 0;
    while x < 16 {
        table[x as usize] = (x & mask).count_ones() as u8;
        x += 1;
    }
    table
}

/// The colours of the vertices 0, 1, 4, 5, 2, 3, 6, 7.
#[inline]
#[target_feature(enable = "avx2")]
fn colours<const N: usize>(word: Word<N>) -> __m256i {
    let (low, high) = (codegrees::<N, 0>(word), codegrees::<N, 1>(word));
    let nine_times = |x: __m256i| _mm256_add_epi64(x, _mm256_slli_epi64::<3>(x));
    let colours = gathered(nine_times(low.degrees), nine_times(high.degrees));
    let (low, high) = (Rows::new(&low), Rows::new(&high));
    let (first_low, first_high) = (low.times(colours), high.times(colours));
    let folded = |x: __m256i| _mm256_xor_si256(x, _mm256_srli_epi64::<7>(x));
    let colours = gathered(folded(first_low), folded(first_high));
    let key = |rows: &Rows, first: __m256i| {
        let mixed = _mm256_xor_si256(_mm256_slli_epi64::<4>(rows.times(colours)), first);
        _mm256_or_si256(_mm256_slli_epi64::<23>(rows.degrees), _mm256_slli_epi64::<3>(mixed))
    };
    let (low, high) = (_mm256_castsi256_ps(key(&low, first_low)), _mm256_castsi256_ps(key(&high, first_high)));
    let keys = _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(low, high));
    // Places without a vertex are not tied.
    let absent = _mm256_cmpeq_epi32(keys, _mm256_setzero_si256());
    _mm256_or_si256(keys, _mm256_and_si256(absent, _mm256_setr_epi32(7, 6, 3, 2, 5, 4, 1, 0)))
}

/// The codegrees of four vertices, with a byte for each other vertex and the degree on the
/// diagonal.
struct Codegrees {
    bytes: __m256i,
    degrees: __m256i,
}

/// The codegrees of the vertices 0 to 3 (`HALF` is 0) or 4 to 7.
#[inline]
#[target_feature(enable = "avx2")]
fn codegrees<const N: usize, const HALF: usize>(word: Word<N>) -> Codegrees {
    let w = word.0;
    let with = lanes([WITH_LOW, [WITH[4], WITH[5], 0, 0]][HALF]);
    let shift = lanes([[1, 2, 4, 8], [16, 32, 0, 0]][HALF]);
    // As in the portable code, the faces with a vertex that selects the word are put at the places
    // of the faces without vertex i.
    let fold = |a: u64, b: u64, with_b: [u64; 4]| {
        let b = _mm256_srlv_epi64(_mm256_and_si256(every(b), lanes(with_b)), shift);
        _mm256_or_si256(_mm256_and_si256(every(a), with), b)
    };
    let zero = _mm256_setzero_si256();
    let mut star = fold(w[0], w[1], [WITH_LOW, [WITH[4], WITH[5], ALL, 0]][HALF]);
    let mut with_7 = zero;
    let mut counts = [zero; 4];
    if N == 4 {
        if HALF == 1 {
            star = _mm256_or_si256(star, _mm256_and_si256(every(w[2]), lanes([0, 0, 0, ALL])));
        }
        counts = count(fold(w[2], w[3], [WITH_LOW, [WITH[4], WITH[5], ALL, ALL]][HALF]));
        with_7 = _mm256_sad_epu8(counts[3], zero);
    }
    for (sum, count) in counts.iter_mut().zip(count(star)) {
        *sum = _mm256_add_epi8(*sum, count);
    }
    let [of_0, of_1, of_2, of_any] = counts;
    let of = |mask: u64| _mm256_and_si256(of_any, every(mask));
    let [of_3, of_4, of_5] = [of(WITH[3]), of(WITH[4]), of(WITH[5])];
    let sum = |x: __m256i| _mm256_sad_epu8(x, zero);
    let or = |a: __m256i, b: __m256i| _mm256_or_si256(a, b);
    let low = or(
        or(sum(of_0), _mm256_slli_epi64::<8>(sum(of_1))),
        or(_mm256_slli_epi64::<16>(sum(of_2)), _mm256_slli_epi64::<24>(sum(of_3))),
    );
    let high = or(_mm256_slli_epi64::<32>(sum(of_4)), _mm256_slli_epi64::<40>(sum(of_5)));
    // So far the diagonal has only the faces without vertex 6.
    let without_6 = if HALF == 0 {
        let (a, b) = (_mm256_blend_epi32::<0x0c>(of_0, of_1), _mm256_blend_epi32::<0xc0>(of_2, of_3));
        sum(_mm256_blend_epi32::<0xf0>(a, b))
    } else {
        sum(_mm256_and_si256(of_any, lanes([WITH[4], WITH[5], 0, 0])))
    };
    let degrees = sum(of_any);
    let with_6 = _mm256_sub_epi64(degrees, without_6);
    let to_diagonal = lanes([[0, 8, 16, 24], [32, 40, 64, 64]][HALF]);
    let bytes = _mm256_add_epi8(or(low, high), _mm256_sllv_epi64(with_6, to_diagonal));
    let mut bytes = or(bytes, _mm256_slli_epi64::<48>(with_6));
    if N == 4 {
        bytes = or(bytes, _mm256_slli_epi64::<56>(with_7));
        if HALF == 1 {
            // For vertex 7 the roles of 6 and 7 are exchanged.
            let (stay, also_stay, exchange) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908, 0x0e0f_0d0c_0b0a_0908);
            bytes = _mm256_shuffle_epi8(bytes, lanes([stay, also_stay, stay, exchange]));
        }
    }
    Codegrees { bytes, degrees }
}

const WITH_LOW: [u64; 4] = [WITH[0], WITH[1], WITH[2], WITH[3]];

/// For each byte, the number of its bits that contain vertex 0, vertex 1 and vertex 2, and the
/// number of all bits set.
#[inline]
#[target_feature(enable = "avx2")]
fn count(faces: __m256i) -> [__m256i; 4] {
    const ZERO: [u8; 16] = counts_within(0b1010);
    const ONE: [u8; 16] = counts_within(0b1100);
    const ANY: [u8; 16] = counts_within(0b1111);
    let nibble = every(15 * EACH);
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
    fn new(codegrees: &Codegrees) -> Self {
        let Codegrees { bytes, degrees } = *codegrees;
        let nibble = every(15 * EACH);
        let low = _mm256_and_si256(bytes, nibble);
        let high = _mm256_and_si256(_mm256_srli_epi64::<4>(bytes), nibble);
        let low = _mm256_shuffle_epi8(table(MIXED_LOW), low);
        let high = _mm256_shuffle_epi8(table(MIXED_HIGH), high);
        Rows { mixed: _mm256_xor_si256(low, high), degrees }
    }

    /// The products with a vector that is in every lane. Bits above the lowest 32 must be ignored.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn times(&self, colours: __m256i) -> __m256i {
        let sums = _mm256_maddubs_epi16(self.mixed, colours);
        let sums = _mm256_madd_epi16(sums, _mm256_set1_epi16(1));
        _mm256_add_epi64(sums, _mm256_srli_epi64::<32>(sums))
    }
}

/// The lowest seven bits of each lane, one byte per vertex, repeated in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn gathered(low: __m256i, high: __m256i) -> __m256i {
    let last_bits = |x: __m256i| _mm256_and_si256(x, every(127));
    let low = _mm256_sllv_epi64(last_bits(low), lanes([0, 8, 16, 24]));
    let high = _mm256_sllv_epi64(last_bits(high), lanes([32, 40, 48, 56]));
    let all = _mm256_or_si256(low, high);
    let all = _mm256_or_si256(all, _mm256_permute4x64_epi64::<0x4e>(all));
    _mm256_or_si256(all, _mm256_shuffle_epi32::<0x4e>(all))
}

/// One byte for each place p: the vertices that have exactly p greater keys, as bits. The byte is 0
/// if the vertex at place p is tied with the one before.
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
