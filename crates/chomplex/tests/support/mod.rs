//! Random positions for the tests, from a generator small enough to read.
#![allow(dead_code, reason = "each test file uses its own part")]

use chomplex::names::Names;
use chomplex::poset::Draft;
use chomplex::position::Position;

/// A generator of random numbers (Steele, Lea and Flood, SplitMix64, 2014): the same seed, the same
/// tests.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The position of a draft, with its elements named by their numbers.
pub(crate) fn position(draft: &Draft) -> Position {
    let (poset, _) = draft.check().expect("the draft has no cycle");
    let names = Names::new((0..poset.len()).map(|i| i.to_string())).unwrap();
    Position::new(poset, names)
}

/// Any poset: each pair of `size` elements related with this chance.
pub(crate) fn random_poset(random: &mut Random, size: usize, percent: usize) -> Position {
    let mut draft = Draft { size, relations: Vec::new() };
    for y in 0..size {
        for x in 0..y {
            if random.chance(percent) {
                draft.relations.push((x, y));
            }
        }
    }
    position(&draft)
}

/// A two-level poset: tops over random bottoms.
pub(crate) fn random_two_level(random: &mut Random, bottoms: usize, tops: usize, percent: usize) -> Position {
    let mut draft = Draft { size: bottoms + tops, relations: Vec::new() };
    for top in bottoms..bottoms + tops {
        for bottom in 0..bottoms {
            if random.chance(percent) {
                draft.relations.push((bottom, top));
            }
        }
    }
    position(&draft)
}

/// A graph with its vertices and edges as elements.
pub(crate) fn random_graph(random: &mut Random, vertices: usize, percent: usize) -> Position {
    let mut draft = Draft { size: vertices, relations: Vec::new() };
    for y in 0..vertices {
        for x in 0..y {
            if random.chance(percent) {
                draft.relations.extend([(x, draft.size), (y, draft.size)]);
                draft.size += 1;
            }
        }
    }
    position(&draft)
}

/// A simplicial complex with random facets.
pub(crate) fn random_complex(random: &mut Random, vertices: usize, facets: usize) -> Position {
    let faces: Vec<usize> = {
        let facets: Vec<usize> = (0..facets).map(|_| 1 + random.below((1 << vertices) - 1)).collect();
        (1..1usize << vertices).filter(|face| facets.iter().any(|facet| face & !facet == 0)).collect()
    };
    let mut draft = Draft { size: faces.len(), relations: Vec::new() };
    for (i, a) in faces.iter().enumerate() {
        for (j, b) in faces.iter().enumerate() {
            if a != b && a & !b == 0 {
                draft.relations.push((i, j));
            }
        }
    }
    position(&draft)
}

/// A position of any of these kinds with at most about `size` elements, often played on for a few
/// moves.
pub(crate) fn random_position(random: &mut Random, size: usize) -> Position {
    let percent = 10 + random.below(70);
    let size = 1 + random.below(size);
    let mut position = match random.below(5) {
        0 | 1 => random_poset(random, size, percent / 2),
        2 => {
            let bottoms = 1 + random.below(size);
            random_two_level(random, bottoms, size - bottoms, percent)
        }
        3 => {
            let vertices = 1 + size / 3;
            random_graph(random, vertices, percent)
        }
        _ => {
            let (vertices, facets) = (2 + random.below(2 + size / 8), 1 + random.below(3));
            random_complex(random, vertices.min(4), facets)
        }
    };
    for _ in 0..random.below(3) {
        let moves: Vec<_> = position.moves().collect();
        if !moves.is_empty() {
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    position
}

/// The disjoint union of two positions.
pub(crate) fn sum(a: &Position, b: &Position) -> Position {
    let mut draft = Draft { size: a.len() + b.len(), relations: Vec::new() };
    for (shift, part) in [(0, a), (a.len(), b)] {
        let elements: Vec<_> = part.moves().collect();
        let place = |x| shift + elements.iter().position(|&y| y == x).unwrap();
        for (x, y) in part.poset().covers() {
            if part.remaining().contains(x) && part.remaining().contains(y) {
                draft.relations.push((place(x), place(y)));
            }
        }
    }
    position(&draft)
}

/// A chain with this many elements.
pub(crate) fn chain(length: usize) -> Position {
    position(&Draft { size: length, relations: (1..length).map(|x| (x - 1, x)).collect() })
}

/// All subsets of an n-set of size from 1 to k.
pub(crate) fn subsets(n: usize, k: usize) -> Position {
    let faces: Vec<usize> = (1..1usize << n).filter(|f| f.count_ones() as usize <= k).collect();
    let mut draft = Draft { size: faces.len(), relations: Vec::new() };
    for (i, a) in faces.iter().enumerate() {
        for (j, b) in faces.iter().enumerate() {
            if a & !b == 0 && a.count_ones() + 1 == b.count_ones() {
                draft.relations.push((i, j));
            }
        }
    }
    position(&draft)
}
