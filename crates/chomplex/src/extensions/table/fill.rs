//! Fills a table: the parts of a set before the set.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::{RwLock, RwLockReadGuard};

use super::sets::Sets;
use super::{Component, Table, interleave, split};
use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::symmetry::Symmetry;
use crate::crew;
use crate::table::wide::{Product, add};

/// Why a worker ended early.
enum Ended {
    Stop(Stop),
    /// There are more sets than allowed.
    TooMany,
    /// Another worker has finished.
    Done,
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Ended::Stop(stop)
    }
}

/// Ranks results: a worker that finished speaks for all; if there is none, one that was stopped.
fn rank(result: &Result<(), Ended>) -> usize {
    match result {
        Ok(()) => 0,
        Err(Ended::Stop(_)) => 1,
        Err(Ended::TooMany) => 2,
        Err(Ended::Done) => 3,
    }
}

/// State shared by the workers.
struct Common<'a, const N: usize> {
    table: &'a Table<N>,
    /// All workers read and insert concurrently. A worker that needs more room takes the write
    /// lock, which waits for the others.
    sets: RwLock<Sets<N>>,
    most: usize,
    done: AtomicBool,
}

impl<const N: usize> Table<N> {
    /// Counts the linear extensions of all connected sets. Returns `false` if there are more than
    /// `most` of them when the table has to grow.
    ///
    /// The threads start at opposite ends and use each other's results.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn fill(&mut self, most: usize, threads: usize, budget: &Budget) -> Result<bool, Stop> {
        let sets = std::mem::replace(&mut self.sets, Sets::new(&[], budget));
        let common = Common { table: self, sets: RwLock::new(sets), most, done: AtomicBool::new(false) };
        let work = |turn: usize| Filler::new(&common, turn, budget).run();
        let result = crew::map(0..threads, work).into_iter().min_by_key(rank).expect("there is a worker");
        self.sets = common.sets.into_inner();
        match result {
            Ok(()) => Ok(true),
            Err(Ended::TooMany | Ended::Done) => Ok(false),
            Err(Ended::Stop(stop)) => Err(stop),
        }
    }
}

/// What remains after one element is removed.
struct Rest {
    /// The end of its parts in the list of parts.
    parts: usize,
    singles: usize,
}

/// A part that is looked up, and where it was found.
struct Wanted<const N: usize> {
    part: Component<N>,
    place: usize,
}

/// One worker.
struct Filler<'a, const N: usize> {
    common: &'a Common<'a, N>,
    sets: RwLockReadGuard<'a, Sets<N>>,
    symmetry: Symmetry<N>,
    meter: Meter,
    /// Whether it starts with the last element.
    backwards: bool,
    product: Product,
    sum: Vec<u64>,
    /// The parts and rests of all sets in progress, the innermost last.
    wanted: Vec<Wanted<N>>,
    rests: Vec<Rest>,
}

impl<'a, const N: usize> Filler<'a, N> {
    fn new(common: &'a Common<'a, N>, turn: usize, budget: &Budget) -> Self {
        Filler {
            common,
            sets: common.sets.read(),
            symmetry: common.table.symmetry.clone(),
            meter: budget.meter(100),
            backwards: turn % 2 == 1,
            product: Product::one(),
            sum: Vec::new(),
            wanted: Vec::new(),
            rests: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), Ended> {
        let set = Bits::below(self.common.table.elements.len());
        let maximal = self.common.table.fragments.maximal(set);
        let result = self.evaluate(Component::new(set), maximal);
        // However one worker ended, the others need not go on.
        self.common.done.store(true, Relaxed);
        result.map(|_| ())
    }

    /// Counts the linear extensions of a set that is not in the table and has these maximal
    /// elements. Returns its place.
    fn evaluate(&mut self, part: Component<N>, maximal: Bits<N>) -> Result<usize, Ended> {
        self.meter.tick()?;
        RwLockReadGuard::bump(&mut self.sets);
        if self.common.done.load(Relaxed) {
            return Err(Ended::Done);
        }
        let (first_part, first_rest) = (self.wanted.len(), self.rests.len());
        self.take_apart(&part, maximal)?;
        let last_part = self.wanted.len();
        for i in first_part..last_part {
            let i = if self.backwards { first_part + last_part - 1 - i } else { i };
            let wanted = self.wanted[i].part;
            self.wanted[i].place = match self.sets.find(&wanted) {
                Some(place) => place,
                None => {
                    let maximal = self.common.table.maximal_within(&part, maximal, &wanted);
                    self.evaluate(wanted, maximal)?
                }
            };
        }
        self.add_up(first_part, first_rest, self.common.table.words[part.size]);
        self.wanted.truncate(first_part);
        self.rests.truncate(first_rest);
        self.add(&part)
    }

    /// Records what remains of a set after one element is removed, in all ways.
    fn take_apart(&mut self, whole: &Component<N>, maximal: Bits<N>) -> Result<(), Stop> {
        let Filler { common, sets, symmetry, wanted, rests, .. } = self;
        let fragments = &common.table.fragments;
        for x in maximal.iter() {
            let singles = split(fragments, symmetry, (whole, maximal, x), |part| {
                sets.prefetch(&part);
                wanted.push(Wanted { part, place: 0 });
            })?;
            rests.push(Rest { parts: wanted.len(), singles });
        }
        Ok(())
    }

    /// Sums the linear extensions of the rests.
    fn add_up(&mut self, first_part: usize, first_rest: usize, words: usize) {
        let Filler { common, sets, product, sum, wanted, rests, .. } = self;
        let number = |wanted: &Wanted<N>| sets.number(wanted.part.size, wanted.place);
        sum.clear();
        sum.resize(words, 0);
        let mut start = first_part;
        for rest in &rests[first_rest..] {
            match (&wanted[start..rest.parts], rest.singles) {
                ([one], 0) => add(sum, number(one)),
                (parts, singles) => {
                    let parts = parts.iter().map(|wanted| (wanted.part.size, number(wanted)));
                    interleave(product, &common.table.binomials, parts, singles);
                    add(sum, product.words().iter().copied());
                }
            }
            start = rest.parts;
        }
    }

    /// Adds a set with the sum as its number. Returns its place.
    fn add(&mut self, part: &Component<N>) -> Result<usize, Ended> {
        loop {
            if let Some(place) = self.sets.add(part, &self.sum) {
                return Ok(place);
            }
            if self.sets.len() > self.common.most {
                return Err(Ended::TooMany);
            }
            let common = self.common;
            RwLockReadGuard::unlocked(&mut self.sets, || common.sets.write().grow(part.size))?;
        }
    }
}
