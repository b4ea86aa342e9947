//! Why a request is refused.

use std::fmt::{self, Display};

use chomplex::ExpressionError;
use chomplex::format::{Problem, ReadError};
use serde::Serialize;

use crate::reading::in_request;

/// The answer to a request that is refused.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Refusal"))]
pub struct Refused {
    /// Why.
    pub error: Failure,
}

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Failure {
    /// What is wrong, in one line.
    pub message: String,
    /// The message as the command line prints it, with a caret under the place.
    pub detail: Option<String>,
    /// The place, in bytes of the expression or text.
    pub offset: Option<usize>,
    /// Its length in bytes.
    pub length: Option<usize>,
    /// What to do.
    pub hint: Option<String>,
}

/// A request that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Whether the request itself is at fault: it does not follow the description of the API.
    /// Otherwise it is understood, but impossible.
    pub is_malformed: bool,
    /// What to tell the client.
    pub failure: Failure,
}

impl Failure {
    /// A failure with the first line of this message.
    #[must_use]
    pub fn new(message: impl Display) -> Self {
        let message = message.to_string().lines().next().unwrap_or_default().to_owned();
        Failure { message, detail: None, offset: None, length: None, hint: None }
    }
}

impl Refusal {
    /// The request does not follow the description of the API.
    #[must_use]
    pub fn malformed(message: impl Display) -> Self {
        Refusal { is_malformed: true, failure: Failure::new(message) }
    }

    /// The request is understood, but cannot be fulfilled.
    #[must_use]
    pub fn impossible(message: impl Display) -> Self {
        Refusal { is_malformed: false, failure: Failure::new(message) }
    }

    /// What the client is told.
    #[must_use]
    pub fn told(self) -> Refused {
        Refused { error: self.failure }
    }

    /// Adds a hint about what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.failure.hint = Some(hint.into());
        self
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.failure.message)
    }
}

impl std::error::Error for Refusal {}

impl From<ExpressionError> for Refusal {
    fn from(error: ExpressionError) -> Self {
        let hint = match error.problem() {
            Problem::UnknownFamily { nearest: Some(name), .. } => Some(format!("did you mean `{name}`?")),
            Problem::MissingArguments { example, .. } | Problem::WrongBrackets { example, .. } => {
                Some(format!("for example `{example}`"))
            }
            Problem::Empty => Some("for example `boundary(4)`".to_owned()),
            _ => None,
        };
        let failure = Failure {
            detail: Some(error.to_string()),
            offset: Some(error.span().start),
            length: Some(error.span().len()),
            hint,
            ..Failure::new(error.problem())
        };
        Refusal { is_malformed: false, failure }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Text(error) => error.into(),
            other => {
                let message = in_request(&other.to_string());
                let mut refusal = Refusal::impossible(&message);
                refusal.failure.detail = Some(message);
                refusal
            }
        }
    }
}
