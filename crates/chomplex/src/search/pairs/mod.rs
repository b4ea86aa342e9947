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
//!
//! This file holds the recursion; [`options`] lists and searches the options of one position.

mod options;

use std::sync::Arc;

use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::kernel::{Kernel, Parts};
use crate::rule::RuleId;

use super::knowledge::{Knowledge, Note};
use super::shared::{Run, Shared};
use super::table::{Stored, Table};

use self::options::{OptionSum, Patience};

/// The searcher of one thread; several share a table.
pub(crate) struct PairSearcher<K: Kernel<N>, const N: usize> {
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
    options: Vec<OptionSum>,
    keys: Vec<Bits<N>>,
    /// Scratch space.
    positions: Vec<K::Position>,
    parts: Parts<N>,
    /// The number of this searcher among several.
    number: usize,
    manner: Manner,
    /// At this number of positions, the searcher switches to another manner.
    pause: u64,
    /// At this number of positions, the searcher gives up so that others can help.
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

/// Number of positions in the first turn; the longer one is used where full values are probably
/// needed.
const FIRST_TURN: u64 = 1 << 12;
const LONG_FIRST_TURN: u64 = 1 << 20;

/// Number of new entries after which they are reported to `shared`.
const TOLD: u64 = 64;

/// Number of options looked up at a time when only a lost option is sought.
const FEW: usize = 8;

impl<const N: usize, K: Kernel<N>> PairSearcher<K, N> {
    pub(crate) fn new(kernel: K, shared: Arc<Shared<N>>, run: Arc<Run>, meter: Meter, number: usize) -> Self {
        let (table, generation) = shared.table();
        let (options, keys, positions) = (Vec::new(), Vec::new(), Vec::new());
        PairSearcher {
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
    /// turns; what one finds helps the other. Several searchers begin with different manners.
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
        self.asked(position, |searcher, option| {
            let rest = searcher.all_but_largest(option)?;
            if option.len == 0 {
                return Ok(rest);
            }
            Ok(rest ^ searcher.key_value(searcher.keys[option.first as usize])?)
        })
    }

    /// Whether a position has this value.
    pub(crate) fn is(&mut self, position: K::Position, value: u16) -> Result<bool, Stop> {
        self.asked(position, |searcher, option| searcher.option_is(option, value))
    }

    fn asked<T>(
        &mut self,
        position: K::Position,
        ask: impl FnOnce(&mut Self, OptionSum) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let depth = (self.options.len(), self.keys.len());
        let option = self.option(position)?;
        let answer = ask(self, option);
        self.options.truncate(depth.0);
        self.keys.truncate(depth.1);
        answer
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
}

impl<K: Kernel<N>, const N: usize> Drop for PairSearcher<K, N> {
    fn drop(&mut self) {
        self.shared.count(self.fresh);
    }
}
