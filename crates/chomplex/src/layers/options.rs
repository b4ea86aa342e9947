//! The values of all options of a complex, handed on from smaller complexes.
//!
//! Let m be a facet of a complex Y, and X = Y without m. The option of Y by a face S strictly below m is the option of X by S, since m
//! would go too; the option by m is X itself. So a complex that knows the values of its options hands them on to every larger one, and no value is
//! ever looked up.
//!
//! A class is reached from one member of each smaller class only. Where it has automorphisms, these take what was handed on to the faces that
//! nothing has reached.

use super::complexes::{for_each_automorphism, members};
use super::file::Stored;
use super::fold::{Class, Fold, Step};

/// The values of the options of a complex by its faces; in the place of the empty face, which is no move, its own value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values([u8; 128]);

/// No value yet.
const UNKNOWN: u8 = u8::MAX;

impl Values {
    /// The value of the complex.
    pub(crate) fn value(&self) -> u8 {
        self.0[0]
    }
}

/// The fold that finds the values of complexes.
#[derive(Debug)]
pub(crate) struct Options;

impl Fold for Options {
    type State = Values;

    /// The void complex is no position.
    fn start(&self) -> Values {
        self.blank()
    }

    #[inline(always)]
    fn blank(&self) -> Values {
        Values([UNKNOWN; 128])
    }

    #[inline(always)]
    fn push(&self, from: &Values, step: &impl Step, to: &mut Values) {
        to.0[step.added() & 127] = from.0[0];
        for face in step.below() {
            let there = &mut to.0[face & 127];
            if *there == UNKNOWN {
                *there = from.0[step.before(face) & 127];
            }
        }
    }

    fn finish(&self, class: &impl Class, state: &mut Values) {
        let mut reached = true;
        let mut seen = 0u128;
        for face in class.elements().skip(1) {
            let value = state.0[face];
            reached &= value != UNKNOWN;
            seen |= 1u128.checked_shl(value.into()).unwrap_or(0);
        }
        if !reached {
            close(class, state);
        }
        state.0[0] = seen.trailing_ones() as u8;
    }
}

/// One byte for each face of the complex.
impl Stored<u128> for Options {
    fn id(&self) -> String {
        "values".to_owned()
    }

    fn bytes(&self, size: usize) -> usize {
        size
    }

    fn store(&self, complex: u128, state: &Values, bytes: &mut Vec<u8>) {
        bytes.extend(members(complex).map(|face| state.0[face]));
    }

    fn restore(&self, complex: u128, bytes: &[u8]) -> Values {
        let mut values = self.blank();
        members(complex).zip(bytes).for_each(|(face, &value)| values.0[face] = value);
        values
    }
}

/// Gives each face the value of one that an automorphism takes it to.
#[cold]
fn close(class: &impl Class, state: &mut Values) {
    let faces: Vec<usize> = class.elements().skip(1).collect();
    let word = faces.iter().fold(1u128, |word, face| word | 1 << face);
    let known = *state;
    for_each_automorphism(word, |images| {
        for &face in &faces {
            if state.0[face] == UNKNOWN {
                let image = (0..7).filter(|p| face >> p & 1 == 1).fold(0, |image, p| image | 1 << images[p]);
                state.0[face] = known.0[image];
            }
        }
    });
    debug_assert!(faces.iter().all(|&face| state.0[face] != UNKNOWN));
}
