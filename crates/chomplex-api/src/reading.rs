//! Positions in any notation, as expressions.

use chomplex::Notation;
use chomplex::format::{self, Reading as Read};
use serde::Serialize;

use crate::game::within_limit;
use crate::refusal::Refusal;

/// A text as a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The position, as an expression.
    pub position: String,
    /// The notation that the text was read in.
    pub notation: &'static str,
    /// What the text was taken for, and how to say otherwise, if something else could be meant.
    pub note: Option<String>,
}

impl Reading {
    /// Reads a text, in this notation or in the one it seems to be written in.
    ///
    /// # Errors
    /// If the text cannot be read, or the position is too large.
    pub fn of(text: &str, notation: Option<Notation>) -> Result<Self, Refusal> {
        let Read { position, notation, note, .. } = format::read_noting(text.as_bytes(), notation)?;
        let note = note.map(|note| in_request(&note));
        Ok(Reading { position: within_limit(position)?.to_string(), notation: notation.name(), note })
    }
}

/// A position in another notation, as `convert --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Conversion {
    /// The position, as an expression.
    pub position: String,
    /// The notation.
    pub notation: &'static str,
    /// The position in that notation.
    pub text: String,
}

/// Rewrites a reader's message that mentions a command-line option for use in a request.
pub(crate) fn in_request(message: &str) -> String {
    message.replace("`--from ", "`notation=")
}
