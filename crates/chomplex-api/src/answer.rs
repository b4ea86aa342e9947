//! What is known about a position: the answer of `solve`.

use std::borrow::Cow;

use chomplex::family::remnant::Scribe;
use chomplex::reason::Rule;
use chomplex::report::words;
use chomplex::{Candidates, MoveClass, Outcome, Position, Stop, WinningMoves as Winning};
use serde::Serialize;

use crate::derivation::Claim;

/// What is known about a position, as `solve --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The position, as an expression.
    pub position: String,
    /// The number of its elements.
    pub elements: usize,
    /// Who wins, if known.
    pub outcome: Option<Player>,
    /// The Grundy value, if known.
    pub grundy: Option<u32>,
    /// The possible values, if the value is one of a few.
    pub grundy_candidates: Option<Vec<u32>>,
    /// A lower bound for the value, if no more is known.
    pub grundy_at_least: Option<u32>,
    /// The winning moves.
    pub winning_moves: WinningMoves,
    /// What the answer rests on; null if nothing is decided.
    pub reason: Option<Reason>,
    /// The ids of the theorems, tables and tablebases that the answer relies on without proof.
    pub assumed: Vec<Cow<'static, str>>,
    /// The resources used.
    pub stats: Stats,
    /// The limit that stopped the work early, if one did.
    pub stopped_by: Option<&'static str>,
    /// How to find out more, if that is possible.
    pub hint: Option<String>,
}

/// A player: the first is the one to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player to move.
    First,
    /// The other player.
    Second,
}

impl From<Outcome> for Player {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::First => Player::First,
            Outcome::Second => Player::Second,
        }
    }
}

/// The known winning moves, one for each class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMoves {
    /// Whether these are all of them.
    pub status: MovesStatus,
    /// One move of each class.
    pub moves: Vec<WinningMove>,
}

/// Whether the listed winning moves are all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MovesStatus {
    /// These are all.
    All,
    /// There may be others.
    Some,
    /// None is known, but there may be some.
    NoneKnown,
    /// They were not asked for.
    NotSought,
}

/// A move that wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMove {
    /// The name of the move.
    pub r#move: String,
    /// The number of moves that symmetries carry it to, itself included.
    pub orbit: usize,
}

/// A summary of what the answer rests on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The rule of the last step, or `search`.
    pub rule: String,
    /// The reason in a few words.
    pub summary: String,
    /// The number of steps.
    pub steps: usize,
    /// The parts of a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<ReasonPart>>,
}

/// A part of a sum, and what is known about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonPart {
    /// The part, as an expression.
    pub position: String,
    /// What is known of its value.
    pub claim: Claim,
    /// The rule that shows it.
    pub rule: String,
}

/// The resources that an answer took.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// The number of positions examined.
    pub positions: u64,
    /// The time.
    pub seconds: f64,
    /// The peak memory of the process so far; 0 where it is not available.
    pub peak_bytes: u64,
}

impl Answer {
    /// The answer about this position.
    #[must_use]
    pub fn new(position: &Position, answer: &chomplex::Answer) -> Self {
        let stats = answer.stats;
        let (grundy_candidates, grundy_at_least) = possible(answer.candidates.as_ref());
        Answer {
            position: position.to_string(),
            elements: position.len(),
            outcome: answer.outcome.map(Player::from),
            grundy: answer.grundy.map(|value| value.0),
            grundy_candidates,
            grundy_at_least,
            winning_moves: WinningMoves::new(position, &answer.winning_moves),
            reason: Reason::new(position, &answer.reason),
            assumed: answer.assumed.clone(),
            stats: Stats {
                positions: stats.positions,
                seconds: stats.time.as_secs_f64(),
                peak_bytes: stats.peak_bytes,
            },
            stopped_by: answer.stopped_by.map(Stop::id),
            hint: words::hint(position, answer),
        }
    }
}

impl WinningMoves {
    fn new(position: &Position, winning: &Winning) -> Self {
        let status = match winning {
            Winning::All(_) => MovesStatus::All,
            Winning::Some(_) => MovesStatus::Some,
            Winning::NoneKnown => MovesStatus::NoneKnown,
            Winning::NotSought => MovesStatus::NotSought,
        };
        let class = |class: &MoveClass| WinningMove {
            r#move: position.name(class.representative).to_owned(),
            orbit: class.members.len(),
        };
        WinningMoves { status, moves: winning.classes().iter().map(class).collect() }
    }
}

impl Reason {
    /// A summary of a reason; `None` if nothing is decided.
    #[must_use]
    pub fn new(position: &Position, reason: &chomplex::Reason) -> Option<Self> {
        let step = reason.step(reason.conclusion()?);
        let parts = match &step.rule {
            Rule::Components(parts) => {
                let scribe = Scribe::new(position);
                let part = |(set, reference): &(_, chomplex::reason::Reference)| {
                    let step = reason.step(reference.step);
                    let claim = Claim::from(step.claim);
                    ReasonPart { position: scribe.expression(set), claim, rule: step.rule.id().to_owned() }
                };
                Some(parts.iter().map(part).collect())
            }
            _ => None,
        };
        Some(Reason {
            rule: step.rule.id().to_owned(),
            summary: words::summary(reason),
            steps: reason.steps().len(),
            parts,
        })
    }
}

/// The fields `grundy_candidates` and `grundy_at_least`: what is known of a value that is not known
/// exactly.
#[must_use]
pub fn possible(candidates: Option<&Candidates>) -> (Option<Vec<u32>>, Option<u32>) {
    match candidates {
        None => (None, None),
        Some(Candidates::OneOf(values)) => (Some(values.iter().map(|value| value.0).collect()), None),
        Some(Candidates::AtLeast(value)) => (None, Some(value.0)),
    }
}
