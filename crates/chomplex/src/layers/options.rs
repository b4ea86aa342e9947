//! The values of all options of a down-set, handed on from smaller ones.
//!
//! Let m be a maximal element of a down-set Y, and X = Y without m. The option of Y by an element S strictly below m is the option of X by S, since m
//! would go too; the option by m is X itself. So a down-set that knows the values of its options hands them on to every larger one, and no value is
//! ever looked up.
//!
//! A class is reached from one member of each smaller class only. Where it has automorphisms, these take what was handed on to the elements that
//! nothing has reached.
//!
//! Element 0 lies below all others and is no move: in a complex it is the empty face.

use super::file::Stored;
use super::fold::{Class, Fold, Step};
use super::sweep::Key;

/// The values of the options of a down-set by its elements; in the place of element 0, which is no move, its own value.
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

/// No value is greater: there are no more options.
pub(crate) const MOST_VALUE: usize = UNKNOWN as usize - 1;

/// The fold that finds the values of down-sets, with room for so many elements, a power of two.
#[derive(Debug)]
pub(crate) struct Options<const ROOM: usize>;

impl<const ROOM: usize> Fold for Options<ROOM> {
    type State = Values<ROOM>;

    /// Without element 0 it is no position.
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
        // Its own value is found in the end.
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

/// The least number that is not among these.
fn mex(seen: [u64; 4]) -> u8 {
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    (64 * full as u32 + seen.get(full).map_or(0, |word| word.trailing_ones())) as u8
}

/// One byte for each element of the down-set.
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
