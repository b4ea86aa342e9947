//! CPU-specific code, detected once.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;

use super::canonical::{Image, Sorted};
use super::faces::{IDENTITY, ROOM, relabelled};
use super::walk::Ties;

/// A way to sort the vertices. All implementations give the same order, up to ties.
pub(super) trait Way: Copy + Send + Sync {
    /// Sorts the vertices, those with greater keys first.
    fn sorted(self, complex: u128, keys: [i16; 8]) -> Sorted;
}

/// Work that sorts vertices.
pub(super) trait Job {
    type Result;

    /// Runs the job. This must always be inlined, so that it is compiled for the features of the
    /// CPU.
    fn run(self, way: impl Way) -> Self::Result;
}

/// The portable implementation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Way for Portable {
    #[inline(always)]
    fn sorted(self, complex: u128, keys: [i16; 8]) -> Sorted {
        let mut order = IDENTITY;
        order[..ROOM].sort_by_key(|&v| std::cmp::Reverse(keys[usize::from(v)]));
        let ties = Ties::of_sorted(order.map(|v| keys[usize::from(v)]));
        Sorted { image: Image { word: relabelled(complex, order), origins: order.map(|v| 1 << v) }, ties }
    }
}

/// The available implementations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arch {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Arch {
    /// The fastest implementation for this CPU.
    pub(super) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detected() {
            return Arch::Avx2(avx2);
        }
        Arch::Portable(Portable)
    }

    /// Runs a job with this implementation.
    #[inline]
    pub(super) fn run<J: Job>(self, job: J) -> J::Result {
        match self {
            Arch::Portable(portable) => job.run(portable),
            #[cfg(target_arch = "x86_64")]
            Arch::Avx2(avx2) => avx2.run(job),
        }
    }

    /// All implementations that this CPU supports, the portable one first.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let portable = Arch::Portable(Portable);
        match Arch::detected() {
            Arch::Portable(_) => vec![portable],
            #[cfg(target_arch = "x86_64")]
            fastest => vec![portable, fastest],
        }
    }
}
