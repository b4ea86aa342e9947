//! Confidence intervals for the rate of events.
//!
//! The number of events has the Poisson distribution, with mean the number of runs times the rate.

/// An interval of rates, and the confidence with which it contains the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// The exact interval for a number of runs that was fixed beforehand: the rates at which neither
/// this few events nor this many are too unlikely (Garwood, *Fiducial limits for the Poisson
/// distribution*, 1936).
pub(super) fn interval(events: u64, runs: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let count = events as f64;
    let lower = match events {
        0 => 0.0,
        _ => root(0.0, count, |mean| gamma_lower(count, mean) >= tail),
    };
    let upper = root(count, enough(count, |mean| gamma_upper(count + 1.0, mean) < tail), |mean| {
        gamma_upper(count + 1.0, mean) < tail
    });
    Interval { lower: lower / runs as f64, upper: upper / runs as f64 }
}

/// An interval that is valid for every number of runs at once, so that it does not matter why the
/// runs stopped at this one.
///
/// Let the rate have a gamma prior that is worth `prior.1` runs with `prior.0` events. The
/// likelihood averaged over the prior, divided by the likelihood of the true rate, is a martingale
/// in the number of runs that starts at 1. With the requested confidence it therefore never exceeds
/// 1/(1 - confidence) (Ville, *Étude critique de la notion de collectif*, 1939; Robbins,
/// *Statistical methods related to the law of the iterated logarithm*, 1970). The interval consists
/// of the rates for which it has not. Any prior that does not depend on these runs is allowed.
pub(super) fn anytime_interval(events: u64, runs: u64, confidence: f64, prior: (f64, f64)) -> Interval {
    let (count, runs) = (events as f64, runs as f64);
    let (shape, weight) = prior;
    let average =
        shape * weight.ln() + ln_gamma(shape + count) - ln_gamma(shape) - (shape + count) * (weight + runs).ln();
    let allowed = -(1.0 - confidence).ln();
    let ratio = |rate: f64| average - if events == 0 { 0.0 } else { count * rate.ln() } + runs * rate;
    let likeliest = count / runs;
    let lower = root(0.0, likeliest, |rate| rate > 0.0 && ratio(rate) <= allowed);
    let upper = root(likeliest, enough(likeliest, |rate| ratio(rate) > allowed), |rate| ratio(rate) > allowed);
    Interval { lower, upper }
}

/// The two-sided quantile: a normal variable is within this many standard deviations of its mean
/// with this confidence.
pub(super) fn normal_limit(confidence: f64) -> f64 {
    root(0.0, 50.0, |z| gamma_upper(0.5, z * z / 2.0) < 1.0 - confidence)
}

/// A number above `start` that satisfies the predicate.
fn enough(start: f64, is_enough: impl Fn(f64) -> bool) -> f64 {
    let mut step = start.sqrt() + 1.0;
    while !is_enough(start + step) {
        step *= 2.0;
    }
    start + step
}

/// The point between two numbers where a property begins to hold.
fn root(mut without: f64, mut with: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(without, with);
        if holds(middle) {
            with = middle;
        } else {
            without = middle;
        }
    }
    f64::midpoint(without, with)
}

/// The logarithm of the gamma function, by Stirling's series.
pub(super) fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < 15.0 {
        product *= x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - product.ln()
}

/// The probability of at least `a` events where `x` are expected: the incomplete gamma function
/// P(a, x).
fn gamma_lower(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x < a + 1.0 {
        power_series(a, x)
    } else {
        1.0 - continued_fraction(a, x)
    }
}

/// Its complement, Q(a, x).
fn gamma_upper(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        1.0
    } else if x < a + 1.0 {
        1.0 - power_series(a, x)
    } else {
        continued_fraction(a, x)
    }
}

/// P(a, x) for x up to a + 1 (Abramowitz and Stegun, 6.5.29).
fn power_series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut next = a;
    while term > sum * 1e-17 {
        next += 1.0;
        term *= x / next;
        sum += term;
    }
    sum * (a * x.ln() - x - ln_gamma(a)).exp()
}

