//! Refinement: splits cells by the numbers of neighbours of their elements.

use std::mem;

use super::{Cells, Halt, narrow};
use crate::shape::Shape;

/// Refines cells, and limits the work.
pub(crate) struct Refiner<'a> {
    shape: &'a Shape<'a>,
    /// The length of the longest chain below each element.
    levels: Vec<usize>,
    left: u64,
    /// For each element, the number of its neighbours in the current cell and in its mate, as the
    /// two halves of a word; otherwise 0.
    counts: Vec<u64>,
    /// The elements with such neighbours, sorted by cell and count.
    touched: Vec<u32>,
    /// The cells of the touched elements, each with the range of its elements in `touched`.
    groups: Vec<(usize, usize, usize)>,
    /// The parts of a cell and of its mate.
    runs: [Vec<Run>; 2],
}

/// Elements of one cell with the same counts: a range of `touched`, and the cell they move to.
#[derive(Clone, Copy)]
struct Run {
    count: u64,
    from: usize,
    to: usize,
    cell: usize,
}

impl Run {
    fn len(self) -> usize {
        self.to - self.from
    }

    /// Whether the run is mapped onto itself if its cell is.
    fn is_own_mate(self) -> bool {
        self.count == mirror(self.count)
    }
}

/// The counts with the roles of the cell and its mate exchanged.
fn mirror(count: u64) -> u64 {
    count.rotate_left(32)
}

impl<'a> Refiner<'a> {
    /// A refiner that may visit `effort` elements.
    pub(crate) fn new(shape: &'a Shape<'a>, effort: u64) -> Self {
        let mut levels: Vec<usize> = Vec::with_capacity(shape.len());
        for x in 0..shape.len() {
            levels.push(shape.lower(x).iter().map(|&y| levels[y] + 1).max().unwrap_or(0));
        }
        let counts = vec![0; shape.len()];
        Refiner {
            shape,
            levels,
            left: effort,
            counts,
            touched: Vec::new(),
            groups: Vec::new(),
            runs: Default::default(),
        }
    }

    /// The cells at the start, when nothing is known about the involution.
    pub(crate) fn begin(&self) -> Cells {
        let keys =
            (0..self.shape.len()).map(|x| [self.levels[x], self.shape.upper(x).len(), self.shape.lower(x).len()]);
        Cells::new(&keys.collect::<Vec<_>>())
    }

    /// The length of the longest chain below an element of a cell.
    pub(crate) fn level(&self, cells: &Cells, cell: usize) -> usize {
        self.levels[cells.elements(cell)[0] as usize]
    }

    /// The number of visits left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Spends some visits.
    pub(crate) fn spend(&mut self, visits: usize) -> Result<(), Halt> {
        self.left = self.left.saturating_sub(visits as u64);
        if self.left > 0 { Ok(()) } else { Err(Halt::Effort) }
    }

    /// Whether an odd number of elements cover both x and y. If x and y were exchanged, one of
    /// these elements would be fixed.
    pub(crate) fn cannot_exchange(&mut self, x: usize, y: usize) -> Result<bool, Halt> {
        let (over_x, over_y) = (self.shape.upper(x), self.shape.upper(y));
        self.spend(1 + (over_x.len() + over_y.len()) / 8)?;
        over_x.iter().for_each(|&z| self.counts[z] = 1);
        let both = over_y.iter().filter(|&&z| self.counts[z] == 1).count();
        over_x.iter().for_each(|&z| self.counts[z] = 0);
        Ok(both % 2 == 1)
    }

    /// Splits cells until the numbers of neighbours no longer distinguish the elements of a cell.
    pub(crate) fn refine(&mut self, cells: &mut Cells) -> Result<(), Halt> {
        let mut next = 0;
        while let Some(&cell) = cells.queue.get(next) {
            next += 1;
            let cell = cell as usize;
            let mate = cells.mate(cell);
            cells.cells[cell].waiting = false;
            cells.cells[mate].waiting = false;
            let visits = self.count_neighbours(cells, cell, mate);
            let split = self.spend(1 + visits).and_then(|()| self.split_touched(cells, cell));
            for &x in &self.touched {
                self.counts[x as usize] = 0;
            }
            split?;
        }
        cells.queue.clear();
        Ok(())
    }

