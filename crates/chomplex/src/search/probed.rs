//! A tablebase instead of a search.

use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::complex::Word;
use crate::tablebase::{Complex, Tablebase};

use super::encoder::ComplexBoard;
use super::knowledge::Knowledge;
use super::oracle::Oracle;

/// Looks up values.
pub(crate) struct Probed {
    tablebase: Arc<Tablebase>,
    id: Arc<str>,
    complex: ComplexBoard,
    /// The number of values that were looked up.
    positions: u64,
}

impl Probed {
    /// For a board that is a complex with at most as many vertices as the tablebase covers.
    pub(crate) fn new(tablebase: Arc<Tablebase>, complex: ComplexBoard) -> Self {
        Probed { id: tablebase.id().into(), tablebase, complex, positions: 0 }
    }
}

impl<const B: usize> Oracle<B> for Probed {
    fn value(&mut self, _: &Board<B>, set: Bits<B>) -> Result<u16, Stop> {
        self.positions += 1;
        let complex = Complex::from(Word::from(self.complex.bits(set)));
        let value = self.tablebase.grundy(complex).map_err(|_| Stop::Damage)?;
        Ok(u16::try_from(value.0).expect("a value is a byte"))
    }

    fn known(&mut self, board: &Board<B>, set: Bits<B>) -> Knowledge {
        self.value(board, set).map_or(Knowledge::NOTHING, Knowledge::Exact)
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn tablebase(&self) -> Option<Arc<str>> {
        Some(self.id.clone())
    }

    fn resume(&mut self, _: &Board<B>, _: &Budget) -> Result<(), Stop> {
        Ok(())
    }
}
