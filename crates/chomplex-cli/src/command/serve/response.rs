//! API answers sent in one piece.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use chomplex_api::json::to_value;
use serde::Serialize;

/// A JSON answer.
pub(crate) fn json_response(answer: &impl Serialize) -> Response {
    file(format!("{}\n", to_value(answer)).into_bytes(), "application/json")
}

/// An answer with another content type.
pub(crate) fn file(content: Vec<u8>, content_type: &'static str) -> Response {
    let mut response = Response::new(Body::from(content));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
