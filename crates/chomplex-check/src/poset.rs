//! The poset a certificate carries, as it is written there.

use std::sync::Arc;

use crate::failure::quoted;
use crate::set;

/// A finite poset whose elements are numbered so that smaller elements have smaller numbers.
///
/// The order is the reflexive and transitive closure of the lists [`lower`](Poset::lower). These are as the file has
/// them: they may hold a relation that follows from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poset {
    names: Vec<Arc<str>>,
    /// The list of element i is `lower[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    lower: Vec<u32>,
}

impl Poset {
    pub(crate) fn empty() -> Poset {
        Poset { names: Vec::new(), starts: vec![0], lower: Vec::new() }
    }

    /// Adds an element above these; each of them must be there already.
    pub(crate) fn push(&mut self, name: Arc<str>, lower: &[u32]) {
        debug_assert!(lower.iter().all(|&y| (y as usize) < self.len()), "the elements below are there");
        self.names.push(name);
        self.lower.extend_from_slice(lower);
        self.starts.push(self.lower.len());
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the elements, in order: the first is that of element 0. All differ.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// The elements that the file lists below this one: all it covers, and perhaps others below it.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[must_use]
    pub fn lower(&self, element: usize) -> &[u32] {
        &self.lower[self.starts[element]..self.starts[element + 1]]
    }

    /// The name of an element as it is shown in a message.
    pub(crate) fn shown(&self, element: u32) -> String {
        quoted(&self.names[element as usize])
    }

    /// Two elements x > y with x in the set and y not: what keeps a set from being a down-set.
    pub(crate) fn gap(&self, set: &[u64]) -> Option<(u32, u32)> {
        set::elements(set).find_map(|x| {
            let y = self.lower(x as usize).iter().find(|&&y| !set::contains(set, y))?;
            Some((x, *y))
        })
    }

    /// Two incomparable elements of a down-set: what keeps it from being a chain.
    ///
    /// It is enough to look at neighbours x < y in the numbering. If y is above x, a path of listed relations leads
    /// down from y to x. It stays in the down-set, and its numbers decrease; none lies between x and y, so it is one
    /// relation.
    pub(crate) fn incomparable(&self, down_set: &[u64]) -> Option<(u32, u32)> {
        let pairs = set::elements(down_set).zip(set::elements(down_set).skip(1));
        pairs.into_iter().find(|(x, y)| !self.lower(*y as usize).contains(x))
    }
}
