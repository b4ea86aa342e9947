//! Draws a random linear extension.

use dashu_int::UBig;

use super::{Component, Direction, Table, interleave, split};
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::symmetry::Symmetry;
use crate::element::Element;
use crate::extensions::chance::{Chance, shuffle};
use crate::table::wide::{Product, unbounded};

impl<const N: usize> Table<N> {
    /// A uniformly random linear extension of the order. The table must be complete.
    ///
    /// # Errors
    /// If the budget of the table is spent.
    pub(crate) fn draw(&self, chance: &mut Chance) -> Result<Vec<Element>, Stop> {
        let row = self.draw_part(Bits::below(self.elements.len()), &mut self.symmetry.clone(), chance)?;
        let mut row: Vec<Element> = row.into_iter().map(|x| self.elements[x]).collect();
        if self.direction == Direction::FromBelow {
            row.reverse();
        }
        Ok(row)
    }

    /// The same for a down-set: draws the last element, with probability proportional to the number
    /// of linear extensions without it, and then each part.
    fn draw_part(&self, set: Bits<N>, symmetry: &mut Symmetry<N>, chance: &mut Chance) -> Result<Vec<usize>, Stop> {
        if set.len() == 1 {
            return Ok(set.iter().collect());
        }
        let maximal = self.fragments.maximal(set);
        let last = self.draw_last(set, maximal, symmetry, chance)?;
        let mut parts = Vec::new();
        self.fragments.split(set, maximal, last, |part| parts.push(part));
        let rows: Result<Vec<Vec<usize>>, Stop> =
            parts.into_iter().map(|part| self.draw_part(part, symmetry, chance)).collect();
        let mut row = shuffle(rows?, chance);
        row.push(last);
        Ok(row)
    }

    fn draw_last(
        &self,
        set: Bits<N>,
        maximal: Bits<N>,
        symmetry: &mut Symmetry<N>,
        chance: &mut Chance,
    ) -> Result<usize, Stop> {
        let whole = Component::new(set);
        let mut product = Product::one();
        let mut ways: Vec<(usize, UBig)> = Vec::new();
        for x in maximal.iter() {
            let mut parts: Vec<Component<N>> = Vec::new();
            let singles = split(&self.fragments, symmetry, (&whole, maximal, x), |part| parts.push(part))?;
            let parts = parts.iter().map(|part| (part.size, self.number(part)));
            interleave(&mut product, &self.binomials, parts, singles);
            ways.push((x, unbounded(product.words())));
        }
        if let [(only, _)] = ways[..] {
            return Ok(only);
        }
        let all = ways.iter().fold(UBig::ZERO, |sum, (_, ways)| sum + ways);
        let mut choice = chance.below_large(&all);
        for (x, ways) in ways {
            if choice < ways {
                return Ok(x);
            }
            choice -= ways;
        }
        unreachable!("the choice is below the sum")
    }
}
