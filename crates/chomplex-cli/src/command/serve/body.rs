//! The body of a request.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use tokio::time::timeout;

use super::limits;
use super::refusal::Refusal;

/// A body that is said to be JSON.
pub(crate) struct JsonBody(pub(crate) Bytes);

impl<S: Sync> FromRequest<S> for JsonBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            let message = "the content type must be application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let body = timeout(limits::ARRIVAL, to_bytes(request.into_body(), limits::BODY)).await;
        let body = body.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time"))?;
        let body = body.map_err(|_| {
            let message = format!("the request cannot be read, or is longer than {} bytes", limits::BODY);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
        })?;
        Ok(JsonBody(body))
    }
}
