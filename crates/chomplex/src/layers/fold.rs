//! What a sweep carries along.

/// A state for each class of down-sets, pushed along the ways to add one element, merged where several meet, and finished when all are
/// there.
///
/// Elements are numbers. A class is given by one of its down-sets, and a [`Step`] tells how the names of elements change on the way from one to
/// the next. The result must not depend on the order in which steps are taken.
///
/// A state is pushed from one down-set of its class along every element that can be added to it. For numbers that add up this
/// counts the chains of down-sets from the empty one to any member of the class, exactly: all members of a class have as many ways to
/// go on. What is written to single elements, however, reaches a class with automorphisms only up to these.
///
/// # Example
///
/// Put the elements of a poset in a row, each after everything below it, such that the greatest number of maximal elements there are at any
/// moment is as small as possible. How many are they?
///
/// ```
/// use chomplex::budget::{Budget, Stop};
/// use chomplex::layers::{Class, Fold, Step, sweep};
///
/// struct Width;
///
/// impl Fold for Width {
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
pub trait Fold: Sync {
    /// What is known of a class.
    type State: Clone + Send + Sync;

    /// The state of the empty down-set.
    fn start(&self) -> Self::State;

    /// The state of a class that nothing has reached.
    fn blank(&self) -> Self::State;

    /// Brings a state to a class with one element more.
    fn push(&self, from: &Self::State, step: &impl Step, to: &mut Self::State);

    /// Completes a state when everything has reached the class.
    fn finish(&self, class: &impl Class, state: &mut Self::State) {
        let _ = (class, state);
    }

    /// How many bytes a state holds besides itself, at most.
    fn owned_bytes(&self) -> usize {
        0
    }
}

/// The way from a down-set to one with one element more, and on to the one that stands for its class.
pub trait Step {
    /// The element that was added, by its new name.
    fn added(&self) -> usize;

    /// The elements below the one that was added, by their new names.
    fn below(&self) -> impl Iterator<Item = usize>;

    /// The old name of an element, given the new one.
    fn before(&self, element: usize) -> usize;
}

/// A class of down-sets, given by one of them.
pub trait Class {
    /// Its elements in increasing order.
    fn elements(&self) -> impl Iterator<Item = usize>;

    /// Those of its elements that have no other above them in it.
    fn maximal(&self) -> impl Iterator<Item = usize>;

    /// Gives each of its elements of which something is unknown what is known of one that an automorphism takes it to. In each orbit something has
    /// to be known, and everywhere the same.
    fn close(&self, known: &mut [u8], unknown: u8);
}
