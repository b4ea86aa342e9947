//! Binomial coefficients of many words.

use crate::table::wide::{add, trimmed};

/// The number of k-subsets of an m-set, for all m up to some n.
#[derive(Debug)]
pub(super) struct Binomials {
    /// Row m has the entries for k up to m/2, each with a fixed number of words.
    numbers: Vec<u64>,
    words: usize,
}

impl Binomials {
    pub(super) fn new(n: usize) -> Self {
        // The entries of row n sum to 2^n.
        let words = n / 64 + 1;
        let mut numbers = vec![0; start(n + 1) * words];
        numbers[0] = 1;
        for m in 1..=n {
            let (before, row) = numbers.split_at_mut(start(m) * words);
            let before = &before[start(m - 1) * words..];
            row[0] = 1;
            for (k, entry) in row.chunks_exact_mut(words).enumerate().take(m / 2 + 1).skip(1) {
                let add_entry = |entry: &mut [u64], k: usize| add(entry, before[k * words..][..words].iter().copied());
                add_entry(entry, k - 1);
                // For even m, entry m/2 of row m - 1 is not stored; by symmetry it equals the entry
                // before it.
                add_entry(entry, if k <= (m - 1) / 2 { k } else { k - 1 });
            }
        }
        Binomials { numbers, words }
    }

    pub(super) fn get(&self, m: usize, k: usize) -> &[u64] {
        trimmed(&self.numbers[(start(m) + k.min(m - k)) * self.words..][..self.words])
    }
}

/// The number of entries in the rows before row m: 1 + 1 + 2 + 2 + 3 + 3 + …
fn start(m: usize) -> usize {
    (m / 2 + m % 2) * (m / 2 + 1)
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use super::*;
    use crate::table::wide::unbounded;

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
