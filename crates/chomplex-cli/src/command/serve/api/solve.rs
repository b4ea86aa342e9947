//! Who wins, then the value and the winning moves, then the values of all moves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::budget::{Budget, Stop};
use chomplex::position::Position;
use chomplex::report::json;
use chomplex::rule::Rules;
use chomplex::solve::{Goal, Question, Tables, move_values, solve as solve_position};
use serde_json::Value;

use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::stream::{Events, stream};
use crate::command::serve::work::Work;

pub(crate) async fn solve(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let rules = super::rules(&mut fields)?;
    let work = super::work(&server, fields).await?;
    Ok(stream(work, |work, events| answer(work, events, rules)))
}

async fn answer(mut work: Work, events: Events, rules: Rules) -> Result<(), Refusal> {
    let question = move |goal: Goal, tables: &Tables| Question {
        goal,
        rules: rules.clone(),
        tables: tables.clone(),
        ..Question::default()
    };
    // Each step leaves some time for the later ones.
    let asked = question.clone();
    let outcome = work.run(move |position, tables, budget| {
        solved(position, &asked(Goal::Outcome, tables), &budget.clone().quarters(1))
    });
    events.send("outcome", outcome.await?).await;
    let asked = question.clone();
    let answer = work.run(move |position, tables, budget| {
        solved(position, &asked(Goal::Grundy, tables), &budget.clone().quarters(3))
    });
    events.send("answer", answer.await?).await;
    let moves = work.run(move |position, tables, budget| {
        let list = move_values(position, &question(Goal::Grundy, tables), budget);
        (json::moves(position, &list), list.stopped_by)
    });
    events.send("moves", moves.await?).await;
    Ok(())
}

fn solved(position: &Position, question: &Question, budget: &Budget) -> (Value, Option<Stop>) {
    let answer = solve_position(position, question, budget);
    (json::answer(position, &answer), answer.stopped_by)
}
