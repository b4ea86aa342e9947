//! A hash table of representatives.
//!
//! A position is split into its connected parts, each part is replaced by the representative of its class under the
//! automorphisms of the board, and what is found for a representative is kept. Where hardly any position falls apart,
//! splitting is given up: it costs more than it saves.

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
    splitting: Splitting,
    meter: Meter,
}

/// Whether positions are split into their parts, and how often that was any use.
#[derive(Clone, Copy)]
struct Splitting {
    gave_up: bool,
    tried: u32,
    split: u32,
}

impl Splitting {
    /// After so many tries it is seen whether one in so many was any use.
    const TRIES: u32 = 1 << 12;
    const ONE_IN: u32 = 32;

    fn count(&mut self, split: bool) {
        self.tried += 1;
        self.split += u32::from(split);
        if self.tried == Self::TRIES {
            self.gave_up = self.split < self.tried / Self::ONE_IN;
            (self.tried, self.split) = (0, 0);
        }
    }
}

/// What is known of a representative.
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
        let splitting = Splitting { gave_up: false, tried: 0, split: 0 };
        Memo { symmetry, known: HashMap::new(), splitting, meter: budget.meter(100) }
    }

    /// Whether a set is looked up as it is, and not by its parts.
    fn is_taken_whole(&mut self, board: &Board<N>, set: Bits<N>) -> bool {
        if set.is_empty() || self.splitting.gave_up {
            return !set.is_empty();
        }
        let whole = board.part(set) == set;
        self.splitting.count(!whole);
        whole
    }

    /// The value of a set taken whole: the mex over its options.
    fn whole_value(&mut self, board: &Board<N>, part: Bits<N>) -> Result<u16, Stop> {
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

    /// Whether a set taken whole is lost: no option is.
    fn whole_loses(&mut self, board: &Board<N>, part: Bits<N>) -> Result<bool, Stop> {
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

impl<const N: usize> Oracle<N> for Memo<N> {
    fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop> {
        if self.is_taken_whole(board, set) {
            return self.whole_value(board, set);
        }
        board.parts(set).try_fold(0, |sum, part| Ok(sum ^ self.whole_value(board, part)?))
    }

    fn loses(&mut self, board: &Board<N>, set: Bits<N>) -> Result<bool, Stop> {
        if self.is_taken_whole(board, set) {
            self.whole_loses(board, set)
        } else {
            self.value(board, set).map(|value| value == 0)
        }
    }

    fn known_value(&mut self, board: &Board<N>, set: Bits<N>) -> Option<u16> {
        let value = |known| if let Some(Known::Value(value)) = known { Some(value) } else { None };
        if let Some(value) = value(self.known(set)) {
            return Some(value);
        }
        let mut parts = board.parts(set);
        parts.try_fold(0, |sum, part| Some(sum ^ value(self.known(part).filter(|_| part != set))?))
    }

    fn known_loses(&mut self, board: &Board<N>, set: Bits<N>) -> Option<bool> {
        let whole = self.known(set).map(Known::loses);
        whole.or_else(|| self.known_value(board, set).map(|value| value == 0))
    }

    fn positions(&self) -> u64 {
        self.meter.positions()
    }

    fn resume(&mut self, _: &Board<N>, budget: &Budget) -> Result<(), Stop> {
        self.meter.continue_with(budget);
        self.symmetry.continue_with(budget);
        Ok(())
    }
}
