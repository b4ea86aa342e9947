//! Folds: found exactly where they exist, and preserving the value.

mod small;
mod support;

use std::collections::{HashMap, HashSet};

use chomplex::budget::Budget;
use chomplex::canon::involution::{InvolutionSearch, find};
use chomplex::element::{Element, ElementSet};
use chomplex::naive;
use chomplex::poset::{Draft, Poset};
use chomplex::position::Position;
use chomplex::reduce::involution_fold::{FoldKind, SimplestForm, kind, simplest_form};
use chomplex::shape::Shape;
use chomplex::value::Grundy;
use support::Random;

const EFFORT: u64 = 1_000_000;

fn seek(poset: &Poset, set: &ElementSet) -> InvolutionSearch {
    find(&Shape::new(poset, set), EFFORT, &Budget::default())
}

/// Whether a map of all elements is an automorphism of order two with fixed elements closed
/// downwards, by the definition.
fn is_fold(poset: &Poset, images: &[usize]) -> bool {
    let x = Element::new;
    let n = poset.len();
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    (0..n).any(|i| images[i] != i)
        && (0..n).all(|i| images[images[i]] == i)
        && pairs().all(|(i, j)| poset.less(x(i), x(j)) == poset.less(x(images[i]), x(images[j])))
        && pairs().all(|(i, j)| !poset.less(x(i), x(j)) || images[j] != j || images[i] == i)
}

/// Checks a search by listing all automorphisms; returns whether there is a fold.
fn check_existence(poset: &Poset, set: &ElementSet) -> bool {
    let (own, _) = poset.restrict(set);
    let exists = naive::automorphisms(&own).iter().any(|images| is_fold(&own, images));
    match seek(poset, set) {
        InvolutionSearch::Involution(images) => assert!(exists && is_fold(&own, &images), "{images:?} of {set:?}"),
        InvolutionSearch::None => assert!(!exists, "nothing found in {:?}", own.covers().collect::<Vec<_>>()),
        InvolutionSearch::GaveUp => panic!("small searches end"),
    }
    exists
}

/// The simplest form, with each of its steps checked.
fn checked_form(poset: &Poset, set: &ElementSet) -> SimplestForm {
    let form = simplest_form(poset, set, EFFORT, &Budget::default());
    let mut before = set.clone();
    for fold in &form.folds {
        assert_eq!(fold.before, before);
        let place = |y: &Element| before.iter().position(|x| x == *y).unwrap();
        let images: Vec<usize> = fold.images.iter().map(place).collect();
        assert!(is_fold(&poset.restrict(&before).0, &images));
        let fixed = before.iter().zip(&fold.images).filter(|(x, y)| x == *y).map(|(x, _)| x);
        assert_eq!(fold.left, ElementSet::from_iter_in(poset.len(), fixed));
        before = fold.left.clone();
    }
    assert_eq!(form.left, before);
    assert!(form.proved && seek(poset, &form.left) == InvolutionSearch::None);
    form
}

/// The number of positions examined, and the number of those that folded.
#[derive(Default, PartialEq, Debug)]
struct Tally {
    positions: usize,
    folded: usize,
}

impl Tally {
    fn visit(&mut self, poset: &Poset, set: &ElementSet, value: Grundy, known: &mut HashMap<ElementSet, Grundy>) {
        let form = checked_form(poset, set);
        assert_eq!(naive::grundy_with(poset, &form.left, known), value);
        self.positions += 1;
        self.folded += usize::from(!form.folds.is_empty());
    }

    /// Like `visit`, and checks that there is no other fold.
    fn visit_all(&mut self, poset: &Poset, set: &ElementSet, value: Grundy, known: &mut HashMap<ElementSet, Grundy>) {
        let (exists, before) = (check_existence(poset, set), self.folded);
        self.visit(poset, set, value, known);
        assert_eq!(exists, self.folded > before);
    }
}

#[test]
fn every_small_poset_folds_if_it_can() {
    let mut tally = Tally::default();
    for n in 0..=6 {
        small::each_poset(n, &mut |poset, set, value| tally.visit_all(poset, set, value, &mut HashMap::new()));
    }
    assert_eq!(tally, Tally { positions: 5_232, folded: 1_616 });
}

