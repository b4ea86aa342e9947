//! Conjectures 1 and 2 of T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), appendix
//! A, tested on all small graphs. `RESULTS.md` cites these tests and the numbers that they assert.

use std::collections::{BTreeMap, BTreeSet};

use chomplex::budget::Budget;
use chomplex::generate::Generator;
use chomplex::position::Position;
use chomplex::reduce::involution_fold::fold;
use chomplex::shape::Shape;
use chomplex::solve::{Question, solve};

/// A graph by its edges.
#[derive(Clone)]
struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    fn of(position: &Position) -> Self {
        let shape = Shape::new(position.poset(), position.remaining());
        let graph = shape.graph().expect("it is a graph");
        Graph { vertices: graph.len(), edges: graph.edges().iter().map(|edge| (edge.ends[0], edge.ends[1])).collect() }
    }

    fn degree(&self, v: usize) -> usize {
        self.edges.iter().filter(|&&(a, b)| a == v || b == v).count()
    }

    /// The vertices of the only cycle: what remains after repeatedly removing leaves.
    fn cycle(&self) -> BTreeSet<usize> {
        let mut left: BTreeSet<usize> = (0..self.vertices).collect();
        loop {
            let degree = |v: usize| {
                self.edges.iter().filter(|(a, b)| (*a == v || *b == v) && left.contains(a) && left.contains(b)).count()
            };
            let inner: BTreeSet<usize> = left.iter().copied().filter(|&v| degree(v) > 1).collect();
            if inner.len() == left.len() {
                return left;
            }
            left = inner;
        }
    }

    /// The graph with a path of `length` vertices attached to a vertex.
    fn with_tail(&self, at: usize, length: usize) -> Graph {
        let mut graph = self.clone();
        let mut end = at;
        for _ in 0..length {
            graph.edges.push((end, graph.vertices));
            end = graph.vertices;
            graph.vertices += 1;
        }
        graph
    }

    fn position(&self) -> Position {
        let edges: Vec<String> = self.edges.iter().map(|(a, b)| format!("{a},{b}")).collect();
        format!("graph[{}]", edges.join(" ")).parse().unwrap()
    }
}

/// How a sequence of values continues.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Pattern {
    /// 4n and 4n+3 alternately.
    Alternating(u32),
    /// A row of Table 4 of the paper, from some column on.
    Row(u32),
    /// Something else.
    Other(Vec<u32>),
}

/// The entry of Table 4 for tails of m and k vertices (Theorem 5).
fn table_4(m: u32, k: u32) -> u32 {
    let block = 4 * ((((m - 1) / 3) ^ ((k - 1) / 3)) + 1);
    block + if ((m - 1) % 3 + (k - 1) % 3) % 2 == 1 { 2 } else { 0 }
}

/// The pattern at the end of a sequence, determined from its second half.
fn pattern(values: &[u32]) -> Pattern {
    let tail = &values[values.len() / 2..];
    let low = tail.iter().copied().min().unwrap_or(0);
    if low % 4 == 0 && tail.windows(2).all(|pair| pair[0] + pair[1] == 2 * low + 3) {
        return Pattern::Alternating(low / 4);
    }
    let matches =
        |row: u32, shift: usize| tail.iter().enumerate().all(|(i, &value)| table_4(row, (shift + i) as u32) == value);
    let shifts = 1..4 * values.len();
    let found =
        (1..100).step_by(3).flat_map(|row| [row, row + 1]).find(|&row| shifts.clone().any(|shift| matches(row, shift)));
    found.map_or_else(|| Pattern::Other(tail.to_vec()), Pattern::Row)
}

/// Whether a position cannot be folded.
fn is_simplest(position: &Position, budget: &Budget) -> bool {
    fold(&Shape::new(position.poset(), position.remaining()), budget).is_none()
}

