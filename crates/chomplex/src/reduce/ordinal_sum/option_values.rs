//! The exact set of the values of a position's options.

use crate::bits::{Bits, WITH_DIGIT};
use crate::value::Grundy;

/// The values of the options of a position: all of them, and no others.
///
/// It is made from all options of a position, or from those of the parts of a sum or an ordinal
/// sum. The value of a position does not determine it: positions of the same value have different
/// options.
///
/// ```
/// use chomplex::reduce::ordinal_sum::{OptionValues, colon};
/// use chomplex::Grundy;
/// let element = OptionValues::from_options([Grundy(0)]);
/// let two = OptionValues::from_sum(&[&element, &element]);
/// assert_eq!(two.iter().collect::<Vec<_>>(), [Grundy(1)]);
/// assert_eq!(two.mex(), Grundy(0));
/// assert_eq!(colon(&two, element.mex()), Grundy(2));
/// let whole = OptionValues::from_ordinal_sum([&two, &element]);
/// assert_eq!(whole.iter().collect::<Vec<_>>(), [Grundy(0), Grundy(1)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct OptionValues {
    /// Value v is bit v % 64 of word v / 64.
    words: Vec<u64>,
}

impl OptionValues {
    /// The set for a position, from the value of each of its options.
    #[must_use]
    pub fn from_options(options: impl IntoIterator<Item = Grundy>) -> Self {
        let mut all = OptionValues::default();
        options.into_iter().for_each(|value| all.insert(value));
        all
    }

    /// The set for a sum, from those of its parts: an option of one part plus the values of the
    /// others.
    #[must_use]
    pub fn from_sum(parts: &[&OptionValues]) -> Self {
        let values: Vec<Grundy> = parts.iter().map(|part| part.mex()).collect();
        let total: Grundy = values.iter().copied().sum();
        let mut all = OptionValues::default();
        for (part, value) in parts.iter().zip(values) {
            all.insert_shifted(part, total + value);
        }
        all
    }

    /// The set for an ordinal sum, from those of its factors, the lowest first.
    #[must_use]
    pub fn from_ordinal_sum<'a>(factors: impl IntoIterator<Item = &'a OptionValues>) -> Self {
        let mut all = OptionValues::default();
        factors.into_iter().for_each(|factor| all.put_above(factor));
        all
    }

    /// Extends this to the ordinal sum with a position above: adds `colon(self, v)` for each value
    /// v of `upper`.
    pub(super) fn put_above(&mut self, upper: &OptionValues) {
        let mut unread = Unread { words: &upper.words, at: 0 };
        let mut place = 0;
        while unread.at < 64 * upper.words.len() {
            if place == self.words.len() {
                self.words.push(0);
            }
            let gaps = !self.words[place];
            self.words[place] |= deposit(unread.take(gaps.count_ones()), gaps);
            place += 1;
        }
        self.trim();
    }

    /// The value of the position itself: the least number that is not the value of an option.
    #[must_use]
    pub fn mex(&self) -> Grundy {
        self.gap(0)
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Grundy> + '_ {
        self.words.iter().enumerate().flat_map(|(place, &word)| bits(word).map(move |bit| grundy(64 * place + bit)))
    }

    /// The numbers that are not values of options, in increasing order; infinite.
    pub fn gaps(&self) -> impl Iterator<Item = Grundy> + '_ {
        let word = |place: usize| self.words.get(place).copied().unwrap_or(0);
        (0..).flat_map(move |place| bits(!word(place)).map(move |bit| grundy(64 * place + bit)))
    }

    /// The n-th number, counted from 0, that is not the value of an option.
    fn gap(&self, n: usize) -> Grundy {
        let mut left = n;
        for (place, &word) in self.words.iter().enumerate() {
            let gaps = word.count_zeros() as usize;
            if left < gaps {
                let bit = bits(!word).nth(left).expect("there are more gaps");
                return grundy(64 * place + bit);
            }
            left -= gaps;
        }
        grundy(64 * self.words.len() + left)
    }

    fn insert(&mut self, value: Grundy) {
        let place = value.0 as usize / 64;
        self.reach(place);
        self.words[place] |= 1 << (value.0 % 64);
    }

    /// Adds the nim-sum of v and `by` for each value v of another set.
    fn insert_shifted(&mut self, other: &OptionValues, by: Grundy) {
        for (place, &word) in other.words.iter().enumerate().filter(|&(_, &word)| word != 0) {
            let place = place ^ (by.0 as usize / 64);
            self.reach(place);
            self.words[place] |= shifted(word, by.0 % 64);
        }
    }

    fn reach(&mut self, place: usize) {
        if self.words.len() <= place {
            self.words.resize(place + 1, 0);
        }
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

/// The value of A:B from the values of the options of A and the value of B: list the non-negative
/// integers that are not in `lower`; A:B has the `upper`-th of them, counting from 0.
#[must_use]
pub fn colon(lower: &OptionValues, upper: Grundy) -> Grundy {
    lower.gap(upper.0 as usize)
}

fn grundy(value: usize) -> Grundy {
    Grundy(u32::try_from(value).expect("a value is at most the number of elements"))
}

/// The positions of the one bits of a word, in increasing order.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    Bits::from_words([word]).iter()
}

/// The word with bit i moved to bit i xor `by`.
fn shifted(mut word: u64, by: u32) -> u64 {
    // For each one bit in `by`, neighbouring runs of that length are swapped.
    for (i, upper) in WITH_DIGIT.iter().enumerate().filter(|&(i, _)| by >> i & 1 == 1) {
        let length = 1 << i;
        word = word << length & upper | (word & upper) >> length;
    }
    word
}

/// Moves the lowest bits of a word, in order, to the positions of the one bits of a mask.
fn deposit(word: u64, mask: u64) -> u64 {
    match mask {
        u64::MAX => word,
        _ if word == 0 => 0,
        _ => bits(mask).enumerate().fold(0, |all, (i, bit)| all | (word >> i & 1) << bit),
    }
}

/// Words of which the first `at` bits have been read.
struct Unread<'a> {
    words: &'a [u64],
    at: usize,
}

impl Unread<'_> {
    /// Reads the next `count` bits, at most 64; zeros after the end.
    fn take(&mut self, count: u32) -> u64 {
        let (place, bit) = (self.at / 64, self.at % 64);
        let word = |place: usize| self.words.get(place).copied().unwrap_or(0);
        let high = if bit == 0 { 0 } else { word(place + 1) << (64 - bit) };
        self.at += count as usize;
        let mask = if count == 64 { u64::MAX } else { (1 << count) - 1 };
        (word(place) >> bit | high) & mask
    }
}

impl PartialEq for OptionValues {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for OptionValues {}
