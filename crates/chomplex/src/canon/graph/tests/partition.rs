//! The cells are the coarsest equitable partition, in an order that labels do not change.

use std::collections::BTreeMap;

use super::super::adjacency::{Adjacency, members, single};
use super::super::partition::Partition;
use super::super::ranks::ranks;
use super::{Random, symmetric};

/// The coarsest equitable partition by its definition: vertices are distinguished by the colours of
/// their neighbours until this distinguishes no more.
fn coarsest(graph: &Adjacency) -> Vec<u16> {
    let mut cells = vec![graph.vertices()];
    loop {
        let mut finer: BTreeMap<Vec<u32>, u16> = BTreeMap::new();
        for v in members(graph.vertices()) {
            let own = cells.iter().map(|cell| u32::from(cell & single(v) != 0));
            let neighbours = cells.iter().map(|cell| (graph.row(v) & cell).count_ones());
            *finer.entry(own.chain(neighbours).collect()).or_default() |= single(v);
        }
        if finer.len() == cells.len() {
            return cells;
        }
        cells = finer.into_values().collect();
    }
}

/// The cells with several vertices.
fn check(graph: &Adjacency) -> Vec<u16> {
    let partition = Partition::new(graph);
    let mut crowded: Vec<u16> = partition.crowded().collect();
    let mut expected: Vec<u16> = coarsest(graph).into_iter().filter(|cell| cell.count_ones() > 1).collect();
    crowded.sort_unstable();
    expected.sort_unstable();
    assert_eq!(crowded, expected, "{graph:?}");
    assert_eq!(partition.is_discrete(), crowded.is_empty());
    partition.crowded().collect()
}

#[test]
fn cells_are_the_coarsest_equitable_partition_in_any_labels() {
    let mut random = Random(10);
    let mut graphs: Vec<Adjacency> = symmetric().into_iter().map(|(_, graph)| graph).collect();
    for i in 0..4000 {
        let n = 2 + random.below(15);
        graphs.push(random.graph(n, 10 + i % 80));
    }
    let mut counts = [0; 2];
    for graph in graphs {
        let cells = check(&graph);
        counts[usize::from(cells.is_empty())] += 1;
        let images = random.permutation(graph.order());
        let other = graph.relabelled(&images);
        let image = |set: u16| members(set).fold(0, |set, v| set | single(images[v].into()));
        let moved: Vec<u16> = cells.into_iter().map(image).collect();
        assert_eq!(check(&other), moved);
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn ranks_tell_most_random_graphs_apart() {
    let mut random = Random(11);
    let told = (0..1000).filter(|_| {
        let graph = random.graph(12, 50);
        let mut ranks: Vec<u16> = ranks(&graph).into_iter().take(12).collect();
        ranks.sort_unstable();
        ranks.windows(2).all(|two| two[0] < two[1])
    });
    assert!(told.count() > 500);
}

#[test]
fn a_vertex_taken_out_is_alone() {
    let mut random = Random(12);
    for (_, graph) in symmetric() {
        let mut cells = Partition::new(&graph);
        while let Some(cell) = cells.smallest() {
            let v = members(cell).nth(random.below(cell.count_ones() as usize)).unwrap();
            cells = cells.individualised(&graph, v);
            assert!(cells.crowded().all(|cell| cell & single(v) == 0));
            // It is equitable again.
            let same = |set: u16, cell: u16| {
                let mut counts = members(cell).map(|v| (graph.row(v) & set).count_ones());
                let one = counts.next();
                counts.all(|count| Some(count) == one)
            };
            let together = cells.crowded().fold(0, |set, cell| set | cell);
            let alone = members(graph.vertices() & !together).map(single);
            for set in cells.crowded().chain(alone) {
                assert!(cells.crowded().all(|cell| same(set, cell)));
            }
        }
    }
}
