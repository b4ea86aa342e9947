//! What a sweep needs to know about the down-sets.

use crate::budget::Stop;
use crate::layers::accumulator::{Class, Step};

/// A down-set as a key in tables and files.
pub(crate) trait Key: Copy + Eq + Send + Sync {
    /// The empty set.
    const EMPTY: Self;

    /// The number of bytes in a file.
    const BYTES: usize;

    /// A hash: the upper bits choose the worker, the lower bits the slot.
    fn hash(self) -> u32;

    /// Appends the bytes of the key.
    fn store(self, bytes: &mut Vec<u8>);

    /// The elements of the down-set in increasing order.
    fn members(self) -> impl Iterator<Item = usize>;

    /// Reads a key back from its bytes.
    fn restore(bytes: &[u8]) -> Self;
}

/// The down-sets of a poset up to symmetry. A class is given by the key of its representative.
///
/// Within a layer, every way of reaching a class must lead to the same representative.
pub(crate) trait DownSetClasses: Sync {
    type Key: Key;

    /// Describes how a down-set with one more element is reached, and then the representative of
    /// its class.
    type Way: Copy + Send + Sync;

    /// The number of elements of the poset.
    fn elements(&self) -> usize;

    /// An upper bound on the number of ways to add an element to a down-set.
    fn most_ways(&self) -> usize;

    /// The class with this key.
    fn class(&self, key: Self::Key) -> impl Class;

    /// Called when a new layer starts. From now on a class may have another representative.
    fn begin_layer(&self) {}

    /// Runs a worker's job with a guide of its own.
    fn guide(&self, job: impl Job<Self>) -> Result<(), Stop>
    where
        Self: Sized;

    /// The number of classes in the largest layer among those of at most `last` elements, if it is
    /// known and large.
    fn largest_layer(&self, last: usize) -> Option<u64> {
        let _ = last;
        None
    }

    /// An estimate of the number of classes with fewer than `last` elements, if it can be computed
    /// quickly.
    fn expected(&self, last: usize) -> Option<u64>;

    /// Identifies the poset in files.
    fn id(&self) -> [u8; 16];

    /// Identifies the poset in file names.
    fn name(&self) -> String;
}

/// Lists the ways to add an element, for one worker.
pub(crate) trait Guide<K: DownSetClasses> {
    /// Calls `found` for each way to add an element.
    fn ways(&mut self, key: K::Key, found: impl FnMut(K::Key, K::Way)) -> Result<(), Stop>;

    /// The [`Step`] of a way.
    fn step(&self, way: K::Way) -> impl Step;
}

/// A worker's job. Its method must always be inlined, so that it is compiled for the CPU features
/// that some down-sets enable.
pub(crate) trait Job<K: DownSetClasses> {
    fn run(self, guide: impl Guide<K>) -> Result<(), Stop>;
}
