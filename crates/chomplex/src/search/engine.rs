//! A search as the solver sees it: it is opened on a convex set and asked about its down-sets.

use std::sync::Arc;

use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::crew::descend;
use crate::element::ElementSet;
use crate::reason::StepId;
use crate::reason::unwritten::{Halt, Searched, Shown, Sink};
use crate::rule::{RuleId, Rules};
use crate::value::{Grundy, Outcome};

use super::knowledge::Knowledge;
use super::oracle::Oracle;
use super::proof::Prover;

/// A search on one convex set; every set it is asked about is a down-set of that one.
pub(crate) trait DownSetSearch: Searched {
    /// The Grundy value of a set.
    fn value(&mut self, set: &ElementSet) -> Result<Grundy, Stop>;
    /// The winner of a set; often decided sooner than the value.
    fn outcome(&mut self, set: &ElementSet) -> Result<Outcome, Stop>;
    /// What is known of a set without further work.
    fn known(&mut self, set: &ElementSet) -> Knowledge;
    /// The number of positions examined so far.
    fn positions(&self) -> u64;
    /// The theorems that the results rely on.
    fn used(&self) -> Vec<RuleId>;
    /// The id of the tablebase in use, if there is one.
    fn tablebase(&self) -> Option<Arc<str>>;
    /// Frees memory that is cheap to recompute, for when at most a proof is still wanted.
    fn rest(&mut self);
    /// Continues with another budget.
    fn continue_with(&mut self, budget: &Budget);
}

/// A board and a source of values for it.
pub(super) struct Engine<const N: usize, O> {
    pub(super) board: Arc<Board<N>>,
    pub(super) oracle: O,
    pub(super) rules: Rules,
}

impl<const N: usize, O: Oracle<N>> Searched for Engine<N, O> {
    fn prove(&mut self, set: &ElementSet, shown: Shown, budget: &Budget, sink: &mut dyn Sink) -> Result<StepId, Halt> {
        let Engine { board, oracle, rules } = self;
        oracle.resume(board, budget)?;
        budget.check()?;
        descend(|| Prover::new(board, oracle, rules, budget, sink).prove(board.inside(set), shown))
    }
}

impl<const N: usize, O: Oracle<N>> DownSetSearch for Engine<N, O> {
    fn value(&mut self, set: &ElementSet) -> Result<Grundy, Stop> {
        self.oracle.value(&self.board, self.board.inside(set)).map(|value| Grundy(value.into()))
    }

    fn outcome(&mut self, set: &ElementSet) -> Result<Outcome, Stop> {
        let loses = self.oracle.has_value(&self.board, self.board.inside(set), 0)?;
        Ok(if loses { Outcome::Second } else { Outcome::First })
    }

    fn known(&mut self, set: &ElementSet) -> Knowledge {
        self.oracle.known(&self.board, self.board.inside(set))
    }

    fn positions(&self) -> u64 {
        self.oracle.positions()
    }

    fn used(&self) -> Vec<RuleId> {
        self.oracle.used()
    }

    fn tablebase(&self) -> Option<Arc<str>> {
        self.oracle.tablebase()
    }

    fn rest(&mut self) {
        self.oracle.rest();
    }

    fn continue_with(&mut self, budget: &Budget) {
        // If this fails, the next query reports it.
        let _ = self.oracle.resume(&self.board, budget);
    }
}
