//! The layout of a position, for clients that draw it themselves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::response::json_response;

pub(crate) async fn board(State(server): State<Arc<Server>>, fields: Fields) -> Result<Response, Refusal> {
    let game = Arc::new(super::game(&server, fields).await?);
    let board = server.boards.of(&game, &server.lanes).await?;
    let answer = move || {
        json_response(&json!({
            "position": game.start.to_string(),
            "after": game.moves,
            "remaining": game.position.to_string(),
            "board": board.json(&game.position),
        }))
    };
    server.lanes.errands.run(answer).await
}
