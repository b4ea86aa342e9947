//! Everything that the routes of the API do, without HTTP.
//!
//! [`Request::parse`] reads a request, [`Request::prepare`] its position. The [`Task`] that is left
//! names the pieces of work; a server runs them where it has time and memory. A
//! [`Desk`](crate::desk::Desk) does it all in one go.

use std::time::Duration;

use chomplex::{Budget, Goal, MoveList, Notation, Position, Question, RuleId, Rules, Stop, Tables, move_values, solve};
use serde::Serialize;
use serde_json::Value;

use crate::answer::Answer;
use crate::catalogue;
use crate::certificate::certificate;
use crate::explain::{self, Explanation, ExplanationInWords, explain};
use crate::gallery::GALLERY;
use crate::game::{Game, MOST_ELEMENTS};
use crate::json::to_value;
use crate::moves::Moves;
use crate::picture::Format;
use crate::reading::Reading;
use crate::refusal::{Refusal, Refused};
use crate::reply::{Reply, choose_at};
use crate::request::{GameRequest, PictureRequest, QuestionRequest, ReplyRequest, TextRequest, parse};
use crate::stamp::{Stamped, Version};

/// Maximum size of a certificate, in bytes.
pub const MOST_CERTIFICATE: usize = 64 << 20;

/// A request, read but not understood yet.
#[derive(Clone, Debug)]
pub enum Request {
    /// `/board`: the layout of a game.
    Board(GameRequest),
    /// `/picture`: a picture of a game.
    Picture(PictureRequest),
    /// `/from`: a text as a position.
    From(TextRequest),
    /// `/solve`: who wins, the value, the values of all moves.
    Solve(QuestionRequest),
    /// `/explain`: why.
    Explain(QuestionRequest),
    /// `/reply`: the move that the program makes.
    Reply(ReplyRequest),
    /// `/certificate`: a proof.
    Certificate(QuestionRequest),
}

/// The work that a request asks for.
pub enum Task {
    /// None: this is the answer.
    Answered(Reading),
    /// To lay out the board of a game.
    Board(Game),
    /// To draw a picture of a game.
    Picture {
        /// The game.
        game: Game,
        /// The time that may be spent on the values.
        time: Option<Duration>,
        /// The format of the picture.
        format: Format,
        /// Whether to show the value that each move leads to.
        values: bool,
    },
    /// To answer line by line.
    Lines {
        /// The game.
        game: Game,
        /// The time that may be spent.
        time: Option<Duration>,
        /// The pieces of work, one for each line.
        stages: Vec<Stage>,
    },
    /// To write a certificate.
    Certificate {
        /// The game.
        game: Game,
        /// The time that may be spent.
        time: Option<Duration>,
        /// What is to be proved, and how.
        question: Question,
    },
}

/// A piece of work on a position: a line of the answer, and the limit that stopped it early, if one
/// did.
pub type Stage = Box<dyn Fn(&Position, &Tables, &Budget) -> (Event, Option<Stop>) + Send + Sync>;

/// A line of an answer that comes line by line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "each is written out at once")]
pub enum Event {
    /// Who wins, as `solve --outcome --json`.
    Outcome(Stamped<Answer>),
    /// The value and the winning moves, as `solve --json`.
    Answer(Stamped<Answer>),
    /// The values of all moves, as `moves --json`.
    Moves(Stamped<Moves>),
    /// Why, in words and as `explain --json`.
    Explanation(Stamped<ExplanationInWords>),
    /// The move that the program makes.
    Reply(Stamped<Reply>),
    /// How far the work has come; may come at any time.
    Progress {
        /// The number of positions examined.
        positions: u64,
        /// The time since the beginning.
        seconds: f64,
    },
    /// The end, if something went wrong.
    Error(Stamped<Refused>),
    /// The end.
    Done {
        /// The versions of the program and of its answers.
        version: Version,
    },
}

/// A complete answer.
#[derive(Clone, Debug)]
pub enum Content {
    /// A JSON object.
    Json(Value),
    /// All lines have been sent.
    Lines,
    /// A file.
    File {
        /// Its content.
        content: Vec<u8>,
        /// Its media type.
        content_type: &'static str,
        /// Its name, if it has one.
        name: Option<String>,
    },
}

/// The routes that take no request, and answer always the same.
pub const CONSTANT_ROUTES: [&str; 3] = ["rules", "families", "gallery"];

/// The answer of a route that takes no request.
#[must_use]
pub fn constant(route: &str) -> Option<Value> {
    match route {
        "rules" => Some(to_value(&Stamped::new(catalogue::Rules::new(&[])))),
        "families" => Some(to_value(&Stamped::new(catalogue::Families::all()))),
        "gallery" => Some(to_value(&Stamped::new(GALLERY))),
        _ => None,
    }
}

impl Request {
    /// The routes that take a request.
    pub const ROUTES: [&str; 7] = ["board", "picture", "from", "solve", "explain", "reply", "certificate"];

    /// Reads the JSON of a request to one of the [routes](Self::ROUTES).
    ///
    /// # Errors
    /// If it is no JSON, or has not the fields that are expected there.
    pub fn parse(route: &str, body: &[u8]) -> Result<Request, Refusal> {
        match route {
            "board" => parse(body).map(Request::Board),
            "picture" => parse(body).map(Request::Picture),
            "from" => parse(body).map(Request::From),
            "solve" => parse(body).map(Request::Solve),
            "explain" => parse(body).map(Request::Explain),
            "reply" => parse(body).map(Request::Reply),
            "certificate" => parse(body).map(Request::Certificate),
            _ => Err(Refusal::malformed("there is no such route")),
        }
    }

