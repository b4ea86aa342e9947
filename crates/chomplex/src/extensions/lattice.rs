//! The positions of each element in the linear extensions of an order, and which of two elements
//! comes first.
//!
//! A linear extension is a path from the empty down-set to all, adding one element at a time. Let
//! N(I) be the number of paths from the empty set to the down-set I, and M(I) the number of paths
//! from I to the top. The step from I to I + x is taken by N(I) · M(I + x) paths; in each of them x
//! is in place |I| and before everything that is not in I + x. One pass over all steps therefore
//! fills both tables.

use dashu_int::UBig;
use hashbrown::HashTable;

use super::demand::{Demand, words_needed};
use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::crew;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::table::wide::{add, multiply, unbounded};

/// Counts over all linear extensions of an order.
#[derive(Debug)]
pub(crate) struct PlaceCounts {
    size: usize,
    count: UBig,
    /// For each element and each place, the number of linear extensions that have the element
    /// there.
    places: Vec<UBig>,
    /// For each pair of elements, the number of linear extensions in which the first comes before
    /// the second.
    before: Vec<UBig>,
}

impl PlaceCounts {
    /// Visits all down-sets of an order.
    ///
    /// # Errors
    /// If the budget is spent. Insufficient memory is detected before the work begins.
    pub(crate) fn new(order: &Poset, budget: &Budget) -> Result<Self, Stop> {
        if order.len() > MAX_WIDTH {
            return Err(Stop::Size);
        }
        let mut meter = budget.meter(1000);
        meter.hold(Demand::new(order, budget)?.bytes())?;
        with_width!(order.len(), N => count_with_width::<N>(order, budget, &mut meter))
    }

    /// The number of linear extensions.
    pub(crate) fn count(&self) -> &UBig {
        &self.count
    }

    /// The number of linear extensions in which `x` is in this place, counted from 0.
    pub(crate) fn at(&self, x: Element, place: usize) -> &UBig {
        &self.places[x.index() * self.size + place]
    }

    /// The number of linear extensions in which `x` comes before `y`.
    pub(crate) fn before(&self, x: Element, y: Element) -> &UBig {
        &self.before[x.index() * self.size + y.index()]
    }
}

fn count_with_width<const N: usize>(order: &Poset, budget: &Budget, meter: &mut Meter) -> Result<PlaceCounts, Stop> {
    let board = Board::<N>::new(order, &ElementSet::full(order.len()), false);
    let lattice = Lattice { words: words_needed(order), budget, layers: grow(&board, budget)?, board };
    meter.hold(lattice.bytes())?;
    let below = lattice.paths_from_below()?;
    lattice.count_places(&below)
}

/// All down-sets, in layers by their size.
struct Lattice<'a, const N: usize> {
    board: Board<N>,
    layers: Vec<Vec<Bits<N>>>,
    /// Number of words per number.
    words: usize,
    budget: &'a Budget,
}

/// Generates all down-sets. The last element of a set is maximal in it, so each set is generated
/// once, from the set without its last element.
fn grow<const N: usize>(board: &Board<N>, budget: &Budget) -> Result<Vec<Vec<Bits<N>>>, Stop> {
    let mut layers = vec![vec![Bits::EMPTY]];
    for _ in 0..board.len() {
        let layer = layers.last().expect("there is the empty set");
        let chunks = in_threads(layer.chunks(chunk(layer.len(), budget)), |sets| {
            let (mut next, mut meter) = (Vec::new(), budget.meter(1000));
            for &set in sets {
                meter.tick()?;
                let least = set.last().map_or(0, |last| last + 1);
                let later = (least..board.len()).filter(|&x| board.down[x].without(Bits::single(x)).is_subset(set));
                next.extend(later.map(|x| set | Bits::single(x)));
            }
            Ok(next)
        })?;
        layers.push(chunks.concat());
    }
    Ok(layers)
}

/// Distributes chunks of a layer to threads, and collects the results in order.
fn in_threads<P: Send, R: Send>(
    pieces: impl Iterator<Item = P>,
    work: impl Fn(P) -> Result<R, Stop> + Sync,
) -> Result<Vec<R>, Stop> {
    crew::map(pieces, work).into_iter().collect()
}

