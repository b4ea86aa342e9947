//! A poset cut into blocks, one above the other.
//!
//! The blocks B_1, …, B_k are the differences of down-sets ∅ ⊂ D_1 ⊂ … ⊂ D_k, the last of which is
//! everything. Suppose the coordinates of each block are confined to an interval of their own, as
//! wide as the block's share of the elements. What remains of the order polytope is then a product:
//! its volume is the product of the volumes of the order polytopes of the blocks, times a power of
//! the width for each. The blocks are chosen so that they can be counted, and so that this volume
//! is as large as possible.

use dashu_int::UBig;
use hashbrown::HashMap;

use super::exact::{Reach, count_within_reach};
use super::magnitude::Magnitude;
use super::poisson::ln_gamma;
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::poset::Poset;

/// Number of cuts to consider. There are more only if counting requires them.
const CUTS: usize = 32;

/// Blocks, from the bottom up.
pub(super) struct Blocks {
    blocks: Vec<Block>,
}

struct Block {
    elements: Vec<Element>,
    extensions: UBig,
}

impl Block {
    /// The block's contribution to the logarithm of the volume, up to a constant: n ln n - ln n! +
    /// ln e.
    fn worth(&self) -> f64 {
        worth(self.elements.len(), &self.extensions)
    }
}

fn worth(size: usize, extensions: &UBig) -> f64 {
    let n = size as f64;
    n * n.ln() - ln_gamma(n + 1.0) + Magnitude::from_integer(extensions).ln()
}

impl Blocks {
    /// Cuts a poset, given the approximate height of each element in a linear extension. Heights
    /// must not decrease along the order.
    pub(super) fn cut(poset: &Poset, heights: &[f64], reach: &Reach, budget: &Budget) -> Result<Self, Stop> {
        let mut row: Vec<Element> = poset.elements().collect();
        row.sort_by(|x, y| heights[x.index()].total_cmp(&heights[y.index()]));
        let gaps = row.windows(2).map(|pair| heights[pair[1].index()] - heights[pair[0].index()]).collect();
        let mut saw = Saw { poset, row, gaps, known: HashMap::new(), most: reach.quick, budget };
        let cuts = saw.cuts()?;
        let mut blocks = Blocks { blocks: saw.best(&cuts)? };
        blocks.put_together(poset, reach.block, budget)?;
        Ok(blocks)
    }

