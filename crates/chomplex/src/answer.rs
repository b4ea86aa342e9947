//! Answers: what is known about a position.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::budget::{Stop, peak_memory};
use crate::element::Element;
use crate::reason::Reason;
use crate::value::{Candidates, Grundy, Outcome};

/// The answer to a question about a position, as far as it is known.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The winner.
    pub outcome: Option<Outcome>,
    /// The Grundy value.
    pub grundy: Option<Grundy>,
    /// The possible values, if the value is not known.
    pub candidates: Option<Candidates>,
    /// The winning moves.
    pub winning_moves: WinningMoves,
    /// Why the answer holds.
    pub reason: Reason,
    /// The ids of the theorems, tables and tablebases that the answer relies on without proof.
    pub assumed: Vec<Cow<'static, str>>,
    /// The resources used.
    pub stats: Stats,
    /// Why the work stopped early, if it did.
    pub stopped_by: Option<Stop>,
}

impl Answer {
    /// An answer with nothing known, because this stopped the work.
    #[doc(hidden)]
    #[must_use]
    pub fn unknown(stop: Stop) -> Self {
        Answer {
            outcome: None,
            grundy: None,
            candidates: None,
            winning_moves: WinningMoves::NoneKnown,
            reason: Reason::default(),
            assumed: Vec::new(),
            stats: Stats { peak_bytes: peak_memory(), ..Stats::default() },
            stopped_by: Some(stop),
        }
    }
}

/// A class of moves that automorphisms of the position map to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveClass {
    /// The first of these moves.
    pub representative: Element,
    /// All of these moves, in increasing order.
    pub members: Vec<Element>,
}

/// A class of moves and what is known of the options after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The moves.
    pub moves: MoveClass,
    /// The Grundy value of the option, if known.
    pub value: Option<Grundy>,
    /// The possible values, if the value is not known.
    pub candidates: Option<Candidates>,
}

impl MoveValue {
    /// The winner of the option, if known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.value.map(Grundy::outcome).or_else(|| self.candidates.as_ref()?.outcome())
    }
}

/// Every class of moves with the value it leads to.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The classes, in the order of their first moves.
    pub classes: Vec<MoveValue>,
    /// The Grundy value of the position, if known.
    pub grundy: Option<Grundy>,
    /// The possible values, if the value is not known.
    pub candidates: Option<Candidates>,
    /// Why the work stopped early, if it did.
    pub stopped_by: Option<Stop>,
}

impl MoveList {
    /// The value after each move, as far as known.
    #[must_use]
    pub fn values(&self) -> BTreeMap<Element, Grundy> {
        let known = self.classes.iter().filter_map(|class| Some((&class.moves.members, class.value?)));
        known.flat_map(|(moves, value)| moves.iter().map(move |&x| (x, value))).collect()
    }
}

/// The winning moves, one for each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinningMoves {
    /// These are all. If the second player wins, there are none.
    All(Vec<MoveClass>),
    /// These win, and there may be others.
    Some(Vec<MoveClass>),
    /// None is known, but there may be some.
    NoneKnown,
    /// They were not asked for.
    NotSought,
}

impl WinningMoves {
    /// The name used in output.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            WinningMoves::All(_) => "all",
            WinningMoves::Some(_) => "some",
            WinningMoves::NoneKnown => "none-known",
            WinningMoves::NotSought => "not-sought",
        }
    }

    /// The classes of moves that are known to win.
    #[must_use]
    pub fn classes(&self) -> &[MoveClass] {
        match self {
            WinningMoves::All(classes) | WinningMoves::Some(classes) => classes,
            WinningMoves::NoneKnown | WinningMoves::NotSought => &[],
        }
    }
}

/// The resources that an answer took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stats {
    /// The number of positions examined.
    pub positions: u64,
    /// The elapsed time.
    pub time: Duration,
    /// The peak memory of the process so far, in bytes.
    pub peak_bytes: u64,
}
