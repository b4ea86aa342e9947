//! Counts down-sets without visiting each one.

use dashu_int::UBig;
use hashbrown::HashMap;

use super::classes::count_part;
use crate::bits::{Bits, with_width};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// The number of down-sets of a position, including the empty set and the whole position.
///
/// # Errors
/// If the budget is spent, or a connected component has more than 512 elements.
pub fn positions(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    down_sets_of(position.poset(), position.remaining(), budget)
}

/// The number of down-sets of the order on a set.
pub(crate) fn down_sets_of(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    poset.components_one_by_one(set).try_fold(UBig::ONE, |product, part| {
        budget.check()?;
        let count = || with_width!(part.len(), N => positions_with_width::<N>(poset, &part, budget));
        Ok(product * count_part(poset, &part, UBig::from(part.len() + 1), count)?)
    })
}

fn positions_with_width<const N: usize>(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    let board = Board::<N>::new(poset, set, true);
    DownSetCounter::new(&board, budget).count(Bits::below(board.len()))
}

/// The number of parts after which the forecast is made.
const QUICK: u64 = 50_000;
/// The number of random walks of the first estimate, and in total at most.
const WALKS: usize = 1 << 10;
const MOST_WALKS: usize = 1 << 13;

/// Counts down-sets recursively, by whether they contain a certain element. The board must be one
/// that splits a set into its connected components, here called parts.
pub(crate) struct DownSetCounter<'a, const N: usize> {
    board: &'a Board<N>,
    known: HashMap<Bits<N>, UBig>,
    meter: Meter,
}

impl<'a, const N: usize> DownSetCounter<'a, N> {
    pub(crate) fn new(board: &'a Board<N>, budget: &Budget) -> Self {
        DownSetCounter { board, known: HashMap::new(), meter: budget.meter(100) }
    }

    /// The number of down-sets of the order on any subset of the board: the product over its parts.
    pub(crate) fn count(&mut self, set: Bits<N>) -> Result<UBig, Stop> {
        let parts: Vec<Bits<N>> = self.board.parts(set).collect();
        parts.into_iter().try_fold(UBig::ONE, |product, part| Ok(product * self.count_part(part)?))
    }

    fn count_part(&mut self, part: Bits<N>) -> Result<UBig, Stop> {
        if let Some(count) = self.known.get(&part) {
            return Ok(count.clone());
        }
        self.meter.tick()?;
        if self.meter.positions() == QUICK {
            self.forecast()?;
        }
        let x = self.decisive(part);
        let (up, down) = (self.board.up[x], self.board.down[x]);
        let (without, with) = (self.count(part.without(up))?, self.count(part.without(down))?);
        let count = without + with;
        // A count has at most as many bits as the board has elements.
        self.meter.make_room(&mut self.known, self.board.len() / 8 + 16, 0)?;
        self.known.insert(part, count.clone());
        Ok(count)
    }

    /// Detects early that the table of parts will not fit into memory.
    ///
    /// A random walk goes from the whole board down to the empty set, through parts whose counts
    /// are all needed. If there are N parts in some range of sizes, and the walks visit such parts
    /// m times, then about m²/2N pairs of visits coincide, and more if some parts are likelier than
    /// others. So few coincidences mean many parts.
    ///
    /// # Errors
    /// If the table will not fit, or the budget is spent.
    fn forecast(&mut self) -> Result<(), Stop> {
        let each = size_of::<(Bits<N>, UBig)>() + self.board.len() / 8 + 17;
        let most = self.meter.room() as f64 / each as f64;
        let mut random = 0x9e37_79b9_7f4a_7c15;
        let mut met: Vec<Met<N>> = vec![Met::default(); self.board.len() + 1];
        let (mut walks, mut before) = (0, 0.0);
        while walks < MOST_WALKS {
            let more = walks.max(WALKS);
            for _ in 0..more {
                self.meter.pause()?;
                self.walk(&mut random, &mut met);
            }
            walks += more;
            let parts = fewest_parts(&met);
            if parts > most {
                return Err(Stop::Memory);
            }
            if parts < 1.25 * before {
                return Ok(());
            }
            before = parts;
        }
        Ok(())
    }

