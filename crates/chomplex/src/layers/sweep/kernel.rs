//! What a sweep must know of the down-sets it goes over.

use crate::budget::Stop;
use crate::layers::fold::{Class, Step};

/// A down-set as a key of tables and files.
pub(crate) trait Key: Copy + Eq + Send + Sync {
    /// The empty set.
    const EMPTY: Self;

    /// Its bytes in a file.
    const BYTES: usize;

    /// A number that looks random: the upper bits choose the worker, the lower ones the slot.
    fn hash(self) -> u32;

    /// Appends its bytes.
    fn store(self, bytes: &mut Vec<u8>);

    /// The elements of the down-set in increasing order.
    fn members(self) -> impl Iterator<Item = usize>;

    /// The key of which these are the bytes.
    fn restore(bytes: &[u8]) -> Self;
}

/// The down-sets of a poset, up to symmetry: each class is given by the key of one of its members.
///
/// Within a layer the member must be the same whenever the class is met.
pub(crate) trait Kernel: Sync {
    type Key: Key;

    /// What there is to tell of the way from a down-set to one with an element more, and on to the one that stands for its class.
    type Way: Copy + Send + Sync;

    /// The number of elements of the poset.
    fn elements(&self) -> usize;

    /// No more ways lead on from a down-set.
    fn most_ways(&self) -> usize;

    /// The class of a key.
    fn class(&self, key: Self::Key) -> impl Class;

    /// A new layer is begun: another member may stand for a class from now on.
    fn begin_layer(&self) {}

    /// Lets a worker do its part, with a guide of its own.
    fn guide(&self, job: impl Job<Self>) -> Result<(), Stop>
    where
        Self: Sized;

    /// The number of classes in the largest layer up to that of `last` elements, if that is known and large.
    fn largest_layer(&self, last: usize) -> Option<u64> {
        let _ = last;
        None
    }

    /// About how many classes have fewer than `last` elements, if that can be told quickly.
    fn expected(&self, last: usize) -> Option<u64>;

    /// What tells the poset from others in files.
    fn id(&self) -> [u8; 16];

    /// The same in the names of files.
    fn name(&self) -> String;
}

/// Shows one worker the ways.
pub(crate) trait Guide<K: Kernel> {
    /// Finds all ways to add an element.
    fn ways(&mut self, key: K::Key, found: impl FnMut(K::Key, K::Way)) -> Result<(), Stop>;

    /// A way as a step.
    fn step(&self, way: K::Way) -> impl Step;
}

/// The part of a worker. Its method is to be inlined always: so it is translated into what the processor can do, where a kernel has asked that.
pub(crate) trait Job<K: Kernel> {
    fn run(self, guide: impl Guide<K>) -> Result<(), Stop>;
}
