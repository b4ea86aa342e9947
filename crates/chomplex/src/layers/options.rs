//! The accumulator that computes Grundy values: each down-set hands the values of its options on to
//! larger ones.
//!
//! Let m be a maximal element of a down-set Y, and let X be Y without m. The option of Y by an
//! element S strictly below m is the option of X by S, since the move also removes m. The option of
//! Y by m is X itself. So a down-set that knows the values of its options hands them on to every
//! larger one, and no value is ever looked up.
//!
//! A class is reached only from the representative of each smaller class. If the class has
//! automorphisms, these carry the values to the elements that no push has reached.
//!
//! Element 0 lies below all others and is not a move: in a complex it is the empty face.

use super::accumulator::{Accumulator, Class, Step};
use super::file::Stored;
use super::sweep::Key;

/// The values of the options of a down-set, by element. Entry 0, which is not a move, is the value
/// of the down-set itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values<const ROOM: usize>([u8; ROOM]);

/// No value yet.
const UNKNOWN: u8 = u8::MAX;

impl<const ROOM: usize> Values<ROOM> {
    /// The value of the down-set.
    pub(crate) fn value(&self) -> u8 {
        self.0[0]
    }
}

/// The largest possible value: no position here has more options.
pub(crate) const MOST_VALUE: usize = UNKNOWN as usize - 1;

/// The accumulator that computes the values of down-sets. `ROOM` is the number of elements there is
/// room for, a power of two.
#[derive(Debug)]
pub(crate) struct Options<const ROOM: usize>;

impl<const ROOM: usize> Accumulator for Options<ROOM> {
    type State = Values<ROOM>;

    /// The state is blank, because without element 0 there is no position.
    fn start(&self) -> Values<ROOM> {
        self.blank()
    }

    #[inline(always)]
    fn blank(&self) -> Values<ROOM> {
        Values([UNKNOWN; ROOM])
    }

    #[inline(always)]
    fn push(&self, from: &Values<ROOM>, step: &impl Step, to: &mut Values<ROOM>) {
        to.0[step.added() % ROOM] = from.0[0];
        for element in step.below() {
            let there = &mut to.0[element % ROOM];
            if *there == UNKNOWN {
                *there = from.0[step.before(element) % ROOM];
            }
        }
        // The value of the class itself is computed at the end.
        to.0[0] = UNKNOWN;
    }

    fn finish(&self, class: &impl Class, state: &mut Values<ROOM>) {
        let mut reached = true;
        let mut seen = [0u64; 4];
        for element in class.elements().skip(1) {
            let value = state.0[element];
            reached &= value != UNKNOWN;
            seen[usize::from(value / 64)] |= 1 << (value % 64);
        }
        if !reached {
            class.close(&mut state.0[..], UNKNOWN);
        }
        state.0[0] = mex(seen);
    }
}

/// The least number whose bit is not set.
fn mex(seen: [u64; 4]) -> u8 {
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    (64 * full as u32 + seen.get(full).map_or(0, |word| word.trailing_ones())) as u8
}

/// Stores one byte per element of the down-set.
impl<K: Key, const ROOM: usize> Stored<K> for Options<ROOM> {
    fn id(&self) -> String {
        "values".to_owned()
    }

    fn bytes(&self, size: usize) -> usize {
        size
    }

    fn store(&self, set: K, state: &Values<ROOM>, bytes: &mut Vec<u8>) {
        bytes.extend(set.members().map(|element| state.0[element]));
    }

    fn restore(&self, set: K, bytes: &[u8]) -> Values<ROOM> {
        let mut values = self.blank();
        set.members().zip(bytes).for_each(|(element, &value)| values.0[element] = value);
        values
    }

    fn is_complete(&self, set: K, state: &Values<ROOM>) -> bool {
        set.members().all(|element| state.0[element] != UNKNOWN)
    }
}
