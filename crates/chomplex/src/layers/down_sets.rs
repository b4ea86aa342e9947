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
    DownSets::new(&board, budget).count(Bits::below(board.len()))
}

/// Counts down-sets by whether they contain a certain element. The parts of a set must be split by its board.
pub(crate) struct DownSets<'a, const N: usize> {
    board: &'a Board<N>,
    known: HashMap<Bits<N>, UBig>,
    meter: Meter,
}

impl<'a, const N: usize> DownSets<'a, N> {
    pub(crate) fn new(board: &'a Board<N>, budget: &Budget) -> Self {
        DownSets { board, known: HashMap::new(), meter: budget.meter(100) }
    }

    /// The number of down-sets of the order on any subset of the board: a product over its parts.
    pub(crate) fn count(&mut self, set: Bits<N>) -> Result<UBig, Stop> {
        let parts: Vec<Bits<N>> = self.board.parts(set).collect();
        parts.into_iter().try_fold(UBig::ONE, |product, part| Ok(product * self.count_part(part)?))
    }

    fn count_part(&mut self, part: Bits<N>) -> Result<UBig, Stop> {
        if let Some(count) = self.known.get(&part) {
            return Ok(count.clone());
        }
        self.meter.tick()?;
        let x = self.decisive(part);
        let (up, down) = (self.board.up[x], self.board.down[x]);
        let (without, with) = (self.count(part.without(up))?, self.count(part.without(down))?);
        let count = without + with;
        // A count has at most as many bits as there are elements.
        self.meter.make_room(&mut self.known, self.board.len() / 8 + 16, 0)?;
        self.known.insert(part, count.clone());
        Ok(count)
    }

    /// The element of a part that is related to most others.
    fn decisive(&self, part: Bits<N>) -> usize {
        let related = |x: usize| ((self.board.up[x] | self.board.down[x]) & part).len();
        part.iter().max_by_key(|&x| related(x)).expect("a part is not empty")
    }

    /// A random down-set of the order on a subset of the board, each as likely as any other; `below` gives a random number below a bound.
    pub(crate) fn sample(&mut self, set: Bits<N>, below: &mut impl FnMut(&UBig) -> UBig) -> Result<Bits<N>, Stop> {
        let mut open: Vec<Bits<N>> = self.board.parts(set).collect();
        let mut sample = Bits::EMPTY;
        while let Some(part) = open.pop() {
            let all = self.count_part(part)?;
            let x = self.decisive(part);
            let (up, down) = (self.board.up[x], self.board.down[x]);
            let without = self.count(part.without(up))?;
            let rest = if below(&all) < without {
                part.without(up)
            } else {
                sample = sample | (part & down);
                part.without(down)
            };
            open.extend(self.board.parts(rest));
        }
        Ok(sample)
    }
}
