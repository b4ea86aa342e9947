//! Error responses, as JSON.

use std::fmt::Display;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chomplex_api::refusal::{self, Failure, Refused};
use chomplex_api::stamp::Stamped;

use super::response::json_response;

/// The reason why a request is refused, and the status of the response.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    failure: Failure,
}

impl Refusal {
    /// A refusal with the first line of this message.
    pub(crate) fn new(status: StatusCode, message: impl Display) -> Self {
        Refusal { status, failure: Failure::new(message) }
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
        self.failure.hint = Some(hint.into());
        self
    }

    /// What the client is told.
    pub(crate) fn told(self) -> Refused {
        Refused { error: self.failure }
    }
}

impl From<refusal::Refusal> for Refusal {
    fn from(refusal: refusal::Refusal) -> Self {
        let malformed = refusal.is_malformed;
        let status = if malformed { StatusCode::BAD_REQUEST } else { StatusCode::UNPROCESSABLE_ENTITY };
        Refusal { status, failure: refusal.failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = json_response(&Stamped::new(self.told()));
        *response.status_mut() = status;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
