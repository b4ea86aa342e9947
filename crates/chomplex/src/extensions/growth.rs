//! Random connected down-sets that grow element by element.
//!
//! Let the order of the elements be fixed, and begin with a minimal element, which is to be the first minimal one of the set. An element is *open* if
//! something below it is inside and it is not yet decided. The first open element comes in, with all below it, or stays out, with all above it, until none is open.
//! Each connected down-set arises in exactly one way; and if a coin falls a times for coming in and b times against, with the probability p for coming in, the
//! set had the chance p^a (1 − p)^b. So the mean of the inverse of that, over many sets, is about the number of all (D. E. Knuth, *Estimating the
//! efficiency of backtrack programs*, 1975).

use super::chance::Chance;
use crate::bits::Bits;

/// An order in which sets grow: for each element what must come in with it, and what must stay out with it.
pub(super) struct Growth<'a, const N: usize> {
    pub(super) with: &'a [Bits<N>],
    pub(super) against: &'a [Bits<N>],
}

/// Probabilities for coming in, as eighths. Sets grow with each of them, and each counts by the mean of its chances.
const EIGHTHS: [u32; 3] = [3, 5, 7];

impl<const N: usize> Growth<'_, N> {
    /// About how many connected sets there are, from so many that grow with each probability.
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

/// How often something came in, and how often it stayed out.
#[derive(Default)]
struct Decisions {
    inside: u32,
    outside: u32,
}

impl Decisions {
    /// The mean chance over all probabilities.
    fn chance(&self) -> f64 {
        let each = |eighths: u32| {
            let p = f64::from(eighths) / 8.0;
            p.powi(self.inside as i32) * (1.0 - p).powi(self.outside as i32)
        };
        EIGHTHS.iter().map(|&eighths| each(eighths)).sum::<f64>() / EIGHTHS.len() as f64
    }
}
