//! One byte for every set of at most 24 elements.
//!
//! Elements are numbered along a linear extension. So, if sets are read as binary numbers, an
//! option always comes before its position, and the table is filled bottom-up in one pass.
//!
//! ```text
//!   index   a set as a binary number, bit x for element x
//!   byte    the Grundy value, at most 24; 255 where it is not known,
//!           as for sets that are not closed downwards
//! ```
//!
//! This is the fastest method for a poset of at most 24 elements that is neither a graph nor a
//! small complex, unless it has very few down-sets: 2 million positions take 60 ms.

use std::ops::ControlFlow;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::search::knowledge::Knowledge;
use crate::search::oracle::Oracle;

/// Maximum number of elements. The table then takes 16 MiB, and a connected board has at most
/// 2^23 + 1 down-sets to fill in.
pub(crate) const MAX_ELEMENTS: usize = 24;

const UNKNOWN: u8 = u8::MAX;

/// The value of every down-set of a board.
pub(crate) struct Dense {
    /// Empty after `rest`.
    table: Vec<u8>,
    meter: Meter,
    stopped: Option<Stop>,
}

impl Dense {
    pub(crate) fn new(board: &Board<1>, budget: &Budget) -> Result<Self, Stop> {
        let mut meter = budget.meter(10_000);
        meter.hold(1 << board.len())?;
        let mut table = vec![UNKNOWN; 1 << board.len()];
        let fill = board.for_each_down_set(&mut |set: Bits<1>| {
            let seen = set.iter().fold(0u32, |seen, x| seen | 1 << table[index(set.without(board.up[x]))]);
            table[index(set)] = u8::try_from(seen.trailing_ones()).expect("at most 24");
            match meter.tick() {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        Ok(Dense { table, meter, stopped: fill.break_value() })
    }
}

fn index(set: Bits<1>) -> usize {
    usize::try_from(set.word()).expect("at most 24 bits")
}

impl Oracle<1> for Dense {
    fn value(&mut self, board: &Board<1>, set: Bits<1>) -> Result<u16, Stop> {
        self.known(board, set).value().ok_or_else(|| self.stopped.expect("a table that was not stopped is full"))
    }

    fn known(&mut self, _: &Board<1>, set: Bits<1>) -> Knowledge {
        let value = self.table.get(index(set)).filter(|&&value| value != UNKNOWN).map(|&value| value.into());
        value.map_or(Knowledge::NOTHING, Knowledge::Exact)
    }

    fn positions(&self) -> u64 {
        self.meter.positions()
    }

    fn rest(&mut self) {
        self.table = Vec::new();
        self.meter.hold(0).expect("less may always be held");
    }

    fn resume(&mut self, board: &Board<1>, budget: &Budget) -> Result<(), Stop> {
        // With another budget there may be more time to fill the table.
        if !self.table.is_empty() && self.stopped != Some(Stop::Time) {
            self.meter.continue_with(budget);
            return Ok(());
        }
        self.rest();
        match Dense::new(board, budget) {
            Ok(filled) => *self = filled,
            Err(stop) => self.stopped = Some(stop),
        }
        self.stopped.map_or(Ok(()), Err)
    }
}
