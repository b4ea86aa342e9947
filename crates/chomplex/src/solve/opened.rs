//! The searches that a derivation opens, asks and keeps.
//!
//! One search stays open: what it knows serves the next question about the same set or about a
//! down-set of it. Each question may examine only as many more positions as its effort allows.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::question::Goal;
use crate::reason::unwritten::{Searched, Shown, Unwritten};
use crate::reason::{Claim, Rule, StepId};
use crate::search::{self, DownSetSearch, FEWEST};
use crate::value::{Grundy, Outcome};

use super::derive::Deriver;
use super::effort::Effort;

/// An open search.
pub(super) struct Opened {
    /// The set it was opened on.
    pub(super) root: ElementSet,
    /// The effort it was opened with.
    effort: Effort,
    /// The effort of the latest question and the number of positions at which that is spent.
    allowance: Option<(Effort, u64)>,
    search: Arc<Mutex<dyn DownSetSearch>>,
}

impl Opened {
    /// Locks the search.
    pub(super) fn search(&self) -> MutexGuard<'_, dyn DownSetSearch + 'static> {
        self.search.lock()
    }

    /// Lets the next question examine as many positions as its effort allows, however many there
    /// were before.
    pub(super) fn renew(&mut self) {
        self.allowance = None;
    }

    /// Prepares the search for a question of this effort within a budget.
    pub(super) fn allow(&mut self, effort: Effort, budget: &Budget) {
        let positions = self.search().positions();
        let most = match self.allowance {
            Some((before, most)) if before == effort => most,
            _ => positions.saturating_add(effort.positions(self.root.len())).min(budget.most_positions()),
        };
        self.allowance = Some((effort, most));
        self.search().continue_with(&budget.clone().with_positions(most));
    }
}

impl Deriver<'_> {
    /// The number of positions examined by searches.
    pub(crate) fn positions(&self) -> u64 {
        self.positions + self.search.as_ref().map_or(0, |opened| opened.search().positions())
    }

    /// The open search, if it is on exactly this set.
    pub(crate) fn search_on(&self, set: &ElementSet) -> Option<MutexGuard<'_, dyn DownSetSearch + 'static>> {
        self.search.as_ref().filter(|opened| opened.root == *set).map(Opened::search)
    }

    /// Searches a set.
    pub(super) fn search(&mut self, set: &ElementSet, goal: Goal) -> Result<StepId, Stop> {
        let opened = self.open(set)?;
        let step = self.ask(set, goal, &opened);
        self.search = Some(opened);
        step
    }

    /// Takes the open search if it serves a set, or else opens another.
    pub(super) fn open(&mut self, set: &ElementSet) -> Result<Opened, Stop> {
        let poset = self.poset;
        // A much smaller set is better searched by itself.
        let within =
            |root: &&ElementSet| 2 * set.len() > root.len() && set.is_subset(root) && poset.is_down_closed(set);
        let root = self.root.as_ref().filter(within).unwrap_or(set).clone();
        // With more effort, a narrow set may be searched in another way.
        let serves = |opened: &mut Opened| {
            opened.root == root && (opened.effort >= self.effort || !search::is_narrow(poset, &root))
        };
        if let Some(mut opened) = self.search.take_if(serves) {
            if self.root.is_none() {
                opened.renew();
            }
            opened.allow(self.effort, &self.budget);
            return Ok(opened);
        }
        self.close();
        let positions = self.effort.positions(root.len()).min(self.budget.most_positions());
        if positions < FEWEST && !self.question.tables.holds(poset, &root) && !search::is_narrow(poset, &root) {
            return Err(Stop::Positions);
        }
        let budget = self.budget.clone().with_positions(positions);
        let search = search::open(poset, &root, &self.question, &budget)?;
        Ok(Opened { root, effort: self.effort, allowance: Some((self.effort, positions)), search })
    }

    /// Asks a search about a set.
    pub(super) fn ask(&mut self, set: &ElementSet, goal: Goal, opened: &Opened) -> Result<StepId, Stop> {
        let (claim, shown) = match goal {
            Goal::Outcome => match opened.search().outcome(set)? {
                Outcome::First => (Claim::Not(Grundy::ZERO), Shown::Not(Grundy::ZERO)),
                Outcome::Second => (Claim::Value(Grundy::ZERO), Shown::Value(Grundy::ZERO)),
            },
            Goal::Grundy => {
                let value = opened.search().value(set)?;
                (Claim::Value(value), Shown::Value(value))
            }
        };
        Ok(self.push_found(set, claim, shown, opened))
    }

    /// Adds the step for the result of a search; if a proof is wanted, the search is kept to write
    /// it.
    pub(super) fn push_found(&mut self, set: &ElementSet, claim: Claim, shown: Shown, opened: &Opened) -> StepId {
        let search: Arc<Mutex<dyn Searched>> = opened.search.clone();
        let proof = self.question.proof.then(|| Unwritten::new(search, shown));
        let (positions, used, tablebase) = {
            let search = opened.search();
            (search.positions(), search.used(), search.tablebase())
        };
        self.push(set, claim, Rule::Search { positions, used, tablebase, proof })
    }

    /// Replaces the open search.
    pub(super) fn keep(&mut self, opened: Opened) {
        self.close();
        self.search = Some(opened);
    }

    /// Closes the open search and frees its memory.
    pub(super) fn close(&mut self) {
        if let Some(opened) = self.search.take() {
            self.positions += opened.search().positions();
            opened.search().rest();
        }
    }
}
