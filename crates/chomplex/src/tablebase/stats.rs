//! A histogram of the values.

use super::complex::Complex;
use super::table::Tablebase;
use crate::value::Grundy;

/// The number of classes of each value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// For each number of faces, the number of classes of value 0, 1, ….
    layers: Vec<Vec<u64>>,
    /// For each value, one complex for each number of faces, the fewest first.
    examples: Vec<Vec<Complex>>,
}

impl Stats {
    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.layers.iter().flatten().sum()
    }

    /// The number of classes of value 0, 1, …, up to the largest.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        let mut histogram = vec![0; self.examples.len()];
        for layer in &self.layers {
            histogram.iter_mut().zip(layer).for_each(|(all, count)| *all += count);
        }
        histogram
    }

    /// For each number of faces, starting with 0, the number of classes of value 0, 1, ….
    #[must_use]
    pub fn layers(&self) -> &[Vec<u64>] {
        &self.layers
    }

    /// The number of classes that the second player wins.
    #[doc(alias = "P-positions")]
    #[must_use]
    pub fn second_player_wins(&self) -> u64 {
        self.layers.iter().filter_map(|layer| layer.first()).sum()
    }

    /// The largest value.
    #[must_use]
    pub fn largest(&self) -> Grundy {
        Grundy(self.examples.len() as u32 - 1)
    }

    /// Some complexes of a value: one for each number of faces that occurs, the fewest first.
    #[must_use]
    pub fn examples(&self, value: Grundy) -> &[Complex] {
        self.examples.get(value.0 as usize).map_or(&[], Vec::as_slice)
    }
}

impl Tablebase {
    /// The number of classes of each value, with examples. These are stored in the file, so this is
    /// instant.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { layers: Vec::new(), examples: Vec::new() };
        for (section, bytes) in self.sections() {
            let tallies: Vec<_> = (0..).map_while(|value| section.tally(bytes, value)).collect();
            stats.examples.resize(stats.examples.len().max(tallies.len()), Vec::new());
            for (tally, examples) in tallies.iter().zip(&mut stats.examples) {
                examples.extend(Some(tally.least).filter(|_| tally.classes > 0).and_then(Complex::from_word));
            }
            stats.layers.push(tallies.iter().map(|tally| tally.classes).collect());
        }
        stats
    }
}
