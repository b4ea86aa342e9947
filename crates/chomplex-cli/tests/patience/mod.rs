//! Children that are waited for with a limit, and that a signal reaches.
//!
//! A busy machine may take a while for anything. So the limit is generous: only what hangs exceeds
//! it, and is killed; its exit code and its output then are not what a test expects.

#![allow(dead_code, unreachable_pub, reason = "each test uses some of it")]

use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Nothing takes longer unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Kills a process after a while, unless it is dropped before.
pub struct Watchdog {
    _calm: Sender<()>,
}

impl Watchdog {
    pub fn over(child: &Child) -> Watchdog {
        let (calm, waiting) = mpsc::channel();
        let id = child.id().to_string();
        thread::spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
        });
        Watchdog { _calm: calm }
    }
}

/// Waits for the end.
pub fn wait(child: &mut Child) -> ExitStatus {
    let _watchdog = Watchdog::over(child);
    child.wait().unwrap()
}

/// Waits for the end, and takes what was printed.
pub fn output(child: Child) -> Output {
    let _watchdog = Watchdog::over(&child);
    child.wait_with_output().unwrap()
}

/// The program, which is interrupted by SIGINT even if these tests are not: under `nohup make &`
/// they ignore it, and so would their children.
pub fn interruptible() -> Command {
    let program = env!("CARGO_BIN_EXE_chomplex");
    let reset = "--default-signal=INT";
    let is_known = Command::new("env").args([reset, "true"]).stderr(Stdio::null()).status();
    if !is_known.is_ok_and(|status| status.success()) {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args([reset, program]);
    command
}

/// Sends a signal, such as `-INT`.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}
