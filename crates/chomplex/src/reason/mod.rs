//! Why a value holds: an arena of steps, each of which follows from earlier ones.
//!
//! A step is about one convex set of the position's poset, usually a down-set, and makes a
//! [`Claim`] about its Grundy value. A lemma that is used many times is one step, and a lemma
//! proved for one set also serves isomorphic sets through a map. The result of a search is one
//! step; the search is kept and writes its proof on demand ([`unwritten`]). A reason is rendered in
//! words by [`report`](crate::report) and written as a certificate by [`certify`](crate::certify).

mod step;
pub mod unwritten;

use std::borrow::Cow;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::budget::{Budget, Stop};
use crate::element::Element;

pub(crate) use self::step::is_identity;
pub use self::step::{AfterMove, Claim, Finding, IsomorphismMap, MapId, Reference, Rule, Step, StepId};
use self::unwritten::{Halt, Sink};

/// Steps and maps; each step comes after those it relies on.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    steps: Vec<Step>,
    maps: Vec<IsomorphismMap>,
    map_ids: HashMap<IsomorphismMap, MapId>,
    conclusion: Option<StepId>,
}

#[doc(hidden)]
impl Reason {
    /// Adds a step.
    ///
    /// # Panics
    /// If it relies on a step that does not exist.
    pub fn push(&mut self, step: Step) -> StepId {
        let known = step.rule.references().iter().all(|r| r.step.index() < self.steps.len());
        assert!(known, "a step rests on earlier ones");
        self.steps.push(step);
        StepId::new(self.steps.len() - 1)
    }

    /// Adds a map, or finds an equal one; the identity needs none.
    pub fn map(&mut self, images: IsomorphismMap) -> Option<MapId> {
        if is_identity(&images) {
            return None;
        }
        let maps = &mut self.maps;
        Some(*self.map_ids.entry(images).or_insert_with_key(|images| {
            maps.push(images.clone());
            MapId::new(maps.len() - 1)
        }))
    }

    /// Adds all steps and maps of another reason, and returns its conclusion as a step of this one.
    pub fn absorb(&mut self, other: Reason) -> Option<StepId> {
        let steps = self.steps.len();
        let maps: Vec<Option<MapId>> = other.maps.into_iter().map(|images| self.map(images)).collect();
        let shift = |step: StepId| StepId::new(step.index() + steps);
        let moved = |r: Reference| Reference { step: shift(r.step), map: r.map.and_then(|m| maps[m.index()]) };
        let moved_map = |m: MapId| maps[m.index()].expect("only maps that move something are kept");
        let renumbered = |step: Step| Step { rule: step.rule.renumbered(moved, moved_map), ..step };
        self.steps.extend(other.steps.into_iter().map(renumbered));
        other.conclusion.map(shift)
    }

    /// Removes the steps and maps that the conclusion does not rely on.
    #[must_use]
    pub fn pruned(self) -> Reason {
        let Some(conclusion) = self.conclusion else { return Reason::default() };
        let needed = self.needed(&[conclusion]);
        let mut pruned = Reason::default();
        let mut places: Vec<Option<StepId>> = Vec::with_capacity(self.steps.len());
        for (step, needed) in self.steps.iter().zip(needed) {
            places.push(needed.then(|| {
                let place = |step: StepId| places[step.index()].expect("what is needed needs it");
                let step = self.carry(step, place, &mut pruned).expect("a reason takes every map");
                pruned.push(step)
            }));
        }
        pruned.conclusion = places[conclusion.index()];
        pruned
    }

