//! The search for a canonical labelling: individualise and refine.
//!
//! A node of the search tree is an equitable partition. Its children single out one vertex each of
//! its first cell with more than one vertex, and refine. The leaves are discrete partitions, which
//! are labellings. Each has an invariant: the traces on the path to it, then the graph as it
//! labels it. The greatest invariant makes a leaf *canonical*.
//!
//! Two leaves with the same invariant differ by an automorphism. It shows that whole subtrees are
//! images of each other, and only one of them has to be searched:
//!
//! - If a leaf is an image of the first leaf, or of the best one so far, its branch is an image of
//!   one that was searched. The search goes back to where the two paths part.
//! - Of the children of a node, one from each orbit of the automorphisms that fix the node
//!   suffices. All automorphisms found so far fix the node of the first path that the search has
//!   gone back to; elsewhere they are filtered.
//!
//! The order of the group is the product of the orbits of the first path's vertices, each under
//! the automorphisms that fix the vertices singled out before it.
//!
//! Reference: McKay and Piperno, *Practical graph isomorphism, II*, 2014.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::Leash;
use super::graph::Graph;
use super::orbits::Orbits;
use super::partition::{Partition, mix};
use crate::budget::Stop;

/// What the search finds.
pub(super) struct Found {
    /// The vertices in canonical order.
    pub(super) order: Vec<u32>,
    /// Generators of the automorphism group.
    pub(super) generators: Vec<Vec<u32>>,
    /// The orbits of the group.
    pub(super) orbits: Orbits,
    /// The order of the group.
    pub(super) group_order: UBig,
}

/// Labels a graph so that vertices of different colours are distinguished.
pub(super) fn label(graph: &Graph, colours: &[u32], leash: &mut Leash<'_>) -> Result<Found, Stop> {
    let mut search = Search::new(graph, colours);
    search.run(leash)?;
    let best = search.best.or(search.first).expect("every tree has a leaf");
    Ok(Found {
        order: best.order,
        generators: search.generators,
        orbits: search.orbits,
        group_order: search.group_order,
    })
}

/// A node on the current path.
struct Node {
    /// The splits of its partition.
    mark: usize,
    /// Where the cell begins from which a vertex is singled out.
    cell: u32,
    candidates: Vec<u32>,
    /// The number of candidates that have been dealt with.
    next: usize,
    /// Whether its traces are those of the first path.
    is_like_first: bool,
    /// How its traces compare with those of the best leaf.
    against_best: Ordering,
}

/// A labelling, and how it was reached.
struct Leaf {
    /// The vertices singled out.
    path: Vec<u32>,
    traces: Vec<u64>,
    order: Vec<u32>,
    /// The neighbours of each vertex as places, both in the order of the places.
    rows: Vec<u32>,
}

