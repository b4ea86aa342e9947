//! Generators produce every object of their kind exactly once, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use chomplex::Budget;
use chomplex::canon::canonical::canonical_within;
use chomplex::family::complex;
use chomplex::generate::Generator;
use chomplex::position::Position;

fn positions(kind: Generator, size: usize) -> impl Iterator<Item = Position> + Send {
    kind.positions(size).unwrap_or_else(|error| panic!("{error}"))
}

/// A text that isomorphic positions share.
fn class(position: &Position) -> String {
    canonical_within(position, &Budget::default()).unwrap().position.to_string()
}

fn classes(kind: Generator, size: usize) -> BTreeSet<String> {
    positions(kind, size).map(|position| class(&position)).collect()
}

/// Checks the published counts from `more_than` to `most`.
fn count_up_to(most: usize, more_than: usize) {
    for kind in Generator::ALL {
        let counts = kind.published_counts().iter().map(|&count| usize::try_from(count).unwrap());
        for (size, count) in counts.enumerate().filter(|(_, count)| (more_than..=most).contains(count)) {
            assert_eq!(kind.members(size).unwrap().count(), count, "{kind} on {size}");
        }
    }
}

#[test]
fn there_are_as_many_as_published() {
    count_up_to(20_000, 0);
}

#[test]
#[ignore = "lists some 40 million members: a minute"]
fn there_are_as_many_as_published_of_larger_sizes() {
    count_up_to(usize::MAX, 20_001);
}

/// The sizes that are small enough to check every object.
const CLOSELY: [(Generator, usize); 8] = [
    (Generator::Graphs, 7),
    (Generator::Trees, 11),
    (Generator::Pseudotrees, 10),
    (Generator::Spheres, 10),
    (Generator::Disks, 8),
    (Generator::TwoLevel, 3),
    (Generator::Posets, 6),
    (Generator::Complexes, 5),
];

#[test]
fn none_comes_twice() {
    for (kind, most) in CLOSELY {
        for size in 0..=most {
            assert_eq!(classes(kind, size).len(), positions(kind, size).count(), "{kind} on {size}");
        }
    }
}

#[test]
fn each_reads_back_from_its_text() {
    let shape = |position: &Position| {
        let name = |x| position.name(x).to_owned();
        let covers: BTreeSet<_> = position.poset().covers().map(|(x, y)| (name(x), name(y))).collect();
        (position.moves().map(name).collect::<BTreeSet<_>>(), covers)
    };
    let large =
        [(Generator::Trees, 13), (Generator::Pseudotrees, 12), (Generator::Spheres, 11), (Generator::TwoLevel, 4)];
    for (kind, size) in CLOSELY.into_iter().chain(large).chain(Generator::ALL.map(|kind| (kind, 0))) {
        for position in positions(kind, size) {
            let text = position.to_string();
            let back: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(shape(&back), shape(&position), "{text}");
            assert_eq!(back.to_string(), text);
        }
    }
}

/// The expression of an option shows that its family is known.
#[test]
fn options_are_written_in_the_words_of_their_family() {
    let option = |kind, size, name: &str| {
        let position = positions(kind, size).last().unwrap();
        let after = position.play(position.find(name).unwrap()).unwrap();
        format!("{position} {after}")
    };
    assert_eq!(option(Generator::Graphs, 4, "01"), "graph6[C~] graph[02 03 12 13 23]");
    assert_eq!(option(Generator::Trees, 5, "04"), "graph6[Ds_] graph[01 02 03 4]");
    assert_eq!(option(Generator::Pseudotrees, 3, "12"), "graph6[Bw] graph[01 02]");
    assert_eq!(option(Generator::Spheres, 4, "012"), "complex[012 013 023 123] complex[013 023 123]");
    assert_eq!(option(Generator::Disks, 3, "012"), "complex[012] graph[01 02 12]");
    assert_eq!(option(Generator::Complexes, 3, "012"), "complex[012] graph[01 02 12]");
    assert_eq!(option(Generator::Posets, 3, "3"), "poset[1<2<3] chain(2)");
    let two_level = Generator::TwoLevel.positions(2).unwrap().find(|position| position.len() == 5).unwrap();
    assert_eq!(two_level.to_string(), "hypergraph[0 1 01]");
    assert_eq!(two_level.play(two_level.find("^3").unwrap()).unwrap().to_string(), "hypergraph[0 1]");
}

/// Whether a graph is connected.
fn is_connected(vertices: usize, edges: &[&[u32]]) -> bool {
    let mut reached = BTreeSet::from([0]);
    for _ in 0..vertices {
        for edge in edges.iter().filter(|edge| edge.iter().any(|v| reached.contains(v))).collect::<Vec<_>>() {
            reached.extend(edge.iter());
        }
    }
    reached.len() == vertices
}

