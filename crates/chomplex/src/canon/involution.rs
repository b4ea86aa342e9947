//! Involutions that fold a poset: automorphisms of order two whose fixed elements form a down-set.
//!
//! The search decides, one after another, which elements the map exchanges and which it fixes.
//! After each decision the `cells` show what follows. While nothing is exchanged, the search takes
//! an undecided element of lowest level: it is either exchanged with another one of its cell, or
//! fixed. Once two elements are exchanged, everything above them is moved too, and only moved cells
//! need decisions: when these are down to single elements, the identity on all other elements
//! completes an automorphism. So the search is complete.
//!
//! A map that was found is extended to move more elements while that is easy, so that few folds
//! lead to the simplest form.

use hashbrown::HashMap;

use crate::bits::{GOLDEN, split_mix};
use crate::budget::Budget;
use crate::canon::cells::{Cells, Halt, Refiner};
use crate::shape::Shape;

/// The result of a search for an involution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvolutionSearch {
    /// An involution exists: the image of each element, by the numbers of the shape.
    Involution(Vec<usize>),
    /// There is no such involution.
    None,
    /// Unknown: the effort or the budget was spent.
    GaveUp,
}

/// Searches for an automorphism of order two whose fixed elements form a down-set. It visits at
/// most `effort` elements, counting every visit.
///
/// ```
/// use chomplex::Budget;
/// use chomplex::canon::involution::{InvolutionSearch, find};
/// use chomplex::Position;
/// use chomplex::shape::Shape;
/// let seek = |expression: &str| {
///     let position: Position = expression.parse().unwrap();
///     find(&Shape::new(position.poset(), position.remaining()), 100_000, &Budget::default())
/// };
/// // A path of three vertices can be turned round; in one of four the middle edge would be turned over.
/// assert_eq!(seek("path(3)"), InvolutionSearch::Involution(vec![2, 1, 0, 4, 3]));
/// assert_eq!(seek("path(4)"), InvolutionSearch::None);
/// ```
#[must_use]
pub fn find(shape: &Shape<'_>, effort: u64, budget: &Budget) -> InvolutionSearch {
    let mut search = Search { shape, refiner: Refiner::new(shape, effort), budget, checked: effort };
    match search.run() {
        Ok(Some(images)) => {
            assert!(folds(shape, &images), "the search leads to an involution");
            InvolutionSearch::Involution(images)
        }
        Ok(None) => InvolutionSearch::None,
        Err(GaveUp) => InvolutionSearch::GaveUp,
    }
}

/// Whether a map is an automorphism of order two whose fixed elements form a down-set.
#[must_use]
pub fn folds(shape: &Shape<'_>, images: &[usize]) -> bool {
    let n = shape.len();
    // For each element, the last x whose image was seen to cover it.
    let mut seen = vec![usize::MAX; n];
    let mut keeps_covers = |x: usize| {
        let below = shape.lower(images[x]);
        below.iter().for_each(|&y| seen[y] = x);
        below.len() == shape.lower(x).len() && shape.lower(x).iter().all(|&y| seen[images[y]] == x)
    };
    let below_is_fixed = |x: usize| images[x] != x || shape.lower(x).iter().all(|&y| images[y] == y);
    images.len() == n
        && images.iter().all(|&y| y < n)
        && (0..n).any(|x| images[x] != x)
        && (0..n).all(|x| images[images[x]] == x && below_is_fixed(x) && keeps_covers(x))
}

/// The effort or the budget was spent.
struct GaveUp;

/// The number of visits between two checks of the budget.
const PAUSE: u64 = 1 << 16;

/// Decisions are kept on a stack of copies of the cells. This is the largest total number of
/// elements on the stack.
const STACKED: usize = 1 << 22;

/// The number of elements of a cell tried as partners when a map is extended.
const PARTNERS: usize = 8;

struct Search<'a> {
    shape: &'a Shape<'a>,
    refiner: Refiner<'a>,
    budget: &'a Budget,
    /// The effort left at the last check of the budget.
    checked: u64,
}

