//! Down-sets counted, without looking at each.

use dashu_int::UBig;
use hashbrown::HashMap;

use super::classes::count_part;
use crate::bits::{Bits, with_width};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// The number of down-sets of a position, the empty set and all of it included.
///
/// # Errors
/// If the budget is spent, or a connected part has more than 512 elements.
pub fn positions(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    let poset = position.poset();
    poset.components(position.remaining()).iter().try_fold(UBig::ONE, |product, part| {
        let count = || with_width!(part.len(), positions_with_width(poset, part, budget));
        Ok(product * count_part(poset, part, UBig::from(part.len() + 1), count)?)
    })
}

/// The same for all of a poset of at most 512 elements.
pub(super) fn positions_of_board(poset: &Poset, budget: &Budget) -> Result<UBig, Stop> {
    let all = ElementSet::from_iter_in(poset.len(), poset.elements());
    with_width!(poset.len(), positions_with_width(poset, &all, budget))
}

fn positions_with_width<const N: usize>(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    let board = Board::<N>::new(poset, set, true);
    let all = Bits::below(board.len());
    DownSets { board, known: HashMap::new(), meter: budget.meter(100) }.count(all)
}

/// Counts down-sets by whether they contain a certain element.
struct DownSets<const N: usize> {
    board: Board<N>,
    known: HashMap<Bits<N>, UBig>,
    meter: Meter,
}

impl<const N: usize> DownSets<N> {
    /// The number of down-sets of the order on any subset of the board: a product over its parts.
    fn count(&mut self, set: Bits<N>) -> Result<UBig, Stop> {
        let parts: Vec<Bits<N>> = self.board.parts(set).collect();
        parts.into_iter().try_fold(UBig::ONE, |product, part| Ok(product * self.count_part(part)?))
    }

    fn count_part(&mut self, part: Bits<N>) -> Result<UBig, Stop> {
        if let Some(count) = self.known.get(&part) {
            return Ok(count.clone());
        }
        self.meter.tick()?;
        let related = |x: usize| ((self.board.up[x] | self.board.down[x]) & part).len();
        let x = part.iter().max_by_key(|&x| related(x)).expect("a part is not empty");
        let (up, down) = (self.board.up[x], self.board.down[x]);
        let count = self.count(part.without(up))? + self.count(part.without(down))?;
        // A count has at most as many bits as there are elements.
        self.meter.make_room(&mut self.known, self.board.len() / 8 + 16, 0)?;
        self.known.insert(part, count.clone());
        Ok(count)
    }
}
