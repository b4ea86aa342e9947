//! A position up to isomorphism.

use std::collections::HashMap;

use chomplex::canon::canonical::{Canonical, canonical_within, isomorphism_within};
use chomplex::{Budget, Element, Position, Stop};
use serde::Serialize;

use crate::map::ElementMap;

/// The canonical form of a position and its symmetries, as `canon --json` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Canon {
    /// The position, as an expression.
    pub position: String,
    /// An expression that is the same for all isomorphic positions.
    pub canonical: String,
    /// The number of automorphisms.
    pub group_order: String,
    /// Generators of the group of automorphisms, each as its cycles of names.
    pub generators: Vec<Vec<Vec<String>>>,
    /// The orbits of elements.
    pub classes: Vec<Vec<String>>,
    /// The comparison with another position, if there is one.
    #[serde(flatten)]
    pub comparison: Option<Comparison>,
}

/// Whether a position is isomorphic to another one.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The other position, as an expression.
    pub other: String,
    /// Whether they are isomorphic.
    pub isomorphic: bool,
    /// An isomorphism, if they are.
    pub map: Option<ElementMap>,
}

impl Canon {
    /// Finds the canonical form of a position, and compares it with another one.
    ///
    /// # Errors
    /// The limit that stopped the work.
    pub fn find(position: &Position, other: Option<&Position>, budget: &Budget) -> Result<Self, Stop> {
        let form = canonical_within(position, budget)?;
        let comparison = other.map(|other| Comparison::find(position, other, budget)).transpose()?;
        let names = |elements: &Vec<Element>| elements.iter().map(|&x| position.name(x).to_owned()).collect();
        let Canonical { position: canonical, group_order, generators, orbits, .. } = form;
        Ok(Canon {
            position: position.to_string(),
            canonical: canonical.to_string(),
            group_order: group_order.to_string(),
            generators: generators.iter().map(|moved| cycles(moved).iter().map(names).collect()).collect(),
            classes: orbits.iter().map(names).collect(),
            comparison,
        })
    }
}

impl Comparison {
    fn find(position: &Position, other: &Position, budget: &Budget) -> Result<Self, Stop> {
        let images = isomorphism_within(position, other, budget)?;
        let map = |images: Vec<(Element, Element)>| {
            ElementMap::new(images.into_iter().map(|(x, y)| (position.name(x), other.name(y))))
        };
        Ok(Comparison { other: other.to_string(), isomorphic: images.is_some(), map: images.map(map) })
    }
}

/// The cycles of a permutation, each starting at its first element.
fn cycles(moved: &[(Element, Element)]) -> Vec<Vec<Element>> {
    let mut image: HashMap<Element, Element> = moved.iter().copied().collect();
    let mut cycles = Vec::new();
    for &(first, _) in moved {
        let mut cycle = Vec::new();
        let mut x = first;
        while let Some(y) = image.remove(&x) {
            cycle.push(x);
            x = y;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycle_notation() {
        let pairs = [(0, 2), (1, 3), (2, 4), (3, 1), (4, 0)].map(|(x, y)| (Element::new(x), Element::new(y)));
        let numbers: Vec<Vec<usize>> =
            cycles(&pairs).into_iter().map(|cycle| cycle.into_iter().map(Element::index).collect()).collect();
        assert_eq!(numbers, [vec![0, 2, 4], vec![1, 3]]);
    }
}
