//! What some processors can do, asked once.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;

use super::canonical::{Image, Sorted};
use super::faces::{IDENTITY, ROOM, relabelled};
use super::walk::Ties;

/// A way to sort the vertices. All ways lead to the same order, up to ties.
pub(super) trait Way: Copy + Send + Sync {
    /// Puts the vertices with great keys first.
    fn sorted(self, complex: u128, keys: [i16; 8]) -> Sorted;
}

/// Some work for which vertices are to be sorted.
pub(super) trait Job {
    type Result;

    /// Does it. To be inlined always: so it is translated into what the processor can do.
    fn run(self, way: impl Way) -> Self::Result;
}

/// The way that is open everywhere.
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

/// The ways there are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arch {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Arch {
    /// The fastest way open on this processor.
    pub(super) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detected() {
            return Arch::Avx2(avx2);
        }
        Arch::Portable(Portable)
    }

    /// Does some work in this way.
    #[inline]
    pub(super) fn run<J: Job>(self, job: J) -> J::Result {
        match self {
            Arch::Portable(portable) => job.run(portable),
            #[cfg(target_arch = "x86_64")]
            Arch::Avx2(avx2) => avx2.run(job),
        }
    }

    /// Every way open on this processor, the portable first.
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
