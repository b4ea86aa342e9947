//! Parses times, sizes and numbers of threads as people write them: `30s`, `8GiB`, `2`.

use std::borrow::Cow;
use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Duration;

/// The smallest memory limit accepted: the program itself needs almost as much.
pub const LEAST_MEMORY: u64 = 16 << 20;

/// The largest number of threads accepted.
pub const MOST_THREADS: usize = 4096;

/// A time, a size or a number of threads that cannot be used. It says why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct AmountError(Cow<'static, str>);

impl From<&'static str> for AmountError {
    fn from(why: &'static str) -> Self {
        AmountError(why.into())
    }
}

impl From<String> for AmountError {
    fn from(why: String) -> Self {
        AmountError(why.into())
    }
}

/// The number of available processors.
#[must_use]
pub fn all_threads() -> usize {
    // Asking the system takes longer than solving many a position.
    static ALL: OnceLock<usize> = OnceLock::new();
    *ALL.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Parses a time written as numbers with units: `30s`, `1h30m`, `5min`. A number alone is in
/// seconds, as in Python and the API.
///
/// # Errors
/// If this is not a time.
pub fn parse_time(text: &str) -> Result<Duration, AmountError> {
    const UNITS: &str = "ms, s, m, h or d";
    let mut rest = text.trim();
    let is_number = rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mut total = 0.0;
    if rest.is_empty() {
        return Err("a time is expected, such as 30s".into());
    }
    if rest.starts_with('-') {
        return Err("a time cannot be negative".into());
    }
    while !rest.is_empty() {
        let (number, unit, tail) = split(rest)?;
        let seconds = match &*unit.to_lowercase() {
            "ms" | "msec" | "millisecond" | "milliseconds" => 0.001,
            "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
            "d" | "day" | "days" => 86400.0,
            "" if is_number => 1.0,
            "" => return Err(format!("the unit of the last number is missing ({UNITS})").into()),
            _ => return Err(format!("there is no unit of time `{unit}`; the units are {UNITS}").into()),
        };
        total += number * seconds;
        rest = tail;
    }
    Duration::try_from_secs_f64(total).map_err(|_| "this time is too long".into())
}

/// Parses a size in bytes with its unit: `8GiB`, `500MB`. `K`, `M`, `G` and `T` alone are powers of
/// 1024, as in `ulimit` and Java; with a `B`, powers of 1000.
///
/// # Errors
/// If this is not a size.
pub fn parse_size(text: &str) -> Result<u64, AmountError> {
    let (number, unit, rest) = split(text.trim())?;
    if unit.eq_ignore_ascii_case("e") && !rest.is_empty() {
        return Err("write a size with its unit, such as 8GiB or 512MiB".into());
    }
    if !rest.is_empty() {
        return Err(format!("`{rest}` after the unit means nothing; write a size such as 8GiB").into());
    }
    if number == 0.0 {
        return Err("a size greater than 0 is expected, such as 8GiB or 512MiB".into());
    }
    if unit.is_empty() {
        return Err(format!("the unit is missing: write `{text}GiB`, `{text}MiB` or `{text}B`").into());
    }
    let Some(factor) = bytes_of_unit(unit) else {
        return Err(format!("there is no unit of memory `{unit}`; the units are B, KiB, MiB, GiB and TiB").into());
    };
    let bytes = (number * factor).round();
    // No machine has 2^63 bytes, and every smaller size is exact enough as a u64.
    if bytes < 9.2e18 { Ok(bytes as u64) } else { Err("no machine has that much memory".into()) }
}

/// The number of bytes of a unit of memory.
fn bytes_of_unit(unit: &str) -> Option<f64> {
    let unit = unit.to_ascii_lowercase();
    let Some(prefix) = unit.chars().next().and_then(|first| "kmgt".find(first)) else {
        return (unit == "b").then_some(1.0);
    };
    let power = |base: f64| Some(base.powi(prefix as i32 + 1));
    match &unit[1..] {
        "b" => power(1000.0),
        "" | "i" | "ib" => power(1024.0),
        _ => None,
    }
}

/// Parses a memory limit that is large enough to work with.
///
/// # Errors
/// If this is not a size, or too small.
pub fn parse_memory(text: &str) -> Result<u64, AmountError> {
    parse_size(text).and_then(enough_memory)
}

/// Checks that a memory limit is large enough to work with.
///
/// # Errors
/// If it is too small.
pub fn enough_memory(bytes: u64) -> Result<u64, AmountError> {
    if bytes < LEAST_MEMORY {
        return Err(format!("the minimum is {}MiB", LEAST_MEMORY >> 20).into());
    }
    Ok(bytes)
}

/// Parses a number of threads.
///
/// # Errors
/// If this is not a number of threads from 1 to [`MOST_THREADS`].
pub fn parse_threads(text: &str) -> Result<usize, AmountError> {
    let threads = text.parse().map_err(|_| AmountError::from("a number of threads is expected, such as 2"))?;
    possible_threads(threads)
}

/// Checks that a number of threads is from 1 to [`MOST_THREADS`].
///
/// # Errors
/// If it is not.
pub fn possible_threads(threads: u64) -> Result<usize, AmountError> {
    match usize::try_from(threads) {
        Ok(0) => Err("at least one thread is needed".into()),
        Ok(threads @ 1..=MOST_THREADS) => Ok(threads),
        _ => Err(format!("at most {MOST_THREADS} threads can be used").into()),
    }
}

/// Splits a text into a number, the unit after it, and the rest.
fn split(text: &str) -> Result<(f64, &str, &str), AmountError> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| AmountError::from("a number is expected first"))?;
    let unit = text[end..].trim_start();
    let after = unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len());
    if after == 0 && !unit.is_empty() {
        return Err(format!("`{unit}` is not a unit").into());
    }
    Ok((number, &unit[..after], unit[after..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_time("0.5 m"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1min"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_time("90sec"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2 hours 5 minutes"), Ok(Duration::from_secs(7500)));
        assert_eq!(
            parse_time("1m30").unwrap_err().to_string(),
            "the unit of the last number is missing (ms, s, m, h or d)"
        );
        assert_eq!(parse_time("-3s").unwrap_err().to_string(), "a time cannot be negative");
        for bad in ["", "s", "-3s", "3 parsecs", "1..2s", "1s2", "1e400s", "9999999999999999999999d"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("8GiB"), Ok(8 << 30));
        assert_eq!(parse_size("1.5 MiB"), Ok(3 << 19));
        assert_eq!(parse_size("64kb"), Ok(64_000));
        assert_eq!(parse_size("8G"), Ok(8 << 30));
        assert_eq!(parse_size("500m"), Ok(500 << 20));
        assert_eq!(parse_size("8GB"), Ok(8_000_000_000));
        assert_eq!(
            parse_size("8gigs").unwrap_err().to_string(),
            "there is no unit of memory `gigs`; the units are B, KiB, MiB, GiB and TiB"
        );
        assert_eq!(parse_size("8").unwrap_err().to_string(), "the unit is missing: write `8GiB`, `8MiB` or `8B`");
        for bad in ["", "GiB", "-1GiB", "8GiBs", "8 GiB 3", "1000000000TiB", "8é"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn some_memory_is_needed() {
        assert_eq!(parse_memory("16MiB"), Ok(16 << 20));
        assert_eq!(parse_memory("1KiB").unwrap_err().to_string(), "the minimum is 16MiB");
        assert!(parse_memory("16MB").is_err() && parse_memory("0B").is_err() && parse_memory("8").is_err());
    }

    #[test]
    fn threads() {
        assert_eq!(parse_threads("2"), Ok(2));
        assert!(parse_threads("0").is_err() && parse_threads("two").is_err() && parse_threads("1000000").is_err());
    }
}