#[test]
#[ignore = "96,428 posets take ten seconds"]
fn every_poset_of_seven_elements_folds_if_it_can() {
    let mut tally = Tally::default();
    small::each_poset(7, &mut |poset, set, value| tally.visit_all(poset, set, value, &mut HashMap::new()));
    assert_eq!(tally, Tally { positions: 96_428, folded: 24_640 });
}

#[test]
fn every_small_complex_folds_if_it_can() {
    let (mut tally, mut known) = (Tally::default(), HashMap::new());
    small::each_complex(4, &mut |poset, set, value| tally.visit_all(poset, set, value, &mut known));
    assert_eq!(tally, Tally { positions: 167, folded: 63 });
    let (mut tally, mut known, mut random) = (Tally::default(), HashMap::new(), Random(5));
    small::each_complex(5, &mut |poset, set, value| {
        if random.chance(2) {
            tally.visit_all(poset, set, value, &mut known);
        } else {
            tally.visit(poset, set, value, &mut known);
        }
    });
    assert_eq!(tally, Tally { positions: 7_580, folded: 1_291 });
}

#[test]
fn every_small_graph_folds_if_it_can() {
    let (mut tally, mut known) = (Tally::default(), HashMap::new());
    small::each_graph(5, &mut |poset, set, value| tally.visit_all(poset, set, value, &mut known));
    assert_eq!(tally, Tally { positions: 1_450, folded: 751 });
    let (mut tally, mut known, mut random) = (Tally::default(), HashMap::new(), Random(6));
    small::each_graph(6, &mut |poset, set, value| match random.below(400) {
        0 => tally.visit_all(poset, set, value, &mut known),
        _ => tally.visit(poset, set, value, &mut known),
    });
    assert_eq!(tally, Tally { positions: 40_069, folded: 17_358 });
}

#[test]
fn every_small_two_level_poset_folds_if_it_can() {
    let mut tally = Tally::default();
    for b in 1..=4 {
        small::each_two_level(b, 4, &mut |poset, set, value| tally.visit_all(poset, set, value, &mut HashMap::new()));
    }
    assert_eq!(tally, Tally { positions: 4_246, folded: 2_444 });
}

/// The difference of two positions is convex, but in general not a position.
#[test]
fn convex_sets_fold_if_they_can() {
    let position: Position = "boolean(3)".parse().unwrap();
    let (poset, mut tally) = (position.poset(), Tally::default());
    let sets = naive::down_sets(poset);
    for (above, below) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))).filter(|(a, b)| b.is_subset(a)) {
        let set = above - below;
        let (own, _) = poset.restrict(&set);
        let value = naive::grundy(&own, &ElementSet::full(own.len()));
        let form = checked_form(poset, &set);
        assert_eq!(check_existence(poset, &set), !form.folds.is_empty());
        let (left, _) = poset.restrict(&form.left);
        assert_eq!(naive::grundy(&left, &ElementSet::full(left.len())), value);
        tally.positions += 1;
        tally.folded += usize::from(!form.folds.is_empty());
    }
    assert!(tally.folded > 30 && tally.folded + 30 < tally.positions, "{tally:?}");
}

/// A poset with an involution: elements come alone or in pairs that it exchanges, and every
/// relation comes with its image.
fn symmetric(random: &mut Random, ranks: usize, percent: usize) -> Draft {
    let mut elements: Vec<(usize, usize)> = Vec::new();
    let mut relations = Vec::new();
    for _ in 0..ranks {
        let new = elements.len();
        let added: &[_] = if random.chance(30) { &[(new, new)] } else { &[(new, new + 1), (new + 1, new)] };
        let (x, image) = added[0];
        for &(y, y_image) in &elements {
            if random.chance(percent) && (x != image || y == y_image) {
                relations.extend([(y, x), (y_image, image)]);
            }
        }
        elements.extend(added);
    }
    let mut number: Vec<usize> = (0..elements.len()).collect();
    for i in (1..number.len()).rev() {
        number.swap(i, random.below(i + 1));
    }
    let relations = relations.into_iter().map(|(x, y)| (number[x], number[y])).collect();
    Draft { size: number.len(), relations }
}

