//! The interface between a sweep and what it computes.

/// What a sweep computes: a state for each class of down-sets.
///
/// States are pushed along every way to add an element, merged where they meet, and finished when
/// all have arrived.
///
/// Elements are numbers. A class is given by one of its down-sets, its representative. A [`Step`]
/// tells how elements are renamed on the way from one representative to the next. The result must
/// not depend on the order of the steps.
///
/// A state is pushed from the representative of its class along every element that can be added. If
/// states are numbers and merging adds them, this counts exactly the chains of down-sets from the
/// empty set to any member of the class, because all members of a class have the same number of
/// ways to continue. What a state holds for each element, however, reaches a class with
/// automorphisms only up to these automorphisms; see [`Class::close`].
///
/// # Example
///
/// List the elements of a poset one by one, each after all elements below it. How small can the
/// largest number of elements that are maximal at the same time be?
///
/// ```
/// use chomplex::Budget;
/// use chomplex::layers::{Accumulator, Class, Step, sweep};
///
/// struct Width;
///
/// impl Accumulator for Width {
///     type State = usize;
///     fn start(&self) -> usize {
///         0
///     }
///     fn blank(&self) -> usize {
///         usize::MAX
///     }
///     fn push(&self, from: &usize, _: &impl Step, to: &mut usize) {
///         *to = (*to).min(*from);
///     }
///     fn finish(&self, class: &impl Class, state: &mut usize) {
///         *state = (*state).max(class.maximal().count());
///     }
/// }
///
/// let budget = Budget::default();
/// assert_eq!(sweep(&"chain(5)".parse().unwrap(), &Width, &budget), Ok(1));
/// assert_eq!(sweep(&"antichain(5)".parse().unwrap(), &Width, &budget), Ok(5));
/// // All vertices of a triangle are there before the last edge; with the first edge at once, two of them are below it.
/// assert_eq!(sweep(&"cycle(3)".parse().unwrap(), &Width, &budget), Ok(3));
/// assert_eq!(sweep(&"path(4)".parse().unwrap(), &Width, &budget), Ok(3));
/// ```
pub trait Accumulator: Sync {
    /// The state of a class.
    type State: Clone + Send + Sync;

    /// The state of the empty down-set.
    fn start(&self) -> Self::State;

    /// The state of a class before anything has reached it.
    fn blank(&self) -> Self::State;

    /// Merges a state into that of a class with one more element.
    fn push(&self, from: &Self::State, step: &impl Step, to: &mut Self::State);

    /// Completes a state when all pushes to the class are done.
    fn finish(&self, class: &impl Class, state: &mut Self::State) {
        let _ = (class, state);
    }

    /// The largest number of bytes that a state owns on the heap.
    fn owned_bytes(&self) -> usize {
        0
    }
}

/// How a down-set with one more element is reached, and then the representative of its class.
pub trait Step {
    /// The element that was added, by its new name.
    fn added(&self) -> usize;

    /// The elements strictly below the added one, by their new names.
    fn below(&self) -> impl Iterator<Item = usize>;

    /// The old name of an element, given its new name.
    fn before(&self, element: usize) -> usize;
}

/// A class of down-sets, given by its representative.
pub trait Class {
    /// The elements of the representative in increasing order.
    fn elements(&self) -> impl Iterator<Item = usize>;

    /// The maximal elements of the representative.
    fn maximal(&self) -> impl Iterator<Item = usize>;

    /// Fills in unknown entries by symmetry: each element whose entry is `unknown` gets the entry
    /// of an element in the same orbit of the automorphism group. Each orbit must have a known
    /// entry, and all known entries of an orbit must be equal.
    fn close(&self, known: &mut [u8], unknown: u8);
}
