//! The search over pairs (position, nimber).
//!
//! The question is always whether a position has a certain value. A position has value v if every
//! smaller value occurs among its options and v does not. So the search looks for the values 0, 1,
//! 2, … among the options, in this order, until one is missing or the value in question has been
//! found.
//!
//! What is known of all options is looked up before any of them is searched, or of a few at a time
//! when only a lost option is sought. A search of an option asks only whether it has the value that
//! is looked for (Lemoine and Viennot, *Nimbers are inevitable*, 2012). For a sum, all parts except
//! the largest are valued first, and the question is then put to the largest part.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::kernel::{Kernel, Parts};
use crate::rule::RuleId;

use super::knowledge::{Knowledge, Note};
use super::shared::{Run, Shared};
use super::table::{Stored, Table};

/// One thread's view of a search.
pub(crate) struct Worker<K: Kernel<N>, const N: usize> {
    kernel: K,
    shared: Arc<Shared<N>>,
    run: Arc<Run>,
    /// The table as it was when the last position was begun, and its generation.
    table: Arc<Table<N>>,
    generation: u64,
    /// Number of new entries not yet reported to `shared`.
    fresh: u64,
    meter: Meter,
    /// A stack of the options of the positions being searched, the current position's on top; and
    /// the keys of their parts.
    options: Vec<Opt>,
    keys: Vec<Bits<N>>,
    /// Scratch space.
    positions: Vec<K::Position>,
    parts: Parts<N>,
    /// The number of this worker among several.
    number: usize,
    manner: Manner,
    /// At this number of positions, the worker switches to another manner.
    pause: u64,
    /// At this number of positions, the worker gives up so that others can help.
    alone: u64,
}

/// How the options of a position are searched.
///
/// Which is better depends on the game. Pairs are better where few values are small and much can be
/// skipped: a wheel of 13 spokes takes 951 positions instead of 30,016. Where values are large, a
/// position would be searched again for one value after another, so it is better to find its value
/// once and for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Search only as far as the value in question requires.
    Pairs,
    /// Find the full value.
    Values,
}

/// An option: a sum of parts, some of which have a known value.
#[derive(Clone, Copy, Debug)]
struct Opt {
    /// The keys of the parts that have no value yet, `keys[first..first + len]`, the largest first.
    first: u32,
    len: u16,
    /// The nim-sum of the other parts.
    sum: u16,
    /// The sum of the ranks of the parts without a value. Options with small ranks are searched
    /// first.
    rank: u16,
    known: Knowledge,
    /// The likely value, if the kernel has a guess for every part.
    guess: Option<u16>,
}

/// Number of positions in the first turn; the longer one is used where full values are probably
/// needed.
const FIRST_TURN: u64 = 1 << 12;
const LONG_FIRST_TURN: u64 = 1 << 20;

/// Number of new entries after which they are reported to `shared`.
const TOLD: u64 = 64;

/// Number of options looked up at a time when only a lost option is sought.
const FEW: usize = 8;

/// Number of options prepared while the table prefetches the entries of the first of them.
const AHEAD: usize = 6;

impl<const N: usize, K: Kernel<N>> Worker<K, N> {
    pub(crate) fn new(kernel: K, shared: Arc<Shared<N>>, run: Arc<Run>, meter: Meter, number: usize) -> Self {
        let (table, generation) = shared.table();
        let (options, keys, positions) = (Vec::new(), Vec::new(), Vec::new());
        Worker {
            kernel,
            shared,
            run,
            table,
            generation,
            fresh: 0,
            meter,
            options,
            keys,
            positions,
            parts: Parts::default(),
            number,
            manner: Manner::Pairs,
            pause: u64::MAX,
            alone: u64::MAX,
        }
    }

    /// The number of positions examined.
    pub(crate) fn positions(&self) -> u64 {
        self.meter.positions()
    }

    /// The theorems that were used.
    pub(crate) fn used(&self) -> &[RuleId] {
        &self.parts.used
    }

