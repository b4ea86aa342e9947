//! Every move with the value it leads to.

use chomplex::{MoveList, Position, Stop};
use serde::Serialize;

use crate::answer::{Player, possible};

/// Every move with the value it leads to, as `moves --json` prints them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// The position, as an expression.
    pub position: String,
    /// Its Grundy value, if known.
    pub grundy: Option<u32>,
    /// The possible values, if the value is one of a few.
    pub grundy_candidates: Option<Vec<u32>>,
    /// A lower bound for the value, if no more is known.
    pub grundy_at_least: Option<u32>,
    /// The moves, in the order of the elements.
    pub moves: Vec<MoveOption>,
    /// The limit that stopped the work early, if one did.
    pub stopped_by: Option<&'static str>,
}

/// A move and what is known of the position after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveOption {
    /// The name of the move.
    pub r#move: String,
    /// The Grundy value of the position after it, if known; with 0 the move wins.
    pub grundy: Option<u32>,
    /// Who wins the position after it, if known.
    pub outcome: Option<Player>,
    /// The number of its class, from 1; symmetries carry the moves of a class into each other.
    pub class: usize,
    /// The possible values, if the value is one of a few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy_candidates: Option<Option<Vec<u32>>>,
    /// A lower bound for the value, if no more is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy_at_least: Option<Option<u32>>,
}

impl Moves {
    /// The moves of this position.
    #[must_use]
    pub fn new(position: &Position, list: &MoveList) -> Self {
        let mut moves = Vec::new();
        for (i, class) in list.classes.iter().enumerate() {
            let (one_of, at_least) = possible(class.candidates.as_ref());
            let is_open = one_of.is_some() || at_least.is_some();
            moves.extend(class.moves.members.iter().map(|&x| {
                let option = MoveOption {
                    r#move: position.name(x).to_owned(),
                    grundy: class.value.map(|value| value.0),
                    outcome: class.outcome().map(Player::from),
                    class: i + 1,
                    grundy_candidates: is_open.then(|| one_of.clone()),
                    grundy_at_least: is_open.then_some(at_least),
                };
                (x, option)
            }));
        }
        moves.sort_by_key(|&(x, _)| x);
        let (grundy_candidates, grundy_at_least) = possible(list.candidates.as_ref());
        Moves {
            position: position.to_string(),
            grundy: list.grundy.map(|value| value.0),
            grundy_candidates,
            grundy_at_least,
            moves: moves.into_iter().map(|(_, option)| option).collect(),
            stopped_by: list.stopped_by.map(Stop::id),
        }
    }
}
