//! Lattices: all subsets of a set, and the divisors of a number.
//!
//! `boolean(n)` is the whole lattice of subsets of `0..n`, including the empty set and the full
//! set. As a game it ends with the move `{}`, but its linear extensions and down-sets are worth
//! counting. `divisors(n)` has the divisors of n above 1, ordered by divisibility. This is Schuh's
//! game (1952), which is Chomp in as many dimensions as n has prime factors.
//!
//! **Names.** A subset is named as a [face](super::vertex), the empty set `{}`; a divisor is named
//! by its decimal digits.

use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::ops::{DivRem, Gcd};

use super::error::BuildError;
use super::number::Number;
use super::plan::{Named, Plan};
use super::size::Size;
use super::vertex::face_name;
use crate::poset::{Draft, MAX_ELEMENTS};

/// `boolean(n)`.
pub(crate) fn boolean(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    Ok(Plan::other(n.power_of_two(), move || {
        let n = n.at_most(MAX_ELEMENTS);
        let vertices: Vec<String> = (0..n).map(|v| v.to_string()).collect();
        let name = |set: usize| {
            let members: Vec<&str> = (0..n).filter(|&v| set >> v & 1 == 1).map(|v| &*vertices[v]).collect();
            if members.is_empty() { "{}".to_owned() } else { face_name(&members) }
        };
        let size = 1 << n;
        let below = |set: usize| (0..n).filter(move |&v| set >> v & 1 == 1).map(move |v| (set & !(1 << v), set));
        let relations = (0..size).flat_map(below).collect();
        Named { draft: Draft { size, relations }, labels: (0..size).map(name).collect() }
    }))
}

/// `divisors(n)`.
pub(crate) fn divisors(numbers: &[Number]) -> Result<Plan, BuildError> {
    if numbers[0].size() == Size::from(0) {
        return Err(BuildError::TooSmall { argument: 0, signature: "divisors(n)", parameter: "n", least: 1 });
    }
    let n = numbers[0]
        .exact()
        .ok_or_else(|| BuildError::Unfactored { why: format!("it has more than {} digits", Number::LONGEST) })?;
    let factors = factorise(n)?;
    let count = factors.iter().fold(Size::from(1), |product, (_, e)| product * Size::from(e + 1));
    Ok(Plan::other(count.minus(1), move || {
        // The divisors are numbered by their exponents, the exponent of the last prime varying
        // fastest. Number 0 is the divisor 1.
        let mut divisors = vec![UBig::ONE];
        let mut steps = Vec::new();
        for (prime, exponent) in factors.iter().rev() {
            steps.push((divisors.len(), exponent + 1));
            let smaller = divisors.clone();
            let mut power = UBig::ONE;
            for _ in 0..*exponent {
                power *= prime;
                divisors.extend(smaller.iter().map(|d| d * &power));
            }
        }
        let mut order: Vec<usize> = (1..divisors.len()).collect();
        order.sort_by(|&x, &y| divisors[x].cmp(&divisors[y]));
        let mut place = vec![usize::MAX; divisors.len()];
        for (i, &x) in order.iter().enumerate() {
            place[x] = i;
        }
        let below = |x: usize| {
            let divided =
                steps.iter().filter(move |&&(step, period)| !(x / step).is_multiple_of(period)).map(move |s| x - s.0);
            divided.filter(|&y| y > 0)
        };
        let relations =
            order.iter().flat_map(|&x| below(x).map(|y| (place[y], place[x])).collect::<Vec<_>>()).collect();
        let labels = order.iter().map(|&x| divisors[x].to_string()).collect();
        Named { draft: Draft { size: order.len(), relations }, labels }
    }))
}

/// The bound for trial division by small primes.
const TRIAL: u32 = 1 << 20;

