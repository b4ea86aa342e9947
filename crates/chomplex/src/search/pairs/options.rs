//! The options of the positions being searched, each a sum of components.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::Kernel;
use crate::search::knowledge::Knowledge;

use super::PairSearcher;

/// An option: a sum of parts, some of which have a known value.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionSum {
    /// The keys of the parts that have no value yet, `keys[first..first + len]`, the largest first.
    pub(super) first: u32,
    pub(super) len: u16,
    /// The nim-sum of the other parts.
    sum: u16,
    /// The sum of the ranks of the parts without a value. Options with small ranks are searched
    /// first.
    pub(super) rank: u16,
    pub(super) known: Knowledge,
    /// The likely value, if the kernel has a guess for every part.
    guess: Option<u16>,
}

/// Number of options prepared while the table prefetches the entries of the first of them.
const AHEAD: usize = 6;

/// What to do with an option that another searcher is busy with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// Leave it for later.
    Leaves,
    /// Search it too.
    Stays,
}

impl<const N: usize, K: Kernel<N>> PairSearcher<K, N> {
    /// Reduces a position to a sum of keys, and pushes the keys.
    #[inline]
    pub(super) fn option(&mut self, position: K::Position) -> Result<OptionSum, Stop> {
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
        Ok(OptionSum {
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
    pub(super) fn look_up(&self, mut option: OptionSum) -> OptionSum {
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
    pub(super) fn option_is(&mut self, option: OptionSum, value: u16) -> Result<bool, Stop> {
        let rest = self.all_but_largest(option)?;
        if option.len == 0 { Ok(rest == value) } else { self.key_is(self.keys[option.first as usize], value ^ rest) }
    }

    /// The nim-sum of all parts of an option except the largest.
    pub(super) fn all_but_largest(&mut self, option: OptionSum) -> Result<u16, Stop> {
        let mut sum = option.sum;
        for i in (1..option.len).rev() {
            sum ^= self.key_value(self.keys[option.first as usize + usize::from(i)])?;
        }
        Ok(sum)
    }

    pub(super) fn key_value(&mut self, key: Bits<N>) -> Result<u16, Stop> {
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

    /// Lists options with what is known of them, and stops if one is known to have the value in
    /// question.
    pub(super) fn list_options(
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

    pub(super) fn is_seen(&self, options: Range<usize>, value: u16) -> bool {
        self.options[options].iter().any(|option| option.known == Knowledge::Exact(value))
    }

    /// Whether some option has this value. Options that another searcher is busy with are left to
    /// the end.
    pub(super) fn some_option_is(&mut self, options: Range<usize>, value: u16) -> Result<bool, Stop> {
        Ok(self.is_seen(options.clone(), value)
            || self.try_options(options.clone(), value, Patience::Leaves)?
            || self.try_options(options, value, Patience::Stays)?)
    }

    /// Searches the options that may have this value until one has it, trying the likely ones
    /// first.
    pub(super) fn try_options(&mut self, options: Range<usize>, value: u16, patience: Patience) -> Result<bool, Stop> {
        let likely = |option: &OptionSum| option.guess.is_none_or(|guess| guess == value);
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
