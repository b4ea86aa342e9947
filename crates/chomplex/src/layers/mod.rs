//! Down-sets up to symmetry, layer by layer.
//!
//! A sweep goes from the empty set upwards, one element at a time, and keeps one state for each class of down-sets
//! under the automorphisms of the poset. A state is pushed along each way to add one element and merged at the
//! target. With states that do nothing it counts the classes; with numbers that add up it counts the chains of
//! down-sets, which is what [`extensions`](crate::extensions) needs.

mod complexes;

pub use self::complexes::{CANONICAL_VERSION, canonical};

use dashu_int::UBig;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::copies::copies;
use crate::canon::symmetry::Symmetry;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::position::Position;

/// The number of classes of down-sets of a position under its automorphisms, the empty set and all of it included.
///
/// The automorphisms permute isomorphic parts and move each part within itself. So a class is, for each kind of part, a
/// multiset of as many classes of that part as it has copies.
///
/// # Errors
/// If the budget is spent, or a connected part has more than 512 elements.
pub fn classes(position: &Position, budget: &Budget) -> Result<UBig, Stop> {
    let poset = position.poset();
    let parts = poset.components(position.remaining());
    copies(poset, &parts, MAX_WIDTH).iter().try_fold(UBig::ONE, |product, kind| {
        let part = &kind.part;
        let sweep = || with_width!(part.len(), classes_with_width(poset, part, budget));
        let within = count_part(poset, part, UBig::from(part.len() + 1), sweep)?;
        Ok(product * multisets(&within, kind.images.len()))
    })
}

/// Counts something of a connected part: for a chain it is known, and larger parts than the engines take are refused.
pub(crate) fn count_part(
    poset: &Poset,
    part: &ElementSet,
    of_chain: UBig,
    count: impl FnOnce() -> Result<UBig, Stop>,
) -> Result<UBig, Stop> {
    if poset.is_chain(part) {
        Ok(of_chain)
    } else if part.len() > MAX_WIDTH {
        Err(Stop::Size)
    } else {
        count()
    }
}

/// The number of multisets of k things out of n kinds.
fn multisets(n: &UBig, k: usize) -> UBig {
    (1..=k).fold(UBig::ONE, |product, i| product * (n + UBig::from(i - 1)) / i)
}

fn classes_with_width<const N: usize>(poset: &Poset, part: &ElementSet, budget: &Budget) -> Result<UBig, Stop> {
    let mut classes = 0u64;
    sweep::<N, ()>(&Board::new(poset, part, false), (), 0, budget, |(), ()| (), |layer| classes += layer as u64)?;
    Ok(UBig::from(classes))
}

/// Carries a state from the empty set of a board to all of it; `merge` joins two states that meet in a class, and
/// `layer` is told the number of classes of each size. A state holds at most `state_bytes` besides itself.
///
/// A state is pushed from one representative of its class along every element that can be added. For numbers that
/// add up this counts labelled chains of down-sets that end anywhere in the class, exactly: all members of a class have as
/// many ways to go on.
pub(crate) fn sweep<const N: usize, T: Clone>(
    board: &Board<N>,
    start: T,
    state_bytes: usize,
    budget: &Budget,
    merge: impl Fn(&mut T, T),
    mut layer: impl FnMut(usize),
) -> Result<T, Stop> {
    let mut symmetry = Symmetry::<N>::of(&board.poset, budget);
    let mut meter = budget.meter(100);
    let mut states: HashMap<Bits<N>, T> = [(Bits::EMPTY, start)].into_iter().collect();
    for _ in 0..board.len() {
        layer(states.len());
        let before = states.capacity() * (size_of::<(Bits<N>, T)>() + 2) + states.len() * state_bytes;
        let mut next: HashMap<Bits<N>, T> = HashMap::new();
        for (set, state) in &states {
            meter.tick()?;
            for x in addable(board, *set) {
                let target = symmetry.representative(*set | Bits::single(x))?;
                meter.make_room(&mut next, state_bytes, before)?;
                match next.entry(target) {
                    Entry::Occupied(mut there) => merge(there.get_mut(), state.clone()),
                    Entry::Vacant(place) => {
                        place.insert(state.clone());
                    }
                }
            }
        }
        states = next;
    }
    layer(states.len());
    Ok(states.into_values().next().expect("all of the board is one class"))
}

/// The elements all of whose lower elements are in the set, and that are not.
fn addable<const N: usize>(board: &Board<N>, set: Bits<N>) -> impl Iterator<Item = usize> {
    let missing = Bits::below(board.len()).without(set);
    missing.iter().filter(move |&x| (board.down[x] & missing) == Bits::single(x))
}

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
