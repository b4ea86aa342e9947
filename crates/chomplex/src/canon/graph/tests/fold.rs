//! A fold is found exactly if there is one.

use std::time::{Duration, Instant};

use super::super::adjacency::{Adjacency, Labels, members};
use super::super::fold::fold;
use super::{Random, by, cycle, each_graph, symmetric, wheel};

/// All involutions of the first `n` vertices except the identity.
fn involutions(n: usize) -> Vec<Labels> {
    fn extend(v: usize, n: usize, images: Labels, all: &mut Vec<Labels>) {
        if v == n {
            return all.push(images);
        }
        extend(v + 1, n, images, all);
        if usize::from(images[v]) == v {
            for w in (v + 1..n).filter(|&w| usize::from(images[w]) == w) {
                let mut swapped = images;
                swapped.swap(v, w);
                // The image of v is already decided.
                extend(v + 1, n, swapped, all);
            }
        }
    }
    let identity: Labels = std::array::from_fn(|v| v as u8);
    let mut all = Vec::new();
    extend(0, n, identity, &mut all);
    all.retain(|images| *images != identity);
    all
}

fn folds(graph: &Adjacency, images: &Labels) -> bool {
    let image = |v: usize| usize::from(images[v]);
    (0..16).all(|v| image(image(v)) == v)
        && (0..16).any(|v| image(v) != v)
        && members(graph.vertices()).all(|v| graph.row(v) >> image(v) & 1 == 0)
        && graph.relabelled(images) == *graph
}

/// Compares the result with all involutions. Returns whether there is a fold.
fn check(graph: &Adjacency, involutions: &[Labels]) -> bool {
    let found = fold(graph);
    if let Some(images) = &found {
        assert!(folds(graph, images), "{graph:?} {images:?}");
    }
    assert_eq!(found.is_some(), involutions.iter().any(|images| folds(graph, images)), "{graph:?}");
    found.is_some()
}

/// Without the identity, OEIS A000085 minus one.
#[test]
fn there_are_as_many_involutions_as_there_should_be() {
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|n| involutions(n).len()), [0, 1, 3, 9, 25, 75, 231, 763]);
}

#[test]
fn all_small_graphs_are_folded_where_they_can_be() {
    for n in 1..=6 {
        let involutions = involutions(n);
        let found = each_graph(n).filter(|graph| check(graph, &involutions)).count();
        assert!(n == 1 || 4 * found > each_graph(n).count());
    }
}

#[test]
fn random_graphs_are_folded_where_they_can_be() {
    let mut random = Random(5);
    for n in [7, 8] {
        let involutions = involutions(n);
        let mut counts = [0; 2];
        for i in 0..4000 {
            let graph = random.graph(n, 10 + i % 80);
            counts[usize::from(check(&graph, &involutions))] += 1;
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}

#[test]
fn a_relabelled_graph_folds_as_well() {
    let mut random = Random(6);
    let mut found = 0;
    for _ in 0..3000 {
        let n = 9 + random.below(8);
        // Two copies with some edges between them: there is often a fold.
        let half = random.graph(n / 2, 40);
        let across = random.graph(n / 2, 20);
        let graph = by(n, |v, w| {
            let [a, b] = [v, w].map(|v| v % (n / 2));
            w < n / 2 * 2
                && if v / (n / 2) == w / (n / 2) { half.row(a) >> b & 1 == 1 } else { across.row(a) >> b & 1 == 1 }
        });
        let images = fold(&graph).expect("the two halves can be exchanged");
        assert!(folds(&graph, &images));
        let other = graph.relabelled(&random.permutation(n));
        let images = fold(&other).expect("a fold in any labels");
        assert!(folds(&other, &images));
        found += usize::from(graph.edges() > n);
    }
    assert!(found > 1000);
}

#[test]
fn wheels_without_some_edges_fold_along_their_segments() {
    let folds_without = |removed: &[(usize, usize)]| {
        let gone = |v: usize, w: usize| removed.iter().any(|&(a, b)| (a, b) == (v, w) || (b, a) == (v, w));
        let whole = wheel(15);
        let graph = by(16, |v, w| whole.row(v) >> w & 1 == 1 && !gone(v, w));
        let found = fold(&graph);
        assert!(found.is_none_or(|images| folds(&graph, &images)));
        found.is_some()
    };
    // A reflection of the odd rim exchanges two neighbours.
    assert!(!folds_without(&[]));
    // Cut once, the rim is a path with an odd number of vertices that can be reversed.
    assert!(folds_without(&[(0, 1)]));
    // Cut twice: an odd segment, whose middle is fixed, and an even one.
    assert!(folds_without(&[(0, 1), (5, 6)]));
    // Two segments of four and one of seven without its second spoke: the equal ones are exchanged.
    assert!(folds_without(&[(0, 14), (3, 4), (7, 8), (9, 15)]));
    // Segments of four, five and six; spokes are missing so that none is a palindrome.
    assert!(!folds_without(&[(0, 14), (3, 4), (8, 9), (1, 15), (5, 15), (10, 15)]));
}

#[test]
fn symmetric_graphs_are_decided_soon() {
    let mut random = Random(7);
    let mut graphs = symmetric();
    graphs.extend((3..=16).map(|n| ("cycle", cycle(n))));
    for (name, graph) in graphs {
        let expected = fold(&graph).is_some();
        let begin = Instant::now();
        for _ in 0..10 {
            let graph = graph.relabelled(&random.permutation(graph.order()));
            let found = fold(&graph);
            assert!(found.is_none_or(|images| folds(&graph, &images)));
            assert_eq!(found.is_some(), expected, "{name}");
        }
        // Takes a few milliseconds, but the machine may be busy.
        assert!(begin.elapsed() < Duration::from_secs(10), "{name}");
        match name {
            // Either opposite vertices are exchanged, or the cycle is reflected in an axis through
            // two opposite vertices.
            "cycle" => assert_eq!(expected, graph.order() % 2 == 0),
            "complete" | "odd cycle" | "wheel" => assert!(!expected),
            "star" | "path" | "cube" | "complete bipartite" | "petersen" => assert_eq!(expected, name != "path"),
            _ => {}
        }
    }
}
