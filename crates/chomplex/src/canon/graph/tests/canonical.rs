//! Canonical forms are equal if and only if the graphs are isomorphic.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::super::adjacency::{Adjacency, Labels, MAX_VERTICES, column, key, len, members};
use super::super::canonical::Labelling;
use super::super::partition::Partition;
use super::{Random, each_graph, pairs, symmetric};

/// The graph in its canonical labelling, on the vertices 0, …, n - 1, and the new label of each
/// vertex.
///
/// Two graphs have equal canonical forms if and only if they are isomorphic.
fn canonical(graph: &Adjacency) -> (Adjacency, Labels) {
    let labelling = Labelling::new(graph, &Partition::new(graph));
    let mut labels = [0; MAX_VERTICES];
    for i in 0..graph.order() {
        labels[usize::from(labelling.order[i])] = i as u8;
    }
    (Adjacency::from_triangle(graph.order(), labelling.triangle), labels)
}

/// The upper triangle of the graph as given.
fn triangle(graph: &Adjacency) -> u128 {
    let order: Labels = std::array::from_fn(|v| v as u8);
    graph.triangle(&order)
}

fn is_connected(graph: &Adjacency) -> bool {
    let mut reached = graph.vertices() & graph.vertices().wrapping_neg();
    (0..16).for_each(|_| reached |= members(reached).fold(0, |set, v| set | graph.row(v)));
    reached == graph.vertices()
}

/// The canonical form, checked to be the graph itself with other labels.
fn form(graph: &Adjacency) -> u128 {
    let (form, labels) = canonical(graph);
    assert_eq!(graph.relabelled(&labels), form);
    triangle(&form)
}

/// There are as many forms as classes. Since no two classes share a form, each class has exactly
/// one (OEIS A000088, A001349).
#[test]
fn all_labelled_graphs_have_as_many_forms_as_there_are_classes() {
    for (n, classes, connected) in [(1, 1, 1), (2, 2, 1), (3, 4, 2), (4, 11, 6), (5, 34, 21), (6, 156, 112)] {
        let forms: HashSet<u128> = each_graph(n).map(|graph| form(&graph)).collect();
        assert_eq!(forms.len(), classes);
        let is_connected = |&&form: &&u128| is_connected(&Adjacency::from_triangle(n, form));
        assert_eq!(forms.iter().filter(is_connected).count(), connected);
    }
}

/// All forms, found by adding one edge at a time to the graph without edges.
fn close(n: usize) -> HashSet<u128> {
    let mut known: HashSet<u128> = HashSet::from([0]);
    let mut open = vec![0];
    while let Some(triangle) = open.pop() {
        for bit in (0..column(n)).filter(|bit| triangle >> bit & 1 == 0) {
            let next = form(&Adjacency::from_triangle(n, triangle | 1 << bit));
            if known.insert(next) {
                open.push(next);
            }
        }
    }
    known
}

#[test]
fn adding_edges_leads_to_all_classes() {
    for (n, classes, connected) in [(7, 1044, 853), (8, 12346, 11117)] {
        let forms = close(n);
        assert_eq!(forms.len(), classes);
        let graphs = forms.iter().map(|&form| Adjacency::from_triangle(n, form));
        assert_eq!(graphs.filter(is_connected).count(), connected);
    }
}

#[test]
#[ignore = "ten million labellings"]
fn adding_edges_leads_to_all_classes_on_nine_vertices() {
    assert_eq!(close(9).len(), 274_668);
}

#[test]
fn a_relabelled_graph_has_the_same_form() {
    let mut random = Random(1);
    for n in 6..=16 {
        for percent in (5..100).step_by(6) {
            for _ in 0..40 {
                let graph = random.graph(n, percent);
                let images = random.permutation(n);
                assert_eq!(form(&graph), form(&graph.relabelled(&images)), "{graph:?}");
            }
        }
    }
}

/// Random graphs with the same number of edges: if their degrees differ, so do their forms.
#[test]
fn other_degrees_mean_another_form() {
    let degrees = |graph: &Adjacency| {
        let mut degrees: Vec<u32> = members(graph.vertices()).map(|v| graph.row(v).count_ones()).collect();
        degrees.sort_unstable();
        degrees
    };
    let mut random = Random(2);
    let mut differ = 0;
    for _ in 0..2000 {
        let n = 6 + random.below(11);
        let edges = random.below(column(n));
        let [a, b] = [(); 2].map(|()| random.graph_with_edges(n, edges));
        if degrees(&a) != degrees(&b) {
            differ += 1;
            assert_ne!(form(&a), form(&b));
        }
    }
    assert!(differ > 1000);
}

#[test]
fn symmetric_graphs_are_labelled_alike_and_soon() {
    let mut random = Random(3);
    for (name, graph) in symmetric() {
        let expected = form(&graph);
        let begin = Instant::now();
        for _ in 0..10 {
            assert_eq!(form(&graph.relabelled(&random.permutation(graph.order()))), expected, "{name}");
        }
        // Takes a few hundred microseconds. The limit is generous because tests share the machine.
        assert!(begin.elapsed() < Duration::from_secs(10), "{name}");
    }
}

/// The rook's graph and the Shrikhande graph have the same parameters, so the first refinement does
/// not distinguish them.
#[test]
fn strongly_regular_graphs_are_told_apart() {
    let forms: HashSet<(usize, u128)> = symmetric().iter().map(|(_, graph)| (graph.order(), form(graph))).collect();
    assert_eq!(forms.len(), symmetric().len());
}

#[test]
fn a_key_tells_the_graph() {
    let mut random = Random(4);
    for n in 2..=16 {
        for _ in 0..50 {
            let path = (1..n).map(|v| (v - 1, v));
            let more: Vec<_> = pairs(n).filter(|_| random.below(3) == 0).collect();
            let graph = Adjacency::from_edges(n, path.chain(more));
            let key = key(triangle(&graph));
            assert_eq!(Adjacency::from_key(key), graph);
            assert_eq!(len(key), n + graph.edges());
        }
    }
}
