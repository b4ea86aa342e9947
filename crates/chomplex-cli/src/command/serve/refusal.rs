//! Error responses, as JSON.

use std::fmt::Display;
use std::ops::Range;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chomplex::format::{ExpressionError, Problem, ReadError};
use serde_json::{Value, json};

use super::response::json_response;

/// The reason why a request is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    /// The message as the command line prints it, with a caret under the error.
    detail: Option<String>,
    /// The place of the error, as a byte range of the text that was sent.
    span: Option<Range<usize>>,
    hint: Option<String>,
}

impl Refusal {
    /// A refusal with the first line of this message.
    pub(crate) fn new(status: StatusCode, message: impl Display) -> Self {
        let message = message.to_string().lines().next().unwrap_or_default().to_owned();
        Refusal { status, message, detail: None, span: None, hint: None }
    }

    /// The request does not follow the API description.
    pub(crate) fn malformed(message: impl Display) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// The request is understood, but cannot be fulfilled.
    pub(crate) fn impossible(message: impl Display) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The server is busy.
    pub(crate) fn busy() -> Self {
        let message = "the server is busy";
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message).with_hint("try again in a few seconds")
    }

    /// An internal error.
    pub(crate) fn bug() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the program made a mistake here; this is a bug")
    }

    /// Adds a hint about what to do.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The JSON of the error alone.
    pub(crate) fn json(&self) -> Value {
        json!({
            "message": self.message,
            "detail": self.detail,
            "offset": self.span.as_ref().map(|span| span.start),
            "length": self.span.as_ref().map(Range::len),
            "hint": self.hint,
        })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json_response(&json!({ "error": self.json() }));
        *response.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

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
        let refusal = Refusal::impossible(error.problem());
        Refusal { detail: Some(error.to_string()), span: Some(error.span()), hint, ..refusal }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Text(error) => error.into(),
            other => {
                let message = in_request(&other.to_string());
                Refusal { detail: Some(message.clone()), ..Refusal::impossible(message) }
            }
        }
    }
}

/// Rewrites a reader's message that mentions a command-line option for use in the API.
pub(crate) fn in_request(message: &str) -> String {
    message.replace("`--from ", "`notation=")
}
