//! The program as a player.

use std::cmp::Reverse;

use chomplex::{
    Answer, Budget, Element, Goal, Outcome, Position, Question, Stop, Tables, WinningMoves, move_values, solve,
};
use serde::{Deserialize, Serialize};

/// How well the program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As well as it can.
    #[default]
    Perfect,
    /// One move in ten is made at random.
    Strong,
    /// One move in three is made at random.
    Fair,
    /// Two moves in three are made at random.
    Weak,
}

impl Level {
    /// All levels, the best first.
    pub const ALL: [Level; 4] = [Level::Perfect, Level::Strong, Level::Fair, Level::Weak];

    /// How many of 30 moves are random.
    fn careless(self) -> u64 {
        match self {
            Level::Perfect => 0,
            Level::Strong => 3,
            Level::Fair => 10,
            Level::Weak => 20,
        }
    }
}

/// A chosen move and its assessment.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub x: Element,
    /// What it means for the player to move.
    pub outlook: Outlook,
    /// Whether the player to move can win although no winning move is known.
    pub is_won_somehow: bool,
    /// Whether the move gives away a won position; only lower levels do that.
    pub is_mistake: bool,
    /// The limit that stopped the search early, if one did.
    pub stopped_by: Option<Stop>,
}

/// The state of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outlook {
    /// The position is won, and the chosen move keeps the win unless it is a mistake.
    Wins,
    /// No move wins.
    Lost,
    /// The outcome was not found within the budget.
    Unsure,
}

/// The move that the program makes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The name of the move.
    pub r#move: String,
    /// What it means for the program.
    pub outlook: Outlook,
    /// Whether the move gives away a won position; only lower levels do that.
    pub mistake: bool,
}

/// A game against the program, as `play --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct GameRecord {
    /// The starting position, as an expression.
    pub position: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The position after them, as an expression.
    pub remaining: String,
    /// The winner, if the game was played to the end.
    pub winner: Option<Side>,
}

/// A move of a game against the program.
#[derive(Clone, Debug, Serialize)]
pub struct RecordedMove {
    /// Who made it.
    pub player: Side,
    /// The name of the move.
    pub r#move: String,
}

/// A side of a game against the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The user.
    You,
    /// The program.
    Program,
}