/// Number of sets of a layer per thread. A small layer is not worth several threads.
fn chunk(sets: usize, budget: &Budget) -> usize {
    sets.div_ceil(budget.threads()).max(2000)
}

impl<const N: usize> Lattice<'_, N> {
    /// The memory for the sets and the numbers of paths, in bytes.
    fn bytes(&self) -> u64 {
        let (n, w) = (self.board.len(), self.words);
        let all: usize = self.layers.iter().map(Vec::len).sum();
        let widest = self.layers.iter().map(Vec::len).max().unwrap_or(0);
        let sums = 16 * n * n * w * (self.budget.threads() + 1);
        (all * (size_of::<Bits<N>>() + 8 * w) + widest * 24 * w + Index::<N>::bytes(widest) + sums) as u64
    }

    /// For each set of each layer, the number of paths to it from the empty set.
    fn paths_from_below(&self) -> Result<Vec<Vec<u64>>, Stop> {
        let mut paths = vec![self.one()];
        for (lower, upper) in self.layers.iter().zip(&self.layers[1..]) {
            let index = Index::new(lower)?;
            let known = paths.last().expect("there is the empty set");
            let chunks = in_threads(upper.chunks(chunk(upper.len(), self.budget)), |sets| {
                let (mut sums, mut meter) = (vec![0; sets.len() * self.words], self.budget.meter(1000));
                for (&set, sum) in sets.iter().zip(sums.chunks_exact_mut(self.words)) {
                    meter.pause()?;
                    for x in set.iter().filter(|&x| (self.board.up[x] & set) == Bits::single(x)) {
                        let place = index.find(set.without(Bits::single(x)));
                        add(sum, number(known, self.words, place).iter().copied());
                    }
                }
                Ok(sums)
            })?;
            paths.push(chunks.concat());
        }
        Ok(paths)
    }

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.words];
        one[0] = 1;
        one
    }

    /// Walks from the top down with the number of paths to the top, and sums over all steps.
    fn count_places(&self, below: &[Vec<u64>]) -> Result<PlaceCounts, Stop> {
        let mut sums: Vec<Sums<N>> = Vec::new();
        let mut above = self.one();
        for (place, lower) in self.layers.iter().enumerate().rev().skip(1) {
            let upper = &self.layers[place + 1];
            let index = Index::new(upper)?;
            let chunk = chunk(lower.len(), self.budget);
            let pieces = lower.chunks(chunk).zip(below[place].chunks(chunk * self.words));
            while sums.len() < pieces.len() {
                sums.push(Sums::new(&self.board, self.words));
            }
            let step = Step { board: &self.board, index: &index, above: &above, place };
            let parts = in_threads(pieces.zip(&mut sums), |((sets, below), sums)| {
                step.take(sets, below, sums, &mut self.budget.meter(1000))
            })?;
            above = parts.concat();
        }
        Ok(Sums::total(&sums, &self.board, unbounded(&above)))
    }
}

/// All steps from one layer to the next.
struct Step<'a, const N: usize> {
    board: &'a Board<N>,
    index: &'a Index<'a, N>,
    /// The number of paths to the top from each set of the upper layer.
    above: &'a [u64],
    /// The size of the sets of the lower layer.
    place: usize,
}

impl<const N: usize> Step<'_, N> {
    /// Sums over the steps from these sets, given the number of paths to them. Returns the number
    /// of paths from them to the top.
    fn take(&self, sets: &[Bits<N>], below: &[u64], sums: &mut Sums<N>, meter: &mut Meter) -> Result<Vec<u64>, Stop> {
        let words = sums.words;
        let mut paths = vec![0; below.len()];
        let mut weight = vec![0; words];
        let all = Bits::below(self.board.len());
        let numbers = below.chunks_exact(words).zip(paths.chunks_exact_mut(words));
        for (&set, (below, paths)) in sets.iter().zip(numbers) {
            meter.pause()?;
            let missing = all.without(set);
            for x in missing.iter().filter(|&x| (self.board.down[x] & missing) == Bits::single(x)) {
                let above = number(self.above, words, self.index.find(set | Bits::single(x)));
                add(paths, above.iter().copied());
                multiply(below, above, &mut weight);
                sums.step(x, self.place, missing, &weight);
            }
        }
        Ok(paths)
    }
}