    /// Reads the position and makes the moves. `seed` is for random choices, if the request has
    /// none.
    ///
    /// # Errors
    /// If the position, a move or another value in the request is impossible.
    pub fn prepare(self, seed: u64) -> Result<Task, Refusal> {
        match self {
            Request::From(TextRequest { text, notation }) => {
                let notation = notation.map(|name| name.parse::<Notation>()).transpose();
                let notation = notation.map_err(|error| Refusal::malformed(format!("`notation`: {error}")))?;
                Reading::of(&text, notation).map(Task::Answered)
            }
            Request::Board(GameRequest { position, after }) => game(&position, &after).map(Task::Board),
            Request::Picture(PictureRequest { position, after, time, format, values }) => {
                Ok(Task::Picture { game: game(&position, &after)?, time: duration(time), format, values })
            }
            Request::Solve(request) => {
                let (game, time, question) = request.prepare()?;
                Ok(Task::Lines { game, time, stages: solve_stages(&question) })
            }
            Request::Explain(request) => {
                let (game, time, question) = request.prepare()?;
                Ok(Task::Lines { game, time, stages: vec![explain_stage(question)] })
            }
            Request::Reply(ReplyRequest { position, after, time, level, seed: chosen }) => {
                let game = game(&position, &after)?;
                if game.position.is_empty() {
                    return Err(Refusal::impossible("the game is over: there is no move"));
                }
                let seed = chosen.unwrap_or(seed);
                let stage: Stage = Box::new(move |position, tables, budget| {
                    let choice = choose_at(level, seed, position, tables, budget);
                    (Event::Reply(Stamped::new(Reply::new(position, &choice))), choice.stopped_by)
                });
                Ok(Task::Lines { game, time: duration(time), stages: vec![stage] })
            }
            Request::Certificate(request) => {
                let (game, time, question) = request.prepare()?;
                Ok(Task::Certificate { game, time, question })
            }
        }
    }
}

impl QuestionRequest {
    fn prepare(self) -> Result<(Game, Option<Duration>, Question), Refusal> {
        at_most("no_rules", &self.no_rules, RuleId::ALL.len())?;
        let rules = self.no_rules.iter().try_fold(Rules::default(), |rules, id| match id.parse::<RuleId>() {
            Ok(rule) => Ok(rules.without(rule)),
            Err(error) => Err(Refusal::malformed(format!("`{}` in `no_rules`: {error}", id.escape_debug()))),
        })?;
        let question = Question { rules, ..Question::default() };
        Ok((game(&self.position, &self.after)?, duration(self.time), question))
    }
}

fn game(position: &str, after: &[String]) -> Result<Game, Refusal> {
    at_most("after", after, MOST_ELEMENTS)?;
    Game::new(position, after)
}

fn at_most(name: &str, texts: &[String], most: usize) -> Result<(), Refusal> {
    if texts.len() <= most {
        return Ok(());
    }
    Err(Refusal::malformed(format!("`{name}` has {} entries; at most {most} are taken", texts.len())))
}

/// A time; one too large for `Duration` is as good as none.
fn duration(seconds: Option<f64>) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds?).ok()
}

/// Who wins, the value, and the values of all moves. Each stage leaves time for the later ones.
fn solve_stages(question: &Question) -> Vec<Stage> {
    let asked = |goal: Goal, tables: &Tables, question: &Question| Question {
        goal,
        tables: tables.clone(),
        ..question.clone()
    };
    let solved = move |goal: Goal, quarters: u32, event: fn(Stamped<Answer>) -> Event| -> Stage {
        let question = question.clone();
        Box::new(move |position, tables, budget| {
            let budget = budget.clone().quarters(quarters);
            let answer = solve(position, &asked(goal, tables, &question), &budget);
            (event(Stamped::new(Answer::new(position, &answer))), answer.stopped_by)
        })
    };
    let of_moves = question.clone();
    let moves: Stage = Box::new(move |position, tables, budget| {
        let list = move_values(position, &asked(Goal::Grundy, tables, &of_moves), budget);
        (Event::Moves(Stamped::new(Moves::new(position, &list))), list.stopped_by)
    });
    vec![solved(Goal::Outcome, 1, Event::Outcome), solved(Goal::Grundy, 3, Event::Answer), moves]
}

fn explain_stage(question: Question) -> Stage {
    Box::new(move |position, tables, budget| {
        let question = Question { tables: tables.clone(), ..question.clone() };
        let answer = explain(position, &question, budget);
        let told = Explanation::new(position, &answer).in_words(position, &answer);
        (Event::Explanation(Stamped::new(told)), explain::stopped_by(&answer))
    })
}

/// The values of all moves, for a picture.
#[must_use]
pub fn values(position: &Position, tables: &Tables, budget: &Budget) -> (MoveList, Option<Stop>) {
    let list = move_values(position, &Question { tables: tables.clone(), ..Question::default() }, budget);
    let stopped_by = list.stopped_by;
    (list, stopped_by)
}

/// A certificate, or why there is none.
pub fn certified(
    position: &Position,
    question: &Question,
    tables: &Tables,
    budget: &Budget,
) -> (Result<Vec<u8>, Refusal>, Option<Stop>) {
    let question = Question { tables: tables.clone(), ..question.clone() };
    let (written, stopped_by) = certificate(position, &question, budget, MOST_CERTIFICATE);
    let refuse = |why| {
        Refusal::impossible(format!("there is no certificate: {why}"))
            .with_hint("the command line has other limits: chomplex solve POSITION --certificate FILE")
    };
    (written.map_err(refuse), stopped_by)
}
