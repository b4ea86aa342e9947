//! Reads lines of a file or of standard input as they arrive.
//!
//! A separate thread does the reading, so the program never blocks on input when it has to stop.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::vec;

use anyhow::{Context, bail};
use chomplex::{Budget, Stop};

use crate::output::note;

/// Length limit of a line, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;
/// Number of available lines passed on in one batch.
const BATCH: usize = 64;
/// Number of batches read ahead.
const AHEAD: usize = 4;
/// How long to wait for a line before checking whether one is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// A file, or standard input.
pub(crate) struct Source {
    name: String,
    input: Box<dyn Read + Send>,
}

/// A line without its line ending.
pub(crate) struct Line {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) text: Vec<u8>,
}

impl Source {
    /// Opens a file, or standard input if the argument is `-`.
    pub(crate) fn open(argument: &str) -> anyhow::Result<Source> {
        if argument == "-" {
            let input = io::stdin();
            if input.is_terminal() {
                note("reading one position from each line; end them with Ctrl-D");
            }
            return Ok(Source { name: "standard input".to_owned(), input: Box::new(input) });
        }
        let path = argument.strip_prefix('@').unwrap_or(argument);
        let name = format!("`{path}`");
        let input = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Source { name, input: Box::new(input) })
    }

    /// Its lines, until the budget is interrupted.
    pub(crate) fn lines(self, budget: &Budget) -> Lines {
        let (to, from) = mpsc::sync_channel(AHEAD);
        let reader = thread::spawn(move || {
            // If the receiver is gone, nobody needs the error.
            let _ = send(BufReader::with_capacity(1 << 16, self.input), &self.name, &to);
        });
        Lines { from, batch: Batch::new().into_iter(), budget: budget.clone(), _reader: reader }
    }
}

fn send(mut input: BufReader<impl Read>, name: &str, to: &SyncSender<Batch>) -> Result<(), SendError<Batch>> {
    let mut batch = Batch::new();
    for number in 1.. {
        match next_line(&mut input, number).with_context(|| format!("cannot read {name}")) {
            Ok(Some(line)) => batch.push(Ok(line)),
            Ok(None) => break,
            Err(error) => {
                batch.push(Err(error));
                break;
            }
        }
        if batch.len() == BATCH || !input.buffer().contains(&b'\n') {
            to.send(std::mem::take(&mut batch))?;
        }
    }
    to.send(batch)
}

fn next_line(input: &mut impl BufRead, number: u64) -> anyhow::Result<Option<Line>> {
    let mut text = Vec::new();
    if input.by_ref().take(MAX_LINE as u64 + 2).read_until(b'\n', &mut text)? == 0 {
        return Ok(None);
    }
    for end in [b'\n', b'\r'] {
        if text.last() == Some(&end) {
            text.pop();
        }
    }
    if text.len() > MAX_LINE {
        bail!("line {number} is longer than {MAX_LINE} bytes");
    }
    Ok(Some(Line { number, text }))
}

/// Some lines, or the error that kept them from being read.
type Batch = Vec<anyhow::Result<Line>>;

/// The lines of a source.
pub(crate) struct Lines {
    from: Receiver<Batch>,
    batch: vec::IntoIter<anyhow::Result<Line>>,
    budget: Budget,
    /// The reader thread. It is not joined, because a read may block forever.
    _reader: JoinHandle<()>,
}

impl Iterator for Lines {
    type Item = anyhow::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(line) = self.batch.next() {
                return Some(line);
            }
            match self.from.recv_timeout(PATIENCE) {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if self.budget.check() == Err(Stop::Interrupt) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
