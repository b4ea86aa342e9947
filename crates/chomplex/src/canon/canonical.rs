//! The canonical form of a position, its automorphism group, and isomorphisms between positions.

use dashu_int::UBig;

use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::element::Element;
use crate::family::vertex::face_name;
use crate::names::Names;
use crate::poset::{Draft, Poset};
use crate::position::Position;

/// The largest number of elements of a position that is labelled. Its group may need nearly as many
/// generators, each of which is a list of all images.
pub const MAX_LABELLED: usize = 2048;

/// A position up to isomorphism.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The isomorphic position that all positions of the class share. It prints as the canonical
    /// expression.
    pub position: Position,
    /// The order of the automorphism group.
    pub group_order: UBig,
    /// Generators of the automorphism group, each as pairs of a moved element and its image.
    pub generators: Vec<Vec<(Element, Element)>>,
    /// The orbits of the group on the elements.
    pub orbits: Vec<Vec<Element>>,
}

/// Computes the canonical form of a position and its automorphisms.
///
/// ```
/// use chomplex::Budget;
/// use chomplex::canon::canonical::canonical_within;
/// use chomplex::Position;
/// let [a, b]: [Position; 2] = ["graph[ab bc cd]", "graph[24 13 41]"].map(|text| text.parse().unwrap());
/// let [a, b] = [&a, &b].map(|position| canonical_within(position, &Budget::default()).unwrap());
/// assert_eq!(a.position.to_string(), b.position.to_string());
/// assert_eq!(a.group_order, 2u8.into());
/// ```
///
/// # Errors
/// If the position is too large or the budget is spent.
pub fn canonical_within(position: &Position, budget: &Budget) -> Result<Canonical, Stop> {
    let (poset, outside, labelling) = label(position, budget)?;
    let moved = |images: &Vec<Element>| {
        let pairs = images.iter().enumerate().filter(|(x, y)| y.index() != *x);
        pairs.map(|(x, y)| (outside[x], outside[y.index()])).collect()
    };
    let mut orbits: Vec<Vec<Element>> = vec![Vec::new(); poset.len()];
    for (x, first) in labelling.orbits().iter().enumerate() {
        orbits[first.index()].push(outside[x]);
    }
    orbits.retain(|orbit| !orbit.is_empty());
    Ok(Canonical {
        position: renumber(&poset, &labelling),
        group_order: labelling.group_order().clone(),
        generators: labelling.generators().iter().map(moved).collect(),
        orbits,
    })
}

/// Finds an isomorphism from the remaining elements of one position to those of another, as pairs,
/// if there is one.
///
/// # Errors
/// If one of the positions is too large or the budget is spent.
pub fn isomorphism_within(
    from: &Position,
    to: &Position,
    budget: &Budget,
) -> Result<Option<Vec<(Element, Element)>>, Stop> {
    let (_, from, model) = label(from, budget)?;
    let (_, to, labelling) = label(to, budget)?;
    let pairs = |images: Vec<Element>| from.iter().zip(images).map(|(&x, y)| (x, to[y.index()])).collect();
    Ok(model.isomorphism(&labelling).map(pairs))
}

fn label(position: &Position, budget: &Budget) -> Result<(Poset, Vec<Element>, Labelling), Stop> {
    if position.len() > MAX_LABELLED {
        return Err(Stop::Size);
    }
    let (poset, outside) = position.poset().restrict(position.remaining());
    let labelling = Labelling::within(&poset, budget)?;
    Ok((poset, outside, labelling))
}

/// The same poset in canonical numbering, with names that depend only on it.
fn renumber(poset: &Poset, labelling: &Labelling) -> Position {
    let mut place = vec![0; poset.len()];
    for (i, x) in labelling.order().iter().enumerate() {
        place[x.index()] = i;
    }
    let relations = poset.covers().map(|(x, y)| (place[x.index()], place[y.index()])).collect();
    let (poset, _) = Draft { size: poset.len(), relations }.check().expect("it was a poset before");
    let names = face_names(&poset).unwrap_or_else(|| (1..=poset.len()).map(|i| i.to_string()).collect());
    let names = Names::new(names).expect("the names differ");
    Position::new(poset, names)
}

/// Names the elements as faces, if the poset is the face poset of a simplicial complex.
fn face_names(poset: &Poset) -> Option<Vec<String>> {
    let vertices: Vec<Element> = poset.elements().filter(|&x| poset.level(x) == 0).collect();
    let names: Vec<String> = (0..vertices.len()).map(|i| i.to_string()).collect();
    let mut seen = hashbrown::HashSet::new();
    poset
        .elements()
        .map(|x| {
            let below = poset.down_set(x);
            let corners: Vec<usize> = (0..vertices.len()).filter(|&i| below.contains(vertices[i])).collect();
            // If there are enough elements below x, and no two faces have the same corners, then
            // all non-empty sets of corners are below x.
            let is_face = corners.len() < 16 && below.len() == (1 << corners.len()) - 1;
            let name = face_name(&corners.iter().map(|&i| names[i].as_str()).collect::<Vec<_>>());
            (is_face && seen.insert(corners)).then_some(name)
        })
        .collect()
}
