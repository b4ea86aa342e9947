//! Graphs for the tests: all small ones, random ones, symmetric ones.

mod canonical;
mod fold;
mod partition;
mod reduce;

use super::adjacency::{Adjacency, Labels, MAX_VERTICES, column, members, single};

impl Adjacency {
    /// The number of edges.
    fn edges(&self) -> usize {
        self.rows().iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2
    }

    /// The graph in which `images[v]` takes the place of v.
    fn relabelled(&self, images: &Labels) -> Self {
        let image = |v: usize| usize::from(images[v]);
        let joined = members(self.vertices()).flat_map(|v| members(self.row(v)).map(move |w| (v, w)));
        let vertices = members(self.vertices()).fold(0, |set, v| set | single(image(v)));
        Adjacency::from_edges(MAX_VERTICES, joined.map(|(v, w)| (image(v), image(w)))).induced(vertices)
    }
}

/// A pseudorandom generator (Steele, Lea and Flood, SplitMix64, 2014): the same seed gives the same
/// tests.
struct Random(u64);

impl Random {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }

    /// A graph on `n` vertices, with each pair joined with this probability.
    fn graph(&mut self, n: usize, percent: usize) -> Adjacency {
        let edges: Vec<_> = pairs(n).filter(|_| self.below(100) < percent).collect();
        Adjacency::from_edges(n, edges)
    }

    /// A graph on `n` vertices with `edges` edges, or with all if there are fewer.
    fn graph_with_edges(&mut self, n: usize, edges: usize) -> Adjacency {
        let mut all: Vec<_> = pairs(n).collect();
        (1..all.len()).for_each(|i| all.swap(i, self.below(i + 1)));
        Adjacency::from_edges(n, all.into_iter().take(edges))
    }

    /// A permutation of the first `n` vertices.
    fn permutation(&mut self, n: usize) -> Labels {
        let mut images: Labels = std::array::from_fn(|v| v as u8);
        (1..n).for_each(|i| images.swap(i, self.below(i + 1)));
        images
    }
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|w| (0..w).map(move |v| (v, w)))
}

/// All labelled graphs on `n` vertices.
fn each_graph(n: usize) -> impl Iterator<Item = Adjacency> {
    (0..1 << column(n)).map(move |triangle| Adjacency::from_triangle(n, triangle))
}

fn by(n: usize, joined: impl Fn(usize, usize) -> bool) -> Adjacency {
    Adjacency::from_edges(n, pairs(n).filter(|&(v, w)| joined(v, w)))
}

fn cycle(n: usize) -> Adjacency {
    by(n, |v, w| w - v == 1 || w - v == n - 1)
}

/// A cycle on `n` vertices and a hub, the last vertex.
fn wheel(n: usize) -> Adjacency {
    by(n + 1, |v, w| w == n || w - v == 1 || w - v == n - 1)
}

/// The graph on the cells of the 4 by 4 torus, joined if their difference or its negative is
/// listed.
fn torus(differences: &[(usize, usize)]) -> Adjacency {
    let difference = |v: usize, w: usize| ((w / 4 + 4 - v / 4) % 4, (w % 4 + 4 - v % 4) % 4);
    by(16, |v, w| differences.contains(&difference(v, w)) || differences.contains(&difference(w, v)))
}

