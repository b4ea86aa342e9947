//! A set of Grundy values.

use crate::set;

/// The values of the options of a position.
#[derive(Clone, Default, Debug)]
pub(super) struct Values {
    words: Vec<u64>,
}

impl Values {
    /// All values smaller than this one, which are the values of the options of a chain.
    pub(super) fn below(bound: u32) -> Values {
        let mut words = vec![u64::MAX; bound as usize / 64];
        if !bound.is_multiple_of(64) {
            words.push((1 << (bound % 64)) - 1);
        }
        Values { words }
    }

    pub(super) fn insert(&mut self, value: u32) {
        set::insert(&mut self.words, value);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        set::elements(&self.words)
    }

    /// The natural numbers that are not in the set, in increasing order.
    fn missing(&self) -> impl Iterator<Item = u32> {
        let words = self.words.iter().zip((0u32..).step_by(64));
        let end = 64 * self.words.len() as u32;
        words.flat_map(|(&word, base)| set::elements_of_word(!word, base)).chain(end..)
    }

    /// The natural number at this place, counted from 0, among those that are not in the set.
    pub(super) fn colon(&self, place: u32) -> u32 {
        let mut left = place;
        for (&word, base) in self.words.iter().zip((0u32..).step_by(64)) {
            if left < word.count_zeros() {
                return set::elements_of_word(!word, base).nth(left as usize).unwrap_or(base);
            }
            left -= word.count_zeros();
        }
        64 * self.words.len() as u32 + left
    }

    /// The values of this set, and the missing ones at the places given by another set.
    pub(super) fn colon_all(mut self, places: &Values) -> Values {
        let mut wanted = places.iter().peekable();
        let mut found = Vec::new();
        for (value, place) in self.missing().zip(0..) {
            match wanted.peek() {
                None => break,
                Some(&next) if next == place => {
                    found.push(value);
                    wanted.next();
                }
                Some(_) => {}
            }
        }
        found.into_iter().for_each(|value| self.insert(value));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colon_by_definition() {
        for bits in 0..64u64 {
            for shift in [0, 30, 61, 62, 63] {
                let mut values = Values::default();
                (0..6).filter(|i| bits >> i & 1 == 1).for_each(|i| values.insert(i + shift));
                let missing: Vec<u32> = (0..200).filter(|v| !values.iter().any(|w| w == *v)).take(100).collect();
                for (place, &value) in (0..).zip(&missing) {
                    assert_eq!(values.colon(place), value);
                }
                let mut places = Values::default();
                [0, 3, 59, 60, 61, 64, 70].into_iter().for_each(|place| places.insert(place));
                let mut expected: Vec<u32> = values.iter().chain(places.iter().map(|p| missing[p as usize])).collect();
                expected.sort_unstable();
                assert_eq!(values.colon_all(&places).iter().collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn a_chain() {
        for length in [0, 1, 63, 64, 65, 128, 130] {
            assert!(Values::below(length).iter().eq(0..length));
        }
    }
}
