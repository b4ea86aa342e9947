//! Talk while the work goes on: how many positions have been looked at, on a terminal, if it takes a while.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use chomplex::budget::Budget;
use chomplex::report::words::thousands;
use indicatif::{ProgressBar, ProgressStyle};

/// Work shorter than this is not talked about.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_FRAMES: Duration = Duration::from_millis(100);

/// Does the work and meanwhile shows what it spends.
pub(crate) fn watch<T>(budget: &Budget, work: impl FnOnce() -> T) -> T {
    watch_with(|| format!("{} positions", thousands(budget.positions())), work)
}

/// Does the work and meanwhile shows how far it has come.
pub(crate) fn watch_with<T>(so_far: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner();
    if spinner.is_hidden() {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    let so_far = &so_far;
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut pause = PATIENCE;
            while wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if pause == PATIENCE {
                    let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
                    spinner.set_style(style.expect("the template is right"));
                }
                spinner.set_message(format!("{} (Ctrl-C stops)", so_far()));
                spinner.tick();
                pause = BETWEEN_FRAMES;
            }
            spinner.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
