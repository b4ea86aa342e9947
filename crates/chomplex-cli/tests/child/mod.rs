//! A program that is watched: what it printed, how it ended, how much it worked and held.
//!
//! A busy machine makes everything take longer by the clock, so limits on time are tested by the
//! time a program worked, which the system counts.

#![allow(dead_code, reason = "not every test needs everything")]

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::{Duration, Instant};

use crate::patience::interruptible;

/// A program that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(240);

/// A program at work.
pub(crate) struct Child {
    process: std::process::Child,
    files: [File; 2],
    begun: Instant,
    what: String,
}

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit code, or 128 and the number of the signal that killed it, as in a shell.
    pub(crate) code: i32,
    /// Whether a signal killed it.
    pub(crate) is_killed: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// How long all its threads worked.
    pub(crate) worked: Duration,
    /// The most memory it held, in bytes.
    pub(crate) peak: u64,
}

/// Starts `chomplex` with these arguments and nothing to read.
pub(crate) fn start(arguments: &[&str]) -> Child {
    start_with(arguments, "")
}

/// Starts `chomplex` with these arguments and this text to read.
pub(crate) fn start_with(arguments: &[&str], input: &str) -> Child {
    let mut stdin = tempfile();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.rewind().unwrap();
    let files = [tempfile(), tempfile()];
    let mut command = interruptible();
    // Whoever runs this may have a tablebase.
    command.args(arguments).env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).stdin(stdin);
    command.stdout(files[0].try_clone().unwrap()).stderr(files[1].try_clone().unwrap());
    let what = format!("{arguments:?}").chars().take(200).collect();
    Child { process: command.spawn().unwrap(), files, begun: Instant::now(), what }
}

/// Runs `chomplex` to its end.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    start(arguments).wait()
}

/// A file without a name.
fn tempfile() -> File {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("output-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    file
}

impl Child {
    /// A line of its status.
    fn status(&self, field: &str) -> Option<String> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        text.lines().find_map(|line| Some(line.strip_prefix(field)?.trim().to_owned()))
    }

    /// Waits until it listens for signals: then it has blocked them, for one thread to fetch.
    /// Returns whether it does; a program that has ended, or that works without listening, does
    /// not.
    pub(crate) fn until_it_listens(&self) -> bool {
        let blocks = || self.status("SigBlk:").and_then(|mask| u64::from_str_radix(&mask, 16).ok()).unwrap_or(0);
        while blocks() & (1 << 14) == 0 {
            if self.is_over() || self.worked() > Duration::from_secs(2) {
                return false;
            }
            assert!(self.begun.elapsed() < PATIENCE, "{} does not listen", self.what);
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// Whether it has ended, although nobody has asked for its exit code.
    pub(crate) fn is_over(&self) -> bool {
        self.status("State:").is_none_or(|state| state.starts_with('Z'))
    }

    /// How long it has worked so far.
    pub(crate) fn worked(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        // In hundredths of a second, as everywhere on Linux.
        let ticks: u64 = [11, 12].map(|i| fields[i].parse::<u64>().unwrap()).iter().sum();
        Duration::from_millis(10 * ticks)
    }

    /// Sends it a signal.
    #[allow(unsafe_code, reason = "the standard library sends none")]
    pub(crate) fn signal(&self, number: i32) {
        let process = i32::try_from(self.process.id()).unwrap();
        // SAFETY: it only sends a signal, to a child that has not been waited for.
        assert_eq!(unsafe { libc::kill(process, number) }, 0);
    }

    /// Waits for its end.
    #[allow(unsafe_code, reason = "the standard library does not tell what a child used")]
    pub(crate) fn wait(mut self) -> Ended {
        let process = i32::try_from(self.process.id()).unwrap();
        let (mut status, mut peak) = (0, 0);
        // SAFETY: all zeros are a value of this plain struct.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        loop {
            // The system keeps the peak as long as the program runs. What it tells after the end
            // includes what this process held when it started the program.
            let held = self.status("VmHWM:").and_then(|size| size.strip_suffix("kB")?.trim().parse::<u64>().ok());
            peak = peak.max(held.unwrap_or(0) << 10);
            // SAFETY: both places live longer than the call.
            let ended = unsafe { libc::wait4(process, &mut status, libc::WNOHANG, &mut usage) };
            if ended == process {
                break;
            }
            if self.begun.elapsed() > PATIENCE {
                let _ = self.process.kill();
                panic!("{} does not end", self.what);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
        let [stdout, stderr] = self.files.map(|mut file| {
            let mut bytes = Vec::new();
            file.rewind().unwrap();
            file.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let is_killed = libc::WIFSIGNALED(status);
        Ended {
            code: if is_killed { 128 + libc::WTERMSIG(status) } else { libc::WEXITSTATUS(status) },
            is_killed,
            stdout,
            stderr,
            worked: time(usage.ru_utime) + time(usage.ru_stime),
            peak,
        }
    }
}