/// Graphs that have many symmetries or seem to: these make a labelling slow.
fn symmetric() -> Vec<(&'static str, Adjacency)> {
    let outer = |v: usize, w: usize| w < 5 && (w - v == 1 || w - v == 4);
    let inner = |v: usize, w: usize| v >= 5 && (w - v == 2 || w - v == 3);
    let bits = |v: usize, w: usize| (v ^ w).count_ones();
    let tree = |v: usize, w: usize, arity: usize| w > 0 && (w - 1) / arity == v;
    vec![
        ("no edges", by(16, |_, _| false)),
        ("complete", by(16, |_, _| true)),
        ("path", by(16, |v, w| w - v == 1)),
        ("cycle", cycle(16)),
        ("odd cycle", cycle(15)),
        ("wheel", wheel(15)),
        ("star", by(16, |v, _| v == 0)),
        ("binary tree", by(15, |v, w| tree(v, w, 2))),
        ("ternary tree", by(13, |v, w| tree(v, w, 3))),
        ("spider", by(16, |v, w| (w <= 5 && v == 0) || (v > 0 && w - v == 5))),
        ("matching", by(16, |v, w| v % 2 == 0 && w - v == 1)),
        ("cocktail party", by(16, |v, w| v % 2 == 1 || w - v != 1)),
        ("complete bipartite", by(16, |v, w| (v < 8) != (w < 8))),
        ("complete multipartite", by(16, |v, w| v / 4 != w / 4)),
        ("uneven multipartite", by(16, |v, w| v == 0 || v.ilog2() != w.ilog2())),
        ("cliques", by(16, |v, w| v / 4 == w / 4)),
        ("triangles", by(15, |v, w| v / 3 == w / 3)),
        ("windmill", by(16, |v, w| v == 0 || (v - 1) / 3 == (w - 1) / 3)),
        ("friendship", by(15, |v, w| v == 0 || (v - 1) / 2 == (w - 1) / 2)),
        ("pentagons", by(15, |v, w| v / 5 == w / 5 && matches!(w - v, 1 | 4))),
        ("pentagons and a hub", by(16, |v, w| w == 15 || (v / 5 == w / 5 && matches!(w - v, 1 | 4)))),
        ("cube", by(16, |v, w| bits(v, w) == 1)),
        ("folded cube, or Clebsch", by(16, |v, w| matches!(bits(v, w), 1 | 4))),
        ("halved cube", by(16, |v, w| matches!(bits(v, w), 1 | 2))),
        ("petersen", by(10, |v, w| outer(v, w) || inner(v, w) || w == v + 5)),
        ("rook", torus(&[(0, 1), (0, 2), (1, 0), (2, 0)])),
        ("Shrikhande", torus(&[(0, 1), (1, 0), (1, 1)])),
        ("Paley", by(13, |v, w| matches!(w - v, 1 | 3 | 4 | 9 | 10 | 12))),
        ("Möbius ladder", by(16, |v, w| matches!(w - v, 1 | 8 | 15))),
        ("prism", by(16, |v, w| w == v + 8 || (v / 8 == w / 8 && matches!(w - v, 1 | 7)))),
        ("Heawood", by(14, |v, w| matches!(w - v, 1 | 13) || (v % 2 == 0 && w - v == 5) || (v % 2 == 1 && w - v == 9))),
        ("two cubes", by(16, |v, w| v / 8 == w / 8 && bits(v, w) == 1)),
    ]
}

#[test]
fn the_symmetric_graphs_are_what_they_are_called() {
    for (name, graph) in symmetric() {
        let degrees =
            || (0..MAX_VERTICES).filter(|v| graph.vertices() >> v & 1 == 1).map(|v| graph.row(v).count_ones());
        let regular = |n: usize, degree: u32| graph.order() == n && degrees().all(|d| d == degree);
        // The numbers of common neighbours of two joined vertices, and of two that are not.
        let strongly_regular = |joined: u32, not: u32| {
            pairs(graph.order()).all(|(v, w)| {
                let common = (graph.row(v) & graph.row(w)).count_ones();
                common == if graph.row(v) >> w & 1 == 1 { joined } else { not }
            })
        };
        match name {
            "petersen" => assert!(regular(10, 3) && strongly_regular(0, 1)),
            "rook" | "Shrikhande" => assert!(regular(16, 6) && strongly_regular(2, 2)),
            "folded cube, or Clebsch" => assert!(regular(16, 5) && strongly_regular(0, 2)),
            "halved cube" => assert!(regular(16, 10) && strongly_regular(6, 6)),
            "Paley" => assert!(regular(13, 6) && strongly_regular(2, 3)),
            "Heawood" => {
                assert!(regular(14, 3) && pairs(14).all(|(v, w)| (graph.row(v) & graph.row(w)).count_ones() < 2));
            }
            "complete" => assert!(regular(16, 15)),
            "cube" => assert!(regular(16, 4)),
            "binary tree" => assert_eq!(graph.edges(), 14),
            "ternary tree" => assert_eq!(graph.edges(), 12),
            "spider" => assert_eq!(graph.edges(), 15),
            _ => {}
        }
    }
}
