//! Tablebases: what they hold, and whether it is right.

use chomplex::tablebase::{self, Complex, Probe as Probed};
use chomplex::{Grundy, Position};
use serde::Serialize;

use crate::answer::Player;

/// A tablebase on disk, as `tablebase build --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Built {
    /// Its id.
    pub tablebase: String,
    /// Its file.
    pub file: String,
    /// The number of classes of complexes in it.
    pub classes: u64,
    /// Its size.
    pub bytes: u64,
    /// The time it took to build, if it was built now.
    pub seconds: Option<f64>,
}

/// What was verified, as `tablebase verify --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// `verified`; a damaged tablebase is an error.
    pub verdict: &'static str,
    /// The id of the tablebase.
    pub tablebase: String,
    /// The number of classes whose checksums were verified.
    pub classes: u64,
    /// The number of values computed again from the options.
    pub by_options: u64,
    /// The number of values computed again by recursion.
    pub by_recursion: u64,
}

/// A histogram of the values, as `tablebase stats --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// The id of the tablebase.
    pub tablebase: String,
    /// The number of classes.
    pub classes: u64,
    /// The number of classes that the second player wins.
    pub second_player_wins: u64,
    /// The largest value.
    pub largest: u32,
    /// Complexes of the largest value, one for each number of faces.
    pub largest_at: Vec<String>,
    /// How often each value occurs.
    pub values: Vec<ValueClasses>,
}

/// How often a value occurs.
#[derive(Clone, Debug, Serialize)]
pub struct ValueClasses {
    /// The value.
    pub grundy: usize,
    /// The number of classes with it.
    pub classes: u64,
    /// A complex with it.
    pub example: Option<String>,
}

/// A position looked up, as `tablebase probe --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Probe {
    /// The position, as an expression.
    pub position: String,
    /// Who wins.
    pub outcome: Player,
    /// The Grundy value.
    pub grundy: u32,
    /// Every move with the value it leads to.
    pub moves: Vec<ProbedMove>,
    /// The id of the tablebase.
    pub assumed: [String; 1],
}

/// A move and the value it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct ProbedMove {
    /// The name of the move.
    pub r#move: String,
    /// The Grundy value of the position after it.
    pub grundy: u32,
}

impl Stats {
    /// The histogram of the tablebase with this id.
    #[must_use]
    pub fn new(id: String, stats: &tablebase::Stats) -> Self {
        let example = |value: usize| stats.examples(Grundy(value as u32)).first().map(Complex::to_string);
        let value = |(grundy, classes)| ValueClasses { grundy, classes, example: example(grundy) };
        Stats {
            tablebase: id,
            classes: stats.classes(),
            second_player_wins: stats.second_player_wins(),
            largest: stats.largest().0,
            largest_at: stats.examples(stats.largest()).iter().map(Complex::to_string).collect(),
            values: stats.histogram().into_iter().enumerate().map(value).collect(),
        }
    }
}

impl Probe {
    /// What the tablebase with this id knows about a position.
    #[must_use]
    pub fn new(position: &Position, probe: &Probed, id: String) -> Self {
        let entry = |&(x, value): &(_, Grundy)| ProbedMove { r#move: position.name(x).to_owned(), grundy: value.0 };
        Probe {
            position: position.to_string(),
            outcome: probe.grundy.outcome().into(),
            grundy: probe.grundy.0,
            moves: probe.moves.iter().map(entry).collect(),
            assumed: [id],
        }
    }
}
