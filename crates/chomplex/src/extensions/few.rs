//! An order with few down-sets: visits all of them, layer by layer, without any preparation.
//!
//! A linear extension is a chain of down-sets from the empty one to all, adding one element at a
//! time. The number of linear extensions of a down-set is therefore the sum of those of the
//! down-sets below it with one element less.

use hashbrown::HashMap;

use crate::bits::{Bits, with_width};
use crate::poset::Poset;

/// The numbers of down-sets and of linear extensions of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Few {
    /// The number of down-sets.
    pub down_sets: u64,
    /// The number of linear extensions.
    pub extensions: u128,
}

/// Maximum number of down-sets counted as few.
const MOST: u64 = 2048;

impl Few {
    /// Counts both, if there are few down-sets and the numbers are not too large. The order has at
    /// most 512 elements.
    pub(super) fn new(order: &Poset) -> Option<Self> {
        with_width!(order.len(), N => count::<N>(order))
    }
}

fn count<const N: usize>(order: &Poset) -> Option<Few> {
    let below: Vec<Bits<N>> =
        order.elements().map(|x| order.lower_covers(x).iter().map(|y| y.index()).collect()).collect();
    let all = Bits::below(order.len());
    let mut layer: HashMap<Bits<N>, u128> = HashMap::from_iter([(Bits::EMPTY, 1)]);
    let mut down_sets = 1;
    for _ in order.elements() {
        let mut next: HashMap<Bits<N>, u128> = HashMap::with_capacity(layer.len());
        for (&set, &extensions) in &layer {
            for x in all.without(set).iter().filter(|&x| below[x].is_subset(set)) {
                let sum = next.entry(set | Bits::single(x)).or_default();
                *sum = sum.checked_add(extensions)?;
            }
            if down_sets + next.len() as u64 > MOST {
                return None;
            }
        }
        down_sets += next.len() as u64;
        layer = next;
    }
    Some(Few { down_sets, extensions: layer[&all] })
}