    /// Finds the value of a position, alternating between both manners, with longer and longer
    /// turns; what one finds helps the other. Several workers begin with different manners.
    pub(crate) fn value_in_turns(&mut self, position: K::Position, begin: Manner) -> Result<u16, Stop> {
        let (manners, first) = match begin {
            Manner::Pairs => ([Manner::Pairs, Manner::Values], FIRST_TURN),
            Manner::Values => ([Manner::Values, Manner::Pairs], LONG_FIRST_TURN),
        };
        let mut found = Err(Stop::Positions);
        for turn in 0..2 * u32::BITS as usize {
            self.manner = manners[(turn + self.number) % 2];
            self.pause = self.meter.positions() + (first << (turn / 2));
            found = self.value(position);
            if found != Err(Stop::Positions) || self.meter.positions() < self.pause {
                break;
            }
        }
        (self.manner, self.pause) = (Manner::Pairs, u64::MAX);
        found
    }

    /// Runs `work` on at most `positions` positions; `None` if these were not enough.
    pub(crate) fn within<T>(
        &mut self,
        positions: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Option<Result<T, Stop>> {
        self.alone = self.meter.positions().saturating_add(positions);
        let done = work(self);
        let enough = self.meter.positions() < self.alone;
        self.alone = u64::MAX;
        (done.is_ok() || enough).then_some(done)
    }

    /// Continues with another budget.
    pub(crate) fn continue_with(&mut self, budget: &Budget) {
        self.meter.continue_with(budget);
        self.kernel.continue_with(budget);
    }

    /// What is known of a position without searching.
    pub(crate) fn known(&mut self, position: K::Position) -> Result<Knowledge, Stop> {
        let option = self.option(position)?;
        let option = self.look_up(option);
        self.keys.truncate(option.first as usize);
        Ok(option.known)
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: K::Position) -> Result<u16, Stop> {
        self.asked(position, |worker, option| {
            let rest = worker.all_but_largest(option)?;
            if option.len == 0 {
                return Ok(rest);
            }
            Ok(rest ^ worker.key_value(worker.keys[option.first as usize])?)
        })
    }

    /// Whether a position has this value.
    pub(crate) fn is(&mut self, position: K::Position, value: u16) -> Result<bool, Stop> {
        self.asked(position, |worker, option| worker.option_is(option, value))
    }

    fn asked<T>(
        &mut self,
        position: K::Position,
        ask: impl FnOnce(&mut Self, Opt) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let depth = (self.options.len(), self.keys.len());
        let option = self.option(position)?;
        let answer = ask(self, option);
        self.options.truncate(depth.0);
        self.keys.truncate(depth.1);
        answer
    }

    /// Reduces a position to a sum of keys, and pushes the keys.
    #[inline]
    fn option(&mut self, position: K::Position) -> Result<Opt, Stop> {
        self.parts.clear();
        self.kernel.reduce(position, &mut self.parts)?;
        let first = self.keys.len();
        self.keys.extend_from_slice(&self.parts.open);
        let size = |key: Bits<N>| self.kernel.len(key);
        if self.parts.open.len() > 1 {
            self.keys[first..].sort_by_cached_key(|&key| (Reverse(size(key)), key));
        }
        let rank = self.keys[first..].iter().map(|&key| self.kernel.rank(key)).sum::<usize>();
        let guesses = self.keys[first..].iter().map(|&key| self.kernel.guess(key));
        let guess = guesses.into_iter().try_fold(self.parts.sum, |sum, guess| Some(sum ^ guess?));
        Ok(Opt {
            first: first as u32,
            len: (self.keys.len() - first) as u16,
            sum: self.parts.sum,
            rank: rank as u16,
            known: Knowledge::NOTHING,
            guess,
        })
    }

    /// Fills in what the table knows about an option.
    #[inline]
    fn look_up(&self, mut option: Opt) -> Opt {
        let keys = &self.keys[option.first as usize..][..option.len.into()];
        option.known = match keys {
            [] => Knowledge::Exact(option.sum),
            [key] => self.table.get(*key).plus(option.sum),
            _ => {
                let mut open = None;
                let mut sum = option.sum;
                for &key in keys {
                    match (self.table.get(key), open) {
                        (Knowledge::Exact(value), _) => sum ^= value,
                        (known, None) => open = Some(known),
                        (_, Some(_)) => return option,
                    }
                }
                open.unwrap_or(Knowledge::Exact(0)).plus(sum)
            }
        };
        option
    }

    /// Whether a sum has this value.
    fn option_is(&mut self, option: Opt, value: u16) -> Result<bool, Stop> {
        let rest = self.all_but_largest(option)?;
        if option.len == 0 { Ok(rest == value) } else { self.key_is(self.keys[option.first as usize], value ^ rest) }
    }

    /// The nim-sum of all parts of an option except the largest.
    fn all_but_largest(&mut self, option: Opt) -> Result<u16, Stop> {
        let mut sum = option.sum;
        for i in (1..option.len).rev() {
            sum ^= self.key_value(self.keys[option.first as usize + usize::from(i)])?;
        }
        Ok(sum)
    }

    fn key_value(&mut self, key: Bits<N>) -> Result<u16, Stop> {
        match self.table.get(key) {
            Knowledge::Exact(value) => Ok(value),
            known @ Knowledge::Not(_) => {
                let found = self.search(key, None, known)?;
                Ok(found.value().expect("the value was asked for"))
            }
        }
    }

    fn key_is(&mut self, key: Bits<N>, value: u16) -> Result<bool, Stop> {
        let known = self.table.get(key);
        match known.is(value) {
            Some(answer) => Ok(answer),
            // The search ends with enough knowledge to decide this; if it does not name the value,
            // the position has another one.
            None => Ok(self.search(key, Some(value), known)?.is(value).unwrap_or(false)),
        }
    }

    /// Searches a position until its value is known, or at least whether it is the value in
    /// question.
    fn search(&mut self, key: Bits<N>, wanted: Option<u16>, known: Knowledge) -> Result<Knowledge, Stop> {
        let wanted = wanted.filter(|_| self.manner == Manner::Pairs);
        let before = self.meter.positions();
        self.meter.tick()?;
        if self.run.is_done() || self.meter.positions() >= self.pause.min(self.alone) {
            return Err(Stop::Positions);
        }
        if self.generation != self.shared.generation() {
            (self.table, self.generation) = self.shared.table();
        }
        let depth = (self.options.len(), self.keys.len());
        self.run.begin(key);
        let position = self.kernel.position(key);
        let found = match (wanted, self.kernel.guess(key)) {
            (Some(0), None) => self.search_lost(position),
            (_, guess) => self.search_values(position, wanted, guess),
        };
        self.run.leave(key);
        self.options.truncate(depth.0);
        self.keys.truncate(depth.1);
        let found = known.and(found?);
        self.note(key, Note::new(found, self.meter.positions() - before));
        Ok(found)
    }

    fn note(&mut self, key: Bits<N>, note: Note) {
        if self.table.add(key, note) == Stored::New {
            self.fresh += 1;
            if self.fresh == TOLD {
                self.shared.count(self.fresh);
                self.fresh = 0;
            }
        }
    }

    /// Searches for a lost option. A few options are looked up and searched before the next ones
    /// are listed, because bringing all of them into normal form first costs more than it saves.
    fn search_lost(&mut self, position: K::Position) -> Result<Knowledge, Stop> {
        let first = self.options.len();
        for place in (0..).step_by(FEW) {
            let some = self.options.len();
            let listed = self.list_options(position, place..place + FEW, Some(0))?;
            if listed.is_break() || self.try_options(some..self.options.len(), 0, Patience::Leaves)? {
                return Ok(Knowledge::not(0));
            }
            if self.options.len() < some + FEW {
                break;
            }
        }
        let found = self.try_options(first..self.options.len(), 0, Patience::Stays)?;
        Ok(if found { Knowledge::not(0) } else { Knowledge::Exact(0) })
    }

    /// Looks for the values 0, 1, 2, … among the options. If the position is likely to have another
    /// value than the one in question, the latter is looked for first.
    fn search_values(
        &mut self,
        position: K::Position,
        wanted: Option<u16>,
        guess: Option<u16>,
    ) -> Result<Knowledge, Stop> {
        let first = self.options.len();
        if self.list_options(position, 0..usize::MAX, wanted)?.is_break() {
            return Ok(Knowledge::not(wanted.expect("something was wanted")));
        }
        let last = self.options.len();
        let seed = 0x9e37_79b9 * self.number as u64;
        self.options[first..last].sort_unstable_by_key(|option| (option.rank, u64::from(option.first) * seed));
        if let Some(wanted) = wanted.filter(|&wanted| guess.is_some_and(|guess| guess != wanted))
            && self.some_option_is(first..last, wanted)?
        {
            return Ok(Knowledge::not(wanted));
        }
        let mut excluded = Knowledge::NOTHING;
        for value in 0.. {
            if !self.some_option_is(first..last, value)? {
                return Ok(Knowledge::Exact(value));
            }
            excluded = excluded.and(Knowledge::not(value));
            if wanted.is_some_and(|wanted| wanted == value || self.is_seen(first..last, wanted)) {
                return Ok(excluded.and(Knowledge::not(wanted.expect("something was wanted"))));
            }
        }
        unreachable!("some value is missing")
    }

    /// Lists options with what is known of them, and stops if one is known to have the value in
    /// question.
    fn list_options(
        &mut self,
        position: K::Position,
        places: Range<usize>,
        wanted: Option<u16>,
    ) -> Result<ControlFlow<()>, Stop> {
        self.positions.clear();
        self.kernel.options(position, places, &mut self.positions);
        let first = self.options.len();
        for i in 0..self.positions.len() + AHEAD {
            if let Some(&position) = self.positions.get(i) {
                let option = self.option(position)?;
                self.keys[option.first as usize..].iter().for_each(|&key| self.table.prefetch(key));
                self.options.push(option);
            }
            if let Some(place) = i.checked_sub(AHEAD) {
                let option = self.look_up(self.options[first + place]);
                if wanted.is_some() && option.known.value() == wanted {
                    return Ok(ControlFlow::Break(()));
                }
                self.options[first + place] = option;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_seen(&self, options: Range<usize>, value: u16) -> bool {
        self.options[options].iter().any(|option| option.known == Knowledge::Exact(value))
    }

    /// Whether some option has this value. Options that another worker is busy with are left to the
    /// end.
    fn some_option_is(&mut self, options: Range<usize>, value: u16) -> Result<bool, Stop> {
        Ok(self.is_seen(options.clone(), value)
            || self.try_options(options.clone(), value, Patience::Leaves)?
            || self.try_options(options, value, Patience::Stays)?)
    }

    /// Searches the options that may have this value until one has it, trying the likely ones
    /// first.
    fn try_options(&mut self, options: Range<usize>, value: u16, patience: Patience) -> Result<bool, Stop> {
        let likely = |option: &Opt| option.guess.is_none_or(|guess| guess == value);
        for (i, likely_ones) in [true, false].into_iter().flat_map(|which| options.clone().map(move |i| (i, which))) {
            let option = self.options[i];
            if likely(&option) != likely_ones {
                continue;
            }
            let is_open = option.known.is(value).is_none();
            let is_busy = || option.len > 0 && self.run.is_busy(self.keys[option.first as usize]);
            if !is_open || (patience == Patience::Leaves && is_busy()) {
                continue;
            }
            let is = self.option_is(option, value)?;
            let is_not = || Knowledge::not(value).and(self.look_up(option).known);
            self.options[i].known = if is { Knowledge::Exact(value) } else { is_not() };
            if is {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<K: Kernel<N>, const N: usize> Drop for Worker<K, N> {
    fn drop(&mut self) {
        self.shared.count(self.fresh);
    }
}

/// What to do with an option that another worker is busy with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// Leave it for later.
    Leaves,
    /// Search it too.
    Stays,
}
