//! Proofs that are written when somebody wants to read them.
//!
//! A search knows why its answer holds, but the steps of the proof may be millions. So a reason keeps the search, and a
//! [`Sink`] takes the steps one after another when they are wanted: into a file, or, if they are few, into another
//! reason.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::budget::{Budget, Stop};
use crate::element::ElementSet;
use crate::value::Grundy;

use super::{IsomorphismMap, MapId, Reason, Reference, Step, StepId};

/// Where the steps and maps of a proof go, one after another, each after those it rests on.
pub trait Sink: Send {
    /// Takes a step and says which number it has there.
    ///
    /// # Errors
    /// If it takes no more, or its own budget is spent.
    fn take(&mut self, step: Step) -> Result<StepId, Halt>;

    /// Takes a map, or finds that it has it; the identity needs none.
    ///
    /// # Errors
    /// If it takes no more, or its own budget is spent.
    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt>;

    /// Whether it takes sums; otherwise a sum is a step of its own.
    fn takes_sums(&self) -> bool {
        false
    }

    /// Takes a sum of sets of which these say what they are worth. The number it gets is for one reference, in one of the
    /// steps that follow.
    ///
    /// # Errors
    /// If it takes no more, or no sums.
    fn take_sum(&mut self, _: Vec<Reference>) -> Result<StepId, Halt> {
        Err(Halt::Full)
    }
}

/// Why a proof was not written to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The budget was spent.
    Stop(Stop),
    /// The sink takes no more.
    Full,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// What is to be shown of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// That it has this value.
    Value(Grundy),
    /// That it has another value, by a move that leads to this one.
    Not(Grundy),
    /// The value of every option, with one step that lists them, and so its own.
    Options,
}

/// A search that can say why its answers hold.
pub trait Searched: Send {
    /// Writes the steps that show something of a set, and returns the last one.
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
    /// How far the last attempt to write it came, and why no farther.
    tried: Option<(usize, Halt)>,
}

impl Unwritten {
    /// What this search can show.
    #[must_use]
    pub fn new(search: Arc<Mutex<dyn Searched>>, shown: Shown) -> Self {
        Unwritten { search, shown, tried: None }
    }

    /// Writes the proof of what was found of this set, and returns the last step.
    ///
    /// # Errors
    /// If the budget is spent or the sink is full.
    pub fn write(&self, set: &ElementSet, budget: &Budget, sink: &mut dyn Sink) -> Result<StepId, Halt> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.prove(set, self.shown, budget, sink)
    }

    /// How many steps were written when somebody tried, and why no more.
    #[must_use]
    pub fn tried(&self) -> Option<(usize, Halt)> {
        self.tried
    }
}

/// The same proof: by the same search.
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

/// A reason takes whatever it is given.
impl Sink for Reason {
    fn take(&mut self, step: Step) -> Result<StepId, Halt> {
        Ok(self.push(step))
    }

    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt> {
        Ok(self.map(images))
    }
}

/// A reason that takes only so many steps, and no more maps than that.
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
    /// Writes the proof into a reason, if that then has no more than so many steps. Otherwise the reason is as before, and
    /// it is noted how far the proof came.
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
