//! CPU-specific code, detected once.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;

use super::order::{Ordered, ordered};
use super::word::Word;

/// A way to sort the vertices. All implementations give the same order, up to ties.
pub(super) trait Sorter: Copy {
    fn ordered<const N: usize>(self, word: Word<N>) -> Ordered<Word<N>>;

    /// Runs some work, compiled for the features of the CPU.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

/// The portable implementation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Sorter for Portable {
    #[inline(always)]
    fn ordered<const N: usize>(self, word: Word<N>) -> Ordered<Word<N>> {
        ordered(word)
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
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
}