/// The number of vertices of a complex, and its faces by their vertices.
fn faces(position: &Position) -> (usize, Vec<Vec<u32>>) {
    let list = complex::from_position(position).unwrap_or_else(|| panic!("{position} is a complex"));
    (list.vertices().len(), list.faces().to_vec())
}

/// Trees and pseudotrees, which have their own generators, are exactly the connected graphs with
/// that number of edges.
#[test]
fn trees_and_pseudotrees_are_graphs() {
    for n in 1..=7 {
        let mut found: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for position in positions(Generator::Graphs, n) {
            let (vertices, faces) = faces(&position);
            let edges: Vec<&[u32]> = faces.iter().filter(|face| face.len() == 2).map(Vec::as_slice).collect();
            if is_connected(vertices, &edges) {
                found.entry(edges.len()).or_default().insert(class(&position));
            }
        }
        assert_eq!(classes(Generator::Trees, n), found[&(n - 1)], "{n}");
        assert_eq!(classes(Generator::Pseudotrees, n), found.remove(&n).unwrap_or_default(), "{n}");
    }
}

/// The complexes without triangles are the graphs. The surfaces without or with a boundary that
/// have the right Euler characteristic are the spheres and the disks.
#[test]
fn graphs_spheres_and_disks_are_complexes() {
    for n in 1..=5 {
        let (mut graphs, mut spheres, mut disks) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut others = Vec::new();
        for position in positions(Generator::Complexes, n) {
            let class = class(&position);
            if faces(&position).1.iter().all(|face| face.len() < 3) {
                graphs.insert(class);
            } else if let Some(surface) = Surface::of(&position) {
                match (surface.characteristic, surface.boundary) {
                    (2, 0) => _ = spheres.insert(class),
                    (1, 1..) => _ = disks.insert(class),
                    other => others.push(other),
                }
            }
        }
        assert_eq!(graphs, classes(Generator::Graphs, n));
        assert_eq!(spheres, classes(Generator::Spheres, n));
        assert_eq!(disks, classes(Generator::Disks, n));
        // The Möbius strip of five triangles.
        assert_eq!(others, if n == 5 { vec![(0, 5)] } else { Vec::new() });
    }
}

/// A connected surface that is a simplicial complex.
struct Surface {
    vertices: usize,
    /// The number of vertices on the boundary.
    boundary: usize,
    characteristic: isize,
}

impl Surface {
    /// Checks that the complex is connected, and that the link of each vertex is a cycle, or a path
    /// with two ends.
    fn of(position: &Position) -> Option<Self> {
        let (vertices, faces) = faces(position);
        let of_size = |size: usize| faces.iter().filter(move |face| face.len() == size).map(Vec::as_slice);
        let edges: Vec<&[u32]> = of_size(2).collect();
        if !is_connected(vertices, &edges) || of_size(4).next().is_some() {
            return None;
        }
        let mut boundary = 0;
        for v in 0..vertices as u32 {
            let without = |face: &[u32]| face.iter().copied().filter(|&w| w != v).collect::<Vec<u32>>();
            let link = |size| of_size(size).filter(|face| face.contains(&v)).map(without).collect::<Vec<_>>();
            let (points, sides) = (link(2).concat(), link(3));
            let degree = |w: &u32| sides.iter().filter(|side| side.contains(w)).count();
            // Renumbered, to check that it is connected.
            let place = |w: &u32| points.iter().position(|x| x == w).unwrap() as u32;
            let renumbered: Vec<Vec<u32>> = sides.iter().map(|side| side.iter().map(place).collect()).collect();
            let sides: Vec<&[u32]> = renumbered.iter().map(Vec::as_slice).collect();
            let ends = points.iter().filter(|&w| degree(w) == 1).count();
            let is_line = points.iter().all(|w| matches!(degree(w), 1 | 2)) && is_connected(points.len(), &sides);
            if !is_line || !matches!(ends, 0 | 2) {
                return None;
            }
            boundary += usize::from(ends == 2);
        }
        let count = |size| of_size(size).count() as isize;
        Some(Surface { vertices, boundary, characteristic: count(1) - count(2) + count(3) })
    }
}

#[test]
fn spheres_are_spheres() {
    for n in 4..=10 {
        for position in positions(Generator::Spheres, n) {
            let surface = Surface::of(&position).unwrap_or_else(|| panic!("{position} is a surface"));
            assert_eq!((surface.vertices, surface.boundary, surface.characteristic), (n, 0, 2), "{position}");
        }
    }
}

