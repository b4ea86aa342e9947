//! A proof of an answer, for the checker.

use std::io::{self, Write};

use chomplex::certify::{self, CertifyError};
use chomplex::report::words::stopped;
use chomplex::{Budget, Position, Question, Stop, solve};

/// Solves a position and writes a certificate of the answer to `out`. Returns the limit that
/// stopped the search for the value, if only the winner is proved.
///
/// # Errors
/// If there is no complete proof, the budget is spent, or writing fails.
pub fn certify(
    position: &Position,
    question: &Question,
    budget: &Budget,
    out: &mut (impl Write + Send),
) -> Result<Option<Stop>, CertifyError> {
    let answer = solve(position, &Question { proof: true, ..question.clone() }, budget);
    match (certify::write(position, &answer.reason, budget, out), answer.stopped_by) {
        (Err(CertifyError::Incomplete), Some(stop)) => Err(CertifyError::Stopped(stop)),
        (written, stopped_by) => written.map(|()| stopped_by),
    }
}

/// A certificate of at most `most` bytes, or why there is none; and the limit that stopped the
/// work, if one did.
pub fn certificate(
    position: &Position,
    question: &Question,
    budget: &Budget,
    most: usize,
) -> (Result<Vec<u8>, String>, Option<Stop>) {
    let mut content = Bounded { content: Vec::new(), most };
    match certify(position, question, budget, &mut content) {
        Ok(stopped_by) => (Ok(content.content), stopped_by),
        Err(CertifyError::Stopped(stop)) => (Err(too_late(stop)), Some(stop)),
        Err(error) => (Err(error.to_string()), None),
    }
}

/// Says that a limit was reached before the proof was written.
#[must_use]
pub fn too_late(stop: Stop) -> String {
    format!("{} came before the end of the proof", stopped(stop))
}

/// A buffer with a size limit.
struct Bounded {
    content: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.content.len() + bytes.len() > self.most {
            return Err(io::Error::other(format!("it would be larger than {} MiB", self.most >> 20)));
        }
        self.content.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file name that every system accepts: `wheel-5-nim-3` for `wheel(5) + nim(3)`.
#[must_use]
pub fn file_name(expression: &str) -> String {
    let words = expression.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    if name.is_empty() { "position".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_names() {
        assert_eq!(file_name("wheel(5) + nim(3)"), "wheel-5-nim-3");
        assert_eq!(file_name("\"é\"/../"), "position");
    }
}