/// A size from the environment, or the default.
fn size(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Conjecture 1: an odd cycle with a tree at one of its vertices, in simplest form, and ever longer
/// tails at a leaf.
///
/// The environment variables `VERTICES` and `TAIL` choose other sizes. The findings are printed;
/// the numbers of sequences are asserted for the default sizes only.
#[test]
#[ignore = "takes minutes: every odd-cycle pseudotree on up to 10 vertices, every leaf, tails of up to 40 vertices"]
fn tails_of_odd_cycle_pseudotrees() {
    let usual = (10, 40);
    let (most, longest) = (size("VERTICES", usual.0), size("TAIL", usual.1));
    let (question, budget) = (Question { moves: false, ..Question::default() }, Budget::default());
    let mut patterns: BTreeMap<Pattern, (usize, String)> = BTreeMap::new();
    let (mut graphs, mut sequences, mut residues) = (0, 0, [0; 4]);
    for vertices in 4..=most {
        for position in Generator::Pseudotrees.positions(vertices).unwrap() {
            let graph = Graph::of(&position);
            let cycle = graph.cycle();
            let branching = cycle.iter().filter(|&&v| graph.degree(v) > 2).count();
            if cycle.len().is_multiple_of(2) || branching != 1 || !is_simplest(&position, &budget) {
                continue;
            }
            graphs += 1;
            for leaf in (0..graph.vertices).filter(|&v| graph.degree(v) == 1) {
                let value =
                    |k: usize| solve(&graph.with_tail(leaf, k).position(), &question, &budget).grundy.unwrap().0;
                let values: Vec<u32> = (0..=longest).map(value).collect();
                sequences += 1;
                values.iter().for_each(|value| residues[(value % 4) as usize] += 1);
                let entry = patterns
                    .entry(pattern(&values))
                    .or_insert_with(|| (0, format!("{position} at {leaf}: {values:?}")));
                entry.0 += 1;
            }
        }
    }
    println!("{graphs} graphs, {sequences} sequences of {} values; residues modulo 4: {residues:?}", longest + 1);
    for (pattern, (count, first)) in &patterns {
        println!("{count:>6}  {pattern:?}\n        {first}");
    }
    assert_eq!(residues[1], 0, "no value is 1 modulo 4");
    assert!(!patterns.keys().any(|pattern| matches!(pattern, Pattern::Other(_))));
    let count = |wanted: fn(&Pattern) -> bool| -> usize {
        patterns.iter().filter(|(pattern, _)| wanted(pattern)).map(|(_, (count, _))| count).sum()
    };
    if (most, longest) == usual {
        let alternating = count(|pattern| matches!(pattern, Pattern::Alternating(0..=2)));
        let rows = count(|pattern| matches!(pattern, Pattern::Row(_)));
        assert_eq!((sequences, alternating, rows), (144, 117, 27));
    }
}

/// Conjecture 1 fails on 12 vertices: the value 5 of this graph is 1 modulo 4. With tails of up to
/// 14 vertices its values follow neither of the two patterns of the conjecture.
#[test]
fn the_conjecture_on_tails_fails() {
    let edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (6, 9), (4, 10), (3, 11)];
    let graph = Graph { vertices: 12, edges: edges.to_vec() };
    let (question, budget) = (Question { moves: false, ..Question::default() }, Budget::default());
    assert!(is_simplest(&graph.position(), &budget));
    let values = |leaf: usize| -> Vec<u32> {
        let value = |k: usize| solve(&graph.with_tail(leaf, k).position(), &question, &budget).grundy.unwrap().0;
        (0..=14).map(value).collect()
    };
    let alternating: Vec<u32> = (0..=14).map(|k| 5 + k % 2).collect();
    assert_eq!(values(8), alternating);
    assert_eq!(values(9), alternating);
    assert_eq!(values(11), [5, 7, 5, 9, 11, 9, 13, 15, 13, 17, 19, 17, 21, 23, 21]);
    assert_eq!(values(10), [5, 7, 11, 9, 11, 15, 13, 15, 19, 17, 19, 23, 21, 23, 27]);
}

/// The numbers of graphs on 5, 6, …, 16 vertices that satisfy the hypothesis of Conjecture 2.
const BRANCHING: [usize; 12] = [1, 2, 6, 12, 32, 70, 170, 392, 940, 2_216, 5_326, 12_717];

/// Conjecture 2: an odd cycle with trees at two or more of its vertices, in simplest form, is worth
/// 3 or 0, depending on the parity of its number of vertices.
///
/// The environment variable `VERTICES` chooses another size.
#[test]
#[ignore = "takes minutes: every odd-cycle pseudotree on up to 16 vertices"]
fn pseudotrees_with_two_branching_cycle_vertices() {
    let (question, budget) = (Question { moves: false, ..Question::default() }, Budget::default());
    let mut counterexamples = Vec::new();
    let mut counts = Vec::new();
    for vertices in 5..=size("VERTICES", 16) {
        let (mut graphs, mut exceptions) = (0, 0);
        for position in Generator::Pseudotrees.positions(vertices).unwrap() {
            let graph = Graph::of(&position);
            let cycle = graph.cycle();
            let branching = cycle.iter().filter(|&&v| graph.degree(v) > 2).count();
            if cycle.len().is_multiple_of(2) || branching < 2 || !is_simplest(&position, &budget) {
                continue;
            }
            graphs += 1;
            let value = solve(&position, &question, &budget).grundy.unwrap().0;
            if value != if vertices % 2 == 1 { 3 } else { 0 } {
                exceptions += 1;
                counterexamples.push(format!("{position} has value {value}"));
            }
        }
        println!("{vertices} vertices: {graphs} graphs, {exceptions} counterexamples");
        counts.push(graphs);
    }
    assert_eq!(counterexamples, Vec::<String>::new());
    let known = counts.len().min(BRANCHING.len());
    assert_eq!(counts[..known], BRANCHING[..known]);
}
