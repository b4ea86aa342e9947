//! From any notation to an expression.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::format::{self, Notation};
use serde_json::json;

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::game::within_limit;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::response::json_response;

pub(crate) async fn from(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let text = fields.text("text")?;
    let notation = fields.optional_text("notation")?.map(|name| name.parse::<Notation>()).transpose();
    let notation = notation.map_err(|error| Refusal::malformed(format!("`notation`: {error}")))?;
    fields.finish()?;
    let read =
        move || -> Result<String, Refusal> { Ok(within_limit(format::read(text.as_bytes(), notation)?)?.to_string()) };
    let position = server.lanes.errands.run(read).await??;
    Ok(json_response(&json!({ "position": position })))
}
