//! API answers sent in one piece.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use chomplex::provenance::stamped;
use serde_json::Value;

/// A JSON answer with the program's name and the version of its format.
pub(crate) fn json_response(value: &Value) -> Response {
    file(format!("{}\n", stamped(value.clone())).into_bytes(), "application/json")
}

/// An answer with another content type.
pub(crate) fn file(content: Vec<u8>, content_type: &'static str) -> Response {
    let mut response = Response::new(Body::from(content));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
