//! The program's move.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::stream::{Events, stream};
use crate::command::serve::work::Work;
use crate::opponent::{Level, choose_at};
use crate::seed;

pub(crate) async fn reply(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let level = fields.choice("level", &Level::ALL)?;
    let seed = fields.number("seed")?.unwrap_or_else(seed::from_clock);
    let work = super::work(&server, fields).await?;
    if work.game.position.is_empty() {
        return Err(Refusal::impossible("the game is over: there is no move"));
    }
    Ok(stream(work, move |work, events| choose(work, events, level, seed)))
}

async fn choose(mut work: Work, events: Events, level: Level, seed: u64) -> Result<(), Refusal> {
    let reply = work.run(move |position, tables, budget| {
        let choice = choose_at(level, seed, position, tables, budget);
        let value = json!({
            "move": position.name(choice.x),
            "outlook": choice.outlook.id(),
            "mistake": choice.is_mistake,
        });
        (value, choice.stopped_by)
    });
    events.send("reply", reply.await?).await;
    Ok(())
}