    /// Merges neighbouring blocks as long as they can be counted together, the most profitable
    /// merges first.
    fn put_together(&mut self, poset: &Poset, most: u64, budget: &Budget) -> Result<(), Stop> {
        let mut joined: HashMap<(usize, Element), Option<Block>> = HashMap::new();
        loop {
            let mut best: Option<(f64, usize, (usize, Element))> = None;
            for (i, pair) in self.blocks.windows(2).enumerate() {
                let key = (pair[0].elements.len() + pair[1].elements.len(), pair[0].elements[0]);
                if !joined.contains_key(&key) {
                    joined.insert(key, join(pair, poset, most, budget)?);
                }
                if let Some(block) = &joined[&key] {
                    let gain = block.worth() - pair[0].worth() - pair[1].worth();
                    if best.is_none_or(|(most, ..)| gain > most) {
                        best = Some((gain, i, key));
                    }
                }
            }
            let Some((_, i, key)) = best else { return Ok(()) };
            if let Some(Some(block)) = joined.remove(&key) {
                self.blocks.splice(i..i + 2, [block]);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The walls of each element, which are those of its block, for a poset with `size` elements.
    pub(super) fn walls(&self, size: usize) -> Vec<[f64; 2]> {
        let mut walls = vec![[0.0, 1.0]; size];
        let mut below = 0;
        for block in &self.blocks {
            let above = below + block.elements.len();
            for x in &block.elements {
                walls[x.index()] = [below as f64 / size as f64, above as f64 / size as f64];
            }
            below = above;
        }
        walls
    }

    /// The logarithm of the volume between the walls times n!, that is, of the number of linear
    /// extensions it corresponds to.
    pub(super) fn ln_extensions(&self) -> f64 {
        let n: usize = self.blocks.iter().map(|block| block.elements.len()).sum();
        let n = n as f64;
        self.blocks.iter().map(Block::worth).sum::<f64>() - n * n.ln() + ln_gamma(n + 1.0)
    }
}

fn join(pair: &[Block], poset: &Poset, most: u64, budget: &Budget) -> Result<Option<Block>, Stop> {
    let elements: Vec<Element> = pair.iter().flat_map(|block| &block.elements).copied().collect();
    let extensions = count_within_reach(poset, &elements, most, budget)?;
    Ok(extensions.map(|extensions| Block { elements, extensions }))
}

/// Compares ways to cut a sequence of elements, which is a linear extension.
struct Saw<'a> {
    poset: &'a Poset,
    row: Vec<Element>,
    /// The height difference between each element and the one before.
    gaps: Vec<f64>,
    /// The numbers of linear extensions between two cuts, if they could be counted.
    known: HashMap<(usize, usize), Option<UBig>>,
    /// Maximum number of down-sets of a prime part.
    most: u64,
    budget: &'a Budget,
}

impl Saw<'_> {
    fn extensions(&mut self, from: usize, to: usize) -> Result<Option<&UBig>, Stop> {
        if !self.known.contains_key(&(from, to)) {
            self.budget.check()?;
            let count = count_within_reach(self.poset, &self.row[from..to], self.most, self.budget)?;
            self.known.insert((from, to), count);
        }
        Ok(self.known[&(from, to)].as_ref())
    }

    /// Positions to cut at, including both ends, such that everything between neighbouring cuts can
    /// be counted.
    fn cuts(&mut self) -> Result<Vec<usize>, Stop> {
        let mut cuts = vec![0];
        let mut open = vec![(0, self.row.len())];
        while let Some((from, to)) = open.pop() {
            if self.extensions(from, to)?.is_some() {
                cuts.push(to);
            } else {
                let middle = self.widest_gap(from, to);
                open.extend([(middle, to), (from, middle)]);
            }
        }
        let mut others: Vec<usize> = (1..self.row.len()).filter(|cut| !cuts.contains(cut)).collect();
        others.sort_by(|&a, &b| self.gaps[b - 1].total_cmp(&self.gaps[a - 1]));
        others.truncate(CUTS.saturating_sub(cuts.len()));
        cuts.extend(others);
        cuts.sort_unstable();
        Ok(cuts)
    }

    /// The cut between two others where the heights are farthest apart.
    fn widest_gap(&self, from: usize, to: usize) -> usize {
        (from + 1..to).max_by(|&a, &b| self.gaps[a - 1].total_cmp(&self.gaps[b - 1])).expect("more than one element")
    }

    /// The blocks with the largest total contribution.
    fn best(&mut self, cuts: &[usize]) -> Result<Vec<Block>, Stop> {
        // For each cut, the largest contribution of everything below it, and the cut before it.
        let mut best = vec![(f64::NEG_INFINITY, 0); cuts.len()];
        best[0].0 = 0.0;
        for i in 0..cuts.len() {
            for j in i + 1..cuts.len() {
                // If this cannot be counted, neither can anything between cuts farther apart.
                let Some(extensions) = self.extensions(cuts[i], cuts[j])? else { break };
                let sum = best[i].0 + worth(cuts[j] - cuts[i], extensions);
                if sum > best[j].0 {
                    best[j] = (sum, i);
                }
            }
        }
        let mut blocks = Vec::new();
        let mut at = cuts.len() - 1;
        while at > 0 {
            let before = best[at].1;
            let extensions = self.extensions(cuts[before], cuts[at])?.expect("counted before").clone();
            blocks.push(Block { elements: self.row[cuts[before]..cuts[at]].to_vec(), extensions });
            at = before;
        }
        blocks.reverse();
        Ok(blocks)
    }
}
