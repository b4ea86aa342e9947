//! Sets that no rule reduces: suggested moves, a look at the options, searches.

use std::ops::ControlFlow;

use crate::budget::Stop;
use crate::canon::canonical::MAX_LABELLED;
use crate::canon::copies::{self, representatives};
use crate::element::{Element, ElementSet};
use crate::question::Goal;
use crate::reason::{Claim, Rule, StepId};
use crate::shape::Shape;
use crate::theorem::SUGGESTIONS;
use crate::value::Grundy;

use super::derive::{Derived, Deriver, Undecided, cite};
use super::effort::{Effort, MOST_QUICK};
use super::options::{OptionAnswer, candidates};

/// A step that answers the question, or else what is known.
pub(super) type Stage = ControlFlow<StepId, Undecided>;

impl Deriver<'_> {
    /// Derives what no rule reduces.
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
        match self.derive_in_stages(shape, goal) {
            ControlFlow::Break(step) => Ok(step),
            ControlFlow::Continue(undecided) => Err(undecided),
        }
    }

    /// Decides a set in stages, each longer than those before: a small search, a look at the
    /// options, a long search.
    fn derive_in_stages(&mut self, shape: &Shape<'_>, goal: Goal) -> Stage {
        let set = shape.set();
        let mut known = Undecided::new(Stop::Positions);
        // Where a position takes long, rules are applied to the options first.
        let is_large = set.len() > MOST_QUICK;
        if is_large && self.effort >= Effort::More {
            known = self.derive_from_options(set, goal, Effort::Rules)?;
            if let Err(stop) = self.budget.check() {
                return ControlFlow::Continue(Undecided { stop, ..known });
            }
        }
        let stop = match self.with_effort(Effort::Little, |deriver| deriver.search(set, goal)) {
            Ok(step) => return ControlFlow::Break(step),
            Err(stop) => stop,
        };
        if self.effort < Effort::Some || !matches!(stop, Stop::Positions | Stop::Size) {
            // Rules may still find a winning move and the values of options.
            if !is_large && self.effort >= Effort::More && self.budget.check().is_ok() {
                known = self.derive_from_options(set, goal, Effort::Rules)?;
            }
            known.bound = known.bound.or_else(|| self.with_effort(Effort::Rules, |deriver| deriver.suggested(shape)));
            return ControlFlow::Continue(self.after_search(set, stop, known));
        }
        if stop == Stop::Positions && self.effort >= Effort::More {
            known = self.derive_from_options(set, goal, Effort::Little)?;
        }
        self.search_long(set, goal, known)
    }

    /// A long search. If it takes very long, or half of the available time, the options are
    /// examined in between, so that something is known if the budget ends the search.
    fn search_long(&mut self, set: &ElementSet, goal: Goal, mut known: Undecided) -> Stage {
        let mut opened = match self.open(set) {
            Ok(opened) => opened,
            Err(stop) => return ControlFlow::Continue(self.after_search(set, stop, known)),
        };
        if self.effort >= Effort::More {
            opened.renew();
            opened.allow(Effort::More, &self.budget.clone().half());
        }
        let mut found = self.ask(set, goal, &opened);
        self.keep(opened);
        if found.is_err() && self.effort >= Effort::More && self.budget.check().is_ok() {
            let half = self.budget.clone().half();
            let ahead = self.with_budget(half, |deriver| deriver.derive_from_options(set, goal, Effort::Some))?;
            let bound = ahead.bound.or(known.bound);
            known = Undecided { candidates: ahead.candidates.and(&known.candidates), bound, ..ahead };
            if self.effort == Effort::Full {
                found = self.search(set, goal);
            }
        }
        match found {
            Ok(step) => ControlFlow::Break(step),
            Err(stop) => ControlFlow::Continue(self.after_search(set, stop, known)),
        }
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

    /// What follows from the options that are decided with this effort.
    pub(super) fn derive_from_options(&mut self, set: &ElementSet, goal: Goal, effort: Effort) -> Stage {
        let moves = representatives(self.poset, set, copies::Effort::little(MAX_LABELLED, &self.budget));
        let examined = self.examine_options(set, &moves, effort);
        let candidates = candidates(&examined.options);
        if candidates.value().is_some()
            && let Some(listed) = self.list_options(set, effort)
        {
            return ControlFlow::Break(listed.step);
        }
        let lost = examined.options.iter().position(|option| option.value() == Some(Grundy::ZERO));
        let bound = lost.and_then(|i| self.derive_win(set, moves[i], effort));
        self.assumed.extend(examined.assumed);
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
}
