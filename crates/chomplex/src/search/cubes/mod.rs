//! All down-sets of a board, cube by cube, 64 positions at a time.
//!
//! [`bases`] cuts the board along an antichain: the positions with one base are a [`cube`], with
//! one bit for each. For the values 0, 1, 2, … in turn, a *plane* marks the positions of that
//! value. In a cube these are found at once. A move within the base leads to cubes of smaller
//! bases, whose bits are transformed into the coordinates of this one; a move within the cube
//! removes one of its free elements. A position has value v if it has no smaller value and no
//! option has value v.
//!
//! Nothing is skipped and nothing is looked up one by one. This pays where the cubes are large:
//! `subsets(7,3)` has 15 million positions up to symmetry, and 29 thousand bases.
//!
//! The cubes leave nothing out, so they pay where cubes are large and values small. A search runs
//! first, and the cubes begin when it has lasted as long as they are expected to take. So the whole
//! never takes more than twice the better of the two. Boards with more than a million bases, or
//! whose antichains have more than 28 elements, are not cut.

mod bases;
mod cube;

use std::ops::Range;

use parking_lot::Mutex;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::crew;

use crate::search::knowledge::Knowledge;

use self::bases::{Base, Bases};
use self::cube::{contains, pull, settle};

/// The values of all down-sets of a board.
pub(crate) struct Cubes<const N: usize> {
    bases: Bases<N>,
    /// For each value from 0 on, the positions that have it; computed on demand.
    planes: Vec<Vec<u64>>,
    budget: Budget,
    /// Accounts for the memory of the planes, and for the positions.
    meter: Meter,
}

impl<const N: usize> Cubes<N> {
    /// Cuts a board into cubes, if there is a good cut and enough memory.
    ///
    /// # Errors
    /// `Stop::Positions` if that would take more than `moves` moves of bases; another reason if it
    /// cannot be done.
    pub(crate) fn new(board: &Board<N>, moves: usize, budget: &Budget) -> Result<Self, Stop> {
        let bases = Bases::new(board, moves, budget)?;
        let meter = budget.meter(1);
        if 3 * plane_bytes(&bases) > meter.room() {
            return Err(Stop::Memory);
        }
        Ok(Cubes { bases, planes: Vec::new(), budget: budget.clone(), meter })
    }

    /// Approximate time in nanoseconds to find the winner.
    pub(crate) fn cost(&self) -> u64 {
        self.bases.cost
    }

    /// The number of positions examined.
    pub(crate) fn positions(&self) -> u64 {
        self.meter.positions()
    }

    /// The value of a set.
    pub(crate) fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop> {
        loop {
            if let Some(value) = self.known_value(board, set)? {
                return Ok(value);
            }
            self.add_plane(board)?;
        }
    }

    /// Whether a set has this value.
    pub(crate) fn is(&mut self, board: &Board<N>, set: Bits<N>, value: u16) -> Result<bool, Stop> {
        loop {
            match self.known_value(board, set)? {
                Some(known) => return Ok(known == value),
                None if self.planes.len() > value.into() => return Ok(false),
                None => self.add_plane(board)?,
            }
        }
    }

    /// The value of a set, if it is in one of the planes.
    fn known_value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<Option<u16>, Stop> {
        let (number, subset) = self.bases.find(board, set)?;
        let base = &self.bases.bases()[number];
        Ok((0..).zip(&self.planes).find(|(_, plane)| contains(&plane[base.start..], subset)).map(|(value, _)| value))
    }

    /// What the planes say about a set.
    pub(crate) fn known(&mut self, board: &Board<N>, set: Bits<N>) -> Result<Knowledge, Stop> {
        let known = self.known_value(board, set)?;
        let excluded = (0..).zip(&self.planes).map(|(value, _)| Knowledge::not(value));
        Ok(known.map_or_else(|| excluded.fold(Knowledge::NOTHING, Knowledge::and), Knowledge::Exact))
    }

    /// Frees the planes.
    pub(crate) fn rest(&mut self) {
        self.planes.clear();
        self.meter.hold(0).expect("less may always be held");
    }

    /// Continues with another budget.
    pub(crate) fn continue_with(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.bases.continue_with(budget);
        self.meter.continue_with(budget);
    }

