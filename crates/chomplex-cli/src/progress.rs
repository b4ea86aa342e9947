//! Progress display for long work on a terminal: the number of positions examined.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use chomplex::Budget;
use chomplex::report::words::thousands;
use indicatif::{ProgressBar, ProgressStyle};

/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_FRAMES: Duration = Duration::from_millis(100);

/// Runs the work and shows what it has spent, with an estimate of the remaining time if the total
/// is known.
pub(crate) fn watch<T>(budget: &Budget, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    watch_with(|| describe(budget.positions(), budget.expected(), begun.elapsed()), work)
}

/// The progress and the estimated time, assuming that every position takes equally long.
fn describe(done: u64, expected: Option<u64>, elapsed: Duration) -> String {
    let Some(all) = expected.filter(|&all| all > done) else { return format!("{} positions", thousands(done)) };
    let so_far = format!("{} of about {} positions", thousands(done), thousands(rounded(all)));
    // The first few positions give no reliable estimate.
    if done < all / 100 {
        return so_far;
    }
    let left = elapsed.as_secs_f64() * (all - done) as f64 / done.max(1) as f64;
    format!("{so_far}, about {} left", time(left))
}

/// A number rounded to three significant digits.
fn rounded(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(2));
    (number / unit + u64::from(number % unit >= unit.div_ceil(2) && unit > 1)) * unit
}

/// A time in words.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        0.0..90.0 => format!("{} s", seconds.ceil()),
        90.0..5400.0 => format!("{} min", (seconds / 60.0).round()),
        _ => format!("{} h", (seconds / 3600.0).round()),
    }
}

/// Runs the work and shows its progress.
pub(crate) fn watch_with<T>(so_far: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner();
    if spinner.is_hidden() {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    let so_far = &so_far;
    thread::scope(|scope| {
        let watcher = scope.spawn(move || {
            let mut pause = PATIENCE;
            while wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if pause == PATIENCE {
                    let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
                    spinner.set_style(style.expect("the template is right"));
                }
                spinner.set_message(format!("{} (press Ctrl-C to stop)", so_far()));
                spinner.tick();
                pause = BETWEEN_FRAMES;
            }
            spinner.finish_and_clear();
        });
        let result = work();
        drop(done);
        watcher.join().expect("watching does not fail");
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_told() {
        let minute = Duration::from_secs(60);
        for (done, expected, elapsed, told) in [
            (1234, None, minute, "1,234 positions"),
            (0, Some(5000), minute, "0 of about 5,000 positions"),
            (31_000_000, Some(490_013_148), minute, "31,000,000 of about 490,000,000 positions, about 15 min left"),
            (400_000_000, Some(490_013_148), minute, "400,000,000 of about 490,000,000 positions, about 14 s left"),
            (1000, Some(99_960), 10 * minute, "1,000 of about 100,000 positions, about 16 h left"),
            (600, Some(999), minute / 60, "600 of about 999 positions, about 1 s left"),
            // More than expected: the total is unknown.
            (5001, Some(5000), minute, "5,001 positions"),
        ] {
            assert_eq!(describe(done, expected, elapsed), told);
        }
    }
}
