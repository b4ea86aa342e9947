//! Interleavings of mutually incomparable chains.

use dashu_int::UBig;

/// Pascal's triangle, up to a maximum width.
pub(crate) struct Binomials {
    rows: Vec<Vec<UBig>>,
}

impl Binomials {
    /// The numbers of k-subsets of an n-set, for n up to `most` and k up to `width`.
    pub(crate) fn up_to(most: usize, width: usize) -> Self {
        let mut rows: Vec<Vec<UBig>> = vec![vec![UBig::ONE]];
        for n in 1..=most {
            let last = &rows[n - 1];
            let entry = |k: usize| match k {
                0 => UBig::ONE,
                k => &last[k - 1] + last.get(k).unwrap_or(&UBig::ZERO),
            };
            rows.push((0..=n.min(width)).map(entry).collect());
        }
        Binomials { rows }
    }

    /// The number of k-subsets of an n-set.
    pub(crate) fn get(&self, n: usize, k: usize) -> UBig {
        self.rows[n].get(k).cloned().unwrap_or_default()
    }

    /// The number of ways to interleave a chain of `a` elements with the rest of `n` such that its
    /// element `i` is in place `k`.
    pub(crate) fn at(&self, n: usize, a: usize, i: usize, k: usize) -> UBig {
        // The elements before it and those after it are interleaved separately.
        self.get(k, i) * self.get(n - 1 - k, a - 1 - i)
    }

    /// For elements `i` and `j` of chains of `a` and `b` elements, the number of ways to interleave
    /// the two chains with `i` before `j`, row by row.
    pub(crate) fn before(&self, a: usize, b: usize) -> Vec<UBig> {
        let mut table = Vec::with_capacity(a * b);
        for i in 0..a {
            let mut sum = UBig::ZERO;
            for j in 0..b {
                // Exactly j elements of the other chain come before i.
                sum += self.get(i + j, i) * self.get(a - 1 - i + b - j, a - 1 - i);
                table.push(sum.clone());
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to interleave two chains, as the places of the first.
    fn shuffles(n: usize, a: usize) -> impl Iterator<Item = Vec<usize>> {
        let places = move |set: usize| (0..n).filter(move |k| set >> k & 1 == 1).collect::<Vec<_>>();
        (0..1usize << n).map(places).filter(move |places| places.len() == a)
    }

    #[test]
    fn shuffles_are_counted() {
        for (a, b) in [(1, 1), (1, 4), (2, 3), (3, 3), (4, 2)] {
            let n = a + b;
            let binomials = Binomials::up_to(n, a.max(b));
            let other = |places: &[usize]| (0..n).filter(|k| !places.contains(k)).collect::<Vec<_>>();
            let table = binomials.before(a, b);
            for i in 0..a {
                for k in 0..n {
                    let count = shuffles(n, a).filter(|places| places[i] == k).count();
                    assert_eq!(binomials.at(n, a, i, k), count.into(), "{a} {b}: {i} at {k}");
                }
                for j in 0..b {
                    let count = shuffles(n, a).filter(|places| places[i] < other(places)[j]).count();
                    assert_eq!(table[i * b + j], count.into(), "{a} {b}: {i} before {j}");
                }
            }
            assert_eq!(binomials.get(n, a), shuffles(n, a).count().into());
        }
    }
}