/// The sums of one worker.
struct Sums<const N: usize> {
    words: usize,
    size: usize,
    /// For each element, the incomparable ones with a larger number. Only the first element of a
    /// pair is counted.
    apart: Vec<Bits<N>>,
    places: Vec<u64>,
    before: Vec<u64>,
}

impl<const N: usize> Sums<N> {
    fn new(board: &Board<N>, words: usize) -> Self {
        let size = board.len();
        let apart = |x: usize| Bits::below(size).without(Bits::below(x + 1)).without(board.up[x]);
        let sums = vec![0; size * size * words];
        Sums { words, size, apart: (0..size).map(apart).collect(), places: sums.clone(), before: sums }
    }

    /// Records that `weight` paths have `x` in this place, before the other missing elements.
    fn step(&mut self, x: usize, place: usize, missing: Bits<N>, weight: &[u64]) {
        let words = self.words;
        add(number_mut(&mut self.places, words, x * self.size + place), weight.iter().copied());
        let row = &mut self.before[x * self.size * words..][..self.size * words];
        let later = missing & self.apart[x];
        match words {
            1 => spread::<N, 1>(row, later, weight),
            2 => spread::<N, 2>(row, later, weight),
            3 => spread::<N, 3>(row, later, weight),
            4 => spread::<N, 4>(row, later, weight),
            _ => later.iter().for_each(|y| add(number_mut(row, words, y), weight.iter().copied())),
        }
    }

    /// The total over all workers.
    fn total(sums: &[Self], board: &Board<N>, count: UBig) -> PlaceCounts {
        let size = board.len();
        let mut places = vec![UBig::ZERO; size * size];
        let mut before = vec![UBig::ZERO; size * size];
        for part in sums {
            let more = |to: &mut [UBig], from: &[u64]| {
                to.iter_mut().zip(from.chunks_exact(part.words)).for_each(|(to, from)| *to += unbounded(from));
            };
            more(&mut places, &part.places);
            more(&mut before, &part.before);
        }
        for (x, y) in (0..size).flat_map(|y| (0..y).map(move |x| (x, y))) {
            if board.up[x].contains(y) {
                before[x * size + y] = count.clone();
            } else {
                before[y * size + x] = &count - &before[x * size + y];
            }
        }
        PlaceCounts { size, count, places, before }
    }
}

/// Adds a number of W words in several places.
#[inline]
fn spread<const N: usize, const W: usize>(row: &mut [u64], members: Bits<N>, weight: &[u64]) {
    let (row, _) = row.as_chunks_mut::<W>();
    let Some(weight) = weight.first_chunk::<W>() else { return };
    members.iter().for_each(|y| add(&mut row[y], weight.iter().copied()));
}

fn number(numbers: &[u64], words: usize, index: usize) -> &[u64] {
    &numbers[index * words..][..words]
}

fn number_mut(numbers: &mut [u64], words: usize, index: usize) -> &mut [u64] {
    &mut numbers[index * words..][..words]
}

/// The place of each set in its layer.
struct Index<'a, const N: usize> {
    layer: &'a [Bits<N>],
    places: HashTable<u32>,
}

impl<'a, const N: usize> Index<'a, N> {
    /// An upper bound on the memory in bytes for this many sets.
    fn bytes(sets: usize) -> usize {
        (sets + sets / 7 + 1).next_power_of_two() * (size_of::<u32>() + 1)
    }

    fn new(layer: &'a [Bits<N>]) -> Result<Self, Stop> {
        let sets = u32::try_from(layer.len()).map_err(|_| Stop::Memory)?;
        let hash = |&place: &u32| layer[place as usize].mixed();
        let mut places = HashTable::with_capacity(layer.len());
        for place in 0..sets {
            places.insert_unique(hash(&place), place, hash);
        }
        Ok(Index { layer, places })
    }