#[test]
fn symmetric_posets_fold() {
    let mut random = Random(2011);
    let mut tally = Tally::default();
    for round in 0..600 {
        let ranks = if round % 3 == 0 { 60 } else { 4 + random.below(6) };
        let percent = 5 + random.below(40);
        let draft = symmetric(&mut random, ranks, percent);
        let (poset, _) = draft.check().unwrap();
        let set = ElementSet::full(poset.len());
        tally.positions += 1;
        let form = checked_form(&poset, &set);
        tally.folded += usize::from(!form.folds.is_empty());
        if poset.len() <= 14 {
            let mut known = HashMap::new();
            let [value, left] = [&set, &form.left].map(|set| naive::grundy_with(&poset, set, &mut known));
            assert_eq!(value, left);
        }
    }
    assert_eq!(tally.folded, tally.positions);
}

/// Khandhawit and Ye's Figure 4, read from their text. The rows of the square are X A B X, 1 C D 1,
/// 2 E F 2 and X A B X; each small square is cut from its upper right to its lower left corner.
const TORUS: &str = "complex[XA1 A1C ABC BCD BXD XD1 1C2 C2E CDE DEF D1F 1F2 2EX EXA EFA FAB F2B 2BX]";

#[test]
fn the_torus_of_khandhawit_and_ye_folds_onto_a_triangle() {
    let position: Position = TORUS.parse().unwrap();
    let (poset, set) = (position.poset(), position.remaining());
    let of_level = |level: usize| poset.elements().filter(move |&x| poset.level(x) == level);
    assert_eq!([0, 1, 2].map(|level| of_level(level).count()), [9, 27, 18]);
    assert!(of_level(1).all(|edge| poset.upper_covers(edge).len() == 2));
    for vertex in of_level(0) {
        // The link of a vertex is a cycle: as a part of the complex it has as many edges as
        // vertices, and is connected.
        let link = poset.up_set(vertex);
        let ends = |face: Element| poset.lower_covers(face).iter().filter(|&&edge| link.contains(edge)).count();
        let triangles: Vec<Element> = link.iter().filter(|&x| poset.level(x) == 2).collect();
        assert_eq!(link.len(), 1 + 2 * triangles.len());
        assert!(triangles.iter().all(|&face| ends(face) == 2));
        let mut ring = link.clone();
        ring.remove(vertex);
        assert_eq!(poset.components(&ring).len(), 1);
    }
    let paper = |c: char| "XDE1B2ACF".chars().zip("XDEB1A2FC".chars()).find(|&(x, _)| x == c).unwrap().1;
    let sorted = |name: String| {
        let mut name: Vec<char> = name.chars().collect();
        name.sort_unstable();
        name
    };
    let place: HashMap<Vec<char>, usize> =
        poset.elements().map(|x| (sorted(position.name(x).to_owned()), x.index())).collect();
    let image = |x: Element| place[&sorted(position.name(x).chars().map(paper).collect())];
    let images: Vec<usize> = poset.elements().map(image).collect();
    assert!(is_fold(poset, &images));
    let fixed: HashSet<&str> =
        poset.elements().filter(|x| images[x.index()] == x.index()).map(|x| position.name(x)).collect();
    assert_eq!(fixed.len(), 6);
    assert!(["X", "D", "E"].iter().all(|vertex| fixed.contains(vertex)));
    let elements: Vec<Element> = images.iter().map(|&y| Element::new(y)).collect();
    assert_eq!(kind(poset, set, &elements), FoldKind::Involution);
    // Whichever folds are found, they lead to a position of value 0.
    let form = checked_form(poset, set);
    assert!(!form.folds.is_empty());
    assert_eq!(naive::grundy(poset, &form.left), Grundy(0));
}

/// The number of elements left of a position, and the kinds of its folds.
fn left(expression: &str) -> (usize, Vec<FoldKind>) {
    let position: Position = expression.parse().unwrap();
    let form = checked_form(position.poset(), position.remaining());
    let kinds = form.folds.iter().map(|fold| kind(position.poset(), &fold.before, &fold.images)).collect();
    (form.left.len(), kinds)
}

