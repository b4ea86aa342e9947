//! What some processors can do, asked once.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;

use super::order::{Ordered, ordered};
use super::word::Word;

/// A way to put the vertices in order. All ways lead to the same order, up to ties.
pub(super) trait Sorter: Copy {
    fn ordered<const N: usize>(self, word: Word<N>) -> Ordered<Word<N>>;

    /// Does some work, which the compiler may translate into what the processor can do.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

/// The way that is open everywhere.
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
}
