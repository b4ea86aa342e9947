//! Who wins, then the value and the winning moves, then the values of all moves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::budget::{Budget, Stop};
use chomplex::position::Position;
use chomplex::report::json;
use chomplex::solve::{Goal, Question, Tables, move_values, solve as solve_position};
use serde_json::Value;

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::stream::{Events, stream};
use crate::command::serve::work::Work;

pub(crate) async fn solve(State(server): State<Arc<Server>>, fields: Fields) -> Result<Response, Refusal> {
    let work = super::work(&server, fields).await?;
    Ok(stream(work, answer))
}

async fn answer(mut work: Work, events: Events) -> Result<(), Refusal> {
    let outcome = work.run(|position, tables, budget| solved(Goal::Outcome, position, tables, budget)).await?;
    events.send("outcome", outcome).await;
    let answer = work.run(|position, tables, budget| solved(Goal::Grundy, position, tables, budget)).await?;
    events.send("answer", answer).await;
    let moves = work.run(|position, tables, budget| {
        let list = move_values(position, &question(Goal::Grundy, tables), budget);
        (json::moves(position, &list), list.stopped_by)
    });
    events.send("moves", moves.await?).await;
    Ok(())
}

fn solved(goal: Goal, position: &Position, tables: &Tables, budget: &Budget) -> (Value, Option<Stop>) {
    let answer = solve_position(position, &question(goal, tables), budget);
    (json::answer(position, &answer), answer.stopped_by)
}

fn question(goal: Goal, tables: &Tables) -> Question {
    Question { goal, tables: tables.clone(), ..Question::default() }
}
