//! A place where requests are answered one after another.

use std::time::Duration;

use chomplex::draw::board::Board as Layout;
use chomplex::{Budget, Position, Stop, Tables};

use crate::board::BoardAnswer;
use crate::certificate::file_name;
use crate::game::Game;
use crate::json::to_value;
use crate::picture::{Format, draw};
use crate::refusal::Refusal;
use crate::route::{Content, Event, Request, Task, certified, constant, values};
use crate::stamp::{Stamped, Version};

/// Answers requests, and keeps the tables of the game that was asked about last.
pub struct Desk {
    /// Makes the budget of a game, which also accounts for the memory of its tables.
    fresh: Box<dyn Fn() -> Budget>,
    game: String,
    tables: Tables,
    budget: Budget,
    /// Whether the tables hold results of earlier pieces of work.
    is_used: bool,
}

impl Desk {
    /// A desk whose games have this budget each.
    #[must_use]
    pub fn new(fresh: impl Fn() -> Budget + 'static) -> Self {
        let budget = fresh();
        Desk { fresh: Box::new(fresh), game: String::new(), tables: Tables::default(), budget, is_used: false }
    }

    /// Answers a request to a route completely. Lines are sent as they become known. `seed` is for
    /// random choices, if the request has none.
    ///
    /// # Errors
    /// If the request is malformed or impossible.
    pub fn answer(
        &mut self,
        route: &str,
        body: &[u8],
        seed: u64,
        mut send: impl FnMut(&Event),
    ) -> Result<Content, Refusal> {
        if let Some(value) = constant(route) {
            return Ok(Content::Json(value));
        }
        match Request::parse(route, body)?.prepare(seed)? {
            Task::Answered(reading) => Ok(Content::Json(to_value(&Stamped::new(reading)))),
            Task::Board(game) => {
                let layout = Layout::new(&game.start, &(self.fresh)()).map_err(Refusal::impossible)?;
                Ok(Content::Json(to_value(&Stamped::new(BoardAnswer::new(&game, &layout)))))
            }
            Task::Picture { game, time, format, values: with_values } => {
                if format == Format::Png {
                    return Err(Refusal::impossible("there is no picture: pixels are not drawn here; ask for svg"));
                }
                let list = with_values.then(|| self.run(&game, time, values));
                let drawn = draw(&game.position, list.as_ref(), format, &(self.fresh)());
                let content = drawn.map_err(Refusal::impossible)?.into_bytes();
                Ok(Content::File { content, content_type: format.content_type(), name: None })
            }
            Task::Lines { game, time, stages } => {
                let end = time.map(|time| (self.fresh)().with_time(time));
                for stage in stages {
                    let left = end.as_ref().and_then(Budget::time_left);
                    send(&self.run(&game, left, stage));
                }
                send(&Event::Done { version: Version::current() });
                Ok(Content::Lines)
            }
            Task::Certificate { game, time, question } => {
                let content =
                    self.run(&game, time, |position, tables, budget| certified(position, &question, tables, budget))?;
                let name = Some(format!("{}.cert", file_name(&game.position.to_string())));
                Ok(Content::File { content, content_type: "application/octet-stream", name })
            }
        }
    }

    /// Runs a piece of work on a game. If results of earlier work fill the memory, they are dropped
    /// and the piece is run again.
    fn run<T>(
        &mut self,
        game: &Game,
        time: Option<Duration>,
        piece: impl Fn(&Position, &Tables, &Budget) -> (T, Option<Stop>),
    ) -> T {
        if game.start.ground_expression() != self.game {
            self.game = game.start.ground_expression().to_owned();
            self.renew();
        }
        loop {
            let budget = time.map_or(self.budget.clone(), |time| self.budget.clone().with_time_at_most(time));
            let (result, stop) = piece(&game.position, &self.tables, &budget);
            if stop != Some(Stop::Memory) || !self.is_used {
                self.is_used = true;
                return result;
            }
            self.renew();
        }
    }

    fn renew(&mut self) {
        self.tables = Tables::default();
        self.budget = (self.fresh)();
        self.is_used = false;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(desk: &mut Desk, route: &str, body: &Value) -> Vec<Value> {
        let mut lines = Vec::new();
        desk.answer(route, body.to_string().as_bytes(), 1, |event| lines.push(to_value(event))).unwrap();
        lines
    }

    #[test]
    fn tables_are_kept_for_one_game() {
        let mut desk = Desk::new(Budget::default);
        let first = lines(&mut desk, "solve", &json!({ "position": "boundary(5)" }));
        assert_eq!(first[1]["grundy"], 0);
        let examined = desk.budget.positions();
        assert!(examined > 0);
        let again = lines(&mut desk, "solve", &json!({ "position": "boundary(5)" }));
        assert_eq!(again[1]["grundy"], 0);
        assert!(desk.budget.positions() - examined < examined / 2, "most is known already");
        lines(&mut desk, "solve", &json!({ "position": "nim(1,2)" }));
        assert_eq!(desk.game, "nim(1,2)");
    }

    #[test]
    fn full_tables_are_emptied() {
        let mut desk = Desk::new(|| Budget::default().with_memory(1 << 16));
        for position in ["boundary(5)", "boundary(5)"] {
            let lines = lines(&mut desk, "solve", &json!({ "position": position, "time": 5 }));
            assert_eq!(lines.last().unwrap()["event"], "done");
        }
    }

    #[test]
    fn pixels_are_refused() {
        let body = br#"{ "position": "nim(2)", "format": "png" }"#;
        let refusal = Desk::new(Budget::default).answer("picture", body, 1, |_| ()).unwrap_err();
        assert!(refusal.failure.message.contains("ask for svg"));
    }
}
