//! Accumulators that count chains of down-sets.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use dashu_int::UBig;

use super::accumulator::{Accumulator, Step};
use super::file::Stored;
use crate::table::wide::{overflowing_add, unbounded};

/// Counts the chains of down-sets from the empty set to any member of a class, each down-set with
/// one more element than the one before. The counts have `WORDS` words.
#[derive(Debug)]
pub(crate) struct Chains<const WORDS: usize, A = HalfLine> {
    overflow: AtomicBool,
    aligned_like: PhantomData<A>,
}

/// A number: its words, lowest first. It has the alignment of `A`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<const WORDS: usize, A = HalfLine>([u64; WORDS], [A; 0]);

/// With this alignment a number of four words and the complex it belongs to fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct HalfLine;

impl<const WORDS: usize, A> Default for Chains<WORDS, A> {
    fn default() -> Self {
        Chains { overflow: AtomicBool::new(false), aligned_like: PhantomData }
    }
}

impl<const WORDS: usize, A> Chains<WORDS, A> {
    /// Whether a number did not fit into its words.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflow.load(Relaxed)
    }
}

impl<const WORDS: usize, A> From<&Number<WORDS, A>> for UBig {
    fn from(number: &Number<WORDS, A>) -> Self {
        unbounded(&number.0)
    }
}

impl<const WORDS: usize, A: Copy + Send + Sync> Accumulator for Chains<WORDS, A> {
    type State = Number<WORDS, A>;

    fn start(&self) -> Number<WORDS, A> {
        let mut one = [0; WORDS];
        one[0] = 1;
        Number(one, [])
    }

    #[inline(always)]
    fn blank(&self) -> Number<WORDS, A> {
        Number([0; WORDS], [])
    }

    #[inline(always)]
    fn push(&self, from: &Number<WORDS, A>, _: &impl Step, to: &mut Number<WORDS, A>) {
        if overflowing_add(&mut to.0, from.0.iter().copied()) {
            self.overflow.store(true, Relaxed);
        }
    }
}

impl<const WORDS: usize, A: Copy + Send + Sync, T> Stored<T> for Chains<WORDS, A> {
    fn id(&self) -> String {
        format!("chains-{WORDS}")
    }

    fn bytes(&self, _: usize) -> usize {
        8 * WORDS
    }

    fn store(&self, _: T, state: &Number<WORDS, A>, bytes: &mut Vec<u8>) {
        bytes.extend(state.0.iter().flat_map(|word| word.to_le_bytes()));
    }

    fn restore(&self, _: T, bytes: &[u8]) -> Number<WORDS, A> {
        let mut words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")));
        Number(std::array::from_fn(|_| words.next().expect("there are as many as were stored")), [])
    }
}
