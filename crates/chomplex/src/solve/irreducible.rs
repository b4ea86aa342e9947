//! Sets that no rule reduces: suggested moves, looking ahead, searches.

use std::ops::ControlFlow;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::budget::Stop;
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, representatives};
use crate::element::{Element, ElementSet};
use crate::reason::unwritten::{Searched, Shown, Unwritten};
use crate::reason::{Claim, Rule, StepId};
use crate::search::{self, FEWEST, Goal, SMALL, Search};
use crate::shape::Shape;
use crate::theorem::SUGGESTIONS;
use crate::value::{Grundy, Outcome};

use super::derive::{Derived, Deriver, Effort, Undecided, cite};
use super::options::{Ahead, OptionAnswer, candidates, look_ahead};

/// A search, the set it was opened on, and the effort it was opened with.
pub(super) struct Opened {
    pub(super) root: ElementSet,
    effort: Effort,
    search: Arc<Mutex<dyn Search>>,
}

impl Opened {
    /// Locks the search.
    pub(super) fn search(&self) -> MutexGuard<'_, dyn Search + 'static> {
        self.search.lock()
    }
}

impl Effort {
    /// The number of positions that a search on this many elements may examine. Beyond some size
    /// each position takes longer.
    fn positions(self, elements: usize) -> u64 {
        match self {
            Effort::Rules => 0,
            Effort::Little if elements <= SMALL => u64::MAX,
            Effort::Little => shrunk(FEW, elements),
            Effort::Some => shrunk(SOME, elements),
            Effort::More => shrunk(MORE, elements).max(FEWEST),
            Effort::Full => u64::MAX,
        }
    }
}

/// A number of positions for a set that is quick to search, scaled down for larger sets so that
/// they take about as long.
fn shrunk(positions: f64, elements: usize) -> u64 {
    let larger = elements.max(MOST_QUICK) as f64 / MOST_QUICK as f64;
    (positions / larger.powi(3)) as u64
}

/// The most elements of a set that is quick to search; `boundary(6)` has this many.
const MOST_QUICK: usize = 62;

/// Number of positions in a small search of such a set; `boundary(6)` has fewer in all.
const FEW: f64 = 30_000.0;

/// Number of positions in a search that takes a few seconds.
const SOME: f64 = 200_000.0;

/// Number of positions after which an unlimited search is interrupted for a look at the options.
const MORE: f64 = 1_600_000.0;