    /// Counts the neighbours of each element in a cell and in its mate. Returns the total.
    fn count_neighbours(&mut self, cells: &Cells, cell: usize, mate: usize) -> usize {
        const HERE: u64 = 1 << 32;
        self.touched.clear();
        let mut visits = 0;
        // If the cell is its own mate, the two counts are equal.
        let weights = if cell == mate { [HERE + 1, 0] } else { [HERE, 1] };
        for (which, weight) in [cell, mate].into_iter().zip(weights).filter(|&(_, weight)| weight > 0) {
            for &x in cells.elements(which) {
                let x = x as usize;
                visits += self.shape.upper(x).len() + self.shape.lower(x).len();
                for &y in self.shape.upper(x).iter().chain(self.shape.lower(x)) {
                    if self.counts[y] == 0 {
                        self.touched.push(narrow(y));
                    }
                    self.counts[y] += weight;
                }
            }
        }
        let counts = &self.counts;
        self.touched.sort_unstable_by_key(|&y| (cells.of[y as usize], counts[y as usize]));
        visits
    }

    /// Splits the cells of the touched elements by their counts.
    fn split_touched(&mut self, cells: &mut Cells, by: usize) -> Result<(), Halt> {
        let level = self.level(cells, by);
        let by_moved = cells.is_moved(by);
        let mut groups = mem::take(&mut self.groups);
        self.list_groups(cells, &mut groups);
        for (place, &(cell, from, to)) in groups.iter().enumerate() {
            let mate = cells.mate(cell);
            let other = groups.binary_search_by_key(&mate, |&(cell, _, _)| cell).map_err(|_| Halt::Clash)?;
            if other < place {
                continue;
            }
            let moves = by_moved && self.level(cells, cell) > level;
            let [mut runs, mut mates] = mem::take(&mut self.runs);
            self.list_runs(cell, from, to, &mut runs);
            if cell == mate {
                self.split_alone(cells, cell, &mut runs, moves)?;
            } else {
                let (_, from, to) = groups[other];
                self.list_runs(mate, from, to, &mut mates);
                self.split_pair(cells, [cell, mate], [&mut runs, &mut mates])?;
            }
            self.runs = [runs, mates];
        }
        self.groups = groups;
        Ok(())
    }

    fn list_groups(&self, cells: &Cells, groups: &mut Vec<(usize, usize, usize)>) {
        groups.clear();
        let mut from = 0;
        for group in self.touched.chunk_by(|&x, &y| cells.of[x as usize] == cells.of[y as usize]) {
            groups.push((cells.cell(group[0] as usize), from, from + group.len()));
            from += group.len();
        }
    }

    fn list_runs(&self, cell: usize, mut from: usize, to: usize, runs: &mut Vec<Run>) {
        let count = |&x: &u32| self.counts[x as usize];
        runs.clear();
        for run in self.touched[from..to].chunk_by(|x, y| count(x) == count(y)) {
            runs.push(Run { count: count(&run[0]), from, to: from + run.len(), cell });
            from += run.len();
        }
    }

