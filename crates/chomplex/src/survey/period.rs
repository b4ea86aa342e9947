//! Sequences of values that repeat.

use std::fmt;

use super::row::Row;

/// An arithmetic period: from some index on, each value is the one a period earlier plus a
/// constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The index of the first value for which it holds: the value a period later repeats this one.
    pub from: usize,
    /// The length of the period.
    pub length: usize,
    /// The amount added with each period; 0 if the values repeat exactly.
    pub saltus: i64,
    /// The number of values from that index on.
    pub seen: usize,
}

/// Number of times a period must be seen to be believed.
const TIMES: usize = 3;

impl Period {
    /// The shortest period in which a sequence ends, if it was seen three times over and covers at
    /// least half of all values.
    ///
    /// ```
    /// use chomplex::survey::period::Period;
    /// let period = Period::find(&[7, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1]).unwrap();
    /// assert_eq!((period.from, period.length, period.saltus), (2, 2, 0));
    /// assert_eq!(Period::find(&[0, 4, 1, 6, 3, 8]), None);
    /// ```
    #[must_use]
    pub fn find(values: &[u32]) -> Option<Self> {
        (1..=values.len() / TIMES).find_map(|length| Period::with_length(values, length))
    }

    fn with_length(values: &[u32], length: usize) -> Option<Self> {
        let count = values.len();
        let difference = |i: usize| i64::from(values[i + length]) - i64::from(values[i]);
        let saltus = difference(count - length - 1);
        let from = (0..count - length).rev().take_while(|&i| difference(i) == saltus).last()?;
        let seen = count - from;
        (seen >= TIMES * length && 2 * seen >= count).then_some(Period { from, length, saltus, seen })
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.length, self.saltus) {
            (1, 0) => f.write_str("constant"),
            (length, 0) => write!(f, "period {length}"),
            (length, saltus) => write!(f, "period {length}, saltus {saltus}"),
        }
    }
}

/// The values of a family as its last parameter varies while the others are fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// The values of the other parameters.
    pub others: Vec<u64>,
    /// The values of the last parameter.
    pub places: Vec<u64>,
    /// The Grundy values there.
    pub values: Vec<u32>,
    /// Whether the sequence ends at an unknown value.
    pub is_cut: bool,
}

impl Sequence {
    /// Adds a row to the last of some sequences, or starts a new sequence with it.
    pub fn extend(sequences: &mut Vec<Sequence>, row: &Row) {
        let Some((&place, others)) = row.parameters.split_last() else { return };
        if sequences.last().is_none_or(|last| last.others != others) {
            let others = others.to_vec();
            sequences.push(Sequence { others, places: Vec::new(), values: Vec::new(), is_cut: false });
        }
        let last = sequences.last_mut().expect("there is one now");
        match row.grundy {
            Some(value) if !last.is_cut => {
                last.places.push(place);
                last.values.push(value.0);
            }
            _ => last.is_cut = true,
        }
    }

    /// The period in which it ends, if there is one.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::find(&self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_found_again() {
        for length in 1..5usize {
            for start in 0..6usize {
                for saltus in 0..3u32 {
                    // Values without a shorter period, after some that fit into no period.
                    let value = |i: usize| {
                        let (times, place) = ((i - start) / length, (i - start) % length);
                        10 * saltus * times as u32 + (place * place) as u32
                    };
                    let count = start + 2 * start.max(2 * length);
                    let values: Vec<u32> =
                        (0..count).map(|i| if i < start { 1000 + 7 * i as u32 } else { value(i) }).collect();
                    let period = Period::find(&values).unwrap_or_else(|| panic!("{values:?}"));
                    assert_eq!((period.from, period.length), (start, length), "{values:?}");
                    assert_eq!(period.saltus, i64::from(10 * saltus));
                    assert_eq!(period.seen, count - start);
                }
            }
        }
    }

    #[test]
    fn what_was_seen_too_little_is_none() {
        assert_eq!(Period::find(&[]), None);
        assert_eq!(Period::find(&[1, 2]), None);
        assert_eq!(Period::find(&[5, 9, 2, 7, 7, 7]).map(|period| period.length), Some(1));
        assert_eq!(Period::find(&[5, 9, 2, 4, 7, 7, 7]), None);
        assert_eq!(Period::find(&[1, 2, 1, 2, 1]), None);
    }

    #[test]
    fn rows_make_sequences() {
        let row = |parameters: &[u64], grundy: Option<u32>| Row {
            parameters: parameters.to_vec(),
            grundy: grundy.map(crate::value::Grundy),
            ..Row::default()
        };
        let mut sequences = Vec::new();
        for row in [
            row(&[1, 5], Some(2)),
            row(&[1, 6], Some(3)),
            row(&[2, 5], Some(7)),
            row(&[2, 6], None),
            row(&[2, 7], Some(1)),
        ] {
            Sequence::extend(&mut sequences, &row);
        }
        let expected = [
            Sequence { others: vec![1], places: vec![5, 6], values: vec![2, 3], is_cut: false },
            Sequence { others: vec![2], places: vec![5], values: vec![7], is_cut: true },
        ];
        assert_eq!(sequences, expected);
    }

    #[test]
    fn periods_are_told() {
        let period = |length, saltus| Period { from: 0, length, saltus, seen: 9 }.to_string();
        assert_eq!(period(1, 0), "constant");
        assert_eq!(period(2, 0), "period 2");
        assert_eq!(period(1, 2), "period 1, saltus 2");
    }
}