    /// Writes out the proofs of searches as long as the total is at most `most` steps. A proof that
    /// is longer, or for which the budget is not enough, stays unwritten.
    #[must_use]
    pub fn written_out(&self, most: usize, budget: &Budget) -> Reason {
        let mut whole = Reason::default();
        let mut places: Vec<StepId> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let place = |step: StepId| places[step.index()];
            let mut step = self.carry(step, place, &mut whole).expect("a reason takes every map");
            let written = match &mut step.rule {
                Rule::Search { proof: Some(proof), .. } => proof.write_within(&step.set, most, budget, &mut whole),
                _ => None,
            };
            places.push(written.unwrap_or_else(|| whole.push(step)));
        }
        whole.conclusion = self.conclusion.map(|step| places[step.index()]);
        whole
    }

    /// Adapts a step to a sink in which earlier steps have other numbers. The maps of the step are
    /// given to the sink.
    pub(crate) fn carry(
        &self,
        step: &Step,
        place: impl Fn(StepId) -> StepId,
        sink: &mut dyn Sink,
    ) -> Result<Step, Halt> {
        let mut maps: HashMap<MapId, Option<MapId>> = HashMap::new();
        for map in step.rule.maps() {
            if let Entry::Vacant(entry) = maps.entry(map) {
                entry.insert(sink.take_map(self.maps[map.index()].clone())?);
            }
        }
        let moved = |r: Reference| Reference { step: place(r.step), map: r.map.and_then(|map| maps[&map]) };
        let moved_map = |map: MapId| maps[&map].expect("only maps that move something are kept");
        let Step { set, claim, rule } = step.clone();
        Ok(Step { set, claim, rule: rule.renumbered(moved, moved_map) })
    }

    /// Keeps only the first `steps` steps and `maps` maps.
    fn truncate(&mut self, steps: usize, maps: usize) {
        self.steps.truncate(steps);
        self.maps.truncate(maps);
        self.map_ids.retain(|_, map| map.index() < maps);
    }

    /// The ids of the theorems, added rules and tablebases that these steps rely on without proof.
    #[must_use]
    pub fn assumed_by(&self, steps: &[StepId]) -> BTreeSet<Cow<'static, str>> {
        let used = |step: &Step| match &step.rule {
            Rule::Theorem(finding) => vec![finding.rule],
            Rule::Search { used, .. } => used.clone(),
            _ => Vec::new(),
        };
        let named = |step: &Step| match &step.rule {
            Rule::Search { tablebase: Some(id), .. } | Rule::Added(id) => Some(Cow::Owned(id.to_string())),
            _ => None,
        };
        let needed = self.needed(steps).into_iter().zip(&self.steps).filter(|(needed, _)| *needed);
        let trusted = |step: &Step| used(step).into_iter().filter(|rule| rule.is_trusted());
        needed.flat_map(|(_, step)| trusted(step).map(|rule| rule.id().into()).chain(named(step))).collect()
    }

    /// For each step, whether any of these rely on it.
    fn needed(&self, steps: &[StepId]) -> Vec<bool> {
        let mut needed = vec![false; self.steps.len()];
        steps.iter().for_each(|step| needed[step.index()] = true);
        for (i, step) in self.steps.iter().enumerate().rev() {
            if needed[i] {
                step.rule.references().iter().for_each(|reference| needed[reference.step.index()] = true);
            }
        }
        needed
    }

    /// Sets the step that answers the question.
    pub fn conclude(&mut self, step: StepId) {
        self.conclusion = Some(step);
    }

    /// What decided the question once all reductions are done: the id of a rule, or that nothing
    /// was left, or that a search or a tablebase was used somewhere.
    #[must_use]
    pub fn decided_by(&self) -> Option<&str> {
        let mut rule = &self.step(self.conclusion()?).rule;
        let asked = |id: &str| self.steps.iter().map(|step| step.rule.id()).find(|rule| *rule == id);
        if let Some(id) = asked("search").or_else(|| asked("tablebase")) {
            return Some(id);
        }
        while let Rule::Fold(_, left) | Rule::Twins(.., left) = rule {
            rule = &self.step(left.step).rule;
        }
        Some(if matches!(rule, Rule::Mex(moves) if moves.is_empty()) { "no-moves" } else { rule.id() })
    }

    /// The step that answers the question, if there is an answer.
    #[must_use]
    pub fn conclusion(&self) -> Option<StepId> {
        self.conclusion
    }

    /// The step with this id.
    #[must_use]
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    /// All steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The images under a map.
    #[must_use]
    pub fn images(&self, map: MapId) -> &[Option<Element>] {
        &self.maps[map.index()]
    }

    /// All maps in order.
    #[must_use]
    pub fn maps(&self) -> &[IsomorphismMap] {
        &self.maps
    }

    /// Why the writing of a proof stopped early, if a budget ended it.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        self.steps.iter().find_map(|step| match &step.rule {
            Rule::Search { proof: Some(proof), .. } => match proof.tried() {
                Some((_, Halt::Stop(stop))) => Some(stop),
                Some((_, Halt::Full)) | None => None,
            },
            _ => None,
        })
    }

    /// Whether there is a conclusion and every step is, or can be, written out so that a checker
    /// can follow it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let missing = |step: &Step| matches!(step.rule, Rule::Search { proof: None, .. } | Rule::Added(_));
        self.conclusion.is_some() && !self.steps.iter().any(missing)
    }
}
