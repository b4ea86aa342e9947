//! Signals that ask the program to end: Ctrl-C, termination, a closed terminal.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use anyhow::Context;

/// Number of the first signal received, or 0.
static FIRST: AtomicU8 = AtomicU8::new(0);

/// Signal number of Ctrl-C.
const INTERRUPT: u8 = 2;

/// Whether a signal has been received.
pub(crate) fn came() -> bool {
    FIRST.load(Relaxed) != 0
}

/// The exit code of a program that a signal ended: 130 for Ctrl-C, 143 for termination.
pub(crate) fn exit_code() -> u8 {
    match FIRST.load(Relaxed) {
        0 => 128 + INTERRUPT,
        signal => 128 + signal,
    }
}

/// Kinds of signals the program distinguishes.
pub(crate) enum Signal {
    /// The first signal, from the keyboard.
    FirstFromKeyboard,
    /// The first signal, from elsewhere.
    First,
    /// Any later signal.
    Again,
}

impl Signal {
    fn note(number: u8) -> Self {
        match FIRST.compare_exchange(0, number, Relaxed, Relaxed) {
            Ok(_) if number == INTERRUPT => Signal::FirstFromKeyboard,
            Ok(_) => Signal::First,
            Err(_) => Signal::Again,
        }
    }
}

/// Calls `handle` for each signal from now on. Threads started later inherit the blocked signals,
/// so call this before starting any other thread.
#[cfg(unix)]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> anyhow::Result<()> {
    use nix::sys::signal::{SigSet, Signal as Number};
    let signals: SigSet = [Number::SIGINT, Number::SIGTERM, Number::SIGHUP].into_iter().collect();
    // A blocked signal stays pending until it is fetched, even if the program was started with it
    // ignored.
    signals.thread_block().context("cannot listen for Ctrl-C")?;
    let listen = move || {
        while let Ok(signal) = signals.wait() {
            handle(Signal::note(signal as u8));
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).context("cannot listen for Ctrl-C")?;
    Ok(())
}

/// Calls `handle` for each signal from now on.
#[cfg(not(unix))]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || handle(Signal::note(INTERRUPT))).context("cannot listen for Ctrl-C")
}
