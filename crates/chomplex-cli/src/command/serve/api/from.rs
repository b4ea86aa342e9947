//! Converts any notation to an expression.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::format::{self, Notation, Reading};
use serde_json::{Value, json};

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::game::within_limit;
use crate::command::serve::refusal::{Refusal, in_request};
use crate::command::serve::response::json_response;

pub(crate) async fn from(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let text = fields.text("text")?;
    let notation = fields.optional_text("notation")?.map(|name| name.parse::<Notation>()).transpose();
    let notation = notation.map_err(|error| Refusal::malformed(format!("`notation`: {error}")))?;
    fields.finish()?;
    let read = move || -> Result<Value, Refusal> {
        let Reading { position, notation, note, .. } = format::read_noting(text.as_bytes(), notation)?;
        let note = note.map(|note| in_request(&note));
        Ok(json!({ "position": within_limit(position)?.to_string(), "notation": notation.name(), "note": note }))
    };
    Ok(json_response(&server.lanes.errands.run(read).await??))
}
