//! All lanes in one 512-bit register.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512d, __m512i, _mm512_add_epi64, _mm512_add_pd, _mm512_castsi512_pd, _mm512_loadu_pd, _mm512_loadu_si512,
    _mm512_max_pd, _mm512_min_pd, _mm512_mul_pd, _mm512_or_si512, _mm512_rol_epi64, _mm512_set1_epi64,
    _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_pd, _mm512_storeu_si512, _mm512_sub_pd, _mm512_xor_si512,
};

use super::{LANES, Numbers, ONE, Vector, Words};

/// Whether the processor has these instructions. Without them no [`Wide`] may exist.
pub(in super::super) fn available() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

#[derive(Clone, Copy)]
pub(in super::super) struct Wide(__m512d);

// SAFETY, for all of these: a `Wide` exists only where the processor has the instructions; arrays
// are as long as a register.
impl Vector for Wide {
    type Words = __m512i;

    #[inline(always)]
    fn load(numbers: &Numbers) -> Self {
        Wide(unsafe { _mm512_loadu_pd(numbers.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> Numbers {
        let mut numbers = [0.0; LANES];
        unsafe { _mm512_storeu_pd(numbers.as_mut_ptr(), self.0) };
        numbers
    }

    #[inline(always)]
    fn load_words(words: &Words) -> __m512i {
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_words(words: __m512i) -> Words {
        let mut array = [0; LANES];
        unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), words) };
        array
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Wide(unsafe { _mm512_max_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Wide(unsafe { _mm512_min_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Wide(unsafe { _mm512_add_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Wide(unsafe { _mm512_sub_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Wide(unsafe { _mm512_mul_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn roll([a, b, c, d]: &mut [__m512i; 4]) -> Self {
        unsafe {
            let word = _mm512_add_epi64(*a, *d);
            let shifted = _mm512_slli_epi64::<17>(*b);
            *c = _mm512_xor_si512(*c, *a);
            *d = _mm512_xor_si512(*d, *b);
            *b = _mm512_xor_si512(*b, *c);
            *a = _mm512_xor_si512(*a, *d);
            *c = _mm512_xor_si512(*c, shifted);
            *d = _mm512_rol_epi64::<45>(*d);
            let number = _mm512_or_si512(_mm512_srli_epi64::<12>(word), _mm512_set1_epi64(ONE.cast_signed()));
            Wide(_mm512_castsi512_pd(number)).minus(Self::all(1.0))
        }
    }
}
