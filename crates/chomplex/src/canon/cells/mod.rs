//! The state of a search for an involution: cells of elements, and the cell that each is mapped to.
//!
//! The elements are divided into *cells*, and each cell has a *mate*, which may be the cell itself:
//! the involution maps every cell onto its mate. All elements of a cell are on the same level. A
//! cell is *moved* if the involution is known to move all its elements: its mate is another cell,
//! or something below it is moved.
//!
//! Refinement splits cells until all elements of a cell have equally many neighbours in every other
//! cell, and as many as their images have in its mate (colour refinement on two colourings at
//! once). If the parts cannot be matched, there is no such involution. The same holds if a moved
//! cell with an odd number of elements is its own mate.
//!
//! To show that `boundary(6)` has no fold takes 50 µs; a tree of a thousand vertices with an odd
//! cycle folds in milliseconds. Twins are exchanged all at once. The work is bounded, and what was
//! not found within the bound is not claimed to be absent.

mod refiner;

pub(crate) use self::refiner::Refiner;

/// Why refinement stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// There is no such involution.
    Clash,
    /// The effort is spent.
    Effort,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The elements are `order[start..start + len]`.
    start: u32,
    len: u32,
    mate: u32,
    moved: bool,
    /// Whether the cell or its mate is in the queue, to be compared with its neighbours.
    waiting: bool,
}

/// A partition of the elements into cells with mates.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    order: Vec<u32>,
    /// The index of each element in `order`.
    place: Vec<u32>,
    /// The cell of each element.
    of: Vec<u32>,
    cells: Vec<Cell>,
    queue: Vec<u32>,
}

impl Cells {
    /// Puts elements with equal keys into one cell. Each cell is its own mate.
    fn new(keys: &[[usize; 3]]) -> Self {
        let n = keys.len();
        let mut order: Vec<u32> = (0..narrow(n)).collect();
        order.sort_by_key(|&x| keys[x as usize]);
        let mut all = Cells { order, place: vec![0; n], of: vec![0; n], cells: Vec::new(), queue: Vec::new() };
        for at in 0..n {
            let x = all.order[at] as usize;
            if at == 0 || keys[x] != keys[all.order[at - 1] as usize] {
                let id = narrow(all.cells.len());
                all.cells.push(Cell { start: narrow(at), len: 0, mate: id, moved: false, waiting: true });
                all.queue.push(id);
            }
            let id = all.cells.len() - 1;
            all.cells[id].len += 1;
            (all.place[x], all.of[x]) = (narrow(at), narrow(id));
        }
        all
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The elements of a cell.
    pub(crate) fn elements(&self, cell: usize) -> &[u32] {
        let Cell { start, len, .. } = self.cells[cell];
        &self.order[start as usize..(start + len) as usize]
    }

    /// The cell that a cell is mapped onto.
    pub(crate) fn mate(&self, cell: usize) -> usize {
        self.cells[cell].mate as usize
    }

    /// Whether all elements of a cell are known to be moved.
    pub(crate) fn is_moved(&self, cell: usize) -> bool {
        self.cells[cell].moved
    }

    /// Whether a cell has more than one element.
    pub(crate) fn is_crowded(&self, cell: usize) -> bool {
        self.cells[cell].len > 1
    }

    /// The cell of an element.
    pub(crate) fn cell(&self, x: usize) -> usize {
        self.of[x] as usize
    }

    /// The involution that maps each element to the one in the mate of its cell, and fixes the
    /// elements of crowded cells.
    pub(crate) fn images(&self) -> Vec<usize> {
        let image = |x: usize| match self.elements(self.mate(self.cell(x))) {
            &[y] => y as usize,
            _ => x,
        };
        (0..self.order.len()).map(image).collect()
    }

    /// Decides that the involution exchanges x with another element y, in the mate of its cell.
    pub(crate) fn exchange(&mut self, x: usize, y: usize) {
        debug_assert!(x != y && self.mate(self.cell(x)) == self.cell(y));
        let [a, b] = [x, y].map(|z| self.single_out(z));
        for (cell, mate) in [(a, b), (b, a)] {
            self.cells[cell].mate = narrow(mate);
            self.cells[cell].moved = true;
        }
        self.enqueue(a);
    }

    /// Decides that the involution fixes an element of a cell that is its own mate.
    pub(crate) fn fix(&mut self, x: usize) {
        let cell = self.single_out(x);
        self.cells[cell].mate = narrow(cell);
        self.enqueue(cell);
    }

    /// Moves an element to a cell of its own.
    fn single_out(&mut self, x: usize) -> usize {
        let cell = self.cell(x);
        if self.cells[cell].len == 1 { cell } else { self.split_off(cell, &[narrow(x)]) }
    }

    /// Moves some elements of a cell, but not all, to a new one. The new cell is moved if the old
    /// one is, and has no mate yet.
    fn split_off(&mut self, cell: usize, elements: &[u32]) -> usize {
        let id = self.cells.len();
        let end = self.cells[cell].start + self.cells[cell].len;
        for (at, &x) in (0..end).rev().zip(elements) {
            // Swap x with the last element that stays.
            let (from, other) = (self.place[x as usize], self.order[at as usize]);
            self.order.swap(from as usize, at as usize);
            (self.place[x as usize], self.place[other as usize]) = (at, from);
            self.of[x as usize] = narrow(id);
        }
        let len = narrow(elements.len());
        self.cells[cell].len -= len;
        let moved = self.cells[cell].moved;
        self.cells.push(Cell { start: end - len, len, mate: narrow(id), moved, waiting: false });
        id
    }

    fn enqueue(&mut self, cell: usize) {
        if !self.cells[cell].waiting {
            let mate = self.mate(cell);
            self.cells[cell].waiting = true;
            self.cells[mate].waiting = true;
            self.queue.push(narrow(cell));
        }
    }

    /// Marks a cell and its mate as moved.
    fn mark_moved(&mut self, cell: usize) {
        if !self.cells[cell].moved {
            let mate = self.mate(cell);
            self.cells[cell].moved = true;
            self.cells[mate].moved = true;
            self.enqueue(cell);
        }
    }
}

fn narrow(x: usize) -> u32 {
    u32::try_from(x).expect("a poset has fewer than 2^32 elements")
}
