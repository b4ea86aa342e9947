//! CPU-specific code, detected once.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;

use super::canonical::{Image, Sorted};
use super::colours::colours;
use super::ties::Ties;
use super::word::{IDENTITY, Word};

/// A way to sort the vertices. All implementations give the same order.
pub(crate) trait Sorter: Copy + Send + Sync {
    /// Sorts the vertices, those with greater keys first. Equal ones keep their order.
    fn sorted(self, complex: Word<2>, keys: [i16; 8]) -> Sorted<2>;

    /// Sorts the vertices by their [colours](super::colours).
    fn sorted_by_colours<const N: usize>(self, complex: Word<N>) -> Sorted<N>;
}

/// Work that sorts vertices.
pub(crate) trait Job {
    type Result;

    /// Runs the job. This must always be inlined, so that it is compiled for the features of the
    /// CPU.
    fn run(self, sorter: impl Sorter) -> Self::Result;
}

/// The portable implementation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Sorter for Portable {
    #[inline(always)]
    fn sorted(self, complex: Word<2>, keys: [i16; 8]) -> Sorted<2> {
        sorted(complex, keys.map(i32::from))
    }

    #[inline(always)]
    fn sorted_by_colours<const N: usize>(self, complex: Word<N>) -> Sorted<N> {
        sorted(complex, colours(complex))
    }
}

/// Sorts the vertices by a sorting network (Knuth, The Art of Computer Programming, 5.3.4).
#[inline(always)]
fn sorted<const N: usize>(complex: Word<N>, keys: [i32; 8]) -> Sorted<N> {
    #[rustfmt::skip]
    const NETWORK: [(usize, usize); 19] = [
        (0, 2), (1, 3), (4, 6), (5, 7),
        (0, 4), (1, 5), (2, 6), (3, 7),
        (0, 1), (2, 3), (4, 5), (6, 7),
        (2, 4), (3, 5),
        (1, 4), (3, 6),
        (1, 2), (3, 4), (5, 6),
    ];
    // The number of the vertex, counted from the end, is in the low bits.
    let mut numbered: [i64; 8] = std::array::from_fn(|i| i64::from(keys[i]) << 3 | (7 - i as i64));
    for (i, j) in NETWORK {
        (numbered[i], numbered[j]) = (numbered[i].max(numbered[j]), numbered[i].min(numbered[j]));
    }
    let order = numbered.map(|key| 7 - (key & 7) as u8);
    let image = Image { word: complex, origins: IDENTITY.map(|v| 1 << v) };
    Sorted { image: image.relabelled(order), ties: Ties::of_sorted(&numbered.map(|key| key >> 3)) }
}

/// The available implementations.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arch {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Arch {
    /// The fastest implementation for this CPU.
    pub(crate) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detected() {
            return Arch::Avx2(avx2);
        }
        Arch::Portable(Portable)
    }

    /// Runs a job with this implementation.
    #[inline]
    pub(crate) fn run<J: Job>(self, job: J) -> J::Result {
        match self {
            Arch::Portable(portable) => job.run(portable),
            #[cfg(target_arch = "x86_64")]
            Arch::Avx2(avx2) => avx2.run(job),
        }
    }

    /// All implementations that this CPU supports, the portable one first.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        let portable = Arch::Portable(Portable);
        match Arch::detected() {
            Arch::Portable(_) => vec![portable],
            #[cfg(target_arch = "x86_64")]
            fastest => vec![portable, fastest],
        }
    }
}
