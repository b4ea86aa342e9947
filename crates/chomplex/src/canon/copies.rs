//! The parts of a position up to isomorphism, and their elements up to symmetry.
//!
//! An automorphism of a position permutes its connected parts; so its orbits are found from one part of each kind.

use hashbrown::HashMap;

use crate::budget::{Budget, Stop};
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

/// How far symmetries are sought.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Parts with more elements are not labelled.
    pub most: usize,
    /// The most steps for labelling one part.
    pub steps: u64,
    /// What all of it may spend.
    pub budget: &'a Budget,
}

impl<'a> Effort<'a> {
    /// Whatever the budget allows.
    #[must_use]
    pub fn full(most: usize, budget: &'a Budget) -> Self {
        Effort { most, steps: u64::MAX, budget }
    }

    /// Where symmetries only shorten the answer or the work: some tenths of a second for a part.
    #[must_use]
    pub fn little(most: usize, budget: &'a Budget) -> Self {
        Effort { most, steps: 1 << 28, budget }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Chain(usize),
    Other(Form),
    /// Too large to be compared with others.
    Unique(ElementSet),
}

/// Sorts connected down-sets by isomorphism. Those that take more effort than this are not compared, unless they are
/// chains, and no symmetries of them are sought.
#[must_use]
pub fn copies(poset: &Poset, parts: &[ElementSet], effort: Effort<'_>) -> Vec<Copies> {
    sort(parts, |part| Ok::<_, Stop>(describe(poset, part, effort).unwrap_or_else(|_| Described::unique(part))))
        .expect("what takes too much effort is not compared")
}

/// The same, if the effort is enough for all of them.
///
/// # Errors
/// If it is not. Parts with too many elements are no error.
pub(crate) fn copies_exactly(poset: &Poset, parts: &[ElementSet], effort: Effort<'_>) -> Result<Vec<Copies>, Stop> {
    sort(parts, |part| describe(poset, part, effort))
}

fn sort(parts: &[ElementSet], describe: impl Fn(&ElementSet) -> Result<Described, Stop>) -> Result<Vec<Copies>, Stop> {
    let mut all: Vec<Copies> = Vec::new();
    // For each kind its place in the result, and the order in which its elements correspond.
    let mut first: HashMap<Kind, (usize, Vec<usize>)> = HashMap::new();
    for part in parts {
        let elements: Vec<Element> = part.iter().collect();
        let Described { kind, order, orbits } = describe(part)?;
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
    Ok(all)
}

/// What a part is up to isomorphism, its elements in canonical order, and their orbits.
struct Described {
    kind: Kind,
    order: Vec<usize>,
    orbits: Vec<Vec<usize>>,
}

impl Described {
    fn rigid(kind: Kind, len: usize) -> Self {
        Described { kind, order: (0..len).collect(), orbits: (0..len).map(|i| vec![i]).collect() }
    }

    fn unique(part: &ElementSet) -> Self {
        Described::rigid(Kind::Unique(part.clone()), part.len())
    }
}

fn describe(poset: &Poset, part: &ElementSet, effort: Effort<'_>) -> Result<Described, Stop> {
    let len = part.len();
    if poset.is_chain(part) {
        // Its elements are numbered along it.
        return Ok(Described::rigid(Kind::Chain(len), len));
    }
    if len > effort.most {
        return Ok(Described::unique(part));
    }
    let labelling = Labelling::with_effort(&poset.restrict(part).0, effort.steps, effort.budget)?;
    Ok(Described {
        kind: Kind::Other(labelling.form().clone()),
        order: labelling.order().iter().map(|x| x.index()).collect(),
        orbits: places(&labelling),
    })
}

/// The orbits of the automorphism group of a connected convex set, as places in its list of elements; if that takes
/// more effort, each element by itself.
#[must_use]
pub fn orbits(poset: &Poset, set: &ElementSet, effort: Effort<'_>) -> Vec<Vec<usize>> {
    describe(poset, set, effort).unwrap_or_else(|_| Described::unique(set)).orbits
}

/// One element of each orbit of the automorphism group of a convex set; all of them, if that takes more effort.
#[must_use]
pub fn representatives(poset: &Poset, set: &ElementSet, effort: Effort<'_>) -> Vec<Element> {
    let elements: Vec<Element> = set.iter().collect();
    orbits(poset, set, effort).iter().map(|orbit| elements[orbit[0]]).collect()
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
