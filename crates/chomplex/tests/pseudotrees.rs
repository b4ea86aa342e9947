//! Odd cycles with a tree at one of their vertices, and ever longer tails: Conjecture 1 and Table 6
//! of T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011).
//!
//! Such a graph is a rooted tree with an odd cycle through its root. A move on the cycle leaves a
//! forest. A move in the tree leaves a smaller graph of the same kind and a forest. The value of a
//! forest depends only on the parities of its numbers of vertices and edges (Theorem 3). Therefore
//! only the parity of the cycle's length matters, and the value is a recursion over rooted trees.
//! Two equal branches at a vertex are swapped by an involution that fixes everything else, so they
//! cancel. In simplest form siblings are different; then the tree has no symmetry, and no two
//! leaves are equivalent. The recursion is tested against the solver before it is used.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::reduce::involution_fold::fold;
use chomplex::shape::Shape;
use chomplex::solve::{Question, solve};

/// A rooted tree without equal siblings, as an index into [`Trees`].
type Tree = usize;

/// Every tree encountered, once, with its value on an odd cycle.
#[derive(Default)]
struct Trees {
    places: HashMap<Vec<Tree>, Tree>,
    branches: Vec<Vec<Tree>>,
    sizes: Vec<usize>,
    values: Vec<Option<u32>>,
}

/// The value of a forest with this many vertices and edges.
fn forest(vertices: usize, edges: usize) -> u32 {
    (vertices % 2 + 2 * (edges % 2)) as u32
}

impl Trees {
    /// The tree with these branches; equal ones cancel.
    fn tree(&mut self, mut branches: Vec<Tree>) -> Tree {
        branches.sort_unstable();
        let mut different: Vec<Tree> = Vec::with_capacity(branches.len());
        for branch in branches {
            if different.last() == Some(&branch) {
                different.pop();
            } else {
                different.push(branch);
            }
        }
        if let Some(&tree) = self.places.get(&different) {
            return tree;
        }
        self.sizes.push(1 + different.iter().map(|&branch| self.sizes[branch]).sum::<usize>());
        self.values.push(None);
        self.branches.push(different.clone());
        self.places.insert(different, self.branches.len() - 1);
        self.branches.len() - 1
    }

    /// A path with this many vertices, attached by one end.
    fn path(&mut self, vertices: usize) -> Tree {
        let leaf = self.tree(vec![]);
        (1..vertices).fold(leaf, |path, _| self.tree(vec![path]))
    }

    /// The options of the moves below the root: the remaining tree, and the value of the forest
    /// that is cut off.
    fn options(&mut self, tree: Tree) -> Vec<(Tree, u32)> {
        let branches = self.branches[tree].clone();
        let mut options = Vec::new();
        for (i, &branch) in branches.iter().enumerate() {
            let others = [&branches[..i], &branches[i + 1..]].concat();
            let without = self.tree(others.clone());
            let (size, degree) = (self.sizes[branch], self.branches[branch].len());
            options.push((without, forest(size, size - 1)));
            options.push((without, forest(size - 1, size - 1 - degree)));
            for (less, cut) in self.options(branch) {
                options.push((self.tree([&others[..], &[less]].concat()), cut));
            }
        }
        options
    }

    /// The value of an odd cycle through the root.
    fn value(&mut self, tree: Tree) -> u32 {
        if let Some(value) = self.values[tree] {
            return value;
        }
        let (size, degree) = (self.sizes[tree], self.branches[tree].len());
        let vertices = size + 2;
        let mut values: BTreeSet<u32> = [
            forest(vertices, vertices - 1),
            forest(vertices - 1, vertices - 2),
            forest(2, 1) ^ forest(size - 1, size - 1 - degree),
        ]
        .into();
        for (less, cut) in self.options(tree) {
            values.insert(self.value(less) ^ cut);
        }
        let value = (0..).find(|value| !values.contains(value)).unwrap_or_default();
        self.values[tree] = Some(value);
        value
    }

    /// All trees on 1, 2, …, `most` vertices.
    fn all(&mut self, most: usize) -> Vec<Vec<Tree>> {
        let mut by_size = vec![vec![], vec![self.tree(vec![])]];
        for size in 2..=most {
            let smaller: Vec<Tree> = by_size.concat();
            let mut sets = Vec::new();
            self.sets(&smaller, size - 1, &mut vec![], &mut sets);
            by_size.push(sets.into_iter().map(|branches| self.tree(branches)).collect());
        }
        by_size
    }

    /// The sets of different trees with `vertices` vertices in total, from a list ordered by size.
    fn sets(&self, from: &[Tree], vertices: usize, chosen: &mut Vec<Tree>, sets: &mut Vec<Vec<Tree>>) {
        if vertices == 0 {
            sets.push(chosen.clone());
        }
        for (i, &tree) in from.iter().enumerate().take_while(|&(_, &tree)| self.sizes[tree] <= vertices) {
            chosen.push(tree);
            self.sets(&from[i + 1..], vertices - self.sizes[tree], chosen, sets);
            chosen.pop();
        }
    }