impl Deriver<'_> {
    /// Derives what no rule reduces: by a small search; if that does not decide, by a look at the
    /// options; and then by a long search.
    pub(super) fn derive_irreducible(&mut self, shape: &Shape<'_>, goal: Goal) -> Derived {
        let set = shape.set();
        if self.question.tables.holds(self.poset, set) {
            return self.search(set, goal).map_err(Undecided::new);
        }
        if goal == Goal::Outcome
            && let Some(step) = self.suggested(shape)
        {
            return Ok(step);
        }
        if self.effort == Effort::Rules {
            return Err(Undecided::new(Stop::Positions));
        }
        // Where a position takes long, rules are applied to the options first.
        let large = self.effort >= Effort::More && set.len() > MOST_QUICK;
        let mut known = Undecided::new(Stop::Positions);
        if large {
            match self.look_ahead(set, goal, Effort::Rules) {
                ControlFlow::Break(step) => return Ok(step),
                ControlFlow::Continue(ahead) => known = ahead,
            }
            if let Err(stop) = self.budget.check() {
                return Err(Undecided { stop, ..known });
            }
        }
        let stop = match self.with_effort(Effort::Little, |deriver| deriver.search(set, goal)) {
            Ok(step) => return Ok(step),
            Err(stop) => stop,
        };
        if self.effort < Effort::Some || !matches!(stop, Stop::Positions | Stop::Size) {
            // Rules may still find a winning move and the values of options.
            if self.effort >= Effort::More && !large && self.budget.check().is_ok() {
                match self.look_ahead(set, goal, Effort::Rules) {
                    ControlFlow::Break(step) => return Ok(step),
                    ControlFlow::Continue(ahead) => known = ahead,
                }
            }
            known.bound = known.bound.or_else(|| self.with_effort(Effort::Rules, |deriver| deriver.suggested(shape)));
            return Err(self.after_search(set, stop, known));
        }
        if stop == Stop::Positions && self.effort >= Effort::More {
            match self.look_ahead(set, goal, Effort::Little) {
                ControlFlow::Break(step) => return Ok(step),
                ControlFlow::Continue(ahead) => known = ahead,
            }
        }
        self.search_long(set, goal, known)
    }

    /// A long search. If it takes very long, or half of the available time, the options are
    /// examined in between, so that something is known if the budget ends the search.
    fn search_long(&mut self, set: &ElementSet, goal: Goal, before: Undecided) -> Derived {
        let opened = match self.open(set) {
            Ok(opened) => opened,
            Err(stop) => return Err(self.after_search(set, stop, before)),
        };
        if self.effort < Effort::More {
            let found = self.ask(set, goal, &opened);
            self.keep(opened);
            return found.map_err(|stop| self.after_search(set, stop, before));
        }
        let stage = opened.search().positions() + Effort::More.positions(opened.root.len());
        let most = stage.min(self.budget.most_positions());
        opened.search().go_on(&self.budget.clone().half().with_positions(most));
        let mut known = before;
        let mut found = self.ask(set, goal, &opened);
        if found.is_err() && self.budget.check().is_ok() {
            let half = self.budget.clone().half();
            match self.with_budget(half, |deriver| deriver.look_ahead(set, goal, Effort::Some)) {
                ControlFlow::Break(step) => {
                    self.keep(opened);
                    return Ok(step);
                }
                ControlFlow::Continue(ahead) => {
                    let bound = ahead.bound.or(known.bound);
                    known = Undecided { candidates: ahead.candidates.and(&known.candidates), bound, ..ahead };
                }
            }
            if self.effort == Effort::Full {
                opened.search().go_on(&self.budget);
                found = self.ask(set, goal, &opened);
            }
        }
        self.keep(opened);
        found.map_err(|stop| self.after_search(set, stop, known))
    }

    /// Proves a win by a move that a rule suggests.
    fn suggested(&mut self, shape: &Shape<'_>) -> Option<StepId> {
        let rules = &self.question.rules;
        let suggested: Vec<Element> = SUGGESTIONS
            .iter()
            .filter(|suggestion| rules.allow(suggestion.card.rule))
            .flat_map(|suggestion| (suggestion.moves)(shape))
            .collect();
        let mut try_all = |effort| suggested.iter().find_map(|&x| self.derive_win(shape.set(), x, effort));
        try_all(Effort::Rules).or_else(|| try_all(Effort::Little))
    }

    /// Proves that a move wins, if this effort is enough.
    fn derive_win(&mut self, set: &ElementSet, x: Element, effort: Effort) -> Option<StepId> {
        let option = set - self.poset.up_set(x);
        let derived = self.with_effort(effort, |deriver| deriver.derive(&option, Goal::Grundy));
        let step = derived.ok().filter(|&step| self.value_of(step) == Grundy::ZERO)?;
        Some(self.push(set, Claim::Not(Grundy::ZERO), Rule::Reply(x, cite(step))))
    }

    pub(super) fn options_ahead(&self, set: &ElementSet, moves: &[Element], effort: Effort) -> Ahead {
        look_ahead(self.poset, set, moves, &self.question, &self.budget, effort)
    }

    /// What follows from the options that are decided with this effort: a step that answers the
    /// question, or else what is known.
    pub(super) fn look_ahead(
        &mut self,
        set: &ElementSet,
        goal: Goal,
        effort: Effort,
    ) -> ControlFlow<StepId, Undecided> {
        let moves = representatives(self.poset, set, copies::Effort::little(MAX_LABELLED, &self.budget));
        let ahead = self.options_ahead(set, &moves, effort);
        let candidates = candidates(&ahead.options);
        if candidates.value().is_some()
            && let Some(listed) = self.list_options(set, effort)
        {
            return ControlFlow::Break(listed.step);
        }
        let lost = ahead.options.iter().position(|option| option.value() == Some(Grundy::ZERO));
        let bound = lost.and_then(|i| self.derive_win(set, moves[i], effort));
        self.assumed.extend(ahead.assumed);
        match bound {
            Some(step) if goal == Goal::Outcome => ControlFlow::Break(step),
            bound => ControlFlow::Continue(Undecided { stop: Stop::Positions, candidates, bound }),
        }
    }

    /// Adds what a stopped search has found to what was known before.
    fn after_search(&mut self, set: &ElementSet, stop: Stop, before: Undecided) -> Undecided {
        let poset = self.poset;
        let Some(mut search) = self.search_on(set) else { return Undecided { stop, ..before } };
        let moves = representatives(poset, set, copies::Effort::little(MAX_LABELLED, &self.budget));
        let options: Vec<OptionAnswer> =
            moves.iter().map(|&x| OptionAnswer::known(&mut *search, &(set - poset.up_set(x)))).collect();
        Undecided { stop, candidates: candidates(&options).and(&before.candidates), bound: before.bound }
    }

    /// Searches a set.
    pub(super) fn search(&mut self, set: &ElementSet, goal: Goal) -> Result<StepId, Stop> {
        let opened = self.open(set)?;
        let step = self.ask(set, goal, &opened);
        self.search = Some(opened);
        step
    }

    /// Asks an open search about a set.
    fn ask(&mut self, set: &ElementSet, goal: Goal, opened: &Opened) -> Result<StepId, Stop> {
        let found = match goal {
            Goal::Outcome => opened.search().outcome(set).map(|outcome| match outcome {
                Outcome::First => (Claim::Not(Grundy::ZERO), Shown::Not(Grundy::ZERO)),
                Outcome::Second => (Claim::Value(Grundy::ZERO), Shown::Value(Grundy::ZERO)),
            }),
            Goal::Grundy => opened.search().value(set).map(|value| (Claim::Value(value), Shown::Value(value))),
        };
        found.map(|(claim, shown)| self.push_found(set, claim, shown, opened))
    }

    /// Makes a search the latest one.
    fn keep(&mut self, opened: Opened) {
        self.close();
        self.search = Some(opened);
    }

    /// Frees the memory of the latest search.
    pub(super) fn close(&mut self) {
        if let Some(opened) = self.search.take() {
            self.positions += opened.search().positions();
            opened.search().rest();
        }
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

    /// Opens a search for a set, or reuses the latest one.
    pub(super) fn open(&mut self, set: &ElementSet) -> Result<Opened, Stop> {
        let poset = self.poset;
        // A much smaller set is better searched by itself.
        let within =
            |root: &&ElementSet| 2 * set.len() > root.len() && set.is_subset(root) && poset.is_down_closed(set);
        let root = self.root.as_ref().filter(within).unwrap_or(set).clone();
        let serves = |opened: &mut Opened| opened.root == root && opened.effort >= self.effort;
        if self.root.is_some()
            && let Some(opened) = self.search.take_if(serves)
        {
            return Ok(opened);
        }
        self.close();
        let positions = self.effort.positions(root.len()).min(self.budget.most_positions());
        if positions < FEWEST && !self.question.tables.holds(poset, &root) && !search::is_narrow(poset, &root) {
            return Err(Stop::Positions);
        }
        let budget = self.budget.clone().with_positions(positions);
        let search = search::open(poset, &root, &self.question.rules, &self.question.tables, &budget)?;
        Ok(Opened { root, effort: self.effort, search })
    }
}
