//! Proofs that are written on demand.
//!
//! A search knows why its answer holds, but its proof may have millions of steps. So a reason keeps
//! the search, and a [`Sink`] receives the steps one after another when they are wanted: a file,
//! or, if they are few, another reason.

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::value::Grundy;

use super::{IsomorphismMap, MapId, Reason, Reference, Step, StepId};

/// A destination for the steps and maps of a proof, which arrive one after another, each after
/// those it relies on.
pub trait Sink: Send {
    /// Takes a step and returns its number in the sink.
    ///
    /// # Errors
    /// If the sink is full, or its own budget is spent.
    fn take(&mut self, step: Step) -> Result<StepId, Halt>;

    /// Takes a map, or finds an equal one; the identity needs none.
    ///
    /// # Errors
    /// If the sink is full, or its own budget is spent.
    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt>;

    /// Whether the sink takes sums; otherwise a sum is a separate step.
    fn takes_sums(&self) -> bool {
        false
    }

    /// Takes a sum of sets whose values these references give. The number it returns is valid for
    /// one reference, in one of the following steps.
    ///
    /// # Errors
    /// If the sink is full, or takes no sums.
    fn take_sum(&mut self, _: Vec<Reference>) -> Result<StepId, Halt> {
        Err(Halt::Full)
    }
}

/// Why a proof was not written to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The budget was spent.
    Stop(Stop),
    /// The sink is full.
    Full,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// What to prove about a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The set has this value.
    Value(Grundy),
    /// The set has another value, because a move leads to an option of this value.
    Not(Grundy),
    /// The value of every option, in one step that lists them, and so the value of the set.
    Options,
}

/// A search that can prove its answers.
pub trait Searched: Send {
    /// Writes the steps that prove something about a set, and returns the last one.
    ///
    /// # Errors
    /// If the budget is spent or the sink is full.
    fn prove(&mut self, set: &ElementSet, shown: Shown, budget: &Budget, sink: &mut dyn Sink) -> Result<StepId, Halt>;
}

/// A proof that a search can write.
#[derive(Clone)]
pub struct Unwritten {
    search: Arc<Mutex<dyn Searched>>,
    shown: Shown,
    /// How many steps the last attempt wrote, and why it stopped.
    tried: Option<(usize, Halt)>,
}

impl Unwritten {
    /// A proof of this result of a search.
    #[must_use]
    pub fn new(search: Arc<Mutex<dyn Searched>>, shown: Shown) -> Self {
        Unwritten { search, shown, tried: None }
    }

    /// Writes the proof of what was found about this set, and returns the last step.
    ///
    /// # Errors
    /// If the budget is spent or the sink is full.
    pub fn write(&self, set: &ElementSet, budget: &Budget, sink: &mut dyn Sink) -> Result<StepId, Halt> {
        let mut search = self.search.lock();
        search.prove(set, self.shown, budget, sink)
    }

    /// How many steps the last attempt wrote, and why it stopped.
    #[must_use]
    pub fn tried(&self) -> Option<(usize, Halt)> {
        self.tried
    }
}

/// Proofs are equal if they come from the same search.
impl PartialEq for Unwritten {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.search, &other.search) && (self.shown, self.tried) == (other.shown, other.tried)
    }
}

impl Eq for Unwritten {}

impl fmt::Debug for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unwritten { shown, tried, .. } = self;
        f.debug_struct("Unwritten").field("shown", shown).field("tried", tried).finish_non_exhaustive()
    }
}

/// A reason accepts every step.
impl Sink for Reason {
    fn take(&mut self, step: Step) -> Result<StepId, Halt> {
        Ok(self.push(step))
    }

    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt> {
        Ok(self.map(images))
    }
}

/// A reason that accepts at most `most` steps, and at most as many maps.
pub(super) struct Limited<'a> {
    pub(super) reason: &'a mut Reason,
    pub(super) most: usize,
}

impl Sink for Limited<'_> {
    fn take(&mut self, step: Step) -> Result<StepId, Halt> {
        if self.reason.steps.len() < self.most { self.reason.take(step) } else { Err(Halt::Full) }
    }

    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt> {
        if self.reason.maps.len() < self.most { self.reason.take_map(images) } else { Err(Halt::Full) }
    }
}

impl Unwritten {
    /// Writes the proof into a reason, if the reason then has at most `most` steps. Otherwise the
    /// reason is left unchanged, and the progress is recorded.
    pub(super) fn write_within(
        &mut self,
        set: &ElementSet,
        most: usize,
        budget: &Budget,
        reason: &mut Reason,
    ) -> Option<StepId> {
        let (steps, maps) = (reason.steps.len(), reason.maps.len());
        match self.write(set, budget, &mut Limited { reason, most }) {
            Ok(step) => Some(step),
            Err(halt) => {
                self.tried = Some((reason.steps.len() - steps, halt));
                reason.truncate(steps, maps);
                None
            }
        }
    }
}
