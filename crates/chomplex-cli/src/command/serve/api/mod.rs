//! The routes of the API, described in `docs/api.md` and `docs/openapi.json`.
//!
//! - [`plain`]: constant answers. [`from`]: other notations.
//! - [`board`], [`picture`]: drawing the position. [`solve`], [`explain`], [`reply`],
//!   [`certificate`]: the solver's answers.

mod board;
mod certificate;
mod explain;
mod from;
mod picture;
mod plain;
mod reply;
mod solve;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use chomplex::rule::{RuleId, Rules};

use super::Server;
use super::fields::Fields;
use super::game::{Draft, Game};
use super::refusal::Refusal;
use super::safety::{Hosts, guard};
use super::work::Work;

/// Base path of the API. Its version is that of the fields of its answers.
const ADDRESS: &str = "/api/v2";

/// All routes.
pub(crate) fn router(server: Arc<Server>, hosts: Arc<Hosts>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(plain::openapi))
        .route("/rules", get(plain::rules))
        .route("/families", get(plain::families))
        .route("/gallery", get(plain::gallery))
        .route("/board", post(board::board))
        .route("/picture", post(picture::picture))
        .route("/from", post(from::from))
        .route("/solve", post(solve::solve))
        .route("/explain", post(explain::explain))
        .route("/reply", post(reply::reply))
        .route("/certificate", post(certificate::certificate))
        .method_not_allowed_fallback(wrong_method);
    Router::new().nest(ADDRESS, api).fallback(other).with_state(server).layer(from_fn_with_state(hosts, guard))
}

async fn wrong_method(request: Request) -> Refusal {
    let message = format!("{} is not for this address", request.method());
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message).with_hint("docs/api.md has the methods")
}

/// Serves a file of the page, or explains why there is none.
async fn other(State(server): State<Arc<Server>>, request: Request) -> Response {
    let path = request.uri().path();
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    if path.starts_with("/api/v1/") {
        let message = format!("the API is at {ADDRESS} now: some fields have other names");
        return Refusal::new(StatusCode::GONE, message).with_hint("docs/api.md tells what has changed").into_response();
    }
    if path.starts_with("/api/") || path == "/api" {
        return missing();
    }
    match *request.method() {
        Method::GET | Method::HEAD => server.assets.get(path, request.headers()).unwrap_or_else(missing),
        _ => wrong_method(request).await.into_response(),
    }
}

/// Takes the game from a request and refuses any other fields.
async fn game(server: &Server, mut fields: Fields) -> Result<Game, Refusal> {
    let draft = Draft::take(&mut fields)?;
    fields.finish()?;
    server.lanes.errands.run(|| draft.play()).await?
}

/// Takes the rules to use: all except the disabled ones.
fn rules(fields: &mut Fields) -> Result<Rules, Refusal> {
    let off = fields.texts("no_rules", RuleId::ALL.len())?;
    off.iter().try_fold(Rules::default(), |rules, id| match id.parse::<RuleId>() {
        Ok(rule) => Ok(rules.without(rule)),
        Err(error) => Err(Refusal::malformed(format!("`{}` in `no_rules`: {error}", id.escape_debug()))),
    })
}

/// Takes the game and the time from a request, refuses any other fields, and prepares the work.
async fn work(server: &Server, mut fields: Fields) -> Result<Work, Refusal> {
    let time = fields.time(server.time)?;
    let game = game(server, fields).await?;
    Work::new(&server.lanes, game, time)
}
