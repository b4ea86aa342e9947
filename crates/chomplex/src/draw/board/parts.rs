//! The parts of a position, and the shape of each, recognised from its names and its order.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::element::Element;
use crate::position::Position;

/// Elements that are drawn together.
#[derive(Clone, Debug)]
pub struct DrawnPart<'a> {
    /// The number of the part in a sum, counted from 1.
    pub number: Option<u32>,
    /// The elements with their names inside the part.
    pub labels: Vec<(Element, &'a str)>,
    /// Its shape.
    pub shape: Shape,
}

/// The shape of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Faces, each with its vertices: a simplicial complex, or a graph if none has more than two.
    Complex(Vec<Vec<Element>>),
    /// Cells by their two or more coordinates, counted from 1; the corner is missing.
    Bar(BTreeMap<Vec<usize>, Element>),
    /// Chains, each from its lowest element up.
    Heaps(Vec<Vec<Element>>),
    /// Any order.
    Hasse,
}

/// The parts of the initial poset of a game, including removed elements.
#[must_use]
pub fn parts(position: &Position) -> Vec<DrawnPart<'_>> {
    let looker = Looker { position };
    let labels = position.poset().elements().map(|x| (x, position.name(x))).collect();
    let mut parts = Vec::new();
    looker.look(None, labels, &mut parts);
    parts
}

struct Looker<'a> {
    position: &'a Position,
}

