//! Natural numbers as words of 64 bits, the lowest first.
//!
//! A table of counts keeps millions of them, each in as many words as its bound needs.

use dashu_int::UBig;

/// Enough for the factorial of 512, of 3,876 bits, and one to spare.
const MOST_WORDS: usize = 64;

/// Adds a number to another that has room for the sum.
#[inline]
pub(super) fn add(sum: &mut [u64], number: &[u64]) {
    let (low, high) = sum.split_at_mut(number.len().min(sum.len()));
    let mut carry = false;
    for (to, &from) in low.iter_mut().zip(number) {
        let (partial, first) = to.overflowing_add(from);
        let (total, second) = partial.overflowing_add(carry.into());
        (*to, carry) = (total, first | second);
    }
    for to in high {
        if !carry {
            return;
        }
        (*to, carry) = to.overflowing_add(1);
    }
    debug_assert!(!carry && number[low.len()..].iter().all(|&word| word == 0), "the sum fits");
}

/// The number without leading zeros.
pub(super) fn trimmed(number: &[u64]) -> &[u64] {
    let len = number.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    &number[..len]
}

/// The number as one without bounds.
pub(super) fn unbounded(number: &[u64]) -> UBig {
    UBig::from_le_bytes(&number.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

/// A product under way.
pub(super) struct Product {
    words: Box<[u64; MOST_WORDS]>,
    len: usize,
    /// Where the next product is put together.
    spare: Box<[u64; MOST_WORDS]>,
}

impl Product {
    pub(super) fn one() -> Self {
        let mut words = Box::new([0; MOST_WORDS]);
        words[0] = 1;
        Product { words, len: 1, spare: Box::new([0; MOST_WORDS]) }
    }

    /// Begins again with a number.
    #[inline]
    pub(super) fn set(&mut self, number: &[u64]) {
        // Few words are copied one by one: a call of the library would take longer.
        self.words.iter_mut().zip(number).for_each(|(to, &word)| *to = word);
        self.len = trimmed(number).len();
    }

    #[inline]
    pub(super) fn times_word(&mut self, factor: u64) {
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

    pub(super) fn times(&mut self, factor: &[u64]) {
        let factor = trimmed(factor);
        if let [word] = factor {
            return self.times_word(*word);
        }
        let most = (self.len + factor.len()).min(MOST_WORDS);
        let product = &mut self.spare[..most];
        product.iter_mut().for_each(|word| *word = 0);
        for (place, &digit) in self.words[..self.len].iter().enumerate() {
            let mut carry = 0;
            for (to, &other) in product[place..].iter_mut().zip(factor) {
                let more = u128::from(digit) * u128::from(other) + u128::from(*to) + u128::from(carry);
                (*to, carry) = (more as u64, (more >> 64) as u64);
            }
            if carry != 0 {
                product[place + factor.len()] = carry;
            }
        }
        self.len = trimmed(product).len();
        std::mem::swap(&mut self.words, &mut self.spare);
    }

    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }
}

/// The number of k-subsets of an m-set, for all m up to some n.
#[derive(Debug)]
pub(super) struct Binomials(Vec<Vec<Vec<u64>>>);

impl Binomials {
    pub(super) fn new(n: usize) -> Self {
        let mut rows = vec![vec![vec![1]]];
        for m in 1..=n {
            let before: &Vec<Vec<u64>> = &rows[m - 1];
            let entry = |k: usize| {
                let mut sum = before[k - 1].clone();
                sum.push(0);
                // The middle is missing in the row before if that is of odd length: it is symmetric.
                add(&mut sum, before.get(k).unwrap_or(&before[k - 1]));
                trimmed(&sum).to_vec()
            };
            rows.push(std::iter::once(vec![1]).chain((1..=m / 2).map(entry)).collect());
        }
        Binomials(rows)
    }

    pub(super) fn get(&self, m: usize, k: usize) -> &[u64] {
        &self.0[m][k.min(m - k)]
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
        product.set(&words_of(&a));
        product.times(&words_of(&b));
        assert_eq!(unbounded(product.words()), &a * &b);
        product.times(&[5, 0]);
        assert_eq!(unbounded(product.words()), &a * &b * 5u32);

        let mut sum = words_of(&a);
        sum.resize(20, 0);
        sum[1] = u64::MAX;
        let before = unbounded(&sum);
        add(&mut sum, &[u64::MAX, 1]);
        assert_eq!(unbounded(&sum), before + (UBig::from(u64::MAX) + (UBig::ONE << 64)));
    }

    #[test]
    fn binomials_are_quotients_of_factorials() {
        let binomials = Binomials::new(100);
        let factorial = |n: usize| (1..=n).fold(UBig::ONE, |product, i| product * i);
        for m in 0..=100 {
            for k in 0..=m {
                let expected = factorial(m) / (factorial(k) * factorial(m - k));
                assert_eq!(unbounded(binomials.get(m, k)), expected);
            }
        }
    }
}
