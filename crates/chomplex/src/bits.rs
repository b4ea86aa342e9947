//! Bit sets of a fixed width, for the engines.
//!
//! The width is chosen once, where an engine begins, by [`with_width`]. Elsewhere sets are
//! [`ElementSet`](crate::element::ElementSet)s.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, Not};

/// A set of numbers below `64 * N`.
///
/// ```text
///   word        0                1            …
///   bit     0 1 2 … 63    0  1  2 …  63
///   member  0 1 2 … 63   64 65 66 … 127
/// ```
#[derive(Clone, Copy, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Bits<const N: usize>([u64; N]);

/// Compares word by word without a branch. The derived comparison calls the C library, which costs
/// more than the comparison.
impl<const N: usize> PartialEq for Bits<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
    }
}

impl<const N: usize> Hash for Bits<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// For each i, a word with a 1 at every bit whose index has binary digit i equal to 1.
pub(crate) const WITH_DIGIT: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Mixes the bits of a word: the output function of `SplitMix64` (Steele, Lea and Flood 2014).
#[inline]
pub(crate) fn split_mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The step of the counter that `SplitMix64` mixes.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The largest width of a set in an engine.
pub(crate) const MAX_WIDTH: usize = 512;

/// Evaluates an expression in which `$width` is the narrowest of the four widths that holds `$len`
/// members.
macro_rules! with_width {
    ($len:expr, $width:ident => $body:expr) => {
        match $len {
            0..=64 => with_width!(@ $width, 1, $body),
            65..=128 => with_width!(@ $width, 2, $body),
            129..=256 => with_width!(@ $width, 4, $body),
            _ => with_width!(@ $width, 8, $body),
        }
    };
    (@ $width:ident, $words:literal, $body:expr) => {{
        const $width: usize = $words;
        $body
    }};
}
pub(crate) use with_width;

impl<const N: usize> Bits<N> {
    pub(crate) const EMPTY: Self = Bits([0; N]);

    #[inline]
    pub(crate) const fn from_words(words: [u64; N]) -> Self {
        Bits(words)
    }

    #[inline]
    pub(crate) const fn words(self) -> [u64; N] {
        self.0
    }

    pub(crate) fn below(len: usize) -> Self {
        Bits(std::array::from_fn(|i| match len.saturating_sub(64 * i) {
            0 => 0,
            bits => u64::MAX >> (64 - bits.min(64)),
        }))
    }

    pub(crate) fn single(x: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(x);
        set
    }

    #[inline]
    pub(crate) fn contains(self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn is_subset(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The smallest member.
    #[inline]
    pub(crate) fn first(self) -> Option<usize> {
        self.0.iter().enumerate().find(|(_, word)| **word != 0).map(|(i, word)| 64 * i + word.trailing_zeros() as usize)
    }

    /// The members in increasing order.
    #[inline]
    pub(crate) fn iter(self) -> Members<N> {
        Members { rest: self, word: 0 }
    }

    /// The greatest member.
    #[inline]
    pub(crate) fn last(self) -> Option<usize> {
        let mut words = self.0.iter().enumerate().rev();
        words.find(|(_, word)| **word != 0).map(|(i, word)| 64 * i + 63 - word.leading_zeros() as usize)
    }

    /// A hash: products of neighbouring words, folded.
    #[inline]
    pub(crate) fn mixed(self) -> u64 {
        let fold = |hash: u64, word: u64| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        };
        fold(self.0.iter().fold(0x243f_6a88_85a3_08d3, |hash, &word| fold(hash, word)), 0)
    }

    /// The first word: the whole set, if its members are below 64.
    pub(crate) fn word(self) -> u64 {
        self.0[0]
    }
}

/// The members of a set in increasing order.
#[derive(Clone, Debug)]
pub(crate) struct Members<const N: usize> {
    rest: Bits<N>,
    /// All words before this one are empty.
    word: usize,
}

impl<const N: usize> Iterator for Members<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let rest = &mut self.rest.0[self.word];
            if *rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    /// Fills the set in place. If it were passed from one member to the next, it would be copied
    /// each time in pieces of another size than those that were written, and the processor would
    /// stall.
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|x| set.insert(x));
        set
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bits(std::array::from_fn(|i| !self.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_set_is_a_set() {
        let a: Bits<2> = [1, 63, 64, 100].into_iter().collect();
        let b: Bits<2> = [63, 100].into_iter().collect();
        assert_eq!(a.iter().collect::<Vec<_>>(), [1, 63, 64, 100]);
        assert!(b.is_subset(a) && !a.is_subset(b));
        assert_eq!(a.without(b).iter().collect::<Vec<_>>(), [1, 64]);
        assert_eq!((a & b, a | b), (b, a));
        assert_eq!(a.first(), Some(1));
        assert_eq!(Bits::<2>::below(64).len(), 64);
        assert_eq!(Bits::<2>::below(65).iter().last(), Some(64));
        assert!(Bits::<2>::below(0).is_empty());
        assert_eq!(b.words(), [1 << 63, 1 << 36]);
        assert_eq!(Bits::from_words(a.words()), a);
    }
}
