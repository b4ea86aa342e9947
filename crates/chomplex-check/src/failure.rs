//! Why a certificate is not accepted.

use std::fmt;
use std::io;

use crate::Claim;

/// Why a certificate proves nothing: a condition does not hold, or the certificate cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The certificate can be read, but a condition does not hold. Its claim may still be true.
    Rejected {
        /// The claim of the certificate, if it was read.
        claim: Option<Claim>,
        /// The line, counted from 1.
        line: usize,
        /// The step, counted from 1, if the condition is about a step.
        step: Option<usize>,
        /// The condition that does not hold.
        message: String,
    },
    /// The input is not a certificate, or it is truncated, or it has an unsupported version.
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The input could not be read at all.
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Rejected { line, step: Some(step), message, .. } => {
                write!(f, "line {line}, step {step}: {message}")
            }
            Failure::Rejected { line, step: None, message, .. } | Failure::Unreadable { line, message } => {
                write!(f, "line {line}: {message}")
            }
            Failure::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failure::Io(error) => Some(error),
            Failure::Rejected { .. } | Failure::Unreadable { .. } => None,
        }
    }
}

/// A failure before its place is known.
#[derive(Debug)]
pub(crate) enum Fault {
    Rejected(String),
    Unreadable(String),
    Io(io::Error),
}

impl Fault {
    pub(crate) fn rejected(message: impl Into<String>) -> Fault {
        Fault::Rejected(message.into())
    }

    pub(crate) fn unreadable(message: impl Into<String>) -> Fault {
        Fault::Unreadable(message.into())
    }

    pub(crate) fn at(self, line: usize, claim: Option<Claim>, step: Option<usize>) -> Failure {
        match self {
            Fault::Rejected(message) => Failure::Rejected { claim, line, step, message },
            Fault::Unreadable(message) => Failure::Unreadable { line, message },
            Fault::Io(error) => Failure::Io(error),
        }
    }
}

/// Makes a text from the file safe for a terminal: escapes control characters, invisible
/// characters, and characters that change the writing direction.
pub(crate) fn escaped(text: &str) -> impl Iterator<Item = char> {
    // `escape_debug` also escapes quotes, which are harmless here: they are kept as they are.
    text.chars().flat_map(|c| {
        let quote = matches!(c, '"' | '\'').then_some(c);
        let other = if quote.is_none() { Some(c.escape_debug()) } else { None };
        quote.into_iter().chain(other.into_iter().flatten())
    })
}

/// A text from the file as quoted in a message: escaped, and truncated if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut out = String::from("`");
    out.extend(escaped(text).take(LONGEST));
    if escaped(text).nth(LONGEST).is_some() {
        out.push('…');
    }
    out.push('`');
    out
}