    /// The leaves, each by the path to it.
    fn leaves(&self, tree: Tree) -> Vec<Vec<usize>> {
        if self.branches[tree].is_empty() {
            return vec![vec![]];
        }
        let ways = self.branches[tree].iter().enumerate();
        ways.flat_map(|(i, &branch)| self.leaves(branch).into_iter().map(move |way| [vec![i], way].concat())).collect()
    }

    /// The tree with a tail of `length` vertices at a leaf.
    fn with_tail(&mut self, tree: Tree, way: &[usize], length: usize) -> Tree {
        let Some((&first, rest)) = way.split_first() else { return self.path(length + 1) };
        let mut branches = self.branches[tree].clone();
        branches[first] = self.with_tail(branches[first], rest, length);
        self.tree(branches)
    }

    /// The values with tails of 0, 1, …, `longest` vertices at a leaf.
    fn sequence(&mut self, tree: Tree, way: &[usize], longest: usize) -> Vec<u32> {
        let value = |length| {
            let longer = self.with_tail(tree, way, length);
            self.value(longer)
        };
        (0..=longest).map(value).collect()
    }

    /// The maximum number of consecutive vertices, below the root, with at most one branch each: a
    /// path between two forks, or a tail.
    fn longest_run(&self, tree: Tree) -> usize {
        let below = self.branches[tree].iter();
        below.map(|&branch| self.run(branch).max(self.longest_run(branch))).max().unwrap_or(0)
    }

    /// The number of such vertices from this one on.
    fn run(&self, tree: Tree) -> usize {
        match self.branches[tree][..] {
            [] => 1,
            [branch] => 1 + self.run(branch),
            _ => 0,
        }
    }

    /// The edges below a vertex with this number.
    fn edges(&self, tree: Tree, at: usize, next: &mut usize, edges: &mut Vec<(usize, usize)>) {
        for &branch in &self.branches[tree] {
            let child = *next;
            *next += 1;
            edges.push((at, child));
            self.edges(branch, child, next, edges);
        }
    }

    /// The edges of the graph, those of its cycle first.
    fn graph(&self, tree: Tree, cycle: usize) -> Vec<(usize, usize)> {
        let mut edges: Vec<(usize, usize)> = (0..cycle).map(|v| (v, (v + 1) % cycle)).collect();
        self.edges(tree, 0, &mut cycle.clone(), &mut edges);
        edges
    }

    /// The number of a leaf in the graph.
    fn name(&self, tree: Tree, way: &[usize], cycle: usize) -> usize {
        let (mut at, mut name, mut next) = (tree, 0, cycle);
        for &step in way {
            let before: usize = self.branches[at][..step].iter().map(|&branch| self.sizes[branch]).sum();
            (name, next, at) = (next + before, next + before + 1, self.branches[at][step]);
        }
        name
    }
}

fn position(edges: &[(usize, usize)]) -> Position {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a},{b}")).collect();
    format!("graph[{}]", edges.join(" ")).parse().unwrap()
}

fn solved(position: &Position) -> u32 {
    solve(position, &Question { moves: false, ..Question::default() }, &Budget::default()).grundy.unwrap().0
}

/// The entry of Table 4 for tails of m and k vertices (Theorem 5).
fn table_4(m: u32, k: u32) -> u32 {
    4 * ((((m - 1) / 3) ^ ((k - 1) / 3)) + 1) + 2 * (((m - 1) % 3 + (k - 1) % 3) % 2)
}

/// How a sequence of values continues.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Pattern {
    /// Two values alternately.
    Alternating(u32, u32),
    /// A row of Table 4 plus the constant `more`, from some column on.
    Row { more: u32, row: u32 },
    /// Something else.
    Other,
}

/// The pattern at the end of a sequence, determined from its second half.
fn pattern(values: &[u32]) -> Pattern {
    let tail = &values[values.len() / 2..];
    let (low, high) = (tail[0].min(tail[1]), tail[0].max(tail[1]));
    if tail.windows(2).all(|pair| pair[0] != pair[1] && pair.iter().all(|value| [low, high].contains(value))) {
        return Pattern::Alternating(low, high);
    }
    let matches = |more, row, first: u32| tail.iter().zip(first..).all(|(&value, k)| table_4(row, k) + more == value);
    for more in 0..16 {
        let rows = (1..100).step_by(3).flat_map(|row| [row, row + 1]);
        if let Some(row) = { rows }.find(|&row| (1..4 * values.len() as u32).any(|first| matches(more, row, first))) {
            return Pattern::Row { more, row };
        }
    }
    Pattern::Other
}

