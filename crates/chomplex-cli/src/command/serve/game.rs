//! The game in a request.

use chomplex::position::Position;

use super::fields::Fields;
use super::limits;
use super::refusal::Refusal;

/// A game as sent by the client.
pub(crate) struct Draft {
    position: String,
    moves: Vec<String>,
}

/// A game: its starting position, the moves made, and the current position.
pub(crate) struct Game {
    pub(crate) start: Position,
    pub(crate) moves: Vec<String>,
    pub(crate) position: Position,
}

impl Draft {
    /// Takes the fields of a game.
    pub(crate) fn take(fields: &mut Fields) -> Result<Draft, Refusal> {
        let position = fields.text("position")?;
        let name = fields.name("after", "moves")?;
        Ok(Draft { position, moves: fields.texts(name, limits::ELEMENTS)? })
    }

    /// Builds the position and makes the moves.
    pub(crate) fn play(self) -> Result<Game, Refusal> {
        let start = within_limit(self.position.parse()?)?;
        let (mut position, mut moves) = (start.clone(), Vec::with_capacity(self.moves.len()));
        for (i, name) in self.moves.iter().enumerate() {
            let x = position.find(name).map_err(|error| {
                Refusal::impossible(format!("move {}: {error}", i + 1))
                    .with_hint("the board has the names of all moves")
            })?;
            moves.push(position.name(x).to_owned());
            position = position.play(x).map_err(Refusal::impossible)?;
        }
        Ok(Game { start, moves, position })
    }
}

/// Refuses a position that is too large for the server.
pub(crate) fn within_limit(position: Position) -> Result<Position, Refusal> {
    let (elements, most) = (position.poset().len(), limits::ELEMENTS);
    if elements > most {
        let message = format!("the position has {elements} elements; here it may have at most {most}");
        return Err(Refusal::impossible(message).with_hint("the command line takes larger ones"));
    }
    Ok(position)
}
