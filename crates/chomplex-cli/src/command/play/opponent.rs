//! The program as a player.

use std::cmp::Reverse;
use std::time::Duration;

use chomplex::answer::WinningMoves;
use chomplex::budget::Budget;
use chomplex::element::Element;
use chomplex::position::Position;
use chomplex::solve::{Goal, Question, Tables, move_values, solve};
use chomplex::value::Outcome;

/// A move and what is thought of it.
pub(crate) struct Choice {
    pub(crate) x: Element,
    pub(crate) outlook: Outlook,
}

/// How a position stands for the player to move.
pub(crate) enum Outlook {
    /// The chosen move wins.
    Wins,
    /// No move wins.
    Lost,
    /// Nobody knows, at least not in the time given.
    Unsure,
}

/// What may be spent on one move.
pub(crate) fn budget(time: Duration) -> Budget {
    Budget::default().with_time(time)
}

/// Chooses a move in a position that has one: one that wins; else the one after which the fewest replies win, and of
/// these, or if it is not known which they are, one that leaves the most to play for.
pub(crate) fn choose(position: &Position, tables: &Tables, time: Duration) -> Choice {
    let budget = budget(time);
    let question = Question { goal: Goal::Outcome, tables: tables.clone(), ..Question::default() };
    let answer = solve(position, &question, &budget);
    if let Some(class) = answer.winning_moves.classes().first() {
        return Choice { x: class.representative, outlook: Outlook::Wins };
    }
    let lost = answer.outcome == Some(Outcome::Second);
    let candidates: Vec<Element> = if lost {
        let classes = move_values(position, &question, &budget).classes;
        classes.iter().map(|class| class.moves.representative).collect()
    } else {
        position.moves().collect()
    };
    let cost = |&x: &Element| {
        let option = position.play(x).expect("the moves are there");
        let replies = if lost { winning_replies(&option, tables, &budget) } else { usize::MAX };
        (replies, Reverse(option.len()))
    };
    let x = candidates.into_iter().min_by_key(cost).expect("there is a move");
    Choice { x, outlook: if lost { Outlook::Lost } else { Outlook::Unsure } }
}

/// How many moves win here, or more than any number if the budget does not tell.
fn winning_replies(option: &Position, tables: &Tables, budget: &Budget) -> usize {
    let question = Question { tables: tables.clone(), ..Question::default() };
    match solve(option, &question, budget).winning_moves {
        WinningMoves::All(classes) => classes.iter().map(|class| class.members.len()).sum(),
        _ => usize::MAX,
    }
}
