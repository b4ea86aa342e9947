//! The values of all extensional two-level posets on up to five bottoms, by a table of all sets of
//! tops: `results/two-level-4.csv` and `results/two-level-5.csv`.
//!
//! A top is a non-empty set of bottoms, and a poset is a set of tops, stored as the bits of a
//! number. Its options have one bit less, or one bottom less; the latter are in the table for fewer
//! bottoms. A value v is stored as the bit 1 << v, so that the options of many posets can be
//! collected at once with `|`.

use std::collections::BTreeMap;
use std::path::Path;

use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::solve::{Question, solve};

/// Numbers of posets, up to isomorphism, by the number of tops and the value.
type Counts = BTreeMap<(u32, u32), u64>;

/// The values of all sets of tops on a number of bottoms, each as a bit.
struct Table {
    bottoms: u32,
    values: Vec<u16>,
}

/// For all sets of these tops, what is left of them without a bottom.
fn without(bottom: u32, tops: std::ops::Range<u32>) -> Vec<u32> {
    let bit = |top: u32| {
        let low = top & ((1 << bottom) - 1);
        if top >> bottom & 1 == 1 { 0 } else { 1 << ((low | (top >> 1 & !((1 << bottom) - 1))) - 1) }
    };
    let bits: Vec<u32> = tops.map(bit).collect();
    (0..1 << bits.len()).map(|set: u32| (0..bits.len()).filter(|i| set >> i & 1 == 1).map(|i| bits[i]).sum()).collect()
}

impl Table {
    /// The table for no bottoms, and therefore no tops.
    fn empty() -> Self {
        Table { bottoms: 0, values: vec![1] }
    }

    /// The table for one more bottom.
    fn next(&self) -> Self {
        let bottoms = self.bottoms + 1;
        let tops = (1 << bottoms) - 1;
        let (low, part) = (tops.min(16), tops.min(8));
        let block = 1 << part;
        let lows: Vec<Vec<u32>> = (0..bottoms).map(|bottom| without(bottom, 1..low + 1)).collect();
        let highs: Vec<Vec<u32>> = (0..bottoms).map(|bottom| without(bottom, low + 1..tops + 1)).collect();
        let mut values = vec![0u16; 1 << tops];
        let mut options = vec![0u16; block];
        for first in (0..1usize << tops).step_by(block) {
            options.fill(0);
            let (known, rest) = values.split_at_mut(first);
            for top in (part..tops).filter(|top| first >> top & 1 == 1) {
                let less = first ^ 1 << top;
                options.iter_mut().zip(&known[less..less + block]).for_each(|(option, value)| *option |= value);
            }
            let from = first & ((1 << low) - 1);
            for (lows, highs) in lows.iter().zip(&highs) {
                let high = highs[first >> low];
                let lows = &lows[from..from + block];
                options.iter_mut().zip(lows).for_each(|(option, low)| *option |= self.values[(low | high) as usize]);
            }
            for set in 0..block {
                let (mut seen, mut tops) = (options[set], set);
                while tops > 0 {
                    seen |= rest[set ^ (tops & tops.wrapping_neg())];
                    tops &= tops - 1;
                }
                assert_ne!(seen, u16::MAX, "a value above 15");
                rest[set] = !seen & (seen + 1);
            }
        }
        Table { bottoms, values }
    }

    fn with(bottoms: u32) -> Self {
        (0..bottoms).fold(Table::empty(), |table, _| table.next())
    }

    fn value(&self, set: usize) -> u32 {
        self.values[set].trailing_zeros()
    }

    /// The numbers of posets up to isomorphism among the wanted sets of tops. By Burnside's lemma
    /// this is the mean number of sets that a permutation of the bottoms fixes.
    fn counts(&self, wanted: impl Fn(usize) -> bool) -> Counts {
        let permutations = permutations(self.bottoms);
        let mut counts = vec![[0u64; 16]; 1 << self.bottoms];
        let mut add = |set: usize| {
            if wanted(set) {
                counts[set.count_ones() as usize][self.value(set) as usize] += 1;
            }
        };
        for permutation in &permutations {
            let cycles = cycles(permutation);
            let mut set = 0;
            add(set);
            for step in 1..1usize << cycles.len() {
                set ^= cycles[step.trailing_zeros() as usize];
                add(set);
            }
        }
        let order = permutations.len() as u64;
        assert!(counts.iter().flatten().all(|count| count.is_multiple_of(order)));
        let entries = counts
            .iter()
            .zip(0..)
            .flat_map(|(row, tops)| row.iter().zip(0..).map(move |(count, value)| ((tops, value), count / order)));
        entries.filter(|(_, count)| *count > 0).collect()
    }
}