    /// Finds the positions of the next value.
    fn add_plane(&mut self, board: &Board<N>) -> Result<(), Stop> {
        self.budget.check()?;
        let planes = self.planes.len() as u64 + 1;
        self.meter.hold(planes * plane_bytes(&self.bases))?;
        let mut plane = vec![0; self.bases.words];
        for layer in self.layers() {
            self.add_layer(board, layer, &mut plane)?;
        }
        self.planes.push(plane);
        self.meter.count(self.bases.positions());
        Ok(())
    }

    /// Groups the bases by size: no base is reached from another of its layer.
    fn layers(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        let sizes = self.bases.bases().chunk_by(|one, next| one.set.len() == next.set.len());
        let layer = |bases: &[Base<N>]| {
            start += bases.len();
            start - bases.len()..start
        };
        sizes.map(layer).collect()
    }

    /// Fills in the cubes of one layer.
    fn add_layer(&self, board: &Board<N>, layer: Range<usize>, plane: &mut [u64]) -> Result<(), Stop> {
        let bases = &self.bases.bases()[layer];
        let (below, mut here) = plane.split_at_mut(bases[0].start);
        // Enough parts for all threads, but none too small.
        let words = bases.iter().map(Base::words).sum::<usize>();
        let part = (words / (8 * self.budget.threads())).max(PART);
        let mut parts = Vec::new();
        let mut rest = bases;
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|base| base.start < first.start + part).count();
            let (some, others) = rest.split_at(count);
            let (cubes, later) = std::mem::take(&mut here).split_at_mut(some.iter().map(Base::words).sum());
            parts.push((some, cubes));
            (rest, here) = (others, later);
        }
        let threads = self.budget.threads().min(parts.len());
        let parts = Mutex::new(parts);
        let next = || parts.lock().pop();
        let below = &*below;
        let work = |_| -> Result<(), Stop> {
            let mut filler = CubeFiller { cubes: self, board, below, closed: Vec::new(), pulled: Vec::new() };
            let mut meter = self.budget.meter(8);
            while let Some((bases, mut cubes)) = next() {
                for base in bases {
                    meter.pause()?;
                    let (cube, later) = cubes.split_at_mut(base.words());
                    filler.fill(base, cube);
                    cubes = later;
                }
            }
            Ok(())
        };
        crew::map(0..threads, work).into_iter().collect()
    }
}

/// Number of words from which a part is worth handing to another thread.
const PART: usize = 1 << 10;

fn plane_bytes<const N: usize>(bases: &Bases<N>) -> u64 {
    (bases.words * size_of::<u64>()) as u64
}

/// Fills in one cube after another.
struct CubeFiller<'a, const N: usize> {
    cubes: &'a Cubes<N>,
    board: &'a Board<N>,
    /// The cubes of smaller bases.
    below: &'a [u64],
    closed: Vec<u64>,
    pulled: Vec<u64>,
}

impl<const N: usize> CubeFiller<'_, N> {
    /// Finds the positions in the cube of a base that have the value of this plane.
    fn fill(&mut self, base: &Base<N>, cube: &mut [u64]) {
        let CubeFiller { cubes, board, below, closed, pulled } = self;
        closed.clear();
        closed.resize(cube.len(), 0);
        let place = base.start..base.start + cube.len();
        cubes.planes.iter().for_each(|plane| add(closed, &plane[place.clone()]));
        cubes.bases.for_each_move(board, base, &mut |target, roles| {
            pull(&below[target.start..][..target.words()], roles, base.dimension(), pulled);
            add(closed, pulled);
        });
        settle(closed, cube, base.dimension());
    }
}