struct Search<'a> {
    graph: &'a Graph,
    partition: Partition,
    nodes: Vec<Node>,
    /// The vertices singled out on the current path, and its traces.
    path: Vec<u32>,
    traces: Vec<u64>,
    first: Option<Leaf>,
    /// The best leaf, if it is not the first.
    best: Option<Leaf>,
    /// The last node of the first path that is still being searched.
    depth: usize,
    generators: Vec<Vec<u32>>,
    orbits: Orbits,
    /// Orbits of the automorphisms that fix the current path.
    fixing: Orbits,
    group_order: UBig,
    row: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, colours: &[u32]) -> Self {
        let n = graph.len();
        Search {
            graph,
            partition: Partition::new(colours),
            nodes: Vec::new(),
            path: Vec::new(),
            traces: Vec::new(),
            first: None,
            best: None,
            depth: 0,
            generators: Vec::new(),
            orbits: Orbits::new(n),
            fixing: Orbits::new(0),
            group_order: UBig::ONE,
            row: Vec::new(),
        }
    }

    fn run(&mut self, leash: &mut Leash<'_>) -> Result<(), Stop> {
        let trace = self.partition.refine(self.graph);
        self.enter(trace, true, Ordering::Equal, 0);
        while let Some(node) = self.nodes.last() {
            leash.pull(self.partition.visits())?;
            self.partition.undo(node.mark);
            let cell = node.cell;
            self.path.truncate(self.nodes.len() - 1);
            self.traces.truncate(self.nodes.len());
            match self.next_candidate() {
                Some(x) => self.descend(x, cell),
                None => self.leave(),
            }
        }
        Ok(())
    }

    /// Singles out a vertex, and goes on there unless nothing of interest can be found.
    fn descend(&mut self, x: u32, cell: u32) {
        self.path.push(x);
        self.partition.single_out(x);
        let trace = mix(self.partition.refine(self.graph), u64::from(cell));
        let parent = &self.nodes[self.nodes.len() - 1];
        let depth = self.traces.len();
        let is_at = |leaf: &Option<Leaf>| leaf.as_ref().is_none_or(|leaf| leaf.traces.get(depth) == Some(&trace));
        let is_like_first = parent.is_like_first && is_at(&self.first);
        let best = self.best.as_ref().or(self.first.as_ref());
        let against_best = match best {
            Some(best) => parent.against_best.then_with(|| Some(&trace).cmp(&best.traces.get(depth))),
            None => Ordering::Equal,
        };
        if is_like_first || against_best != Ordering::Less {
            self.enter(trace, is_like_first, against_best, cell);
        }
    }

    /// Visits a node whose partition is refined.
    fn enter(&mut self, trace: u64, is_like_first: bool, against_best: Ordering, cell: u32) {
        self.traces.push(trace);
        if self.partition.is_discrete() {
            return self.visit_leaf(is_like_first, against_best);
        }
        let (cell, candidates) = self.partition.first_crowded(cell);
        let candidates = candidates.to_vec();
        let mark = self.partition.mark();
        self.nodes.push(Node { mark, cell, candidates, next: 0, is_like_first, against_best });
    }

    fn visit_leaf(&mut self, is_like_first: bool, against_best: Ordering) {
        let Some(first) = &self.first else {
            self.first = Some(self.leaf());
            self.depth = self.nodes.len().saturating_sub(1);
            return;
        };
        if is_like_first && compare(&self.partition, self.graph, first, &mut self.row).is_eq() {
            return self.found_automorphism(true);
        }
        let best = self.best.as_ref().unwrap_or(first);
        let ordering = against_best
            .then_with(|| self.traces.len().cmp(&best.traces.len()))
            .then_with(|| compare(&self.partition, self.graph, best, &mut self.row));
        match ordering {
            Ordering::Less => {}
            Ordering::Equal => self.found_automorphism(false),
            Ordering::Greater => {
                self.best = Some(self.leaf());
                self.nodes.iter_mut().for_each(|node| node.against_best = Ordering::Equal);
            }
        }
    }

    fn leaf(&mut self) -> Leaf {
        let mut rows = Vec::new();
        for &x in self.partition.order() {
            write_row(&self.partition, self.graph, x, &mut self.row);
            rows.extend_from_slice(&self.row);
        }
        Leaf { path: self.path.clone(), traces: self.traces.clone(), order: self.partition.order().to_vec(), rows }
    }

    /// The current leaf is an image of the first or of the best one: keeps the automorphism, and
    /// goes back to where the paths part.
    fn found_automorphism(&mut self, of_first: bool) {
        let Some(leaf) = self.best.as_ref().filter(|_| !of_first).or(self.first.as_ref()) else { return };
        let mut images = vec![0; leaf.order.len()];
        for (&x, &y) in leaf.order.iter().zip(self.partition.order()) {
            images[x as usize] = y;
        }
        let common = leaf.path.iter().zip(&self.path).take_while(|(x, y)| x == y).count();
        self.nodes.truncate(common + 1);
        self.orbits.merge(&images);
        self.generators.push(images);
    }

    /// The next vertex of the current cell that is not an image of one that was tried.
    fn next_candidate(&mut self) -> Option<u32> {
        let depth = self.nodes.len() - 1;
        let node = self.nodes.last_mut()?;
        if node.next == 0 {
            node.next = 1;
            return node.candidates.first().copied();
        }
        let orbits = if depth <= self.depth {
            &mut self.orbits
        } else {
            self.fixing.reset(self.graph.len());
            let path = &self.path;
            let fixing = |images: &&Vec<u32>| path.iter().all(|&x| images[x as usize] == x);
            self.generators.iter().filter(fixing).for_each(|images| self.fixing.merge(images));
            &mut self.fixing
        };
        let (tried, left) = node.candidates.split_at(node.next);
        let skipped = orbits.count_met(tried, left);
        node.next += skipped + 1;
        left.get(skipped).copied()
    }

    /// Goes back from a node that has been searched.
    fn leave(&mut self) {
        let Some(node) = self.nodes.pop() else { return };
        let depth = self.nodes.len();
        if depth == self.depth
            && let Some(first) = &self.first
        {
            self.group_order *= self.orbits.size_within(first.path[depth], &node.candidates);
            self.depth = depth.saturating_sub(1);
        }
    }
}

/// Compares the graph as the discrete partition labels it with the graph as a leaf does.
fn compare(partition: &Partition, graph: &Graph, leaf: &Leaf, row: &mut Vec<u32>) -> Ordering {
    let mut rows = &leaf.rows[..];
    for &x in partition.order() {
        write_row(partition, graph, x, row);
        let (other, rest) = rows.split_at(row.len().min(rows.len()));
        match row[..].cmp(other) {
            Ordering::Equal => rows = rest,
            unequal => return unequal,
        }
    }
    Ordering::Equal
}

/// Writes down the places of a vertex's neighbours, in order.
fn write_row(partition: &Partition, graph: &Graph, x: u32, row: &mut Vec<u32>) {
    row.clear();
    row.extend(graph.neighbours(x).iter().map(|&y| partition.place(y)));
    row.sort_unstable();
}
