//! A cache of recent boards: a board stays the same throughout a game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chomplex::Budget;
use chomplex::draw::board::Board;
use chomplex_api::game::Game;
use chomplex_api::refusal;

use super::lane::Lanes;
use super::limits;
use super::refusal::Refusal;

/// Boards of recent games, keyed by the expression of the starting position; the most recently used
/// is last.
#[derive(Default)]
pub(crate) struct Boards(Mutex<VecDeque<(String, Arc<Board>)>>);

impl Boards {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Board>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The board of a game. Large boards take a while to lay out; they queue only behind each
    /// other.
    pub(crate) async fn of(&self, game: &Arc<Game>, lanes: &Lanes) -> Result<Arc<Board>, Refusal> {
        let expression = game.start.ground_expression();
        if let Some(board) = self.find(expression) {
            return Ok(board);
        }
        let drawn = game.clone();
        let board =
            lanes.for_board(game.start.poset().len()).run(move || Board::new(&drawn.start, &Budget::default())).await?;
        let board = board.map_err(refusal::Refusal::impossible)?;
        Ok(self.keep(expression, Arc::new(board)))
    }

    fn find(&self, expression: &str) -> Option<Arc<Board>> {
        let mut boards = self.lock();
        let at = boards.iter().position(|(known, _)| known == expression)?;
        let entry = boards.remove(at)?;
        let board = entry.1.clone();
        boards.push_back(entry);
        Some(board)
    }

    fn keep(&self, expression: &str, board: Arc<Board>) -> Arc<Board> {
        let mut boards = self.lock();
        boards.retain(|(known, _)| known != expression);
        if boards.len() == limits::BOARDS {
            boards.pop_front();
        }
        boards.push_back((expression.to_owned(), board.clone()));
        board
    }
}