/// Rows of A169808: the number of disks by their inner vertices and by those on the boundary, from
/// three on. The last entry of the second row was 311 there, after a slip in Brown's table
/// (*Enumeration of triangulations of the disk*, 1964); A005503 has 291.
const BY_BOUNDARY: [&[usize]; 8] = [
    &[1, 1, 1, 3, 4, 12, 27, 82],
    &[1, 2, 4, 11, 28, 91, 291],
    &[1, 5, 14, 53, 178, 685],
    &[4, 18, 69, 295, 1196],
    &[16, 88, 396, 1867],
    &[78, 489, 2503],
    &[457, 3071],
    &[2938],
];

fn check_disks(n: usize) {
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for position in positions(Generator::Disks, n) {
        let surface = Surface::of(&position).unwrap_or_else(|| panic!("{position} is a surface"));
        assert_eq!((surface.vertices, surface.characteristic), (n, 1), "{position}");
        assert!(surface.boundary >= 3, "{position}");
        *found.entry(n - surface.boundary).or_default() += 1;
    }
    let expected = (0..=n - 3).map(|inner| (inner, BY_BOUNDARY[inner][n - 3 - inner])).collect();
    assert_eq!(found, expected, "{n}");
}

#[test]
fn disks_are_disks() {
    (3..=8).for_each(check_disks);
}

#[test]
#[ignore = "looks at 14,566 disks closely"]
fn larger_disks_are_disks() {
    (9..=10).for_each(check_disks);
}

/// Builds disks in another way, triangle by triangle. Each new triangle has one side on the
/// boundary and a new vertex, or two sides on the boundary and a third that is not yet an edge.
/// This produces all disks, because they are shellable.
#[test]
fn disks_are_glued_out_of_triangles() {
    const MOST: usize = 7;
    let text = |triangles: &[[usize; 3]]| {
        let words: Vec<String> = triangles.iter().map(|[a, b, c]| format!("{a}{b}{c}")).collect();
        format!("complex[{}]", words.join(" "))
    };
    let mut seen: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let mut open = vec![vec![[0, 1, 2]]];
    while let Some(disk) = open.pop() {
        let vertices = 1 + disk.iter().flatten().max().unwrap();
        if vertices > MOST || !seen.entry(vertices).or_default().insert(class(&text(&disk).parse().unwrap())) {
            continue;
        }
        let with = |a: usize, b: usize| disk.iter().filter(|t| t.contains(&a) && t.contains(&b)).count();
        let pairs = || (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut grow = |triangle| open.push(disk.iter().copied().chain([triangle]).collect());
        for (a, b) in pairs() {
            if with(a, b) == 1 {
                grow([a, b, vertices]);
            }
            let between = (0..vertices).filter(|&c| c != a && c != b && with(a, c) == 1 && with(b, c) == 1);
            between.filter(|_| with(a, b) == 0).for_each(|c| grow([a, b, c]));
        }
    }
    for n in 3..=MOST {
        assert_eq!(seen[&n], classes(Generator::Disks, n), "{n}");
    }
}

#[test]
fn streams_repeat_and_go_to_other_threads() {
    for (kind, size) in CLOSELY {
        let stream = kind.positions(size).unwrap();
        let there = std::thread::spawn(move || stream.map(|position| position.to_string()).collect::<Vec<_>>());
        let here: Vec<String> = positions(kind, size).map(|position| position.to_string()).collect();
        assert_eq!(there.join().unwrap(), here);
    }
}

/// The first objects come at once, however many there are.
#[test]
fn the_largest_sizes_begin_at_once() {
    for kind in Generator::ALL {
        let first: BTreeSet<String> =
            positions(kind, kind.most()).take(100).map(|position| position.to_string()).collect();
        assert_eq!(first.len(), 100, "{kind}");
    }
}

#[test]
fn too_large_sizes_are_refused() {
    let refusal = |kind: Generator, size| kind.members(size).err().map(|error| error.to_string());
    assert_eq!(
        refusal(Generator::Graphs, 13).as_deref(),
        Some("graphs are listed up to 11 vertices; on 13 there are too many")
    );
    assert_eq!(
        refusal(Generator::TwoLevel, 6).as_deref(),
        Some("two-level posets are listed up to 5 bottoms; on 6 there are too many")
    );
    for kind in Generator::ALL {
        assert!(refusal(kind, kind.most()).is_none());
        assert!(refusal(kind, kind.most() + 1).is_some() && refusal(kind, usize::MAX).is_some());
    }
}
