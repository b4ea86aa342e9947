//! The oracle: the definitions of the game, written down directly.
//!
//! Everything else in this crate is tested against these few lines.

use std::collections::HashMap;

use crate::element::ElementSet;
use crate::poset::Poset;
use crate::value::{Grundy, mex};

/// The Grundy value of a down-set by the definition: the mex of the values of its options.
pub fn grundy(poset: &Poset, set: &ElementSet) -> Grundy {
    grundy_with(poset, set, &mut HashMap::new())
}

/// Like [`grundy`], with a table that outlives the call.
pub fn grundy_with(poset: &Poset, set: &ElementSet, known: &mut HashMap<ElementSet, Grundy>) -> Grundy {
    if let Some(&value) = known.get(set) {
        return value;
    }
    let options: Vec<Grundy> = set.iter().map(|x| grundy_with(poset, &(set - poset.up_set(x)), known)).collect();
    let value = mex(options);
    known.insert(set.clone(), value);
    value
}

/// All down-sets of a poset, including the empty set and the whole poset.
#[must_use]
pub fn down_sets(poset: &Poset) -> Vec<ElementSet> {
    let mut sets = vec![ElementSet::empty(poset.len())];
    for x in poset.elements() {
        let below = poset.down_set(x);
        let with_x: Vec<ElementSet> =
            sets.iter().filter(|set| below.iter().all(|y| y == x || set.contains(y))).map(|set| set | below).collect();
        sets.extend(with_x);
    }
    sets
}

/// The number of linear extensions by the definition: choose a maximal element as the last, in all
/// ways.
#[must_use]
pub fn linear_extensions(poset: &Poset) -> u128 {
    fn count(poset: &Poset, set: &ElementSet, known: &mut HashMap<ElementSet, u128>) -> u128 {
        if set.is_empty() {
            return 1;
        }
        if let Some(&n) = known.get(set) {
            return n;
        }
        let mut n = 0;
        for x in poset.maximal(set).collect::<Vec<_>>() {
            let mut smaller = set.clone();
            smaller.remove(x);
            n += count(poset, &smaller, known);
        }
        known.insert(set.clone(), n);
        n
    }
    count(poset, &ElementSet::full(poset.len()), &mut HashMap::new())
}

/// All automorphisms of a poset, each as its list of images. For very small posets only.
#[must_use]
pub fn automorphisms(poset: &Poset) -> Vec<Vec<usize>> {
    fn extend(poset: &Poset, images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let element = crate::element::Element::new;
        let next = images.len();
        if next == poset.len() {
            found.push(images.clone());
            return;
        }
        for image in 0..poset.len() {
            let fits = !images.contains(&image)
                && images.iter().enumerate().all(|(x, &y)| {
                    poset.less(element(x), element(next)) == poset.less(element(y), element(image))
                        && poset.less(element(next), element(x)) == poset.less(element(image), element(y))
                });
            if fits {
                images.push(image);
                extend(poset, images, found);
                images.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(poset, &mut Vec::new(), &mut found);
    found
}
