//! Verifies all checksums and recomputes a sample of values.

use hashbrown::HashMap;

use super::complex::{Complex, MOST_VERTICES};
use super::error::TablebaseError;
use super::table::Tablebase;
use crate::bits::{GOLDEN, split_mix};
use crate::budget::Budget;
use crate::value::Grundy;

/// Complexes with at most this many faces are also evaluated by plain recursion, without the table.
const FEW_FACES: usize = 16;

/// The sample of values to recompute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of positions.
    pub positions: u64,
    /// The seed that selects them.
    pub seed: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Sample { positions: 10_000, seed: 1 }
    }
}

/// Progress of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The number of layers whose checksums are verified, and the number of all layers.
    Layers(usize, usize),
    /// The number of values recomputed, and the number of all values to recompute.
    Positions(u64, u64),
}

/// Statistics of a successful verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// The number of classes in blocks with a valid checksum.
    pub classes: u64,
    /// The number of values confirmed as the mex of the values of all options.
    pub by_options: u64,
    /// The number of values confirmed by plain recursion.
    pub by_recursion: u64,
}

impl Tablebase {
    /// Verifies all checksums, that each block is well formed, and that the values occur as often
    /// as the index says. Then it recomputes the values of some complexes, chosen at random in all
    /// layers and with their vertices in random order: each must be the mex of the values of its
    /// options and, for a small complex, the value that plain recursion finds.
    ///
    /// # Errors
    /// If something is wrong, or the budget is spent.
    pub fn verify(
        &self,
        sample: Sample,
        budget: &Budget,
        mut watch: impl FnMut(Progress),
    ) -> Result<Verified, TablebaseError> {
        let mut verified = Verified::default();
        let layers = self.sections().count();
        for layer in 0..layers {
            budget.check()?;
            verified.classes += self.verify_layer(layer)?;
            watch(Progress::Layers(layer + 1, layers));
        }
        let mut meter = budget.meter(100);
        let mut random = Random(sample.seed);
        for i in 0..sample.positions {
            meter.tick()?;
            let faces = random.below(1 << self.vertices());
            self.verify_value(random.complex(self.vertices(), faces), &mut random, &mut verified)?;
            if i % 1024 == 1023 || i + 1 == sample.positions {
                watch(Progress::Positions(i + 1, sample.positions));
            }
        }
        Ok(verified)
    }

    /// Verifies a layer and returns its number of classes.
    fn verify_layer(&self, layer: usize) -> Result<u64, TablebaseError> {
        let (section, bytes) = self.sections().nth(layer).expect("the layer is there");
        let mut counts = [0u64; 256];
        for number in 0..section.blocks {
            let block = section.block(bytes, number).filter(|block| block.is_intact(bytes));
            let values =
                block.and_then(|block| block.values(bytes)).ok_or_else(|| self.damaged_block(layer, number))?;
            values.iter().for_each(|&value| counts[usize::from(value)] += 1);
        }
        let expected = |value: usize| section.tally(bytes, value).map_or(0, |tally| tally.classes);
        if (0..256).any(|value| counts[value] != expected(value)) {
            let what = format!("layer {layer}: the values do not occur as often as they should");
            return Err(TablebaseError::damaged(self.path(), what));
        }
        for value in (0..256).filter(|&value| expected(value) > 0) {
            let example = section.tally(bytes, value).and_then(|tally| Complex::from_word(tally.least));
            let stored = example
                .filter(|example| example.len() == layer && self.covers(*example))
                .map(|example| self.grundy(example));
            if stored.transpose()? != Some(Grundy(value as u32)) {
                return Err(TablebaseError::damaged(
                    self.path(),
                    format!("layer {layer}: the example of value {value} is wrong"),
                ));
            }
        }
        Ok(section.classes)
    }

    fn verify_value(
        &self,
        complex: Complex,
        random: &mut Random,
        verified: &mut Verified,
    ) -> Result<(), TablebaseError> {
        let stored = self.grundy(complex)?;
        let check = |computed: Grundy| match computed == stored {
            true => Ok(()),
            false => Err(TablebaseError::Wrong { path: self.path().to_owned(), complex, stored, computed }),
        };
        check(self.grundy(complex.relabelled(&random.relabelling(self.vertices())))?)?;
        let options = complex.faces().map(|face| self.grundy(complex.without(face)));
        let options = options.collect::<Result<Vec<Grundy>, TablebaseError>>()?;
        check(Grundy(mex(options.iter().map(|value| value.0 as u8)).into()))?;
        verified.by_options += 1;
        if complex.len() <= FEW_FACES {
            check(Grundy(plain_value(complex, &mut HashMap::new()).into()))?;
            verified.by_recursion += 1;
        }
        Ok(())
    }
}

/// The value of a complex from the definition, without using symmetry.
fn plain_value(complex: Complex, known: &mut HashMap<Complex, u8>) -> u8 {
    if let Some(&value) = known.get(&complex) {
        return value;
    }
    let options: Vec<u8> = complex.faces().map(|face| plain_value(complex.without(face), known)).collect();
    let value = mex(options.into_iter());
    known.insert(complex, value);
    value
}

/// The smallest value that is missing. The values are below 128.
pub(super) fn mex(values: impl Iterator<Item = u8>) -> u8 {
    values.fold(0u128, |seen, value| seen | 1 << value).trailing_ones() as u8
}

/// Random numbers, by `SplitMix64` (Steele, Lea and Flood 2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        split_mix(self.0)
    }

    /// A number from 0 to `range - 1`.
    pub(super) fn below(&mut self, range: usize) -> usize {
        ((u128::from(self.next()) * range as u128) >> 64) as usize
    }

    /// A complex with `faces` faces on at most n vertices, obtained from the simplex by removing
    /// random facets one at a time.
    pub(super) fn complex(&mut self, n: usize, faces: usize) -> Complex {
        let mut complex = Complex::simplex(n);
        while complex.len() > faces {
            let facets: Vec<_> = complex.facets().collect();
            complex = complex.without(facets[self.below(facets.len())]);
        }
        complex
    }

    /// A random permutation of the numbers below n; the others stay fixed.
    fn relabelling(&mut self, n: usize) -> [usize; MOST_VERTICES] {
        let mut images = std::array::from_fn(|v| v);
        for v in (1..n).rev() {
            images.swap(v, self.below(v + 1));
        }
        images
    }
}