    /// Walks from the whole board to the empty set and records the parts on the way. It prefers
    /// steps that remove little; otherwise the walk would soon be over.
    fn walk(&self, random: &mut u64, met: &mut [Met<N>]) {
        let largest = |set: Bits<N>| self.board.parts(set).max_by_key(|part| part.len());
        let weight = |part: &Option<Bits<N>>| part.map_or(0.0, |part| (part.len() as f64).powi(16));
        let mut next = largest(Bits::below(self.board.len()));
        while let Some(part) = next {
            met[part.len()].note(part);
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let x = self.decisive(part);
            let [without, with] = [self.board.up[x], self.board.down[x]].map(|gone| largest(part.without(gone)));
            let share = (*random >> 11) as f64 / (1u64 << 53) as f64;
            let is_without = share * (weight(&without) + weight(&with)) < weight(&without);
            next = if is_without { without } else { with };
        }
    }

    /// The element of a part that is comparable to the most others.
    fn decisive(&self, part: Bits<N>) -> usize {
        let related = |x: usize| ((self.board.up[x] | self.board.down[x]) & part).len();
        part.iter().max_by_key(|&x| related(x)).expect("a part is not empty")
    }

    /// A uniformly random down-set of the order on a subset of the board. `below` returns a random
    /// number below a bound.
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

/// The parts of one size that the walks have visited.
#[derive(Clone, Default)]
struct Met<const N: usize> {
    /// The number of visits to each part.
    parts: HashMap<Bits<N>, u64>,
    /// The number of visits to all parts.
    times: u64,
    /// The number of pairs of visits to the same part.
    pairs: u64,
}

impl<const N: usize> Met<N> {
    fn note(&mut self, part: Bits<N>) {
        let before = self.parts.entry(part).or_default();
        self.pairs += *before;
        *before += 1;
        self.times += 1;
    }
}

/// A lower bound on the number of parts: the best bound from any range of sizes. There are few of
/// the largest parts, and few of the smallest.
fn fewest_parts<const N: usize>(met: &[Met<N>]) -> f64 {
    let bound = |most: usize| {
        let (mut times, mut pairs) = (0, 0);
        let bounds = met[..most].iter().rev().map(|met| {
            times += met.times;
            pairs += met.pairs;
            at_least(times, pairs)
        });
        bounds.fold(0.0, f64::max)
    };
    (0..=met.len()).rev().step_by(8).map(bound).fold(0.0, f64::max)
}

/// A lower bound on the number N of parts that holds almost certainly, if `pairs` pairs among
/// `times` visits coincide. With N equally likely parts, one pair in N coincides; with unequal
/// ones, more.
fn at_least(times: u64, pairs: u64) -> f64 {
    let (times, pairs) = (times.max(1) as f64, pairs as f64);
    times * (times - 1.0) / 2.0 / (pairs + 4.0 * pairs.sqrt() + 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts that occur often are visited often, and the forecast notices this.
    #[test]
    fn what_fits_is_not_refused() {
        let position: Position = "product(chain(12),chain(4))".parse().unwrap();
        let board = Board::<1>::new(position.poset(), position.remaining(), true);
        let mut down_sets = DownSetCounter::new(&board, &Budget::default().with_memory(1 << 20));
        assert_eq!(down_sets.forecast(), Ok(()));
        assert_eq!(down_sets.count(Bits::below(board.len())), Ok(1820u32.into()));
    }

    #[test]
    fn the_number_of_parts_is_bounded_from_below() {
        // Among a thousand people there are about 1370 pairs with the same birthday out of 365
        // days.
        assert!((300.0..365.0).contains(&at_least(1000, 1370)));
        assert!(at_least(1000, 0) > 50_000.0);
    }
}
