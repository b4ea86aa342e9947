//! The options `--time`, `--memory` and `--threads`, and what Ctrl-C does.

use std::time::{Duration, Instant};

use chomplex::Budget;
use chomplex::budget::amount::{all_threads, parse_memory, parse_threads, parse_time};

use crate::exit::Exit;
use crate::file;
use crate::guard;
use crate::output::note;
use crate::signals::{self, Signal};

/// What a computation may spend.
#[derive(clap::Args)]
pub(crate) struct BudgetArgs {
    /// Stop after this time and report partial results, such as 30s, 500ms, 2m or 1h30m; a plain
    /// number is in seconds
    #[arg(long, help_heading = "Budget", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// How much memory may be held.
#[derive(Clone, clap::Args)]
pub(crate) struct MemoryArgs {
    /// Use at most this much memory, such as 8GiB or 512MiB; `8G` is 8GiB [default: half of the
    /// free memory]
    #[arg(long, help_heading = "Budget", value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// Sets the memory limit of a budget.
    pub(crate) fn apply(&self, budget: Budget) -> Budget {
        match self.memory {
            Some(memory) => budget.with_memory(memory),
            None => budget,
        }
    }
}

/// How many threads may work, where several can.
#[derive(clap::Args)]
pub(crate) struct ThreadsArgs {
    /// Use this many threads [default: one per processor]
    #[arg(long, help_heading = "Budget", value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// Sets the number of threads of a budget.
    pub(crate) fn apply(&self, budget: Budget) -> Budget {
        budget.with_threads(self.threads.unwrap_or_else(all_threads))
    }
}

impl BudgetArgs {
    /// The time limit, if one was given.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Starts the budget; its time runs from now. The first signal then stops the work, which
    /// reports what it knows so far; a second one ends the process at once. Work that ignores its
    /// limits is ended by the guard.
    pub(crate) fn start(&self) -> anyhow::Result<Budget> {
        let budget = self.start_unguarded()?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        guard::start(&budget, deadline, budget.memory())?;
        Ok(budget)
    }

    /// Like `start`, but without the guard: for work that needs time at the end to write a
    /// checkpoint.
    pub(crate) fn start_unguarded(&self) -> anyhow::Result<Budget> {
        let mut budget = Budget::default();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        budget = self.memory.apply(budget);
        interrupt_on_signal(budget.clone())?;
        Ok(budget)
    }
}

fn interrupt_on_signal(budget: Budget) -> anyhow::Result<()> {
    signals::listen(move |signal| {
        match signal {
            Signal::FirstFromKeyboard => note("stopping; press Ctrl-C again to quit now"),
            Signal::First => note("stopping"),
            Signal::Again => {
                file::abandon();
                std::process::exit(Exit::Interrupted.code().into());
            }
        }
        budget.interrupt();
    })
}