    /// Splits a cell that is its own mate. The part with counts (a, b) is mapped to the part with
    /// counts (b, a). The elements that were not touched are mapped to each other.
    fn split_alone(&self, cells: &mut Cells, cell: usize, runs: &mut [Run], moves: bool) -> Result<(), Halt> {
        let rest = cells.elements(cell).len() - total(runs);
        let (was_moved, waiting) = (cells.is_moved(cell), cells.cells[cell].waiting);
        let odd = |run: &Run| run.len() % 2 == 1 && run.is_own_mate();
        if (was_moved && rest % 2 == 1) || ((was_moved || moves) && runs.iter().any(odd)) {
            return Err(Halt::Clash);
        }
        match_runs(runs, runs)?;
        // The old cell keeps the elements that were not touched, or else a part that is its own
        // mate, if there is one.
        let keeper = if rest > 0 { None } else { runs.iter().position(|run| run.is_own_mate()).or(Some(0)) };
        self.split_runs(cells, cell, runs, keeper);
        for run in &*runs {
            cells.cells[run.cell].mate = narrow(mate_of(*run, runs)?.cell);
        }
        let mate = cells.mate(cell);
        cells.cells[mate].waiting = waiting;
        // The counts in the largest part that is its own mate follow from the others.
        let own = runs.iter().filter(|run| run.is_own_mate()).map(|run| (run.len(), run.cell));
        let largest = own.chain((rest > 0).then_some((rest, cell))).max();
        for run in &*runs {
            if moves || !run.is_own_mate() {
                cells.mark_moved(run.cell);
            }
        }
        let parts = runs.iter().map(|run| run.cell).chain((rest > 0).then_some(cell));
        parts.filter(|&part| waiting || largest.is_none_or(|(_, id)| part != id)).for_each(|part| cells.enqueue(part));
        Ok(())
    }

    /// Splits two different cells that are mates, and so moved. The part of one with counts (a, b)
    /// is mapped to the part of the other with counts (b, a).
    fn split_pair(&self, cells: &mut Cells, pair: [usize; 2], runs: [&mut [Run]; 2]) -> Result<(), Halt> {
        let [runs, mates] = runs;
        if runs.len() != mates.len() {
            return Err(Halt::Clash);
        }
        match_runs(runs, mates)?;
        let rest = cells.elements(pair[0]).len() - total(runs);
        let waiting = cells.cells[pair[0]].waiting;
        // The old cells stay mates: they keep the elements that were not touched, or else the first
        // part and its mate.
        let keepers = if rest > 0 { [None; 2] } else { [Some(0), find(mates, mirror(runs[0].count))] };
        self.split_runs(cells, pair[0], runs, keepers[0]);
        self.split_runs(cells, pair[1], mates, keepers[1]);
        for run in &*runs {
            let mate = mate_of(*run, mates)?.cell;
            cells.cells[run.cell].mate = narrow(mate);
            cells.cells[mate].mate = narrow(run.cell);
        }
        // The counts in the largest part follow from the others.
        let parts = || runs.iter().map(|run| (run.len(), run.cell)).chain((rest > 0).then_some((rest, pair[0])));
        let largest = parts().max();
        parts().filter(|&part| waiting || Some(part) != largest).for_each(|(_, part)| cells.enqueue(part));
        Ok(())
    }

    /// Moves each run to a cell of its own; the keeper stays in the old one.
    fn split_runs(&self, cells: &mut Cells, cell: usize, runs: &mut [Run], keeper: Option<usize>) {
        for (i, run) in runs.iter_mut().enumerate() {
            if Some(i) != keeper {
                run.cell = cells.split_off(cell, &self.touched[run.from..run.to]);
            }
        }
    }
}

/// The number of elements in the runs.
fn total(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.len()).sum()
}

/// Checks that every run has a mate among others.
fn match_runs(runs: &[Run], mates: &[Run]) -> Result<(), Halt> {
    runs.iter().try_for_each(|run| mate_of(*run, mates).map(|_| ()))
}

/// The run with the mirrored counts and the same number of elements.
fn mate_of(run: Run, mates: &[Run]) -> Result<Run, Halt> {
    let mate = find(mates, mirror(run.count)).ok_or(Halt::Clash)?;
    if mates[mate].len() == run.len() { Ok(mates[mate]) } else { Err(Halt::Clash) }
}

/// The index of the run with these counts.
fn find(runs: &[Run], count: u64) -> Option<usize> {
    runs.binary_search_by_key(&count, |run| run.count).ok()
}