/// Q(a, x) for x from a + 1 on (Abramowitz and Stegun, 6.5.31), evaluated forwards (Lentz, 1976).
fn continued_fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = f64::INFINITY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    let mut i = 0.0;
    loop {
        i += 1.0;
        let numerator = i * (a - i);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 || i > 1e8 {
            return fraction * (a * x.ln() - x - ln_gamma(a)).exp();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, error: f64) {
        assert!((a - b).abs() <= error, "{a} is not {b}");
    }

    #[test]
    fn logarithms_of_factorials() {
        let mut factorial = 0f64;
        for n in 1..200u32 {
            close(ln_gamma(f64::from(n)), factorial, 1e-11);
            factorial += f64::from(n).ln();
        }
        close(ln_gamma(0.5), 0.5 * std::f64::consts::PI.ln(), 1e-12);
    }

    /// The limits for the expectation of a Poisson variable from Biometrika Tables for
    /// Statisticians, volume 1, table 40.
    #[test]
    fn limits_of_the_table() {
        let table = [
            (0, 0.95, 0.0, 3.689),
            (1, 0.95, 0.0253, 5.572),
            (5, 0.95, 1.623, 11.668),
            (10, 0.95, 4.795, 18.390),
            (50, 0.95, 37.111, 65.919),
            (0, 0.99, 0.0, 5.298),
            (1, 0.99, 0.00501, 7.430),
            (5, 0.99, 1.078, 14.150),
            (10, 0.99, 3.717, 21.398),
        ];
        for (events, confidence, lower, upper) in table {
            let found = interval(events, 1, confidence);
            close(found.lower, lower, 0.0006);
            close(found.upper, upper, 0.0006);
        }
    }

    /// At the limits, the tails, summed term by term, have the right probability.
    #[test]
    fn limits_cut_off_the_tails() {
        for events in [1u64, 7, 40, 333] {
            let found = interval(events, 3, 0.9);
            let terms = |mean: f64, to: u64| -> f64 {
                (0..to).map(|k| (k as f64 * mean.ln() - mean - ln_gamma(k as f64 + 1.0)).exp()).sum()
            };
            close(terms(3.0 * found.upper, events + 1), 0.05, 1e-9);
            close(1.0 - terms(3.0 * found.lower, events), 0.05, 1e-9);
        }
    }

    /// For many events the interval is that of the normal distribution, and is found quickly.
    #[test]
    fn limits_of_large_numbers() {
        let events = 50_000_000u64;
        let found = interval(events, events, 0.99);
        let deviation = 2.575_829 / (events as f64).sqrt();
        close(found.lower, 1.0 - deviation, 0.01 * deviation);
        close(found.upper, 1.0 + deviation, 0.01 * deviation);
    }

    #[test]
    fn limits_of_the_normal_law() {
        close(normal_limit(0.95), 1.959_964, 1e-6);
        close(normal_limit(0.99), 2.575_829, 1e-6);
    }

    /// It contains the other interval, is not much wider where the prior was a good guess, and
    /// bounds rates from below too.
    #[test]
    fn an_interval_for_every_moment() {
        for (events, runs) in [(0, 5), (1, 1), (50, 1), (600, 10), (60_000, 1000)] {
            let fixed = interval(events, runs, 0.99);
            let anytime = anytime_interval(events, runs, 0.99, (3200.0, 64.0));
            assert!(anytime.lower <= fixed.lower && anytime.upper >= fixed.upper, "{anytime:?} {fixed:?}");
        }
        let (fixed, anytime) = (interval(6000, 100, 0.99), anytime_interval(6000, 100, 0.99, (60.0 * 64.0, 64.0)));
        assert!(anytime.upper - anytime.lower < 1.5 * (fixed.upper - fixed.lower));
    }
}
