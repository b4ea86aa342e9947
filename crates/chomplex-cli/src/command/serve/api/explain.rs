//! Why the answer holds, in words and as steps.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::report::story;
use chomplex::rule::Rules;
use chomplex::solve::{Question, solve};

use crate::command::explain::{LEMMAS, json};
use crate::command::serve::Server;
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::stream::{Events, stream};
use crate::command::serve::work::Work;

pub(crate) async fn explain(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let rules = super::rules(&mut fields)?;
    let work = super::work(&server, fields).await?;
    Ok(stream(work, |work, events| tell(work, events, rules)))
}

async fn tell(mut work: Work, events: Events, rules: Rules) -> Result<(), Refusal> {
    let explanation = work.run(move |position, tables, budget| {
        let (rules, tables) = (rules.clone(), tables.clone());
        let question = Question { proof: true, rules, tables, ..Question::default() };
        let mut answer = solve(position, &question, budget);
        answer.reason = answer.reason.written_out(story::MOST_STEPS, budget);
        let mut value = json(position, &answer);
        value["text"] = story::explanation(position, &answer, LEMMAS).into();
        (value, answer.stopped_by.or(answer.reason.stopped_by()))
    });
    events.send("explanation", explanation.await?).await;
    Ok(())
}
