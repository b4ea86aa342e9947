//! Ordered partitions of the vertices of a graph, and their refinement.
//!
//! A partition is an order of the vertices and its division into *cells*. It is *equitable* if all
//! vertices of a cell have equally many neighbours in every other cell. Refinement splits cells
//! until the partition is equitable. The order of the cells, and the trace of the refinement, do
//! not depend on the names of the vertices: an isomorphism that maps one partition onto another
//! also maps their refinements onto each other, and their traces are equal.

use std::mem;

use super::graph::Graph;

/// An ordered partition.
pub(super) struct Partition {
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// The place of each vertex in `order`.
    place: Vec<u32>,
    /// The cell of each vertex: the place where it begins.
    cell: Vec<u32>,
    /// The length of the cell that begins at a place.
    len: Vec<u32>,
    cells: usize,
    /// The splits that can be undone: where the new cell begins, and the cell it was part of.
    splits: Vec<(u32, u32)>,
    /// The cells to count neighbours in, and whether each cell is among them.
    queue: Vec<u32>,
    is_waiting: Vec<bool>,
    /// For each vertex, the number of its neighbours in the current cell.
    counts: Vec<u32>,
    touched: Vec<u32>,
    /// For each cell, the number of touched vertices, which are moved to its end.
    tails: Vec<u32>,
    touched_cells: Vec<u32>,
    visits: u64,
}

