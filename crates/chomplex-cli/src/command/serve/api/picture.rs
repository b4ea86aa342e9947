//! The position as a picture.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chomplex::answer::MoveList;
use chomplex::budget::Budget;
use chomplex::draw::board::Point;
use chomplex::draw::picture::Picture;
use chomplex::position::Position;
use chomplex::solve::{Question, move_values};

use crate::command::draw::{Format, WIDTH, write};
use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::response::file;
use crate::command::serve::{Server, limits};

/// The formats by name; `tex` is a former name.
const FORMATS: [(&str, Format); 4] =
    [("svg", Format::Svg), ("png", Format::Png), ("tikz", Format::Tikz), ("tex", Format::Tikz)];

pub(crate) async fn picture(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let format = fields.choice("format", &FORMATS)?;
    let with_values = fields.flag("values")?;
    let mut work = super::work(&server, fields).await?;
    let game = work.game.clone();
    let list = if with_values {
        let ask = move |position: &Position, tables: &_, budget: &_| {
            let question = Question { tables: Clone::clone(tables), ..Question::default() };
            let list = move_values(position, &question, budget);
            let stopped_by = list.stopped_by;
            (list, stopped_by)
        };
        Some(work.run(ask).await?)
    } else {
        None
    };
    drop(work);
    // Drawing lays the board out again, so the request waits in the queue for boards of its size.
    let size = server.boards.of(&game, &server.lanes).await?.size;
    let is_large = game.start.poset().len() > limits::LARGE_BOARD;
    let gate = if is_large { &server.lanes.drawing } else { &server.lanes.errands };
    let content = gate.run(move || draw(&game.position, list.as_ref(), format, width(size))).await??;
    let content_type = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Tikz => "application/x-tex",
    };
    Ok(file(content, content_type))
}

fn draw(position: &Position, list: Option<&MoveList>, format: Format, width: u32) -> Result<Vec<u8>, Refusal> {
    let mut picture = Picture::of(position, &Budget::default()).map_err(Refusal::impossible)?;
    if let Some(list) = list {
        picture = picture.with_values(list.values());
    }
    write(&picture, format, width, u64::MAX)
        .map_err(|error| Refusal::impossible(format!("there is no picture: {error}")))
}

/// A PNG width that keeps the number of pixels within its limit, however tall the picture is.
fn width(size: Point) -> u32 {
    let most = (limits::PIXELS * size.x / size.y).sqrt();
    f64::from(WIDTH).min(most).max(16.0) as u32
}
