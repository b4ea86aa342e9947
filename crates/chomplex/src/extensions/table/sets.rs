//! Sets of all sizes, with a number for each.

use super::Component;
use super::level::Level;
use crate::budget::{Budget, Meter, Stop};

/// The sets of a table by size, each with its number, within a memory limit.
pub(super) struct Sets<const N: usize> {
    levels: Vec<Level<N>>,
    meter: Meter,
    bytes: usize,
}

impl<const N: usize> Sets<N> {
    /// An empty collection. `words` gives the number of words per number for each size.
    pub(super) fn new(words: &[usize], budget: &Budget) -> Self {
        Sets { levels: words.iter().map(|&words| Level::new(words)).collect(), meter: budget.meter(1), bytes: 0 }
    }

    /// Prefetches the slot of a set.
    #[inline(always)]
    pub(super) fn prefetch(&self, part: &Component<N>) {
        self.levels[part.size].prefetch_slot(part.hash);
    }

    /// The place of a set among those of its size.
    #[inline(always)]
    pub(super) fn find(&self, part: &Component<N>) -> Option<usize> {
        self.levels[part.size].find(part.set, part.hash)
    }

    /// The words of a number, the lowest first.
    #[inline]
    pub(super) fn number(&self, size: usize, place: usize) -> impl ExactSizeIterator<Item = u64> {
        self.levels[size].number(place)
    }

    /// The place of a set, which is added with its number unless it is there already. `None` if
    /// there is no room for it.
    #[inline]
    pub(super) fn add(&self, part: &Component<N>, number: &[u64]) -> Option<usize> {
        self.levels[part.size].add(part.set, part.hash, number)
    }

    /// An upper bound on the number of sets.
    pub(super) fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum()
    }

    /// Makes room for one more set of a size, if necessary.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn grow(&mut self, size: usize) -> Result<(), Stop> {
        let level = &mut self.levels[size];
        if !level.is_full() {
            return Ok(());
        }
        let others = self.bytes - level.bytes();
        self.meter.hold((others + level.bytes_to_grow()) as u64)?;
        level.grow().ok_or(Stop::Memory)?;
        self.bytes = others + level.bytes();
        self.meter.hold(self.bytes as u64)
    }
}
