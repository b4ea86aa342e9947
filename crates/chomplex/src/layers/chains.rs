//! Chains of down-sets counted: numbers that add up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use dashu_int::UBig;

use super::file::Stored;
use super::fold::{Fold, Step};

/// The number of chains of down-sets from the empty one to any member of a class, each with one element more than the one before, in numbers of
/// so many words.
#[derive(Debug, Default)]
pub(crate) struct Chains<const WORDS: usize> {
    overflow: AtomicBool,
}

/// A number: its words from the lowest on. One of four words and the complex it belongs to fill a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Number<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Chains<WORDS> {
    /// Whether a number did not fit into its words.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflow.load(Relaxed)
    }
}

impl<const WORDS: usize> From<&Number<WORDS>> for UBig {
    fn from(number: &Number<WORDS>) -> Self {
        UBig::from_le_bytes(&number.0.map(u64::to_le_bytes).concat())
    }
}

impl<const WORDS: usize> Fold for Chains<WORDS> {
    type State = Number<WORDS>;

    fn start(&self) -> Number<WORDS> {
        let mut one = [0; WORDS];
        one[0] = 1;
        Number(one)
    }

    #[inline(always)]
    fn blank(&self) -> Number<WORDS> {
        Number([0; WORDS])
    }

    #[inline(always)]
    fn push(&self, from: &Number<WORDS>, _: &impl Step, to: &mut Number<WORDS>) {
        let mut carry = false;
        for (to, from) in to.0.iter_mut().zip(from.0) {
            let (sum, first) = to.overflowing_add(from);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*to, carry) = (sum, first | second);
        }
        if carry {
            self.overflow.store(true, Relaxed);
        }
    }
}

impl<const WORDS: usize> Stored for Chains<WORDS> {
    fn id(&self) -> &'static str {
        if WORDS == 4 { "chains-4" } else { "chains-8" }
    }

    fn bytes(&self, _: usize) -> usize {
        8 * WORDS
    }

    fn store(&self, _: u128, state: &Number<WORDS>, bytes: &mut Vec<u8>) {
        bytes.extend(state.0.iter().flat_map(|word| word.to_le_bytes()));
    }

    fn restore(&self, _: u128, bytes: &[u8]) -> Number<WORDS> {
        let mut words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")));
        Number(std::array::from_fn(|_| words.next().expect("there are as many as were stored")))
    }
}

/// The same for posets with so many elements, in numbers without bounds: in the end, their linear extensions.
#[derive(Debug)]
pub(crate) struct Extensions {
    elements: usize,
}

impl Extensions {
    pub(crate) fn new(elements: usize) -> Self {
        Extensions { elements }
    }
}

impl Fold for Extensions {
    type State = UBig;

    fn start(&self) -> UBig {
        UBig::ONE
    }

    fn blank(&self) -> UBig {
        UBig::ZERO
    }

    fn push(&self, from: &UBig, _: &impl Step, to: &mut UBig) {
        *to += from;
    }

    /// A count is at most n!, of fewer than n log2 n bits.
    fn owned_bytes(&self) -> usize {
        let n = self.elements;
        n * (n.max(1).ilog2() as usize + 1) / 8 + 16
    }
}
