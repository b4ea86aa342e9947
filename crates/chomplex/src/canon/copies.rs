//! The connected components of a position up to isomorphism, and their elements up to symmetry.
//! Components are called parts here.
//!
//! An automorphism of a position permutes its connected components, so its orbits follow from one
//! component of each isomorphism class.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::budget::{Budget, Stop};
use crate::canon::labelling::{Form, Labeller, Labelling};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;

/// One part and all parts isomorphic to it.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The first part.
    pub part: ElementSet,
    /// For each of these parts, including the first: the images of the elements of
    /// [`part`](Self::part), in order.
    pub images: Vec<Vec<Element>>,
    /// The orbits of the automorphism group of [`part`](Self::part), as indices into its list of
    /// elements.
    pub orbits: Vec<Vec<usize>>,
}

/// Limits for the search for symmetries.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Parts with more elements than this are not labelled.
    pub most: usize,
    /// The largest number of steps for labelling one part.
    pub steps: u64,
    /// The budget for all of the work.
    pub budget: &'a Budget,
}

impl<'a> Effort<'a> {
    /// As much as the budget allows.
    #[must_use]
    pub fn full(most: usize, budget: &'a Budget) -> Self {
        Effort { most, steps: u64::MAX, budget }
    }

    /// A small effort, a few tenths of a second per part, for where symmetries only shorten the
    /// answer or the work.
    #[must_use]
    pub fn little(most: usize, budget: &'a Budget) -> Self {
        Effort { most, steps: 1 << 28, budget }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum ComponentKey {
    Chain(usize),
    Other(Form),
    /// Too large to be compared with others.
    Unique(ElementSet),
}

/// Groups connected down-sets by isomorphism. Except for chains, those that take more than the
/// given effort are not compared with others, and their symmetries are not computed.
#[must_use]
pub fn copies(poset: &Poset, parts: &[ElementSet], effort: Effort<'_>) -> Vec<Copies> {
    sort(parts, |part| Ok::<_, Stop>(describe(poset, part, effort).unwrap_or_else(|_| Described::unique(part))))
        .expect("what takes too much effort is not compared")
}

/// Like [`copies`], but fails if the effort is not enough for every part.
///
/// # Errors
/// If the effort is not enough. Parts with too many elements are not an error.
pub(crate) fn copies_exactly(poset: &Poset, parts: &[ElementSet], effort: Effort<'_>) -> Result<Vec<Copies>, Stop> {
    sort(parts, |part| describe(poset, part, effort))
}

fn sort(parts: &[ElementSet], describe: impl Fn(&ElementSet) -> Result<Described, Stop>) -> Result<Vec<Copies>, Stop> {
    let mut all: Vec<Copies> = Vec::new();
    // For each kind, its index in the result, and the order in which the elements correspond.
    let mut first: HashMap<ComponentKey, (usize, Vec<usize>)> = HashMap::new();
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

/// The isomorphism class of a part, its elements in canonical order, and their orbits.
struct Described {
    kind: ComponentKey,
    order: Vec<usize>,
    orbits: Vec<Vec<usize>>,
}

impl Described {
    fn rigid(kind: ComponentKey, len: usize) -> Self {
        Described { kind, order: (0..len).collect(), orbits: (0..len).map(|i| vec![i]).collect() }
    }

    fn unique(part: &ElementSet) -> Self {
        Described::rigid(ComponentKey::Unique(part.clone()), part.len())
    }
}

fn describe(poset: &Poset, part: &ElementSet, effort: Effort<'_>) -> Result<Described, Stop> {
    let len = part.len();
    if poset.is_chain(part) {
        // The elements of a chain are numbered from bottom to top.
        return Ok(Described::rigid(ComponentKey::Chain(len), len));
    }
    if len > effort.most {
        return Ok(Described::unique(part));
    }
    let labelling = Labelling::with_effort(&poset.restrict(part).0, effort.steps, effort.budget)?;
    Ok(Described {
        kind: ComponentKey::Other(labelling.form().clone()),
        order: labelling.order().iter().map(|x| x.index()).collect(),
        orbits: places(&labelling),
    })
}

/// The orbits of the automorphism group of a connected convex set, as indices into its list of
/// elements. If this takes too much effort, each element is an orbit of its own.
#[must_use]
pub fn orbits(poset: &Poset, set: &ElementSet, effort: Effort<'_>) -> Vec<Vec<usize>> {
    let by_parts = (LARGE..=effort.most).contains(&set.len()).then(|| orbits_by_parts(poset, set, effort));
    match by_parts {
        Some(Ok(orbits)) => orbits,
        Some(Err(_)) => Described::unique(set).orbits,
        None => describe(poset, set, effort).unwrap_or_else(|_| Described::unique(set)).orbits,
    }
}

/// Sets smaller than this are labelled as a whole, which is fast.
const LARGE: usize = 256;

/// The orbits of a large set, which may have many similar elements or branches. Of *twins*,
/// elements with the same upper and lower covers, only one is kept. Then the elements that no
/// automorphism moves are removed. The connected components that are left are labelled one by one,
/// coloured by their neighbours among the removed elements: components with the same form can be
/// exchanged.
fn orbits_by_parts(poset: &Poset, set: &ElementSet, effort: Effort<'_>) -> Result<Vec<Vec<usize>>, Stop> {
    let (poset, _) = poset.restrict(set);
    let all = ElementSet::full(poset.len());
    let neighbours = |x: Element, set: &ElementSet| {
        let inside = |covers: &[Element]| covers.iter().copied().filter(|&y| set.contains(y)).collect();
        [poset.lower_covers(x), poset.upper_covers(x)].map(inside)
    };
    let twins = group(poset.elements().map(|x| (neighbours(x, &all), x)));
    let kept = ElementSet::from_iter_in(poset.len(), twins.iter().map(|twins| twins[0]));
    let twins: HashMap<Element, Vec<Element>> = twins.into_iter().map(|twins| (twins[0], twins)).collect();

    // An element that looks like no other is not moved.
    let looks = |x: Element| (poset.level(x), twins[&x].len(), neighbours(x, &kept).map(|covers: Vec<_>| covers.len()));
    let alike = group(kept.iter().map(|x| (looks(x), x)));
    let fixed = alike.into_iter().filter(|alike| alike.len() == 1).flatten();
    let fixed = ElementSet::from_iter_in(poset.len(), fixed);

    let (mut colours, mut forms) = (HashMap::new(), HashMap::new());
    let mut moved: Vec<((u32, usize), Element)> = Vec::new();
    for part in poset.components(&(&kept - &fixed)) {
        effort.budget.check()?;
        let colours: Vec<u32> =
            part.iter().map(|x| number(&mut colours, (twins[&x].len(), neighbours(x, &fixed)))).collect();
        let (part, elements) = poset.restrict(&part);
        let labelling = Labeller::new(&part).label_within(&colours, effort.steps, effort.budget)?;
        let form = number(&mut forms, labelling.form().clone());
        // An orbit is identified by the place of its first element in the canonical order.
        let mut first: HashMap<Element, usize> = HashMap::new();
        for (place, &x) in labelling.order().iter().enumerate() {
            let first = *first.entry(labelling.orbits()[x.index()]).or_insert(place);
            moved.push(((form, first), elements[x.index()]));
        }
    }
    let orbits = group(moved.into_iter()).into_iter().chain(fixed.iter().map(|x| vec![x]));
    let with_twins = |orbit: Vec<Element>| orbit.iter().flat_map(|x| &twins[x]).map(|x| x.index()).collect();
    let mut orbits: Vec<Vec<usize>> = orbits.map(with_twins).collect();
    orbits.iter_mut().for_each(|orbit| orbit.sort_unstable());
    orbits.sort_unstable();
    Ok(orbits)
}

/// The number of a key; keys are numbered in the order in which they are first seen.
fn number<K: Eq + Hash>(numbers: &mut HashMap<K, u32>, key: K) -> u32 {
    let new = u32::try_from(numbers.len()).expect("fewer than the elements of a poset");
    *numbers.entry(key).or_insert(new)
}

/// Groups items with the same key, in the order in which the keys are first seen.
fn group<K: Eq + Hash, T>(keyed: impl Iterator<Item = (K, T)>) -> Vec<Vec<T>> {
    let (mut groups, mut numbers): (Vec<Vec<T>>, _) = (Vec::new(), HashMap::new());
    for (key, item) in keyed {
        let i = number(&mut numbers, key) as usize;
        if i == groups.len() {
            groups.push(Vec::new());
        }
        groups[i].push(item);
    }
    groups
}

/// One element of each orbit of the automorphism group of a convex set. If this takes too much
/// effort, all elements.
#[must_use]
pub fn representatives(poset: &Poset, set: &ElementSet, effort: Effort<'_>) -> Vec<Element> {
    let elements: Vec<Element> = set.iter().collect();
    orbits(poset, set, effort).iter().map(|orbit| elements[orbit[0]]).collect()
}

fn places(labelling: &Labelling) -> Vec<Vec<usize>> {
    group(labelling.orbits().iter().enumerate().map(|(x, &first)| (first, x)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poset::Draft;
    use crate::search::tests::random_poset;

    /// The orbits found component by component are those of the whole labelling: for random posets,
    /// and for several copies of them side by side or above a common element.
    #[test]
    fn orbits_by_parts_are_those_of_the_labelling() {
        let (mut state, budget) = (5, Budget::default());
        let effort = Effort::full(usize::MAX, &budget);
        let mut moved = 0;
        for round in 0..300 {
            let poset = random_poset(&mut state);
            let copies = 1 + round % 4;
            let n = poset.len();
            let root = copies * n;
            let mut relations: Vec<(usize, usize)> = Vec::new();
            for i in (0..copies).map(|copy| copy * n) {
                relations.extend(poset.covers().map(|(x, y)| (x.index() + i, y.index() + i)));
                let minimal = poset.elements().filter(|&x| round % 3 > 0 && poset.lower_covers(x).is_empty());
                relations.extend(minimal.map(|x| (root, x.index() + i)));
            }
            let (poset, _) = Draft { size: root + 1, relations }.check().unwrap();
            let all = ElementSet::full(poset.len());
            let whole = places(&Labelling::new(&poset));
            assert_eq!(orbits_by_parts(&poset, &all, effort).unwrap(), whole);
            moved += usize::from(whole.len() < poset.len());
        }
        assert!(moved > 100, "{moved}");
    }

    #[test]
    fn branches_of_a_large_star_are_alike() {
        let star: crate::position::Position = "star(1000)".parse().unwrap();
        let budget = Budget::default();
        let orbits = orbits(star.poset(), star.remaining(), Effort::little(2048, &budget));
        let mut lengths: Vec<usize> = orbits.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [1, 1000, 1000]);
    }
}