/// A size from the environment, or the default.
fn size(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The numbers of trees are those of OEIS A004111.
#[test]
fn the_recursion_over_trees_agrees_with_the_solver() {
    let mut trees = Trees::default();
    let by_size = trees.all(8);
    assert_eq!(by_size.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 1, 1, 2, 3, 6, 12, 25]);
    for &tree in by_size[2..].iter().flatten() {
        for cycle in [3, 5] {
            let graph = trees.graph(tree, cycle);
            let whole = position(&graph);
            assert!(fold(&Shape::new(whole.poset(), whole.remaining()), &Budget::default()).is_none(), "{whole}");
            assert_eq!(solved(&whole), trees.value(tree), "{whole}");
            for way in trees.leaves(tree) {
                let tail = [(trees.name(tree, &way, cycle), 30), (30, 31), (31, 32)];
                let longer = position(&[&graph[..], &tail].concat());
                assert_eq!(solved(&longer), trees.sequence(tree, &way, 3)[3], "{longer}");
            }
        }
    }
}

/// The graphs A to D of Table 6, whose picture is lost, identified by their sequences: all the
/// smallest ones with a triangle.
#[test]
#[ignore = "takes seconds: every tree on up to 15 vertices"]
fn the_smallest_graphs_with_the_sequences_of_table_6() {
    let longest = 40;
    let alternating = |first: u32| (0..=longest as u32).map(|k| first - 3 * (k % 2)).collect::<Vec<u32>>();
    let row = (4..=longest as u32 + 4).map(|k| table_4(1, k)).collect();
    let mut sought =
        BTreeMap::from([('A', alternating(7)), ('B', alternating(11)), ('C', alternating(15)), ('D', row)]);
    let mut trees = Trees::default();
    let mut found = Vec::new();
    for (size, alike) in trees.all(15).iter().enumerate().skip(2) {
        for &tree in alike {
            let value = trees.value(tree);
            for (&letter, sequence) in sought.iter().filter(|(_, sequence)| sequence[0] == value) {
                for way in trees.leaves(tree) {
                    let follows = |(length, &expected): (usize, &u32)| {
                        let longer = trees.with_tail(tree, &way, length);
                        trees.value(longer) == expected
                    };
                    if sequence.iter().enumerate().all(follows) {
                        found.push((letter, size + 2, tree, trees.name(tree, &way, 3)));
                    }
                }
            }
        }
        sought.retain(|letter, _| found.iter().all(|(other, ..)| other != letter));
    }
    found.sort();
    for &(letter, vertices, tree, leaf) in &found {
        println!("{letter}  {vertices} vertices  {} at {leaf}", position(&trees.graph(tree, 3)));
    }
    let counts = ['A', 'B', 'C', 'D'].map(|letter| {
        let alike: Vec<usize> = found.iter().filter(|graph| graph.0 == letter).map(|graph| graph.1).collect();
        (alike[0], alike.len())
    });
    assert_eq!(counts, [(9, 2), (14, 7), (17, 9), (9, 1)]);
    // The picture of C has a run of 9 vertices.
    assert!(found.iter().filter(|graph| graph.0 == 'C').all(|graph| trees.longest_run(graph.2) < 9));
}

/// For every leaf of every such graph, the values as a tail grows there: `results/tails.csv`.
///
/// The environment variable `VERTICES` chooses another size.
#[test]
#[ignore = "takes seconds: every graph on up to 14 vertices with a triangle, every leaf, tails of up to 40 vertices"]
fn sequences_of_tails() {
    let usual = 14;
    let most = size("VERTICES", usual);
    let mut trees = Trees::default();
    let mut rows = String::from("vertices,pattern,sequences\n");
    for (size, alike) in trees.all(most - 2).iter().enumerate().skip(2) {
        let mut patterns: BTreeMap<Pattern, (usize, String)> = BTreeMap::new();
        for &tree in alike {
            for way in trees.leaves(tree) {
                let values = trees.sequence(tree, &way, 40);
                let example = || {
                    let graph = position(&trees.graph(tree, 3));
                    (0, format!("{graph} at {}: {values:?}", trees.name(tree, &way, 3)))
                };
                patterns.entry(pattern(&values)).or_insert_with(example).0 += 1;
            }
        }
        for (pattern, (count, first)) in &patterns {
            println!("{} vertices: {count} of {pattern:?}, such as {first}", size + 2);
            let words = match pattern {
                Pattern::Alternating(low, high) => format!("{low} and {high} in turn"),
                Pattern::Row { more: 0, row } => format!("row {row} of Table 4"),
                Pattern::Row { more, row } => format!("{more} more than row {row} of Table 4"),
                Pattern::Other => "something else".to_owned(),
            };
            rows += &format!("{},{words},{count}\n", size + 2);
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/tails.csv");
    let written = std::fs::read_to_string(file).unwrap();
    if most == usual {
        assert_eq!(rows, written);
    }
}
