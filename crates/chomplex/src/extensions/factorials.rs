//! Products and quotients of factorials.

use dashu_int::UBig;

/// A product of factorials, each with an exponent, which may be negative.
///
/// The number of all interleavings in a tree of modules is such a product. Most factorials in it
/// cancel, and for a forest what remains is the hook-length formula, `n! / Π h_x`, where h_x is the
/// number of elements of the subtree rooted at x (D. E. Knuth, *The Art of Computer Programming*,
/// volume 3, section 5.1.4).
#[derive(Clone, Debug)]
pub(super) struct Factorials {
    exponents: Vec<i64>,
}

impl Factorials {
    /// The empty product, with room for factorials up to n!.
    pub(super) fn new(n: usize) -> Self {
        Factorials { exponents: vec![0; n + 1] }
    }

    pub(super) fn multiply(&mut self, n: usize) {
        self.exponents[n] += 1;
    }

    pub(super) fn divide(&mut self, n: usize) {
        self.exponents[n] -= 1;
    }

    /// The value of the product, which must be a natural number.
    pub(super) fn value(&self) -> UBig {
        let n = self.exponents.len() - 1;
        // A number is a factor of its own factorial and of all larger ones.
        let mut exponents = self.exponents.clone();
        (1..n).rev().for_each(|i| exponents[i] += exponents[i + 1]);
        let least = least_prime_factors(n);
        for i in (2..=n).rev().filter(|&i| least[i] < i) {
            let exponent = exponents[i];
            exponents[least[i]] += exponent;
            exponents[i / least[i]] += exponent;
        }
        let powers = (2..=n).filter(|&p| least[p] == p && exponents[p] != 0).map(|p| {
            let exponent = usize::try_from(exponents[p]).expect("the product is a natural number");
            UBig::from(p).pow(exponent)
        });
        product(powers.collect())
    }
}

/// The least prime factor of each number from 2 on.
fn least_prime_factors(n: usize) -> Vec<usize> {
    let mut least: Vec<usize> = (0..=n).collect();
    for p in 2..=n {
        if least[p] == p {
            (p * p..=n).step_by(p).for_each(|multiple| least[multiple] = least[multiple].min(p));
        }
    }
    least
}

/// The product of numbers, multiplying neighbours first, so that the factors are of about the same
/// size.
fn product(mut factors: Vec<UBig>) -> UBig {
    while factors.len() > 1 {
        factors =
            factors.chunks(2).map(|pair| pair.iter().fold(UBig::ONE, |product, factor| product * factor)).collect();
    }
    factors.pop().unwrap_or(UBig::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_factorials() {
        assert_eq!(Factorials::new(0).value(), UBig::ONE);
        let factorial = |n: usize| (1..=n).fold(UBig::ONE, |product, i| product * i);
        for (n, k) in [(1, 0), (2, 1), (10, 3), (100, 50), (97, 1)] {
            let mut binomial = Factorials::new(n);
            binomial.multiply(n);
            binomial.divide(k);
            binomial.divide(n - k);
            assert_eq!(binomial.value(), factorial(n) / factorial(k) / factorial(n - k));
        }
    }
}