impl<'a> Looker<'a> {
    fn look(&self, number: Option<u32>, labels: Vec<(Element, &'a str)>, parts: &mut Vec<DrawnPart<'a>>) {
        match self.summands(&labels) {
            Some(summands) => {
                summands.into_iter().for_each(|(number, labels)| self.look(Some(number), labels, parts));
            }
            None if labels.is_empty() => {}
            None => parts.push(DrawnPart { number, shape: self.shape(&labels), labels }),
        }
    }

    /// The parts of a sum: names are prefixed with numbers, and elements with different numbers are
    /// not comparable.
    fn summands(&self, labels: &[(Element, &'a str)]) -> Option<BTreeMap<u32, Vec<(Element, &'a str)>>> {
        let mut number_of = HashMap::new();
        let mut parts: BTreeMap<u32, Vec<(Element, &str)>> = BTreeMap::new();
        for &(x, label) in labels {
            let (number, rest) = label.split_once(':')?;
            let number: u32 = number.parse().ok()?;
            number_of.insert(x, number);
            parts.entry(number).or_default().push((x, rest));
        }
        let poset = self.position.poset();
        let apart = number_of.iter().all(|(&x, number)| poset.lower_covers(x).iter().all(|y| &number_of[y] == number));
        (apart && !parts.is_empty()).then_some(parts)
    }

    fn shape(&self, labels: &[(Element, &str)]) -> Shape {
        let cells = || self.cells(labels).map(Shape::Bar);
        let faces = || self.faces(labels).map(Shape::Complex);
        let heaps = || self.heaps(labels).map(Shape::Heaps);
        cells().or_else(faces).or_else(heaps).unwrap_or(Shape::Hasse)
    }

    /// The cells by their coordinates, if the part is a bar or a box, that is, if each element
    /// covers its neighbours towards the corner.
    fn cells(&self, labels: &[(Element, &str)]) -> Option<BTreeMap<Vec<usize>, Element>> {
        let coordinates = |label: &str| -> Option<Vec<usize>> {
            label.split(',').map(|number| number.parse().ok().filter(|&number| number > 0)).collect()
        };
        let mut cells = BTreeMap::new();
        for &(x, label) in labels {
            cells.insert(coordinates(label)?, x);
        }
        let sides = cells.keys().next()?.len();
        let corner = vec![1; sides];
        let fits = |(place, &x): (&Vec<usize>, &Element)| {
            let covers = self.position.poset().lower_covers(x);
            let towards = (0..place.len()).filter(|&i| place[i] > 1).map(|i| {
                let mut neighbour = place.clone();
                neighbour[i] -= 1;
                neighbour
            });
            let below: Vec<Vec<usize>> = towards.filter(|neighbour| *neighbour != corner).collect();
            let is_cover = |place| cells.get(place).is_some_and(|y| covers.contains(y));
            place.len() == sides && covers.len() == below.len() && below.iter().all(is_cover)
        };
        let bar = sides > 1 && !cells.contains_key(&corner) && cells.len() == labels.len();
        (bar && cells.iter().all(fits)).then_some(cells)
    }

    /// The vertices of each element, if the names are those of the faces of a complex: each name
    /// lists the vertices below it.
    fn faces(&self, labels: &[(Element, &str)]) -> Option<Vec<Vec<Element>>> {
        let poset = self.position.poset();
        let label_of: HashMap<Element, &str> = labels.iter().copied().collect();
        let simple = |label: &str| label.trim_end_matches(',').to_owned();
        if labels.iter().all(|&(x, _)| poset.level(x) == 0) {
            return None;
        }
        let face = |&(x, label): &(Element, &str)| {
            if poset.level(x) == 0 {
                return Some(vec![x]);
            }
            let listed: BTreeSet<String> = if label.contains(',') {
                label.split(',').map(str::to_owned).collect()
            } else {
                label.chars().map(String::from).collect()
            };
            if poset.level(x) + 1 != listed.len() {
                return None;
            }
            let vertices: Vec<Element> = poset.below(x).iter().filter(|&y| poset.level(y) == 0).collect();
            let below: BTreeSet<String> = vertices.iter().map(|y| simple(label_of[y])).collect();
            (below == listed).then_some(vertices)
        };
        labels.iter().map(face).collect()
    }

    /// The chains, if the part consists of chains and not only of single elements.
    fn heaps(&self, labels: &[(Element, &str)]) -> Option<Vec<Vec<Element>>> {
        let poset = self.position.poset();
        let thin = |x: Element| poset.lower_covers(x).len() <= 1 && poset.upper_covers(x).len() <= 1;
        let elements = || labels.iter().map(|&(x, _)| x);
        if !elements().all(thin) || elements().all(|x| poset.level(x) == 0) {
            return None;
        }
        let bottoms = elements().filter(|&x| poset.level(x) == 0);
        let above = |&x: &Element| poset.upper_covers(x).first().copied();
        Some(bottoms.map(|x| std::iter::successors(Some(x), above).collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(expression: &str) -> Vec<Shape> {
        let position: Position = expression.parse().unwrap();
        parts(&position).into_iter().map(|part| part.shape).collect()
    }

    #[test]
    fn parts_are_recognised() {
        assert!(matches!(&shapes("simplex(3)")[..], [Shape::Complex(faces)] if faces.len() == 7));
        assert!(matches!(&shapes("graph[12 23 4]")[..], [Shape::Complex(faces)] if faces.len() == 6));
        assert!(matches!(&shapes("chomp(3,4)")[..], [Shape::Bar(cells)] if cells.len() == 11));
        assert!(matches!(&shapes("chomp(2,2,2)")[..], [Shape::Bar(cells)] if cells.len() == 7));
        assert!(matches!(&shapes("nim(3,2)")[..], [Shape::Heaps(heaps)] if heaps.len() == 2));
        assert_eq!(shapes("antichain(3)"), [Shape::Hasse]);
        assert_eq!(shapes("divisors(60)"), [Shape::Hasse]);
        assert_eq!(shapes("hypergraph[ab bc]"), [Shape::Hasse]);
        assert!(shapes("nim(0)").is_empty());
        assert!(matches!(
            &shapes("path(2) + chomp(2,2) + divisors(12)")[..],
            [Shape::Complex(_), Shape::Bar(_), Shape::Hasse]
        ));
    }
}
