//! Maps in words: which elements have to be named, and their images.

use std::collections::{BTreeSet, HashMap};

use crate::element::{Element, ElementSet};
use crate::position::Position;

/// The elements whose images determine a map on a convex set: the minimal ones, and those whose
/// names are not spelled by the minimal elements below them. In complexes and graphs the vertices
/// are enough: the images of `0` and `1` determine that of `01`.
pub(crate) fn telling(position: &Position, set: &ElementSet) -> ElementSet {
    let poset = position.poset();
    // The minimal elements below each element, and the number of elements that share them.
    let mut below: Vec<BTreeSet<Element>> = vec![BTreeSet::new(); poset.len()];
    let mut alike: HashMap<BTreeSet<Element>, usize> = HashMap::new();
    for x in set.iter() {
        let mut minimal: BTreeSet<Element> = BTreeSet::new();
        for y in poset.lower_covers(x).iter().filter(|&&y| set.contains(y)) {
            minimal.extend(below[y.index()].iter().copied());
        }
        if minimal.is_empty() {
            minimal.insert(x);
        }
        *alike.entry(minimal.clone()).or_default() += 1;
        below[x.index()] = minimal;
    }
    let is_named = |x: &Element| {
        let minimal = &below[x.index()];
        let is_minimal = minimal.contains(x);
        is_minimal || alike[minimal] > 1 || !is_spelled(position.name(*x), minimal.iter().map(|&y| position.name(y)))
    };
    ElementSet::from_iter_in(poset.len(), set.iter().filter(is_named))
}

/// Whether a name is composed of these names, as that of a face is of the names of its vertices.
fn is_spelled<'a>(name: &str, vertices: impl Iterator<Item = &'a str>) -> bool {
    let (part, name) = cut(name);
    let mut spelled = Vec::new();
    for vertex in vertices {
        let (of, vertex) = cut(vertex);
        if of != part {
            return false;
        }
        spelled.push(vertex);
    }
    let mut letters: Vec<&str> =
        if name.contains(',') { name.split(',').filter(|letter| !letter.is_empty()).collect() } else { Vec::new() };
    if letters.is_empty() {
        letters = name.char_indices().map(|(i, letter)| &name[i..i + letter.len_utf8()]).collect();
    }
    letters.sort_unstable();
    spelled.sort_unstable();
    letters == spelled
}

/// A name without the part numbers in front, which elements of a sum have, and without the comma
/// after a single name.
fn cut(name: &str) -> (&str, &str) {
    let (part, own) = name.rsplit_once(':').unwrap_or(("", name));
    (part, own.strip_suffix(',').unwrap_or(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(expression: &str) -> Vec<String> {
        let position: Position = expression.parse().unwrap();
        let named = telling(&position, position.remaining());
        named.iter().map(|x| position.name(x).to_owned()).collect()
    }

    #[test]
    fn vertices_tell_faces_and_nothing_else_does() {
        assert_eq!(named("simplex(3)"), ["0", "1", "2"]);
        assert_eq!(named("path(2) + path(2)"), ["1:0", "1:1", "2:0", "2:1"]);
        assert_eq!(named("path(12)").len(), 12);
        assert_eq!(named("poset[a<c, a<d, b<c, b<d]"), ["a", "b", "c", "d"]);
        assert_eq!(named("poset[a<c, b<d]").len(), 4);
        assert_eq!(named("divisors(6)").len(), 3);
        assert_eq!(named("hypergraph[ab ab]").len(), 4);
        assert_eq!(named("chomp(2,3)").len(), 5);
    }
}