#[test]
fn folds_have_names() {
    let x = Element::new;
    // Suspensions of a triangle and of the empty complex.
    assert!(matches!(*left("suspension(boundary(3))").1, [FoldKind::Suspension(..)]));
    assert_eq!(left("antichain(2)"), (0, vec![FoldKind::Suspension(x(0), x(1))]));
    // Two triangles sharing an edge, with another vertex: no suspension.
    assert_eq!(left("complex[012 013 24 25 45]").1, [FoldKind::Involution; 0]);
    assert!(matches!(*left("complex[012 013 04]").1, [FoldKind::BinaryStar(..), ..]));
    // Not a complex: two tops over one bottom.
    assert_eq!(left("hypergraph[a a]"), (1, vec![FoldKind::Involution]));
    assert_eq!(left("chain(2) + chain(2)"), (0, vec![FoldKind::Involution]));
    // Two pairs of vertices at once.
    assert_eq!(left("multipartite(3,3)"), (3, vec![FoldKind::Involution]));
}

#[test]
fn simplest_forms_are_reached() {
    // A complete multipartite graph leaves one vertex of each part with an odd number (Khandhawit
    // and Ye, Theorem 2).
    assert_eq!(left("multipartite(9,8,7,6,5)").0, 6);
    assert_eq!(left("gridgraph(7,7)").0, 1);
    // Tops are folded in pairs; bottoms too, if no fixed top is left above them.
    assert_eq!(left("ordinal(antichain(61),antichain(60))").0, 1);
    assert_eq!(left("ordinal(antichain(60),antichain(61))").0, 61);
    assert_eq!(left("suspension(suspension(boundary(4)))").0, 14);
    for (expression, elements) in [("boundary(6)", 62), ("simplex(6)", 63), ("complete(12)", 78), ("cycle(31)", 62)] {
        assert_eq!(left(expression), (elements, vec![]), "{expression}");
    }
}

/// Graphs in which degrees give no information: all vertices have the same.
#[test]
fn regular_graphs_fold_if_they_can() {
    assert_eq!(left("cycle(3) + cycle(5) + cycle(7)"), (30, vec![]));
    assert_eq!(left("cycle(3) + cycle(5) + cycle(3)").0, 10);
    assert_eq!(left("cycle(4) + cycle(5) + cycle(6)").0, 10);
    // Frucht's graph, which has no symmetries.
    let frucht = "graph[01 07 0b 12 1b 23 2a 34 35 45 49 56 67 68 78 89 9a ab]";
    assert_eq!(left(frucht), (30, vec![]));
    assert_eq!(left(&format!("{frucht} + cycle(5) + {frucht}")).0, 10);
}

#[test]
fn searches_end_when_they_should() {
    let position: Position = "boundary(7)".parse().unwrap();
    let shape = Shape::new(position.poset(), position.remaining());
    let budget = Budget::default();
    assert_eq!(find(&shape, 100, &budget), InvolutionSearch::GaveUp);
    assert_eq!(find(&shape, EFFORT, &budget), InvolutionSearch::None);
    let form = simplest_form(position.poset(), position.remaining(), 100, &budget);
    assert!(!form.proved && form.left == *position.remaining());
    let long: Position = "cycle(501)".parse().unwrap();
    budget.interrupt();
    assert_eq!(find(&Shape::new(long.poset(), long.remaining()), u64::MAX, &budget), InvolutionSearch::GaveUp);
}

/// A random tree, grown vertex by vertex, with a cycle at its first vertex.
fn tree_and_cycle(random: &mut Random, vertices: usize, cycle: usize) -> Poset {
    let mut edges: Vec<(usize, usize)> = (1..vertices).map(|v| (random.below(v), v)).collect();
    let around: Vec<usize> = [0].into_iter().chain(vertices..vertices + cycle - 1).collect();
    edges.extend((0..cycle).map(|i| (around[i], around[(i + 1) % cycle])));
    let v = vertices + cycle - 1;
    let ends = edges.iter().enumerate().flat_map(|(i, &(a, b))| [(a, v + i), (b, v + i)]);
    Draft { size: v + edges.len(), relations: ends.collect() }.check().unwrap().0
}

#[test]
fn large_trees_fold_in_few_steps() {
    let mut random = Random(1000);
    for _ in 0..3 {
        let poset = tree_and_cycle(&mut random, 1_000, 7);
        let form = simplest_form(&poset, &ElementSet::full(poset.len()), EFFORT, &Budget::default());
        assert!(form.proved && form.folds.len() < 10 && form.left.len() + 500 < poset.len());
    }
}
