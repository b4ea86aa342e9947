//! A game: a position and the moves made since.

use chomplex::Position;

use crate::refusal::Refusal;

/// Maximum number of elements in a position that a request names.
pub const MOST_ELEMENTS: usize = 1024;

/// A game: its starting position, the moves made, and the current position.
#[derive(Clone, Debug)]
pub struct Game {
    /// The starting position.
    pub start: Position,
    /// The names of the moves made.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: Position,
}

impl Game {
    /// Builds a position and makes the moves.
    ///
    /// # Errors
    /// If there is no such position, it is too large, or a move cannot be made.
    pub fn new(position: &str, moves: &[String]) -> Result<Game, Refusal> {
        let start = within_limit(position.parse()?)?;
        let mut game = Game { position: start.clone(), start, moves: Vec::with_capacity(moves.len()) };
        for (i, name) in moves.iter().enumerate() {
            let x = game.position.find(name).map_err(|error| {
                Refusal::impossible(format!("move {}: {error}", i + 1))
                    .with_hint("the board has the names of all moves")
            })?;
            game.moves.push(game.position.name(x).to_owned());
            game.position = game.position.play(x).map_err(Refusal::impossible)?;
        }
        Ok(game)
    }
}

/// Refuses a position that is too large for a request.
pub(crate) fn within_limit(position: Position) -> Result<Position, Refusal> {
    let (elements, most) = (position.poset().len(), MOST_ELEMENTS);
    if elements > most {
        let message = format!("the position has {elements} elements; here it may have at most {most}");
        return Err(Refusal::impossible(message).with_hint("the command line takes larger ones"));
    }
    Ok(position)
}
