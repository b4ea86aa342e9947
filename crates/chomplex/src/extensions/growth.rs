//! Random connected down-sets that grow element by element.
//!
//! Fix an order of the elements, and begin with a minimal element, which will be the first minimal
//! one of the set. An element is *open* if something below it is inside and it is not yet decided.
//! The first open element is included, with all below it, or excluded, with all above it, until
//! none is open. Each connected down-set arises in exactly one way. If elements are included with
//! probability p, and a set took a inclusions and b exclusions, it had the probability p^a (1 −
//! p)^b. The mean of the inverse of that, over many sets, is therefore an estimate of the number of
//! all of them (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975).

use super::chance::Chance;
use crate::bits::Bits;

/// An order in which sets grow: for each element, what must be included with it, and what must be
/// excluded with it.
pub(super) struct Growth<'a, const N: usize> {
    pub(super) with: &'a [Bits<N>],
    pub(super) against: &'a [Bits<N>],
}

/// Probabilities of inclusion, in eighths. Sets grow with each of them, and each set counts as the
/// inverse of its mean probability.
const EIGHTHS: [u32; 3] = [3, 5, 7];

impl<const N: usize> Growth<'_, N> {
    /// The approximate number of connected sets, from `samples` sets grown with each probability.
    pub(super) fn connected(&self, samples: usize, chance: &mut Chance) -> f64 {
        let roots: Vec<usize> = (0..self.with.len()).filter(|&x| self.with[x] == Bits::single(x)).collect();
        let mut sum = 0.0;
        for eighths in EIGHTHS {
            for _ in 0..samples {
                let root = chance.below(roots.len() as u64) as usize;
                let decisions = self.grow(&roots, root, || chance.below(8) < u64::from(eighths));
                sum += 1.0 / decisions.chance();
            }
        }
        sum * roots.len() as f64 / (samples * EIGHTHS.len()) as f64
    }

    fn grow(&self, roots: &[usize], root: usize, mut comes_in: impl FnMut() -> bool) -> Decisions {
        let mut outside = roots[..root].iter().fold(Bits::EMPTY, |outside, &x| outside | self.against[x]);
        let mut inside = Bits::single(roots[root]);
        let mut above = self.against[roots[root]];
        let mut decisions = Decisions::default();
        while let Some(x) = above.without(inside | outside).first() {
            if comes_in() {
                decisions.inside += 1;
                let more = self.with[x].without(inside);
                inside = inside | more;
                above = more.iter().fold(above, |above, y| above | self.against[y]);
            } else {
                decisions.outside += 1;
                outside = outside | self.against[x];
            }
        }
        decisions
    }
}

/// The numbers of inclusions and exclusions.
#[derive(Default)]
struct Decisions {
    inside: u32,
    outside: u32,
}

impl Decisions {
    /// The mean probability over all inclusion probabilities.
    fn chance(&self) -> f64 {
        let each = |eighths: u32| {
            let p = f64::from(eighths) / 8.0;
            p.powi(self.inside as i32) * (1.0 - p).powi(self.outside as i32)
        };
        EIGHTHS.iter().map(|&eighths| each(eighths)).sum::<f64>() / EIGHTHS.len() as f64
    }
}