/// An involution that was found: all moved cells have one element.
struct Complete {
    /// The cells before the last choices, which another involution may not need.
    before: Cells,
    after: Cells,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Option<Vec<usize>>, GaveUp> {
        let mut cells = self.refiner.begin();
        if !self.refine(&mut cells)? {
            return Ok(None);
        }
        if let Some(complete) = self.exchange_twins(&cells)? {
            return Ok(Some(self.extend(complete).images()));
        }
        while let Some(cell) = self.lowest(&cells, false)? {
            let (x, others) = partners(&cells, cell);
            for y in others {
                if let Some(complete) = self.try_exchange(&cells, x, y, 1)? {
                    return Ok(Some(self.extend(complete).images()));
                }
            }
            cells.fix(x);
            if !self.refine(&mut cells)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Draws the conclusions from the decisions. Returns whether an involution may still exist.
    fn refine(&mut self, cells: &mut Cells) -> Result<bool, GaveUp> {
        if self.checked - self.refiner.left() >= PAUSE {
            self.checked = self.refiner.left();
            self.budget.check().map_err(|_| GaveUp)?;
        }
        match self.refiner.refine(cells) {
            Ok(()) => Ok(true),
            Err(Halt::Clash) => Ok(false),
            Err(Halt::Effort) => Err(GaveUp),
        }
    }

    fn spend(&mut self, visits: usize) -> Result<(), GaveUp> {
        self.refiner.spend(visits).map_err(|_| GaveUp)
    }

    /// A copy of the cells in which to make decisions.
    fn copy(&mut self, cells: &Cells) -> Result<Cells, GaveUp> {
        self.spend(1 + self.shape.len() / 4)?;
        Ok(cells.clone())
    }

    /// The smallest cell on the lowest level among the crowded cells that are moved, or those that
    /// are not.
    fn lowest(&mut self, cells: &Cells, moved: bool) -> Result<Option<usize>, GaveUp> {
        self.spend(1 + cells.len() / 4)?;
        let crowded = (0..cells.len()).filter(|&cell| cells.is_crowded(cell) && cells.is_moved(cell) == moved);
        Ok(crowded.min_by_key(|&cell| (self.refiner.level(cells, cell), cells.elements(cell).len())))
    }

    /// The cells after x and y are exchanged, if this is possible.
    fn exchange(&mut self, cells: &Cells, x: usize, y: usize) -> Result<Option<Cells>, GaveUp> {
        if self.refiner.cannot_exchange(x, y).map_err(|_| GaveUp)? {
            return Ok(None);
        }
        let mut next = self.copy(cells)?;
        next.exchange(x, y);
        Ok(self.refine(&mut next)?.then_some(next))
    }

    /// An involution that exchanges as many pairs of elements with the same surroundings as
    /// possible, if this leads to one.
    fn exchange_twins(&mut self, cells: &Cells) -> Result<Option<Complete>, GaveUp> {
        let twins = self.twins(cells)?;
        if twins.is_empty() {
            return Ok(None);
        }
        let mut next = self.copy(cells)?;
        twins.into_iter().for_each(|(x, y)| next.exchange(x, y));
        if !self.refine(&mut next)? {
            return Ok(None);
        }
        Ok(self.complete_simply(&next)?.map(|after| Complete { before: next, after }))
    }

    /// Pairs of elements of one cell that seem to have the same surroundings. No pair is above
    /// another.
    fn twins(&mut self, cells: &Cells) -> Result<Vec<(usize, usize)>, GaveUp> {
        self.spend(1 + self.shape.covers() / 4)?;
        let sum = |x: usize| self.shape.lower(x).iter().map(|&y| mix(y as u64)).fold(0, u64::wrapping_add);
        let below: Vec<u64> = (0..self.shape.len()).map(sum).collect();
        // A hash of what x covers, and of what the elements covering x cover besides x.
        let surroundings = |x: usize| {
            let besides = self.shape.upper(x).iter().map(|&z| mix(below[z].wrapping_sub(mix(x as u64))));
            mix(below[x]).wrapping_add(besides.fold(0, u64::wrapping_add))
        };
        let mut twins = Vec::new();
        let mut alone: HashMap<u64, usize> = HashMap::new();
        // Whether an element is in a pair, or above an element that is.
        let mut moved = vec![false; self.shape.len()];
        for x in 0..self.shape.len() {
            moved[x] = self.shape.lower(x).iter().any(|&y| moved[y]);
            if moved[x] || !cells.is_crowded(cells.cell(x)) {
                continue;
            }
            let key = surroundings(x);
            match alone.remove(&key) {
                Some(y) if cells.cell(x) == cells.cell(y) => {
                    twins.push((x, y));
                    (moved[x], moved[y]) = (true, true);
                }
                _ => _ = alone.insert(key, x),
            }
        }
        Ok(twins)
    }

    /// Searches all involutions that exchange x and y.
    fn try_exchange(&mut self, cells: &Cells, x: usize, y: usize, depth: usize) -> Result<Option<Complete>, GaveUp> {
        match self.exchange(cells, x, y)? {
            Some(next) => self.complete(next, depth),
            None => Ok(None),
        }
    }

    /// Searches all involutions with these cells, some of which are moved.
    fn complete(&mut self, cells: Cells, depth: usize) -> Result<Option<Complete>, GaveUp> {
        if let Some(after) = self.complete_simply(&cells)? {
            return Ok(Some(Complete { before: cells, after }));
        }
        if depth * self.shape.len() > STACKED {
            return Err(GaveUp);
        }
        let Some(cell) = self.lowest(&cells, true)? else { return Ok(None) };
        let (x, others) = partners(&cells, cell);
        for y in others {
            if let Some(complete) = self.try_exchange(&cells, x, y, depth + 1)? {
                return Ok(Some(complete));
            }
        }
        Ok(None)
    }

    /// Tries one involution with these cells: elements that need not move are fixed where it
    /// matters, and otherwise the first choice is taken.
    fn complete_simply(&mut self, cells: &Cells) -> Result<Option<Cells>, GaveUp> {
        let mut cells = self.copy(cells)?;
        while let Some(cell) = self.lowest(&cells, true)? {
            let (x, mut others) = partners(&cells, cell);
            let y = others.next();
            drop(others);
            if !self.fix_below(&mut cells, x) {
                let Some(y) = y else { return Ok(None) };
                cells.exchange(x, y);
            }
            if !self.refine(&mut cells)? {
                return Ok(None);
            }
        }
        Ok(Some(cells))
    }

    /// Fixes all elements of each crowded cell just below x that is not moved. Returns whether
    /// there are any.
    fn fix_below(&self, cells: &mut Cells, x: usize) -> bool {
        let mut any = false;
        for &y in self.shape.lower(x) {
            let cell = cells.cell(y);
            if cells.is_crowded(cell) && !cells.is_moved(cell) {
                any = true;
                let elements: Vec<u32> = cells.elements(cell).to_vec();
                elements.into_iter().for_each(|z| cells.fix(z as usize));
            }
        }
        any
    }

    /// Extends an involution to move more elements, while that is easy.
    fn extend(&mut self, found: Complete) -> Cells {
        let Complete { mut before, mut after } = found;
        while let Ok(Some(cell)) = self.lowest(&before, false) {
            let (x, others) = partners(&before, cell);
            let others: Vec<usize> = others.take(PARTNERS).collect();
            let better = others.into_iter().find_map(|y| self.try_more(&before, x, y).transpose());
            match better {
                Some(Ok(more)) => Complete { before, after } = more,
                Some(Err(GaveUp)) => break,
                None => {
                    before.fix(x);
                    if !matches!(self.refine(&mut before), Ok(true)) {
                        break;
                    }
                }
            }
        }
        after
    }

    fn try_more(&mut self, cells: &Cells, x: usize, y: usize) -> Result<Option<Complete>, GaveUp> {
        let Some(before) = self.exchange(cells, x, y)? else { return Ok(None) };
        Ok(self.complete_simply(&before)?.map(|after| Complete { before, after }))
    }
}

/// The first element of a cell, and the elements it may be exchanged with.
fn partners(cells: &Cells, cell: usize) -> (usize, impl Iterator<Item = usize>) {
    let x = cells.elements(cell)[0] as usize;
    let others = cells.elements(cells.mate(cell)).iter().map(|&y| y as usize).filter(move |&y| y != x);
    (x, others)
}

/// Number x + 1 of a sequence of random words.
fn mix(x: u64) -> u64 {
    split_mix(x.wrapping_add(1).wrapping_mul(GOLDEN))
}