impl Partition {
    /// The partition into classes of equal colour, in the order of the colours.
    pub(super) fn new(colours: &[u32]) -> Self {
        let n = colours.len();
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|&x| colours[x as usize]);
        let mut place = vec![0; n];
        let mut cell = vec![0; n];
        let mut len = vec![0; n];
        let mut queue = Vec::with_capacity(n);
        let mut start = 0;
        for (at, &x) in order.iter().enumerate() {
            if at == 0 || colours[x as usize] != colours[order[at - 1] as usize] {
                start = at;
                queue.push(at as u32);
            }
            place[x as usize] = at as u32;
            cell[x as usize] = start as u32;
            len[start] += 1;
        }
        let mut is_waiting = vec![false; n];
        queue.iter().for_each(|&start| is_waiting[start as usize] = true);
        Partition {
            order,
            place,
            cell,
            len,
            cells: queue.len(),
            splits: Vec::with_capacity(n),
            queue,
            is_waiting,
            counts: vec![0; n],
            touched: Vec::with_capacity(n),
            tails: vec![0; n],
            touched_cells: Vec::with_capacity(n),
            visits: 0,
        }
    }

    /// Whether every cell has one vertex.
    pub(super) fn is_discrete(&self) -> bool {
        self.cells == self.order.len()
    }

    /// The vertices in order.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The place of a vertex.
    pub(super) fn place(&self, x: u32) -> u32 {
        self.place[x as usize]
    }

    /// The vertices of the first cell with more than one, and where it begins. No cell before
    /// `from` has more than one.
    pub(super) fn first_crowded(&self, from: u32) -> (u32, &[u32]) {
        let mut start = from as usize;
        while self.len[start] == 1 {
            start += 1;
        }
        (start as u32, &self.order[start..start + self.len[start] as usize])
    }

    /// The number of neighbours looked at so far.
    pub(super) fn visits(&self) -> u64 {
        self.visits
    }

    /// The number of splits so far, for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Undoes all splits after a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some((new, old)) = self.splits.pop() else { return };
            let end = new + self.len[new as usize];
            for &x in &self.order[new as usize..end as usize] {
                self.cell[x as usize] = old;
            }
            self.len[old as usize] += self.len[new as usize];
            self.cells -= 1;
        }
    }

    /// Makes a vertex a cell of its own, after the rest of its cell.
    pub(super) fn single_out(&mut self, x: u32) {
        let cell = self.cell[x as usize];
        let last = cell + self.len[cell as usize] - 1;
        self.swap(self.place[x as usize], last);
        self.split(cell, last);
        self.enqueue(last);
    }

    /// Refines the partition until it is equitable or discrete. Returns the trace.
    pub(super) fn refine(&mut self, graph: &Graph) -> u64 {
        let mut trace = 0;
        let mut next = 0;
        while next < self.queue.len() && !self.is_discrete() {
            let start = self.queue[next];
            next += 1;
            self.is_waiting[start as usize] = false;
            trace = mix(trace, u64::from(start));
            trace = mix(trace, self.split_neighbours(graph, start));
        }
        for &start in &self.queue[next..] {
            self.is_waiting[start as usize] = false;
        }
        self.queue.clear();
        mix(trace, self.cells as u64)
    }

    /// Splits all cells by the numbers of neighbours in one of them. Returns what was seen.
    fn split_neighbours(&mut self, graph: &Graph, start: u32) -> u64 {
        self.count_neighbours(graph, start);
        // The order in which vertices of cells of their own are met depends on their names.
        let mut seen: u64 = 0;
        let touched = mem::take(&mut self.touched);
        for &y in &touched {
            let cell = self.cell[y as usize];
            if self.len[cell as usize] == 1 {
                seen = seen.wrapping_add(scattered(mix(u64::from(cell), u64::from(self.counts[y as usize]))));
                continue;
            }
            let tail = self.tails[cell as usize];
            if tail == 0 {
                self.touched_cells.push(cell);
            }
            self.swap(self.place[y as usize], cell + self.len[cell as usize] - 1 - tail);
            self.tails[cell as usize] += 1;
        }
        let mut cells = mem::take(&mut self.touched_cells);
        cells.sort_unstable();
        for &cell in &cells {
            seen = self.split_by_counts(cell, seen);
        }
        cells.clear();
        self.touched_cells = cells;
        for &y in &touched {
            self.counts[y as usize] = 0;
        }
        self.touched = touched;
        seen
    }

    fn count_neighbours(&mut self, graph: &Graph, start: u32) {
        self.touched.clear();
        let end = start + self.len[start as usize];
        for &x in &self.order[start as usize..end as usize] {
            let neighbours = graph.neighbours(x);
            self.visits += 1 + neighbours.len() as u64;
            for &y in neighbours {
                let count = &mut self.counts[y as usize];
                if *count == 0 {
                    self.touched.push(y);
                }
                *count += 1;
            }
        }
    }

    /// Splits a cell whose touched vertices are at its end by their counts.
    fn split_by_counts(&mut self, cell: u32, mut seen: u64) -> u64 {
        let tail = mem::take(&mut self.tails[cell as usize]);
        let end = cell + self.len[cell as usize];
        let from = end - tail;
        let counts = &self.counts;
        let vertices = &mut self.order[from as usize..end as usize];
        let count = |x: &u32| counts[*x as usize];
        let first = count(&vertices[0]);
        seen = mix(mix(seen, u64::from(cell)), u64::from(from));
        let uniform = vertices.iter().all(|x| count(x) == first);
        if uniform && from == cell {
            return mix(seen, u64::from(first));
        }
        if !uniform {
            vertices.sort_unstable_by_key(count);
            for (at, &x) in (from..).zip(&*vertices) {
                self.place[x as usize] = at;
            }
        }
        // From the end, so that each vertex gets its new cell once.
        let splits = self.splits.len();
        let inner = if uniform { 0..0 } else { from + 1..end };
        for at in inner.rev() {
            let [before, here] = [at - 1, at].map(|at| self.counts[self.order[at as usize] as usize]);
            if before != here {
                seen = mix(mix(seen, u64::from(at)), u64::from(here));
                self.split(cell, at);
            }
        }
        if from > cell {
            self.split(cell, from);
        }
        seen = mix(seen, u64::from(self.counts[self.order[from as usize] as usize]));
        self.enqueue_parts(cell, splits);
        seen
    }

    /// Enqueues the parts of a cell that was split: all of them if the cell was waiting, otherwise
    /// all but the largest, whose counts follow from the others.
    fn enqueue_parts(&mut self, cell: u32, splits: usize) {
        let skipped = if self.is_waiting[cell as usize] {
            cell
        } else {
            let parts = self.splits[splits..].iter().map(|&(part, _)| part);
            // The first of the largest.
            parts.fold(
                cell,
                |largest, part| {
                    if self.len[part as usize] > self.len[largest as usize] { part } else { largest }
                },
            )
        };
        if skipped != cell {
            self.enqueue(cell);
        }
        for i in splits..self.splits.len() {
            let part = self.splits[i].0;
            if part != skipped {
                self.enqueue(part);
            }
        }
    }

    fn enqueue(&mut self, cell: u32) {
        self.is_waiting[cell as usize] = true;
        self.queue.push(cell);
    }

    /// Splits a cell in two; the second begins at `at`.
    fn split(&mut self, cell: u32, at: u32) {
        let end = cell + self.len[cell as usize];
        self.len[cell as usize] = at - cell;
        self.len[at as usize] = end - at;
        for &x in &self.order[at as usize..end as usize] {
            self.cell[x as usize] = at;
        }
        self.cells += 1;
        self.splits.push((at, cell));
    }

    fn swap(&mut self, a: u32, b: u32) {
        let [x, y] = [self.order[a as usize], self.order[b as usize]];
        self.order.swap(a as usize, b as usize);
        (self.place[x as usize], self.place[y as usize]) = (b, a);
    }
}

/// Spreads the bits of a hash, so that sums of hashes differ if the summands do.
fn scattered(hash: u64) -> u64 {
    (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Mixes a number into a hash.
pub(super) fn mix(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
