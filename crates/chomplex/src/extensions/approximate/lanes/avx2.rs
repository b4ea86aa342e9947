//! All lanes in two 256-bit registers.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256d, __m256i, _mm256_add_epi64, _mm256_add_pd, _mm256_castsi256_pd, _mm256_loadu_pd, _mm256_loadu_si256,
    _mm256_max_pd, _mm256_min_pd, _mm256_mul_pd, _mm256_or_si256, _mm256_set1_epi64x, _mm256_slli_epi64,
    _mm256_srli_epi64, _mm256_storeu_pd, _mm256_storeu_si256, _mm256_sub_pd, _mm256_xor_si256,
};

use super::{LANES, Numbers, ONE, Vector, Words};

/// Whether the processor has these instructions. Without them no [`Halves`] may exist.
pub(in super::super) fn available() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[derive(Clone, Copy)]
pub(in super::super) struct Halves([__m256d; 2]);

impl Halves {
    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(__m256d, __m256d) -> __m256d) -> Self {
        Halves([operation(self.0[0], other.0[0]), operation(self.0[1], other.0[1])])
    }
}

// SAFETY, for all of these: a `Halves` exists only where the processor has the instructions; arrays
// are as long as two registers.
impl Vector for Halves {
    type Words = [__m256i; 2];

    #[inline(always)]
    fn load(numbers: &Numbers) -> Self {
        let (first, second) = numbers.split_at(LANES / 2);
        Halves(unsafe { [_mm256_loadu_pd(first.as_ptr()), _mm256_loadu_pd(second.as_ptr())] })
    }

    #[inline(always)]
    fn store(self) -> Numbers {
        let mut numbers = [0.0; LANES];
        let (first, second) = numbers.split_at_mut(LANES / 2);
        unsafe {
            _mm256_storeu_pd(first.as_mut_ptr(), self.0[0]);
            _mm256_storeu_pd(second.as_mut_ptr(), self.0[1]);
        }
        numbers
    }

    #[inline(always)]
    fn load_words(words: &Words) -> [__m256i; 2] {
        let (first, second) = words.split_at(LANES / 2);
        unsafe { [_mm256_loadu_si256(first.as_ptr().cast()), _mm256_loadu_si256(second.as_ptr().cast())] }
    }

    #[inline(always)]
    fn store_words(words: [__m256i; 2]) -> Words {
        let mut array = [0; LANES];
        let (first, second) = array.split_at_mut(LANES / 2);
        unsafe {
            _mm256_storeu_si256(first.as_mut_ptr().cast(), words[0]);
            _mm256_storeu_si256(second.as_mut_ptr().cast(), words[1]);
        }
        array
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.with(other, |a, b| unsafe { _mm256_max_pd(a, b) })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.with(other, |a, b| unsafe { _mm256_min_pd(a, b) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, |a, b| unsafe { _mm256_add_pd(a, b) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.with(other, |a, b| unsafe { _mm256_sub_pd(a, b) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.with(other, |a, b| unsafe { _mm256_mul_pd(a, b) })
    }

    #[inline(always)]
    fn roll([a, b, c, d]: &mut [[__m256i; 2]; 4]) -> Self {
        let number = [0, 1].map(|i| unsafe {
            let word = _mm256_add_epi64(a[i], d[i]);
            let shifted = _mm256_slli_epi64::<17>(b[i]);
            c[i] = _mm256_xor_si256(c[i], a[i]);
            d[i] = _mm256_xor_si256(d[i], b[i]);
            b[i] = _mm256_xor_si256(b[i], c[i]);
            a[i] = _mm256_xor_si256(a[i], d[i]);
            c[i] = _mm256_xor_si256(c[i], shifted);
            d[i] = _mm256_or_si256(_mm256_slli_epi64::<45>(d[i]), _mm256_srli_epi64::<19>(d[i]));
            let bits = _mm256_or_si256(_mm256_srli_epi64::<12>(word), _mm256_set1_epi64x(ONE.cast_signed()));
            _mm256_castsi256_pd(bits)
        });
        Halves(number).minus(Self::all(1.0))
    }
}
