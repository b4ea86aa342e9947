//! Natural numbers of several 64-bit words, the lowest first.
//!
//! A table of counts stores millions of them, each in as many words as its bound needs.

use dashu_int::UBig;

/// Enough words for the factorial of 512, which has 3,876 bits, and one to spare.
const MOST_WORDS: usize = 64;

/// Adds a number to another that has room for the sum, and at least as many words.
#[inline]
pub(crate) fn add(sum: &mut [u64], number: impl ExactSizeIterator<Item = u64>) {
    let overflows = overflowing_add(sum, number);
    debug_assert!(!overflows, "the sum fits");
}

/// Adds a number to another that has at least as many words. Returns whether the sum overflows.
#[inline(always)]
pub(crate) fn overflowing_add(sum: &mut [u64], number: impl ExactSizeIterator<Item = u64>) -> bool {
    let (low, high) = sum.split_at_mut(number.len());
    let mut carry = false;
    for (to, from) in low.iter_mut().zip(number) {
        let (partial, first) = to.overflowing_add(from);
        let (total, second) = partial.overflowing_add(carry.into());
        (*to, carry) = (total, first | second);
    }
    for to in high {
        if !carry {
            break;
        }
        (*to, carry) = to.overflowing_add(1);
    }
    carry
}

/// The product of two numbers, which must fit.
#[inline]
pub(crate) fn multiply(a: &[u64], b: &[u64], product: &mut [u64]) {
    product.fill(0);
    for (place, &digit) in a.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
        let mut carry = 0;
        for (to, &other) in product[place..].iter_mut().zip(b) {
            let more = u128::from(digit) * u128::from(other) + u128::from(*to) + u128::from(carry);
            (*to, carry) = (more as u64, (more >> 64) as u64);
        }
        if let Some(to) = product.get_mut(place + b.len()) {
            *to = carry;
        }
    }
}

/// The number without leading zeros.
pub(crate) fn trimmed(number: &[u64]) -> &[u64] {
    let len = number.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    &number[..len]
}

/// The number as an arbitrary-precision integer.
pub(crate) fn unbounded(number: &[u64]) -> UBig {
    UBig::from_le_bytes(&number.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

/// Copies a number word by word, and returns its number of words without leading zeros.
#[inline]
fn copy(number: impl Iterator<Item = u64>, to: &mut [u64; MOST_WORDS]) -> usize {
    let mut len = 0;
    for (i, (to, word)) in to.iter_mut().zip(number).enumerate() {
        *to = word;
        if word != 0 {
            len = i + 1;
        }
    }
    len
}

/// A product being computed.
pub(crate) struct Product {
    words: Box<[u64; MOST_WORDS]>,
    len: usize,
    /// Buffers for the next factor and for the next product.
    factor: Box<[u64; MOST_WORDS]>,
    spare: Box<[u64; MOST_WORDS]>,
}

impl Product {
    pub(crate) fn one() -> Self {
        let mut words = Box::new([0; MOST_WORDS]);
        words[0] = 1;
        Product { words, len: 1, factor: Box::new([0; MOST_WORDS]), spare: Box::new([0; MOST_WORDS]) }
    }

    /// Starts again with a number.
    #[inline]
    pub(crate) fn set(&mut self, number: impl Iterator<Item = u64>) {
        self.len = copy(number, &mut self.words);
    }

    #[inline]
    pub(crate) fn times_word(&mut self, factor: u64) {
        let mut carry = 0;
        for word in &mut self.words[..self.len] {
            let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
            (*word, carry) = (product as u64, (product >> 64) as u64);
        }
        if carry != 0 {
            self.words[self.len] = carry;
            self.len += 1;
        }
    }

    pub(crate) fn times(&mut self, factor: impl Iterator<Item = u64>) {
        let len = copy(factor, &mut self.factor);
        if len == 1 {
            return self.times_word(self.factor[0]);
        }
        let product = &mut self.spare[..(self.len + len).min(MOST_WORDS)];
        multiply(&self.words[..self.len], &self.factor[..len], product);
        self.len = trimmed(product).len();
        std::mem::swap(&mut self.words, &mut self.spare);
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(number: &UBig) -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        number.to_le_bytes().chunks(8).map(word).collect()
    }

    #[test]
    fn words_are_numbers() {
        let mut product = Product::one();
        let mut expected = UBig::ONE;
        for i in 1..=512u64 {
            product.times_word(i);
            expected *= i;
            assert_eq!(unbounded(product.words()), expected);
        }
        assert_eq!(words_of(&expected), product.words());
        let (a, b) = (UBig::from(3u32).pow(300), UBig::from(7u32).pow(500));
        product.set(words_of(&a).into_iter());
        product.times(words_of(&b).into_iter());
        assert_eq!(unbounded(product.words()), &a * &b);
        product.times([5, 0].into_iter());
        assert_eq!(unbounded(product.words()), &a * &b * 5u32);

        let mut sum = words_of(&a);
        sum.resize(20, 0);
        sum[1] = u64::MAX;
        let before = unbounded(&sum);
        add(&mut sum, [u64::MAX, 1].into_iter());
        assert_eq!(unbounded(&sum), before + (UBig::from(u64::MAX) + (UBig::ONE << 64)));
    }

    #[test]
    fn products_carry() {
        let (a, b) = ([u64::MAX, u64::MAX, 0, 0], [u64::MAX, 7, 0, 0]);
        let mut product = [9; 4];
        multiply(&a, &b, &mut product);
        assert_eq!(unbounded(&product), unbounded(&a) * unbounded(&b));
        assert!(!overflowing_add(&mut product, [u64::MAX].into_iter()));
        assert!(overflowing_add(&mut [u64::MAX, u64::MAX], [1].into_iter()));
    }
}
