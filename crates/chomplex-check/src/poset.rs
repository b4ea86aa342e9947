//! The poset of a certificate, as written there.

use std::sync::Arc;

use crate::failure::quoted;
use crate::lists::Lists;
use crate::set;

/// A finite poset whose elements are numbered so that smaller elements have smaller numbers.
///
/// The order is the reflexive and transitive closure of the lists [`lower`](Poset::lower). The
/// lists are as in the file: they may contain relations implied by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poset {
    names: Vec<Arc<str>>,
    lower: Lists,
}

impl Poset {
    pub(crate) fn empty() -> Poset {
        Poset { names: Vec::new(), lower: Lists::empty() }
    }

    /// Adds an element above these, which must exist already.
    pub(crate) fn push(&mut self, name: Arc<str>, lower: &[u32]) {
        debug_assert!(lower.iter().all(|&y| (y as usize) < self.len()), "the elements below are there");
        self.names.push(name);
        self.lower.push(lower.iter().copied());
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

    /// The names of the elements, in order: the first is that of element 0. They are all different.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// The elements that the file lists below this one: all that it covers, and perhaps others
    /// below it.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[must_use]
    pub fn lower(&self, element: usize) -> &[u32] {
        self.below(u32::try_from(element).expect("the number of an element"))
    }

    /// The elements listed below this one.
    pub(crate) fn below(&self, element: u32) -> &[u32] {
        self.lower.of(element)
    }

    /// All lists of lower elements.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lower
    }

    /// The name of an element as it is shown in a message.
    pub(crate) fn shown(&self, element: u32) -> String {
        quoted(&self.names[element as usize])
    }

    /// Finds elements x < y with y in the part, and x in the whole but not in the part.
    ///
    /// If the whole is convex and there are none, the part is closed downwards in it: the relations
    /// listed within a convex set generate its order.
    pub(crate) fn leak(&self, part: &[u64], whole: &[u64]) -> Option<(u32, u32)> {
        set::elements(part).find_map(|y| {
            let outside = |&&x: &&u32| set::contains(whole, x) && !set::contains(part, x);
            let x = self.below(y).iter().find(outside)?;
            Some((*x, y))
        })
    }

    /// Finds two incomparable elements of a convex set, which exist if and only if it is not a
    /// chain.
    ///
    /// It is enough to look at neighbours x < y in the numbering. If y is above x, a path of listed
    /// relations leads down from y to x. It stays in the convex set, and its numbers decrease. No
    /// number of the set lies between x and y, so the path is a single relation.
    pub(crate) fn incomparable(&self, convex: &[u64]) -> Option<(u32, u32)> {
        let pairs = set::elements(convex).zip(set::elements(convex).skip(1));
        pairs.into_iter().find(|(x, y)| !self.below(*y).contains(x))
    }
}
