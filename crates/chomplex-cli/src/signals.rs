//! Signals that ask the program to end: Ctrl-C, termination, a closed terminal.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use anyhow::Context;

/// The number of the first signal that came, or 0.
static FIRST: AtomicU8 = AtomicU8::new(0);

/// The number of Ctrl-C.
const INTERRUPT: u8 = 2;

/// Whether a signal has come.
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

/// What a signal is to the program.
pub(crate) enum Signal {
    /// The first one, from the keyboard.
    FirstFromKeyboard,
    /// The first one, from elsewhere.
    First,
    /// Another one.
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

/// Does something at each signal from now on. All threads begun later leave the signals to it; so it is called before
/// any other is begun.
#[cfg(unix)]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> anyhow::Result<()> {
    use nix::sys::signal::{SigSet, Signal as Number};
    let signals: SigSet = [Number::SIGINT, Number::SIGTERM, Number::SIGHUP].into_iter().collect();
    // A blocked signal waits until it is fetched, even if the program was started with it ignored.
    signals.thread_block().context("cannot listen for Ctrl-C")?;
    let listen = move || {
        while let Ok(signal) = signals.wait() {
            handle(Signal::note(signal as u8));
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).context("cannot listen for Ctrl-C")?;
    Ok(())
}

/// Does something at each signal from now on.
#[cfg(not(unix))]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || handle(Signal::note(INTERRUPT))).context("cannot listen for Ctrl-C")
}
