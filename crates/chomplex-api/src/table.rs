//! Tables of values as the papers print them.

use std::borrow::Cow;

use serde::Serialize;

use crate::answer::{Player, possible};

/// A table of values, as `table --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The family.
    pub family: &'static str,
    /// The entries, row by row.
    pub entries: Vec<TableEntry>,
}

/// An entry of a table.
#[derive(Clone, Debug, Serialize)]
pub struct TableEntry {
    /// The row.
    pub n: usize,
    /// The column.
    pub k: usize,
    /// Who wins, if known.
    pub outcome: Option<Player>,
    /// The Grundy value, if known.
    pub grundy: Option<u32>,
    /// The possible values, if the value is one of a few.
    pub grundy_candidates: Option<Vec<u32>>,
    /// The ids of the theorems, tables and tablebases that the entry relies on without proof.
    pub assumed: Vec<Cow<'static, str>>,
}

impl TableEntry {
    /// The entry in row n and column k.
    #[must_use]
    pub fn new(n: usize, k: usize, answer: &chomplex::Answer) -> Self {
        TableEntry {
            n,
            k,
            outcome: answer.outcome.map(Player::from),
            grundy: answer.grundy.map(|value| value.0),
            grundy_candidates: possible(answer.candidates.as_ref()).0,
            assumed: answer.assumed.clone(),
        }
    }
}