impl Reply {
    /// The reply with this choice.
    #[must_use]
    pub fn new(position: &Position, choice: &Choice) -> Self {
        Reply { r#move: position.name(choice.x).to_owned(), outlook: choice.outlook, mistake: choice.is_mistake }
    }
}

/// Chooses a move in a position that has one, playing at this level. The same seed gives the same
/// moves.
///
/// No level overlooks a move that ends the game.
///
/// # Panics
/// If the position is empty.
#[must_use]
pub fn choose_at(level: Level, seed: u64, position: &Position, tables: &Tables, budget: &Budget) -> Choice {
    let best = choose(position, tables, budget);
    let ends = position.play(best.x).is_ok_and(|option| option.is_empty());
    let mut random = Random::new(seed, position.len() as u64);
    if ends || random.below(30) >= level.careless() {
        return best;
    }
    let any = random.below(position.len() as u64) as usize;
    let x = position.moves().nth(any).unwrap_or(best.x);
    let is_mistake = best.outlook == Outlook::Wins && x != best.x && !wins(position, x, tables, budget);
    Choice { x, is_mistake, ..best }
}

/// Whether a move is known to win.
fn wins(position: &Position, x: Element, tables: &Tables, budget: &Budget) -> bool {
    let question = question(Goal::Outcome, tables);
    position.play(x).is_ok_and(|option| solve(&option, &question, budget).outcome == Some(Outcome::Second))
}

fn question(goal: Goal, tables: &Tables) -> Question {
    Question { goal, tables: tables.clone(), ..Question::default() }
}

/// Chooses a move in a position that has one. A winning move comes first. In a lost position it
/// takes a move after which the fewest replies win. Among these, or if the outcome or the replies
/// are unknown, it leaves as many elements as possible.
///
/// # Panics
/// If the position is empty.
#[must_use]
pub fn choose(position: &Position, tables: &Tables, budget: &Budget) -> Choice {
    let (answer, winning) = winning_move(position, tables, budget);
    let is_won_somehow = winning.is_none() && answer.outcome == Some(Outcome::First);
    if let Some(x) = winning {
        return Choice { x, outlook: Outlook::Wins, is_won_somehow: false, is_mistake: false, stopped_by: None };
    }
    let lost = answer.outcome == Some(Outcome::Second);
    let candidates: Vec<Element> = if lost {
        let classes = move_values(position, &question(Goal::Outcome, tables), budget).classes;
        classes.iter().map(|class| class.moves.representative).collect()
    } else {
        position.moves().collect()
    };
    let cost = |&x: &Element| {
        let option = position.play(x).expect("the moves are there");
        ((winning_replies(&option, tables, budget), Reverse(option.len())), x)
    };
    let within_budget = candidates.iter().take_while(|_| lost && budget.check().is_ok());
    let known = within_budget.map(cost).filter(|((replies, _), _)| *replies < usize::MAX).min_by_key(|(cost, _)| *cost);
    // A maximal element leaves the most.
    let is_maximal =
        |&&x: &&Element| !position.poset().upper_covers(x).iter().any(|&y| position.remaining().contains(y));
    let x = known.map_or_else(|| *candidates.iter().find(is_maximal).expect("there is a move"), |(_, x)| x);
    let outlook = if lost { Outlook::Lost } else { Outlook::Unsure };
    Choice { x, outlook, is_won_somehow, is_mistake: false, stopped_by: answer.stopped_by.filter(|_| !lost) }
}

/// What is known of a position, and a winning move if one is found.
fn winning_move(position: &Position, tables: &Tables, budget: &Budget) -> (Answer, Option<Element>) {
    let first = |answer: &Answer| answer.winning_moves.classes().first().map(|class| class.representative);
    let answer = solve(position, &question(Goal::Outcome, tables), budget);
    match first(&answer) {
        // A win can be known without a winning move.
        None if answer.outcome == Some(Outcome::First) => {
            let mut answer = solve(position, &question(Goal::Grundy, tables), budget);
            let x = first(&answer);
            // The result of the first search still holds if the second one ends early.
            answer.outcome = Some(Outcome::First);
            (answer, x)
        }
        x => (answer, x),
    }
}

/// Number of winning moves here, or `usize::MAX` if the budget runs out first.
fn winning_replies(option: &Position, tables: &Tables, budget: &Budget) -> usize {
    match solve(option, &question(Goal::Grundy, tables), budget).winning_moves {
        WinningMoves::All(classes) => classes.iter().map(|class| class.members.len()).sum(),
        _ => usize::MAX,
    }
}

/// Pseudorandom numbers: splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn new(seed: u64, turn: u64) -> Self {
        Random(seed ^ turn.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn at(level: Level, seed: u64, position: &str) -> (Position, Choice) {
        let position: Position = position.parse().unwrap();
        let choice = choose_at(level, seed, &position, &Tables::default(), &Budget::default());
        (position, choice)
    }

    /// How many of 300 seeds make a mistake in a position with few winning moves.
    fn mistakes(level: Level) -> usize {
        let is_mistake = |seed| {
            let (position, choice) = at(level, seed, "chomp(3,4)");
            assert_eq!(choice.outlook, Outlook::Wins);
            let after = solve(&position.play(choice.x).unwrap(), &Question::default(), &Budget::default());
            assert_eq!(choice.is_mistake, after.outcome == Some(Outcome::First));
            choice.is_mistake
        };
        (0..300).filter(|&seed| is_mistake(seed)).count()
    }

    #[test]
    fn lower_levels_make_more_mistakes() {
        let [perfect, strong, fair, weak] = Level::ALL.map(mistakes);
        assert_eq!(perfect, 0);
        assert!(10 < strong && strong + 20 < fair && fair + 40 < weak && weak < 220, "{strong} {fair} {weak}");
    }

    #[test]
    fn the_same_seed_gives_the_same_move() {
        for seed in 0..20 {
            assert_eq!(at(Level::Weak, seed, "petersen").1.x, at(Level::Weak, seed, "petersen").1.x);
        }
        let moves: std::collections::BTreeSet<Element> = (0..40).map(|s| at(Level::Weak, s, "petersen").1.x).collect();
        assert!(moves.len() > 5);
    }

    #[test]
    fn nobody_overlooks_the_end() {
        for seed in 0..60 {
            let (position, choice) = at(Level::Weak, seed, "chain(5)");
            assert!(position.play(choice.x).unwrap().is_empty());
        }
    }

    #[test]
    fn a_win_without_a_known_move_is_told() {
        let position: Position = "simplex(8)".parse().unwrap();
        let choice = choose(&position, &Tables::default(), &Budget::default().with_time(Duration::from_millis(100)));
        assert!(choice.outlook == Outlook::Unsure && choice.is_won_somehow);
    }

    #[test]
    fn lost_positions_are_known_as_such() {
        let (_, choice) = at(Level::Weak, 1, "boundary(4)");
        assert_eq!((choice.outlook, choice.is_mistake), (Outlook::Lost, false));
    }
}
