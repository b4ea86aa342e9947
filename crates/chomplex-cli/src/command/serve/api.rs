//! The routes of the API, described in `docs/api.md` and in the `openapi.json` of `chomplex-api`.
//!
//! What they do is in [`chomplex_api::route`]. Here each piece of the work is given its place:
//! short tasks queue for the errands, boards are remembered, searches run in the lanes.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use chomplex::Budget;
use chomplex::draw::board::Point;
use chomplex_api::OPENAPI;
use chomplex_api::board::BoardAnswer;
use chomplex_api::certificate::file_name;
use chomplex_api::game::Game;
use chomplex_api::picture::draw;
use chomplex_api::refusal;
use chomplex_api::route::{CONSTANT_ROUTES, Request, Task, certified, constant, values};
use chomplex_api::stamp::Stamped;

use super::body::JsonBody;
use super::refusal::Refusal;
use super::response::{file, json_response};
use super::safety::{Hosts, guard};
use super::stream::stream;
use super::work::Work;
use super::{Server, limits};
use crate::command::draw::{WIDTH, write};
use crate::seed;

/// Base path of the API. Its version is that of the fields of its answers.
const ADDRESS: &str = "/api/v2";

/// All routes.
pub(crate) fn router(server: Arc<Server>, hosts: Arc<Hosts>) -> Router {
    let openapi = get(|| async { file(OPENAPI.into(), "application/json") });
    let mut api = Router::new().route("/openapi.json", openapi);
    for route in CONSTANT_ROUTES {
        api = api.route(&format!("/{route}"), get(move || async move { json_response(&constant(route)) }));
    }
    for route in Request::ROUTES {
        let handler =
            move |State(server): State<Arc<Server>>, body: JsonBody| async move { answer(&server, route, body).await };
        api = api.route(&format!("/{route}"), post(handler));
    }
    let api = api.method_not_allowed_fallback(wrong_method);
    Router::new().nest(ADDRESS, api).fallback(other).with_state(server).layer(from_fn_with_state(hosts, guard))
}

async fn wrong_method(request: HttpRequest) -> Refusal {
    let message = format!("{} is not for this address", request.method());
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message).with_hint("docs/api.md has the methods")
}

/// Serves a file of the page, or explains why there is none.
async fn other(State(server): State<Arc<Server>>, request: HttpRequest) -> Response {
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

/// Answers a request.
async fn answer(server: &Server, route: &'static str, JsonBody(body): JsonBody) -> Result<Response, Refusal> {
    let request = Request::parse(route, &body)?;
    match server.lanes.errands.run(|| request.prepare(seed::from_clock())).await?? {
        Task::Answered(reading) => Ok(json_response(&Stamped::new(reading))),
        Task::Board(game) => {
            let game = Arc::new(game);
            let layout = server.boards.of(&game, &server.lanes).await?;
            let told = move || json_response(&Stamped::new(BoardAnswer::new(&game, &layout)));
            server.lanes.errands.run(told).await
        }
        Task::Picture { game, time, format, values: with_values } => {
            let mut work = server.work(game, time)?;
            let list = if with_values { Some(work.run(values).await?) } else { None };
            let game = work.game.clone();
            drop(work);
            // Drawing lays the board out again, so the request waits in the queue for boards of its
            // size.
            let size = server.boards.of(&game, &server.lanes).await?.size;
            let elements = game.start.poset().len();
            let draw = move || {
                let drawn = draw(&game.position, list.as_ref(), format, &Budget::default())
                    .map_err(refusal::Refusal::impossible)?;
                write(drawn, format, width(size), u64::MAX)
                    .map_err(|error| refusal::Refusal::impossible(format!("there is no picture: {error}")))
            };
            let content = server.lanes.for_board(elements).run(draw).await??;
            Ok(file(content, format.content_type()))
        }
        Task::Lines { game, time, stages } => Ok(stream(server.work(game, time)?, stages)),
        Task::Certificate { game, time, question } => {
            let mut work = server.work(game, time)?;
            let written = work.run(move |position, tables, budget| certified(position, &question, tables, budget));
            let mut response = file(written.await??, "application/octet-stream");
            let name = format!("attachment; filename=\"{}.cert\"", file_name(&work.game.position.to_string()));
            let name = HeaderValue::from_str(&name).expect("letters, digits and hyphens");
            response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
            Ok(response)
        }
    }
}

impl Server {
    /// Prepares work on a game, within the time that the client and the server allow.
    fn work(&self, game: Game, time: Option<Duration>) -> Result<Work, Refusal> {
        Work::new(&self.lanes, game, time.map_or(self.time, |time| time.min(self.time)))
    }
}

/// A PNG width that keeps the number of pixels within its limit, however tall the picture is.
fn width(size: Point) -> u32 {
    let most = (limits::PIXELS * size.x / size.y).sqrt();
    f64::from(WIDTH).min(most).max(16.0) as u32
}
