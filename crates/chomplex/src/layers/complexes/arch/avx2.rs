//! Sorts the vertices with AVX2.
//!
//! The keys are in one register. For each key, the number of greater keys after it is counted.
//! These counts (the Lehmer code, 1960) number the orders from 0 to 5039. The new complex is
//! computed by looking up its bits in the old one, 32 at a time.

use std::arch::x86_64::*;
use std::sync::LazyLock;

use super::{Job, Way};
use crate::layers::complexes::canonical::{Image, Sorted};
use crate::layers::complexes::faces::{IDENTITY, Order, ROOM};
use crate::layers::complexes::walk::Ties;

/// A token that shows that the CPU has the features used here.
#[derive(Clone, Copy, Debug)]
pub(in crate::layers::complexes) struct Avx2 {
    /// All orders, indexed by their number.
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
        fn run<J: Job>(job: J, way: Avx2) -> J::Result {
            job.run(way)
        }
        // SAFETY: a value of this type is created only if the CPU has the features.
        unsafe { run(job, self) }
    }
}

impl Way for Avx2 {
    #[inline(always)]
    fn sorted(self, complex: u128, keys: [i16; 8]) -> Sorted {
        // SAFETY: as above.
        unsafe { sorted(complex, keys, self.orders) }
    }
}

/// The weight of each count: the number of an order is the sum of the counts times these.
const FACTORIALS: [usize; ROOM] = [720, 120, 24, 6, 2, 1, 1];

static BY_NUMBER: LazyLock<Box<[u64; ORDERS]>> =
    LazyLock::new(|| Box::new(std::array::from_fn(|number| u64::from_le_bytes(with_number(number)))));

/// The order with this number: the digits of the number say, for each vertex, how many later
/// vertices stand before it.
fn with_number(number: usize) -> Order {
    let count = |vertex: usize| number / FACTORIALS[vertex] % (ROOM - vertex);
    // Starts with the last vertex: each vertex is inserted after `count` of those already there.
    let mut order: Vec<u8> = Vec::new();
    for vertex in (0..ROOM).rev() {
        order.insert(count(vertex), vertex as u8);
    }
    let mut filled = IDENTITY;
    filled[..ROOM].copy_from_slice(&order);
    filled
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sorted(complex: u128, keys: [i16; 8], orders: &[u64; ORDERS]) -> Sorted {
    let keys = _mm_setr_epi16(keys[0], keys[1], keys[2], keys[3], keys[4], keys[5], keys[6], keys[7]);
    let order = orders[number(keys) % ORDERS];
    let bytes = _mm_cvtsi64_si128(order as i64);
    // The indices of the two bytes of each key.
    let words = _mm_cvtepu8_epi16(bytes);
    let pick = _mm_add_epi16(_mm_mullo_epi16(words, _mm_set1_epi16(0x0202)), _mm_set1_epi16(0x0100));
    let sorted = _mm_shuffle_epi8(keys, pick);
    let tied = _mm_cmpeq_epi16(sorted, _mm_srli_si128::<2>(sorted));
    let tied = _mm_andnot_si128(_mm_srai_epi16::<15>(sorted), tied);
    let ties = _mm_movemask_epi8(_mm_packs_epi16(tied, _mm_setzero_si128())) as u8 & 63;
    let one_of_eight = _mm_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
    let origins = _mm_shuffle_epi8(one_of_eight, bytes);
    let word = relabelled(complex, _mm256_broadcastq_epi64(origins));
    let image = Image { word, origins: _mm_cvtsi128_si64(origins).to_le_bytes() };
    Sorted { image, ties: Ties(ties) }
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
#[target_feature(enable = "avx2")]
fn relabelled(complex: u128, origins: __m256i) -> u128 {
    const ALL: u64 = u64::MAX;
    let (low, high) = (complex as u64, (complex >> 64) as u64);
    let old = lanes([low, high, low, high]);
    let pick = |p: i8| _mm256_shuffle_epi8(origins, _mm256_set1_epi8(p));
    let or = |a: __m256i, b: __m256i| _mm256_or_si256(a, b);
    let when = |p: i8, members: [u64; 4]| _mm256_and_si256(pick(p), lanes(members));
    let first = or(
        or(when(0, [0xff00_ff00_ff00_ff00; 4]), when(1, [0xffff_0000_ffff_0000; 4])),
        or(or(when(2, [0xffff_ffff_0000_0000; 4]), when(3, [0, ALL, 0, ALL])), when(4, [0, 0, ALL, ALL])),
    );
    let (five, six) = (pick(5), pick(6));
    let faces = |faces: __m256i| -> u128 {
        let bit = _mm256_shuffle_epi8(every(0x8040_2010_0804_0201), faces);
        let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(faces), every(0x0f0f_0f0f_0f0f_0f0f));
        let found = _mm256_and_si256(_mm256_shuffle_epi8(old, byte), bit);
        (_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bit)) as u32).into()
    };
    let five_six = or(five, six);
    faces(first) | faces(or(first, five)) << 32 | faces(or(first, six)) << 64 | faces(or(first, five_six)) << 96
}