/// Adds another cube: the union.
fn add(cube: &mut [u64], other: &[u64]) {
    cube.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::canon::labelling::Labeller;
    use crate::canon::symmetry::Symmetry;
    use crate::element::ElementSet;
    use crate::naive;
    use crate::poset::Poset;
    use crate::search::tests::random_poset;

    fn cubes<const N: usize>(board: &Board<N>, low: Bits<N>, symmetry: Symmetry<N>, budget: &Budget) -> Cubes<N> {
        let bases = Bases::listed(board, low, symmetry, usize::MAX, budget).unwrap();
        Cubes { bases, planes: Vec::new(), budget: budget.clone(), meter: budget.meter(1) }
    }

    /// Antichains, chosen greedily starting from each element.
    fn antichains<const N: usize>(board: &Board<N>) -> Vec<Bits<N>> {
        let n = board.len();
        let incomparable = |low: &Bits<N>, x: usize| ((board.up[x] | board.down[x]) & *low).is_empty();
        let from = |start: usize| {
            (0..n)
                .map(|i| (start + i) % n)
                .fold(Bits::EMPTY, |low, x| if incomparable(&low, x) { low | Bits::single(x) } else { low })
        };
        let mut antichains: Vec<Bits<N>> = (0..n).map(from).collect();
        antichains.sort();
        antichains.dedup();
        antichains
    }

    fn check<const N: usize>(poset: &Poset, threads: usize) -> usize {
        let budget = Budget::default().with_threads(threads);
        let all = ElementSet::full(poset.len());
        let board = Board::<N>::new(poset, &all, false);
        let mut known = HashMap::new();
        let sets = naive::down_sets(poset);
        let truths: Vec<(Bits<N>, u16)> =
            sets.iter().map(|set| (board.inside(set), naive::grundy_with(poset, set, &mut known).0 as u16)).collect();
        let mut symmetries = 0;
        for low in antichains(&board) {
            let colours: Vec<u32> = (0..board.len()).map(|x| low.contains(x).into()).collect();
            let symmetry = Symmetry::found(&board.poset, &Labeller::new(&board.poset).label(&colours), &budget);
            symmetries += usize::from(matches!(symmetry, Symmetry::Listed(_)));
            for symmetry in [symmetry, Symmetry::trivial(&board.poset)] {
                let mut cubes = cubes(&board, low, symmetry, &budget);
                for &(position, truth) in &truths {
                    assert_eq!(cubes.is(&board, position, 0), Ok(truth == 0));
                    assert_eq!(cubes.known(&board, position).map(|known| known.is(0)), Ok(Some(truth == 0)));
                    assert_eq!(cubes.is(&board, position, 2), Ok(truth == 2));
                    assert_eq!(cubes.value(&board, position), Ok(truth));
                    assert_eq!(cubes.known(&board, position), Ok(Knowledge::Exact(truth)));
                }
                cubes.rest();
                assert_eq!(cubes.known(&board, Bits::EMPTY), Ok(Knowledge::NOTHING));
                assert_eq!(cubes.value(&board, Bits::EMPTY), Ok(0));
            }
        }
        symmetries
    }

    /// Along every antichain, with and without symmetry, every down-set has the value given by the
    /// definition.
    #[test]
    fn cubes_agree_with_naive() {
        let mut state = 7;
        let mut symmetries = 0;
        for round in 0..40 {
            let poset = random_poset(&mut state);
            symmetries += if round % 2 == 0 { check::<1>(&poset, 1) } else { check::<2>(&poset, 3) };
        }
        assert!(symmetries > 60, "{symmetries}");
    }

    /// A board is cut where that is worthwhile: the faces of a 3-dimensional cross polytope along
    /// its edges.
    #[test]
    fn boards_are_cut() {
        let text = "complex[024 025 034 035 124 125 134 135]";
        let position = crate::format::read(text.as_bytes(), None).unwrap();
        let board = Board::<1>::new(position.poset(), position.remaining(), false);
        let budget = Budget::default().with_threads(2);
        let mut cubes = Cubes::new(&board, usize::MAX, &budget).unwrap();
        let all = Bits::below(board.len());
        let truth = naive::grundy(position.poset(), position.remaining()).0 as u16;
        assert_eq!(cubes.value(&board, all), Ok(truth));
        assert!(cubes.positions() > 0 && cubes.cost() > 0);
    }

    /// The work stops when the budget is spent.
    #[test]
    fn budgets_end_it() {
        let poset = random_poset(&mut 3);
        let board = Board::<1>::new(&poset, &ElementSet::full(poset.len()), false);
        let budget = Budget::default();
        let mut cubes = cubes(&board, antichains(&board)[0], Symmetry::trivial(&board.poset), &budget);
        cubes.continue_with(&Budget::default().with_time(std::time::Duration::ZERO));
        assert!(cubes.value(&board, Bits::below(board.len())).is_err());
        cubes.continue_with(&Budget::default().with_memory(0));
        assert_eq!(cubes.value(&board, Bits::below(board.len())), Err(Stop::Memory));
    }
}
