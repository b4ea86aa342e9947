//! The kernel for the down-sets of one poset. Keys are plain words, up to the automorphisms of the
//! poset.

use std::ops::Range;
use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::kernel::{Kernel, Parts};
use crate::canon::symmetry::Symmetry;

/// The down-sets of a board.
#[derive(Clone)]
pub(crate) struct DownSets<const N: usize> {
    board: Arc<Board<N>>,
    symmetry: Symmetry<N>,
    /// For each element, whether its down-set is a chain. Absent if chains are not valued.
    chains: Option<Arc<[bool]>>,
}

impl<const N: usize> DownSets<N> {
    /// `chains` says whether chains are valued immediately.
    pub(crate) fn new(board: Arc<Board<N>>, symmetry: Symmetry<N>, chains: bool) -> Self {
        let chains = chains.then(|| board.down.iter().map(|&down| board.is_chain(down)).collect());
        DownSets { board, symmetry, chains }
    }

    /// Whether a connected set is a chain. If so, it is the down-set of its last element.
    #[inline]
    fn is_chain(&self, part: Bits<N>) -> bool {
        let (Some(chains), Some(last)) = (&self.chains, part.last()) else { return false };
        chains[last] && self.board.down[last] == part
    }
}

impl<const N: usize> Kernel<N> for DownSets<N> {
    type Position = Bits<N>;

    fn position(&self, key: Bits<N>) -> Bits<N> {
        key
    }

    fn len(&self, key: Bits<N>) -> usize {
        key.len()
    }

    fn options(&self, position: Bits<N>, places: Range<usize>, options: &mut Vec<Bits<N>>) {
        let elements = position.iter().skip(places.start).take(places.len());
        options.extend(elements.map(|x| position.without(self.board.up[x])));
    }

    fn reduce(&mut self, mut position: Bits<N>, parts: &mut Parts<N>) -> Result<(), Stop> {
        while !position.is_empty() {
            let part = self.board.part(position);
            position = position.without(part);
            if self.is_chain(part) {
                parts.add_value(part.len() as u16);
            } else {
                parts.add(self.symmetry.representative(part)?);
            }
        }
        Ok(())
    }

    fn continue_with(&mut self, budget: &Budget) {
        self.symmetry.continue_with(budget);
    }
}
