//! What is known about a position.

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
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value.
    pub grundy: Option<Grundy>,
    /// Values one of which it is, when it is not known which.
    pub candidates: Option<Candidates>,
    /// The winning moves.
    pub winning_moves: WinningMoves,
    /// Why.
    pub reason: Reason,
    /// The ids of the theorems, tables and tablebases it rests on without proof.
    pub assumed: Vec<Cow<'static, str>>,
    /// What it took.
    pub stats: Stats,
    /// What ended the work early, if something did.
    pub stopped_by: Option<Stop>,
}

impl Answer {
    /// Nothing is known, since this ended the work.
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

/// A class of moves that automorphisms of the position carry into each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveClass {
    /// The first of them.
    pub representative: Element,
    /// All of them, in increasing order.
    pub members: Vec<Element>,
}

/// A class of moves and what is known of the options they lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The moves.
    pub moves: MoveClass,
    /// The Grundy value of the option, if it is known.
    pub value: Option<Grundy>,
    /// Values one of which it is, when it is not known which.
    pub candidates: Option<Candidates>,
}

impl MoveValue {
    /// Who wins the option, if that is known.
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
    /// The Grundy value of the position, if it is known.
    pub grundy: Option<Grundy>,
    /// Values one of which it is, when it is not known which.
    pub candidates: Option<Candidates>,
    /// What ended the work early, if something did.
    pub stopped_by: Option<Stop>,
}

impl MoveList {
    /// The value that each move leads to, as far as it is known.
    #[must_use]
    pub fn values(&self) -> BTreeMap<Element, Grundy> {
        let known = self.classes.iter().filter_map(|class| Some((&class.moves.members, class.value?)));
        known.flat_map(|(moves, value)| moves.iter().map(move |&x| (x, value))).collect()
    }
}

/// The winning moves, one for each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinningMoves {
    /// These are all. A win for the second player has none.
    All(Vec<MoveClass>),
    /// These win; there may be others.
    Some(Vec<MoveClass>),
    /// None is known, though there may be some.
    NoneKnown,
    /// Nobody asked.
    NotSought,
}

impl WinningMoves {
    /// Its name in output.
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

/// What an answer took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stats {
    /// The number of positions looked at.
    pub positions: u64,
    /// The time.
    pub time: Duration,
    /// The most memory the process held so far, in bytes.
    pub peak_bytes: u64,
}
