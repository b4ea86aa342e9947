//! A plain version of M. Huber, *Fast perfect sampling from linear extensions*, Discrete
//! Mathematics 306 (2006).
//!
//! A step of the chain picks a random place and a coin, and exchanges the two neighbours there if
//! the order allows it. The bounding chain holds some elements in a row with gaps: each element is
//! known to be no farther on than its place in this row. The elements in it are always closed
//! downwards and in their order. When there are no gaps left, the row is the only one possible.

use chomplex::poset::Poset;

/// Draws linear extensions by coupling from the past.
pub(crate) struct BoundingChain {
    less: Vec<Vec<bool>>,
}

const GAP: usize = usize::MAX;

impl BoundingChain {
    pub(crate) fn new(poset: &Poset) -> Self {
        let row = |x| poset.elements().map(|y| poset.less(x, y)).collect();
        BoundingChain { less: poset.elements().map(row).collect() }
    }

    /// Draws one linear extension; the first attempt goes `steps` steps into the past.
    pub(crate) fn draw(&self, steps: u64, random: &mut impl FnMut() -> u64) -> Vec<usize> {
        let seed = random();
        let n = self.less.len();
        let mut bound = vec![GAP; n];
        let mut entered = 0;
        self.fill(&mut bound, &mut entered);
        let mut choices = Choices { state: seed, places: n as u64 - 1 };
        for _ in 0..steps {
            let (place, coin) = choices.next();
            self.step(&mut bound, place, coin);
            self.fill(&mut bound, &mut entered);
        }
        if !bound.contains(&GAP) {
            return bound;
        }
        let mut row = self.draw(2 * steps, random);
        let mut bound = vec![GAP; n];
        let mut entered = 0;
        self.fill(&mut bound, &mut entered);
        let mut choices = Choices { state: seed, places: n as u64 - 1 };
        for _ in 0..steps {
            let (place, coin) = choices.next();
            // The same element must not move up in one chain and down in the other.
            let other = if row[place] == bound[place + 1] { !coin } else { coin };
            self.step(&mut row, place, other);
            self.step(&mut bound, place, coin);
            self.fill(&mut bound, &mut entered);
        }
        row
    }

    fn step(&self, row: &mut [usize], place: usize, coin: bool) {
        let (x, y) = (row[place], row[place + 1]);
        if coin && (x == GAP || y == GAP || !self.less[x][y]) {
            row.swap(place, place + 1);
        }
    }

    /// Fills a gap at the end with the next element: nothing is farther on.
    fn fill(&self, bound: &mut [usize], entered: &mut usize) {
        if let Some(last) = bound.last_mut().filter(|last| **last == GAP) {
            *last = *entered;
            *entered += 1;
        }
    }
}

/// Places and coins that are reproducible from a seed (Steele, Lea and Flood, SplitMix64, 2014).
struct Choices {
    state: u64,
    places: u64,
}

impl Choices {
    fn next(&mut self) -> (usize, bool) {
        let word = split_mix(&mut self.state);
        ((((word >> 32) * self.places) >> 32) as usize, word & 1 == 1)
    }
}

pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