/// The prime factors of `n > 0` with their exponents.
fn factorise(mut n: UBig) -> Result<Vec<(UBig, usize)>, BuildError> {
    let mut factors = Vec::new();
    let mut composite = vec![false; TRIAL as usize];
    for p in 2..TRIAL {
        if n < UBig::from(p) * UBig::from(p) {
            break;
        }
        if composite[p as usize] {
            continue;
        }
        (u64::from(p) * u64::from(p)..u64::from(TRIAL)).step_by(p as usize).for_each(|q| composite[q as usize] = true);
        let mut exponent = 0;
        while &n % p == 0 {
            n = n.div_rem(p).0;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((UBig::from(p), exponent));
        }
    }
    let rest = u64::try_from(&n).map_err(|_| BuildError::Unfactored {
        why: format!("{} has no prime factor below {TRIAL} and more than 64 bits", shortened(&n)),
    })?;
    let mut large = Vec::new();
    split(rest, &mut large);
    large.sort_unstable();
    for p in large {
        match factors.last_mut() {
            Some((q, exponent)) if *q == UBig::from(p) => *exponent += 1,
            _ => factors.push((UBig::from(p), 1)),
        }
    }
    Ok(factors)
}

fn shortened(n: &UBig) -> String {
    let digits = n.to_string();
    if digits.len() > 40 { format!("a factor of {} digits", digits.len()) } else { format!("its factor {digits}") }
}

/// The prime factors of a number without factors below [`TRIAL`]. A number below 2^64 has at most
/// three.
fn split(n: u64, primes: &mut Vec<u64>) {
    if n == 1 {
        return;
    }
    if is_prime(n) {
        primes.push(n);
        return;
    }
    let divisor = find_divisor(n);
    split(divisor, primes);
    split(n / divisor, primes);
}

/// The Miller–Rabin test. These bases are sufficient for all numbers below 2^64 (Sorenson and
/// Webster 2015).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&p| n.is_multiple_of(p)) {
        return BASES.contains(&n);
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let ring = ConstDivisor::new(n.into());
    let (one, minus_one) = (ring.reduce(1u64), ring.reduce(n - 1));
    BASES.iter().all(|&base| {
        let mut x = ring.reduce(base).pow(&odd.into());
        let mut passes = x == one || x == minus_one;
        for _ in 1..twos {
            x = x.sqr();
            passes |= x == minus_one;
        }
        passes
    })
}

/// Finds a proper divisor of a composite number by Pollard's rho method.
fn find_divisor(n: u64) -> u64 {
    for shift in 1.. {
        let step = |x: u64| ((u128::from(x) * u128::from(x) + shift) % u128::from(n)) as u64;
        let (mut slow, mut fast): (u64, u64) = (2, step(2));
        let mut divisor = 1;
        while divisor == 1 {
            divisor = slow.abs_diff(fast).gcd(n);
            slow = step(slow);
            fast = step(step(fast));
        }
        if divisor < n {
            return divisor;
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(n: u128) -> Vec<(u64, usize)> {
        let list = factorise(UBig::from(n)).unwrap();
        list.iter().map(|(p, e)| (u64::try_from(p).unwrap(), *e)).collect()
    }

    #[test]
    fn factorisations() {
        assert_eq!(factors(1), []);
        assert_eq!(factors(720), [(2, 4), (3, 2), (5, 1)]);
        assert_eq!(factors(1_000_003 * 1_000_003), [(1_000_003, 2)]);
        assert_eq!(factors(4_294_967_291 * 4_294_967_279), [(4_294_967_279, 1), (4_294_967_291, 1)]);
        assert_eq!(factors(2_097_143 * 2_097_143), [(2_097_143, 2)]);
        assert_eq!(factors(10_u128.pow(38)), [(2, 38), (5, 38)]);
        assert_eq!(factors(18_446_744_073_709_551_557), [(18_446_744_073_709_551_557, 1)]);
        // A product of two primes just above 2^64 is out of reach, and this is reported.
        assert!(
            factorise(UBig::from(18_446_744_073_709_551_629_u128) * UBig::from(18_446_744_073_709_551_653_u128))
                .is_err()
        );
    }
}