/// All permutations of this many bottoms.
fn permutations(bottoms: u32) -> Vec<Vec<u32>> {
    let longer = |shorter: Vec<u32>| {
        let new = shorter.len() as u32;
        (0..=shorter.len()).map(move |at| [&shorter[..at], &[new], &shorter[at..]].concat())
    };
    (0..bottoms).fold(vec![vec![]], |shorter, _| shorter.into_iter().flat_map(longer).collect())
}

/// The cycles of a permutation on the tops, each as a set of tops.
fn cycles(permutation: &[u32]) -> Vec<usize> {
    let image = |top: u32| permutation.iter().zip(0..).map(|(&to, from)| (top >> from & 1) << to).sum::<u32>();
    let mut seen = 0usize;
    let mut cycles = Vec::new();
    for first in 1u32..1 << permutation.len() {
        let (mut cycle, mut top) = (0usize, first);
        while seen >> (top - 1) & 1 == 0 {
            seen |= 1 << (top - 1);
            cycle |= 1 << (top - 1);
            top = image(top);
        }
        if cycle > 0 {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The hypothesis of Theorem 4.2 of S. A. Fenner, R. Gurjar, A. Korwar and T. Thierauf, *On
/// two-level poset games* (2013).
fn parity_uniform(bottoms: u32) -> impl Fn(usize) -> bool {
    let having =
        |odd: &dyn Fn(u32) -> bool| (1u32..1 << bottoms).filter(|&top| odd(top)).map(|top| 1usize << (top - 1)).sum();
    let odd: usize = having(&|top| top.count_ones() % 2 == 1);
    let meeting: Vec<usize> =
        (0u32..1 << bottoms).map(|below| having(&|top| (top & below).count_ones() % 2 == 1)).collect();
    move |set| set & !odd == 0 || set & odd == 0 && meeting.iter().any(|tops| set & !tops == 0)
}

/// The rows of a results file, without the header.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The set of tops of an expression.
fn tops(expression: &str) -> usize {
    let body = expression.trim_start_matches("hypergraph[").trim_end_matches(']');
    let top = |word: &str| word.chars().map(|bottom| 1 << bottom.to_digit(10).unwrap()).sum::<usize>();
    body.split(';').next().unwrap_or_default().split_whitespace().map(|word| 1 << (top(word) - 1)).sum()
}

#[test]
fn four_bottoms() {
    let table = Table::with(4);
    let mut counts = Counts::new();
    for row in rows("two-level-4.csv") {
        let (expression, value) = (&row[0], row[1].parse().unwrap());
        let set = tops(expression);
        assert_eq!(table.value(set), value, "{expression}");
        let position: Position = expression.parse().unwrap();
        let answer = solve(&position, &Question { moves: false, ..Question::default() }, &Budget::default());
        assert_eq!(answer.grundy.map(|grundy| grundy.0), Some(value), "{expression}");
        *counts.entry((set.count_ones(), value)).or_default() += 1;
    }
    assert_eq!(counts, table.counts(|_| true));
    assert_eq!(counts.values().sum::<u64>(), 1_992);
    let second: u64 =
        counts.iter().filter(|((tops, value), _)| tops % 2 == 0 && *value == 0).map(|entry| entry.1).sum();
    let even: u64 = counts.iter().filter(|((tops, _), _)| tops % 2 == 0).map(|entry| entry.1).sum();
    assert_eq!((second, even), (776, 996));
}

/// With 2 or 4 bottoms and an odd number of tops the first player always wins.
#[test]
fn odd_numbers_of_tops() {
    for bottoms in [2, 4] {
        let counts = Table::with(bottoms).counts(|_| true);
        assert!(counts.keys().all(|(tops, value)| tops % 2 == 0 || *value > 0));
    }
}

/// The theorem gives the value of all posets that satisfy its hypothesis, which are few.
#[test]
fn parity_uniform_posets() {
    for (bottoms, number) in [(1, 2), (2, 4), (3, 10), (4, 45)] {
        let counts = Table::with(bottoms).counts(parity_uniform(bottoms));
        assert_eq!(counts.values().sum::<u64>(), number);
        assert!(counts.keys().all(|(tops, value)| [0, 2, 3].map(|kind| (bottoms % 2) ^ kind).contains(value)
            && (tops % 2 == 1) == (*value > 1)));
    }
}

#[test]
#[ignore = "takes half a minute and 4 GiB: all 2,147,483,648 sets of tops on five bottoms"]
fn five_bottoms() {
    let table = Table::with(5);
    let counts = table.counts(|_| true);
    let mut written = Counts::new();
    for row in rows("two-level-5.csv") {
        let numbers: Vec<u64> = row.iter().map(|entry| entry.parse().unwrap()).collect();
        written.extend(
            numbers[1..]
                .iter()
                .zip(0..)
                .filter(|(count, _)| **count > 0)
                .map(|(count, value)| ((numbers[0] as u32, value), *count)),
        );
    }
    assert_eq!(counts, written);
    assert_eq!(counts.values().sum::<u64>(), 18_666_624);
    assert_eq!(table.counts(parity_uniform(5)).values().sum::<u64>(), 1_154);
}

/// How well a statistic predicts the posets on four bottoms that are not parity-uniform, in
/// percent: how often the most common value among posets with the same statistic is right, how
/// often the most common winner is, and how often all of these have the same value.
fn shares<S: Ord>(statistic: impl Fn(usize) -> S) -> [u64; 3] {
    let is_uniform = parity_uniform(4);
    let mut groups: BTreeMap<S, BTreeMap<u32, u64>> = BTreeMap::new();
    for row in rows("two-level-4.csv") {
        let set = tops(&row[0]);
        if !is_uniform(set) {
            *groups.entry(statistic(set)).or_default().entry(row[1].parse().unwrap()).or_default() += 1;
        }
    }
    let sum = |of: &dyn Fn(&BTreeMap<u32, u64>) -> u64| groups.values().map(of).sum::<u64>();
    let all = sum(&|values| values.values().sum());
    assert_eq!(all, 1_947);
    let value = sum(&|values| *values.values().max().unwrap());
    let winner = sum(&|values| {
        let second = values.get(&0).copied().unwrap_or(0);
        second.max(values.values().sum::<u64>() - second)
    });
    let alike = sum(&|values| if values.len() == 1 { values.values().sum() } else { 0 });
    [value, winner, alike].map(|count| (100 * count + all / 2) / all)
}

/// None of these statistics determines the value or the winner.
#[test]
fn no_simple_statistic_explains_the_rest() {
    let tops_of = |set: usize| (1..16u32).filter(move |top| set >> (top - 1) & 1 == 1);
    let relations = |set: usize| tops_of(set).map(u32::count_ones).sum::<u32>();
    let sorted = |mut degrees: Vec<u32>| {
        degrees.sort_unstable();
        degrees
    };
    let above = |set: usize, of: fn(u32) -> u32| {
        let degree = |bottom: u32| tops_of(set).filter(|top| top >> bottom & 1 == 1).count() as u32;
        sorted((0..4).map(|bottom| of(degree(bottom))).collect())
    };
    let below = |set: usize| sorted(tops_of(set).map(u32::count_ones).collect());
    let [value, winner, _] = shares(|set| set.count_ones() % 2);
    assert_eq!([value, winner], [57, 89]);
    let [value, winner, _] = shares(|set| (set.count_ones(), relations(set)));
    assert_eq!([value, winner], [63, 89]);
    let [value, winner, _] = shares(|set| (set.count_ones() % 2, above(set, |degree| degree % 2)));
    assert_eq!([value, winner], [64, 89]);
    let [value, winner, _] = shares(below);
    assert_eq!([value, winner], [69, 90]);
    let degrees = |set| (below(set), above(set, |degree| degree));
    assert_eq!(shares(degrees), [82, 93, 51]);
    let alike = ["hypergraph[0 1 02 13]", "hypergraph[0 1 01 23]", "hypergraph[0 1 02 23]"].map(tops);
    assert!(alike.iter().all(|&set| degrees(set) == degrees(alike[0])));
    assert_eq!(alike.map(|set| Table::with(4).value(set)), [0, 3, 6]);
}
