//! All connected graphs on n vertices with exactly one cycle: A001429.
//!
//! Such a graph is a cycle with a rooted tree at each of its vertices: a bracelet of rooted trees,
//! the same when it is turned round or over. Trees with more than n/2 vertices occur at most once
//! in a bracelet. So bracelets are made of the small trees, which are kept in a table, and of one
//! *place* for a large tree of each size; then all trees of its size are put into the place, one
//! after the other.

use std::iter;

use super::member::{Content, Member};
use super::rooted::{edges, rooted_trees};

/// What is strung on a bracelet, the small first.
#[derive(Clone, Debug)]
enum Bead {
    Tree(Vec<u8>),
    Place(usize),
}

impl Bead {
    fn weight(&self) -> usize {
        match self {
            Bead::Tree(levels) => levels.len(),
            Bead::Place(weight) => *weight,
        }
    }
}

/// The pseudotrees on n vertices.
pub(super) fn pseudotrees(n: usize) -> impl Iterator<Item = Member> + Send {
    let small = (1..=n / 2).flat_map(rooted_trees).map(Bead::Tree);
    // At least two vertices are elsewhere on the cycle.
    let large = (n / 2 + 1..=n.saturating_sub(2)).map(Bead::Place);
    let beads: Vec<Bead> = small.chain(large).collect();
    let weights = beads.iter().map(Bead::weight).collect();
    Bracelets::new(n, weights).flat_map(move |bracelet| fill(&bracelet, &beads))
}

/// The graphs that a bracelet stands for.
fn fill(bracelet: &[usize], beads: &[Bead]) -> impl Iterator<Item = Member> + Send + use<> {
    let strung: Vec<Bead> = bracelet.iter().map(|&bead| beads[bead].clone()).collect();
    let place = strung.iter().find_map(|bead| if let Bead::Place(size) = bead { Some(*size) } else { None });
    // Without a place there is one graph, whatever would be put there.
    rooted_trees(place.unwrap_or(1)).map(move |large| {
        let trees = strung.iter().map(|bead| match bead {
            Bead::Tree(levels) => levels,
            Bead::Place(_) => &large,
        });
        close(trees)
    })
}

/// The graph with these trees round a cycle.
fn close<'a>(trees: impl Iterator<Item = &'a Vec<u8>>) -> Member {
    let (mut n, mut roots, mut all) = (0, Vec::new(), Vec::new());
    for tree in trees {
        roots.push(n);
        all.extend(edges(tree, n));
        n += tree.len() as u32;
    }
    let around = roots.iter().zip(roots.iter().cycle().skip(1));
    all.extend(around.map(|(&v, &w)| (v.min(w), v.max(w))));
    Member(Content::Graph { vertices: n as usize, edges: all })
}

/// Cyclic sequences of at least three beads of a given total weight, up to rotation and reflection.
///
/// Each is listed as the least of its rotations and reflections. A sequence that begins a least
/// rotation is a *prenecklace*: each bead is at least as great as the one a period before it, and
/// where it is greater, the whole becomes the period; the sequence is a least rotation itself if
/// the period divides its length (Fredricksen, Kessler and Maiorana).
#[derive(Clone, Debug)]
struct Bracelets {
    total: usize,
    /// The weights of the beads, never falling.
    weights: Vec<usize>,
    beads: Vec<usize>,
    /// The period after each bead.
    periods: Vec<usize>,
    weight: usize,
    started: bool,
}

impl Bracelets {
    fn new(total: usize, weights: Vec<usize>) -> Self {
        Bracelets { total, weights, beads: Vec::new(), periods: Vec::new(), weight: 0, started: false }
    }

    /// The next prenecklace: one more bead, the least that may follow, or else a greater one
    /// instead of an earlier one.
    fn advance(&mut self) -> bool {
        let least = match self.periods.last() {
            Some(&period) => self.beads[self.beads.len() - period],
            None => 0,
        };
        if (!self.started || !self.beads.is_empty()) && self.push(least) {
            self.started = true;
            return true;
        }
        while let Some(bead) = self.pop() {
            if self.push(bead + 1) {
                return true;
            }
        }
        false
    }

    /// Strings a bead, if there is such a bead and it is not too heavy.
    fn push(&mut self, bead: usize) -> bool {
        let Some(&weight) = self.weights.get(bead).filter(|&weight| self.weight + weight <= self.total) else {
            return false;
        };
        let len = self.beads.len();
        let period = match self.periods.last() {
            Some(&period) if self.beads[len - period] == bead => period,
            _ => len + 1,
        };
        self.beads.push(bead);
        self.periods.push(period);
        self.weight += weight;
        true
    }

    fn pop(&mut self) -> Option<usize> {
        self.periods.pop();
        let bead = self.beads.pop()?;
        self.weight -= self.weights[bead];
        Some(bead)
    }

    /// Whether the beads are a bracelet in the form in which it is listed.
    fn is_listed(&self) -> bool {
        let len = self.beads.len();
        self.weight == self.total
            && len >= 3
            && self.periods.last().is_some_and(|period| len.is_multiple_of(*period))
            && (0..len).all(|start| {
                let reflection = (0..len).map(|i| self.beads[(start + len - i) % len]);
                self.beads.iter().copied().le(reflection)
            })
    }
}

impl Iterator for Bracelets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        iter::from_fn(|| self.advance().then(|| self.is_listed().then(|| self.beads.clone()))).flatten().next()
    }
}
