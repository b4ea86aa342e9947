//! The options `--time`, `--memory` and `--threads`, and what Ctrl-C does.

use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use chomplex::budget::Budget;

use crate::exit::Exit;
use crate::file;

/// With less than this no computation gets anywhere: the program itself takes almost as much.
const LEAST_MEMORY: u64 = 16 << 20;

/// What a computation may spend.
#[derive(clap::Args)]
pub(crate) struct BudgetArgs {
    /// Stop after this time, such as 30s, 500ms, 2m or 1h30m, and print what is known
    #[arg(long, help_heading = "Budget", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Keep the tables within this size, such as 8GiB or 512MiB [default: half of the free memory]
    #[arg(long, help_heading = "Budget", value_name = "SIZE", value_parser = parse_budget)]
    memory: Option<u64>,
}

/// How many threads may work, where several can.
#[derive(clap::Args)]
pub(crate) struct ThreadsArgs {
    /// Let this many threads work [default: one per processor]
    #[arg(long, help_heading = "Budget", value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// The budget with this many threads.
    pub(crate) fn apply(&self, budget: Budget) -> Budget {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        budget.with_threads(self.threads.unwrap_or_else(all))
    }
}

impl BudgetArgs {
    /// The time, if one was given.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The memory, if one was given.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The budget, counted from now. From here on Ctrl-C ends the work with what is known so far, and a second one at
    /// once.
    pub(crate) fn start(&self) -> anyhow::Result<Budget> {
        let mut budget = Budget::default();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(memory) = self.memory {
            budget = budget.with_memory(memory);
        }
        interrupt_on_signal(budget.clone())?;
        Ok(budget)
    }
}

fn interrupt_on_signal(budget: Budget) -> anyhow::Result<()> {
    let before = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if before.swap(true, Ordering::Relaxed) {
            file::abandon();
            std::process::exit(Exit::Interrupted.code().into());
        }
        budget.interrupt();
        let _ = writeln!(std::io::stderr(), "chomplex: stopping; once more ends at once");
    })
    .context("cannot listen for Ctrl-C")
}

/// A time as numbers with units: `30s`, `1h30m`.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    const UNITS: &str = "ms, s, m, h or d";
    let mut rest = text.trim();
    let mut total = 0.0;
    if rest.is_empty() {
        return Err("a time is expected, such as 30s".to_owned());
    }
    while !rest.is_empty() {
        let (number, unit, tail) = split(rest)?;
        let seconds = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            "" => return Err(format!("the unit is missing ({UNITS}): write `{text}s` for seconds")),
            _ => return Err(format!("there is no unit of time `{unit}`; the units are {UNITS}")),
        };
        total += number * seconds;
        rest = tail;
    }
    Duration::try_from_secs_f64(total).map_err(|_| "this is longer than can be counted".to_owned())
}

/// A size in bytes with its unit: `8GiB`, `500MB`.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, f64); 9] = [
        ("B", 1.0),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("KiB", 1024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
        ("TiB", 1_099_511_627_776.0),
    ];
    let (number, unit, rest) = split(text.trim())?;
    if !rest.is_empty() {
        return Err(format!("`{rest}` after the unit means nothing; write a size such as 8GiB"));
    }
    if unit.is_empty() {
        return Err(format!("the unit is missing: write `{text}GiB`, `{text}MiB` or `{text}B`"));
    }
    let Some((_, factor)) = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)) else {
        let meant = UNITS.iter().rev().find(|(name, _)| name[..1].eq_ignore_ascii_case(unit));
        let meant = meant.map(|(name, _)| format!("; did you mean `{}{name}`?", text.trim_end_matches(unit)));
        return Err(format!("there is no unit of memory `{unit}`{}", meant.unwrap_or_default()));
    };
    let bytes = (number * factor).round();
    // 2^63 bytes are more than any machine has, and every smaller size is exact enough as a u64.
    if bytes < 9.2e18 { Ok(bytes as u64) } else { Err("no machine has that much memory".to_owned()) }
}

/// A size that is enough to work with.
fn parse_budget(text: &str) -> Result<u64, String> {
    parse_memory(text).and_then(|bytes| match bytes {
        0..LEAST_MEMORY => Err(format!("the least that is possible is {}MiB", LEAST_MEMORY >> 20)),
        _ => Ok(bytes),
    })
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one thread has to work".to_owned()),
        Ok(threads @ 1..=4096) => Ok(threads),
        Ok(_) => Err("at most 4096 threads can work".to_owned()),
        Err(_) => Err("a number of threads is expected, such as 2".to_owned()),
    }
}

/// A number, the letters after it, and the rest.
fn split(text: &str) -> Result<(f64, &str, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| "it has to begin with a number".to_owned())?;
    let unit = text[end..].trim_start();
    let after = unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len());
    if after == 0 && !unit.is_empty() {
        return Err(format!("`{unit}` is not a unit"));
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
        assert_eq!(parse_time("30").unwrap_err(), "the unit is missing (ms, s, m, h or d): write `30s` for seconds");
        for bad in ["", "s", "-3s", "3 parsecs", "1..2s", "1s2", "1e400s", "9999999999999999999999d"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_memory("8GiB"), Ok(8 << 30));
        assert_eq!(parse_memory("1.5 MiB"), Ok(3 << 19));
        assert_eq!(parse_memory("64kb"), Ok(64_000));
        assert_eq!(parse_memory("8G").unwrap_err(), "there is no unit of memory `G`; did you mean `8GiB`?");
        assert_eq!(parse_memory("8").unwrap_err(), "the unit is missing: write `8GiB`, `8MiB` or `8B`");
        for bad in ["", "GiB", "-1GiB", "8GiBs", "8 GiB 3", "1000000000TiB", "8é"] {
            assert!(parse_memory(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn some_memory_is_needed() {
        assert_eq!(parse_budget("16MiB"), Ok(16 << 20));
        assert_eq!(parse_budget("1KiB").unwrap_err(), "the least that is possible is 16MiB");
        assert!(parse_budget("16MB").is_err() && parse_budget("0B").is_err() && parse_budget("8").is_err());
    }

    #[test]
    fn threads() {
        assert_eq!(parse_threads("2"), Ok(2));
        assert!(parse_threads("0").is_err() && parse_threads("two").is_err() && parse_threads("1000000").is_err());
    }
}
