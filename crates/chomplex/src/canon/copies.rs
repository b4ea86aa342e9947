//! The parts of a position up to isomorphism, and their elements up to symmetry.
//!
//! An automorphism of a position permutes its connected parts; so its orbits are found from one part of each kind.

use hashbrown::HashMap;

use crate::canon::labelling::{Form, Labelling};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;

/// One part and all parts isomorphic to it.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The first of them.
    pub part: ElementSet,
    /// For each of them, the first included, the images of the elements of [`part`](Self::part) in order.
    pub images: Vec<Vec<Element>>,
    /// The orbits of the automorphism group of [`part`](Self::part), as places in its list of elements.
    pub orbits: Vec<Vec<usize>>,
}

#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Chain(usize),
    Other(Form),
    /// Too large to be compared with others.
    Unique(ElementSet),
}

/// Sorts connected down-sets by isomorphism. Those with more than `most` elements are not compared, unless they are chains, and
/// no symmetries of them are sought.
#[must_use]
pub fn copies(poset: &Poset, parts: &[ElementSet], most: usize) -> Vec<Copies> {
    let mut all: Vec<Copies> = Vec::new();
    // For each kind its place in the result, and the order in which its elements correspond.
    let mut first: HashMap<Kind, (usize, Vec<usize>)> = HashMap::new();
    for part in parts {
        let elements: Vec<Element> = part.iter().collect();
        let Described { kind, order, orbits } = describe(poset, part, most);
        let (index, model) = first.entry(kind).or_insert_with(|| {
            all.push(Copies { part: part.clone(), images: Vec::new(), orbits });
            (all.len() - 1, order.clone())
        });
        let mut images = elements.clone();
        for (&from, &to) in model.iter().zip(&order) {
            images[from] = elements[to];
        }
        all[*index].images.push(images);
    }
    all
}

/// What a part is up to isomorphism, its elements in canonical order, and their orbits.
struct Described {
    kind: Kind,
    order: Vec<usize>,
    orbits: Vec<Vec<usize>>,
}

fn describe(poset: &Poset, part: &ElementSet, most: usize) -> Described {
    let len = part.len();
    let rigid = |kind| Described { kind, order: (0..len).collect(), orbits: (0..len).map(|i| vec![i]).collect() };
    if poset.is_chain(part) {
        // Its elements are numbered along it.
        return rigid(Kind::Chain(len));
    }
    if len > most {
        return rigid(Kind::Unique(part.clone()));
    }
    let labelling = Labelling::of(&poset.restrict(part).0);
    Described {
        kind: Kind::Other(labelling.form().clone()),
        order: labelling.order().iter().map(|x| x.index()).collect(),
        orbits: places(&labelling),
    }
}

/// One element of each orbit of the automorphism group of a convex set; all of them, if it has more than `most`.
#[must_use]
pub fn representatives(poset: &Poset, set: &ElementSet, most: usize) -> Vec<Element> {
    let elements: Vec<Element> = set.iter().collect();
    describe(poset, set, most).orbits.iter().map(|orbit| elements[orbit[0]]).collect()
}

fn places(labelling: &Labelling) -> Vec<Vec<usize>> {
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    let mut place: HashMap<Element, usize> = HashMap::new();
    for (x, &first) in labelling.orbits().iter().enumerate() {
        let i = *place.entry(first).or_insert_with(|| {
            orbits.push(Vec::new());
            orbits.len() - 1
        });
        orbits[i].push(x);
    }
    orbits
}
