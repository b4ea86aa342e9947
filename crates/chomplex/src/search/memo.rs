//! A hash table of representatives.
//!
//! A position is split into its connected parts, each part is replaced by the representative of its class under the
//! automorphisms of the board, and what is found for a representative is kept.

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::symmetry::Symmetry;
use crate::search::Oracle;

/// The values and outcomes found so far.
pub(crate) struct Memo<const N: usize> {
    symmetry: Symmetry<N>,
    known: HashMap<Bits<N>, Known>,
    meter: Meter,
}

/// What is known of a connected representative.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Value(u16),
    /// The first player wins, by whatever value.
    Wins,
}

impl Known {
    fn loses(self) -> bool {
        self == Known::Value(0)
    }
}

impl<const N: usize> Memo<N> {
    pub(crate) fn new(symmetry: Symmetry<N>, budget: &Budget) -> Self {
        Memo { symmetry, known: HashMap::new(), meter: budget.meter(100) }
    }

    /// The value of a connected set: the mex over its options.
    fn connected_value(&mut self, board: &Board<N>, part: Bits<N>) -> Result<u16, Stop> {
        let part = self.symmetry.representative(part)?;
        if let Some(&Known::Value(value)) = self.known.get(&part) {
            return Ok(value);
        }
        self.meter.tick()?;
        let mut seen = Bits::<N>::EMPTY;
        for x in part.iter() {
            seen.insert(self.value(board, part.without(board.up[x]))?.into());
        }
        let value = (!seen).first().unwrap_or(64 * N);
        let value = u16::try_from(value).expect("at most 512");
        self.remember(part, Known::Value(value))?;
        Ok(value)
    }

    /// Whether a connected set is lost: no option is.
    fn connected_loses(&mut self, board: &Board<N>, part: Bits<N>) -> Result<bool, Stop> {
        let part = self.symmetry.representative(part)?;
        if let Some(&known) = self.known.get(&part) {
            return Ok(known.loses());
        }
        self.meter.tick()?;
        let mut wins = false;
        for x in part.iter() {
            if self.loses(board, part.without(board.up[x]))? {
                wins = true;
                break;
            }
        }
        self.remember(part, if wins { Known::Wins } else { Known::Value(0) })?;
        Ok(!wins)
    }

    fn known(&mut self, part: Bits<N>) -> Option<Known> {
        let representative = self.symmetry.known_representative(part)?;
        self.known.get(&representative).copied()
    }

    fn remember(&mut self, part: Bits<N>, what: Known) -> Result<(), Stop> {
        self.meter.make_room(&mut self.known, 0, 0)?;
        let known = self.known.entry(part).or_insert(what);
        if *known == Known::Wins {
            *known = what;
        }
        Ok(())
    }
}

/// The nim-sum over the connected parts of a set.
fn sum_parts<const N: usize, E>(
    board: &Board<N>,
    set: Bits<N>,
    mut value: impl FnMut(Bits<N>) -> Result<u16, E>,
) -> Result<u16, E> {
    board.parts(set).try_fold(0, |sum, part| Ok(sum ^ value(part)?))
}

impl<const N: usize> Oracle<N> for Memo<N> {
    fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop> {
        sum_parts(board, set, |part| self.connected_value(board, part))
    }

    fn loses(&mut self, board: &Board<N>, set: Bits<N>) -> Result<bool, Stop> {
        if !set.is_empty() && board.part(set) == set {
            self.connected_loses(board, set)
        } else {
            self.value(board, set).map(|value| value == 0)
        }
    }

    fn known_value(&mut self, board: &Board<N>, set: Bits<N>) -> Option<u16> {
        let value = |part| match self.known(part) {
            Some(Known::Value(value)) => Ok(value),
            Some(Known::Wins) | None => Err(()),
        };
        sum_parts(board, set, value).ok()
    }

    fn known_loses(&mut self, board: &Board<N>, set: Bits<N>) -> Option<bool> {
        if !set.is_empty() && board.part(set) == set {
            self.known(set).map(Known::loses)
        } else {
            self.known_value(board, set).map(|value| value == 0)
        }
    }

    fn positions(&self) -> u64 {
        self.meter.positions()
    }
}