    /// The place of a set that is present.
    #[inline]
    fn find(&self, set: Bits<N>) -> usize {
        let place = self.places.find(set.mixed(), |&place| self.layer[place as usize] == set);
        *place.expect("the set is there") as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poset::Draft;
    use crate::position::Position;

    /// Visits all linear extensions.
    fn list(order: &Poset, row: &mut Vec<Element>, visit: &mut impl FnMut(&[Element])) {
        if row.len() == order.len() {
            return visit(row);
        }
        let free = |x: &Element| !row.contains(x) && order.lower_covers(*x).iter().all(|y| row.contains(y));
        for x in order.elements().filter(free).collect::<Vec<_>>() {
            row.push(x);
            list(order, row, visit);
            row.pop();
        }
    }

    /// A random poset in which each pair is related with probability 1 / `rarity`.
    fn random_order(state: &mut u64, size: usize, rarity: u64) -> Poset {
        let mut random = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            *state
        };
        let pairs = (0..size).flat_map(|x| (x + 1..size).map(move |y| (x, y)));
        let relations = pairs.filter(|_| random() % rarity == 0).collect();
        Draft { size, relations }.check().unwrap().0
    }

    #[test]
    fn counts_agree_with_the_list_of_all_extensions() {
        let mut state = 3;
        let (mut extensions, budget) = (0usize, Budget::default());
        for round in 0..120 {
            let order = random_order(&mut state, round % 8, 2 + round as u64 % 3);
            let n = order.len();
            let (mut count, mut places, mut before) = (0usize, vec![0usize; n * n], vec![0usize; n * n]);
            list(&order, &mut Vec::new(), &mut |row| {
                count += 1;
                for (k, x) in row.iter().enumerate() {
                    places[x.index() * n + k] += 1;
                    row[k + 1..].iter().for_each(|y| before[x.index() * n + y.index()] += 1);
                }
            });
            let counts = PlaceCounts::new(&order, &budget).unwrap();
            assert_eq!(*counts.count(), count.into());
            for x in order.elements() {
                order
                    .elements()
                    .for_each(|y| assert_eq!(*counts.before(x, y), before[x.index() * n + y.index()].into()));
                (0..n).for_each(|k| assert_eq!(*counts.at(x, k), places[x.index() * n + k].into()));
            }
            extensions += count;
        }
        assert!(extensions > 5000, "{extensions}");
    }

    /// Layers large enough for several threads, with numbers of one, two and more words.
    #[test]
    fn threads_agree() {
        let mut seen = [false; 3];
        for expression in ["zigzag-n(10)", "zigzag-n(12)", "product(chain(3),product(chain(4),chain(5)))"] {
            let order = expression.parse::<Position>().unwrap().poset().clone();
            let board = Board::<1>::new(&order, &ElementSet::full(order.len()), false);
            let budgets = [1, 3].map(|threads| Budget::default().with_threads(threads));
            let widest = grow(&board, &budgets[0]).unwrap().iter().map(Vec::len).max().unwrap();
            if chunk(widest, &budgets[1]) < widest {
                seen[words_needed(&order).min(3) - 1] = true;
            }
            let [one, three] = budgets.map(|budget| PlaceCounts::new(&order, &budget).unwrap());
            assert_eq!((one.count, one.places, one.before), (three.count, three.places, three.before));
        }
        assert_eq!(seen, [true; 3], "threads have worked with each of these sizes");
    }

    #[test]
    fn what_does_not_fit_is_not_begun() {
        let order = random_order(&mut 7, 24, 20);
        let demand = Demand::new(&order, &Budget::default()).unwrap();
        assert!(demand.down_sets > 100_000u32.into() && demand.bytes() > 1 << 20);
        let budget = Budget::default().with_memory(1 << 20);
        assert_eq!(PlaceCounts::new(&order, &budget).err(), Some(Stop::Memory));
        assert!(budget.positions() < 10_000, "the sets are not listed");
    }
}
