//! Each theorem alone against the definition, on every small position of many kinds; the published
//! tables; known families.

mod small;
mod support;
mod tally;

use std::collections::{BTreeMap, BTreeSet};

use chomplex::element::{Element, ElementSet};
use chomplex::naive;
use chomplex::poset::{Draft, Poset};
use chomplex::position::Position;
use chomplex::reason::Claim;
use chomplex::shape::Shape;
use chomplex::theorem::{SUGGESTIONS, THEOREMS, complement, subsets};
use chomplex::value::Grundy;
use support::Random;
use tally::{Known, Tally, is_shown};

fn position(expression: &str) -> Position {
    expression.parse().unwrap_or_else(|error| panic!("{expression}: {error}"))
}

/// The claim of each theorem that applies.
fn claims(position: &Position) -> BTreeMap<&'static str, Claim> {
    let shape = Shape::new(position.poset(), position.remaining());
    let claims = THEOREMS.iter().filter_map(|theorem| {
        let (claim, finding) = (theorem.apply)(&shape)?;
        assert!(is_shown(&finding, &shape));
        Some((theorem.card.rule.id(), claim))
    });
    claims.collect()
}

#[test]
fn every_graph_on_six_vertices() {
    let mut tally = Tally::default();
    let mut known = Known::new();
    small::each_graph(6, &mut |poset, set, value| {
        known.insert(set.clone(), value);
        tally.check(poset, set, value, &mut known);
    });
    // Sums over v of binomial(6, v) times the number of labelled graphs of the kind on v vertices.
    tally.is(&[
        ("chain", 1 + 6),
        // One on each set of vertices.
        ("complete-graph", 64),
        // Partitions into at least two parts, Bell numbers less one: 1, 4, 14, 51, 202 from v = 2.
        ("complete-multipartite", 15 + 20 * 4 + 15 * 14 + 6 * 51 + 202),
        // (v - 1)!/2.
        ("cycle", 20 + 15 * 3 + 6 * 12 + 60),
        // OEIS A047864.
        ("bipartite", 1 + 6 + 15 * 2 + 20 * 7 + 15 * 41 + 6 * 376 + 5177),
        ("parity-uniform", 1 + 6 + 15 * 2 + 20 * 7 + 15 * 41 + 6 * 376 + 5177),
        // Paths: v!/2, and single vertices.
        ("zigzag", 6 + 15 + 20 * 3 + 15 * 12 + 6 * 60 + 360),
        ("even-wheel", 6 * 15),
        // With 4 vertices: a triangle and a leaf, 12. With 5: a tail of 2, 60; leaves at two
        // vertices, 60. With 6: a pentagon and a leaf, 72 * 5; a triangle and a tail of 3, 360;
        // tails of 1 and 2 at one vertex, 360, or at two, 720; leaves at three vertices, 120.
        ("hairball", 15 * 12 + 6 * 120 + 360 + 360 + 360 + 720 + 120),
        // G_{1,1} with a triangle.
        ("gmk", 180),
        // A triangle joined to a tree of 1, 2, 3 vertices at any of them, and a pentagon with a
        // leaf.
        ("odd-cycle-pseudotree", 15 * 12 + 6 * 60 + 20 * 3 * 9 + 360),
        // Triangles, 15; a triangle and a square, 180.
        ("two-cycles", 6 * 15 + 180),
        // By the numbers of inner vertices: 011; 012 and 111; 013, 022 and 112.
        ("cycle-with-path", 15 * 6 + 6 * (60 + 10) + 360 + 180 + 180),
        // A vertex; an edge.
        ("strategy-stealing", 6 + 15),
    ]);
}

#[test]
fn every_two_level_poset_on_four_bottoms_and_four_tops() {
    let mut tally = Tally::default();
    let mut uniform = 0;
    for bottoms in 1..=4 {
        small::each_two_level(bottoms, 4, &mut |poset, set, value| {
            uniform += usize::from(is_parity_uniform(poset));
            tally.check(poset, set, value, &mut Known::new());
        });
    }
    // Counted by these theorems; parity-uniform also by its definition.
    tally.is(&[
        ("chain", 2),
        ("complete-graph", 3),
        ("complete-multipartite", 12),
        ("cycle", 4),
        ("bipartite", 51),
        ("zigzag", 55),
        ("parity-uniform", uniform),
        ("hairball", 12),
        ("odd-cycle-pseudotree", 12),
        ("strategy-stealing", 5),
    ]);
    assert_eq!(uniform, 892);
}

/// Definition 4.1 of Fenner et al., by trying all bipartitions.
fn is_parity_uniform(poset: &Poset) -> bool {
    let below = |y: Element| poset.lower_covers(y).iter().fold(0_usize, |set, x| set | 1 << x.index());
    let (bottoms, tops): (Vec<Element>, Vec<Element>) = poset.elements().partition(|&x| below(x) == 0);
    let bottoms = bottoms.iter().fold(0, |set, x| set | 1 << x.index());
    let tops: Vec<usize> = tops.into_iter().map(below).collect();
    let is_odd = |set: usize| set.count_ones() % 2 == 1;
    tops.iter().all(|top| top & !bottoms == 0)
        && tops.windows(2).all(|two| is_odd(two[0]) == is_odd(two[1]))
        && (0..1_usize << poset.len()).any(|side| tops.iter().all(|top| is_odd(top & side) || is_odd(top & !side)))
}

#[test]
fn every_poset_of_six_elements() {
    let mut tally = Tally::default();
    let mut uniform = 0;
    for n in 0..=6 {
        small::each_poset(n, &mut |poset, set, value| {
            uniform += usize::from(is_parity_uniform(poset));
            tally.check(poset, set, value, &mut Known::new());
        });
    }
    tally.is(&[
        // One of each length.
        ("chain", 7),
        ("complete-graph", 11),
        ("complete-multipartite", 17),
        ("cycle", 8),
        ("bipartite", 108),
        ("zigzag", 86),
        ("parity-uniform", uniform),
        // A greatest element is added to a poset with one element less (OEIS A006455).
        ("strategy-stealing", 1 + 1 + 2 + 7 + 40 + 357),
    ]);
    assert_eq!(uniform, 646);
}

#[test]
fn every_convex_set_of_five_elements() {
    let mut tally = Tally::default();
    let mut convex = 0;
    small::each_poset(5, &mut |poset, all, _| {
        let mut known = Known::new();
        for bits in 0..1_usize << 5 {
            let set = ElementSet::from_iter_in(5, all.iter().filter(|x| bits >> x.index() & 1 == 1));
            let between = |x: Element, z: Element| poset.up_set(x) & poset.down_set(z);
            if set.iter().any(|x| set.iter().any(|z| poset.less(x, z) && !between(x, z).is_subset(&set))) {
                continue;
            }
            convex += 1;
            let value = naive::grundy_with(poset, &set, &mut known);
            tally.check(poset, &set, value, &mut known);
        }
    });
    // Of the 11,424 subsets of the 357 posets.
    assert_eq!(convex, 10_255);
    tally.is(&[
        ("chain", 3693),
        ("complete-graph", 2510),
        ("complete-multipartite", 376),
        ("bipartite", 5376),
        ("zigzag", 3971),
        ("parity-uniform", 9095),
        ("strategy-stealing", 3937),
    ]);
}

#[test]
fn every_complex_on_five_vertices() {
    let mut tally = Tally::default();
    let mut known = Known::new();
    let (mut singletons, mut pairs, mut replies) = (0, 0, 0);
    small::each_complex(5, &mut |poset, set, value| {
        known.insert(set.clone(), value);
        tally.check(poset, set, value, &mut known);
        let shape = Shape::new(poset, set);
        let option = |x: Element| known[&(set - poset.up_set(x))];
        let size = |x: Element| poset.down_set(x).iter().filter(|&y| poset.lower_covers(y).is_empty()).count();
        let (n, k) = (set.iter().filter(|&x| size(x) == 1).count(), set.iter().map(size).max().unwrap_or(0));
        for x in subsets::moves(&shape) {
            assert_eq!(set.len(), skeleton_size(n, k));
            // Brouwer and Christensen 2.4: a singleton leaves P_{n-1,k}, a pair leaves a position
            // with the value of P_{n-2,k}.
            assert_eq!(option(x), published(n - size(x), k), "P_{n},{k}");
            *(if size(x) == 1 { &mut singletons } else { &mut pairs }) += 1;
        }
        for x in complement::moves(&shape) {
            // All boundaries on up to 5 vertices are lost, so the complement wins.
            assert_eq!(option(x), Grundy::ZERO, "{set:?}");
            replies += 1;
        }
    });
    // As for graphs on six vertices.
    tally.is(&[
        ("chain", 1 + 5),
        ("complete-graph", 32),
        ("complete-multipartite", 10 + 10 * 4 + 5 * 14 + 51),
        ("cycle", 10 + 5 * 3 + 12),
        ("bipartite", 1 + 5 + 10 * 2 + 10 * 7 + 5 * 41 + 376),
        ("parity-uniform", 1 + 5 + 10 * 2 + 10 * 7 + 5 * 41 + 376),
        ("zigzag", 5 + 10 + 10 * 3 + 5 * 12 + 60),
        ("even-wheel", 15),
        ("hairball", 5 * 12 + 120),
        ("odd-cycle-pseudotree", 5 * 12 + 60),
        ("two-cycles", 15),
        ("cycle-with-path", 5 * 6 + 60 + 10),
        // The simplices.
        ("strategy-stealing", 31),
    ]);
    // n values of k on each of binomial(5, n) vertex sets; those with k ≥ 2.
    assert_eq!((singletons, pairs), (5 + 20 + 30 + 20 + 5, 10 + 20 + 15 + 4));
    // Simplices on at least 2 vertices; a face of 2 of 3, of 2 or 3 of 4, of 2, 3 or 4 of 5
    // vertices is missing.
    assert_eq!(replies, (10 + 10 + 5 + 1) + 10 * 3 + 5 * (6 + 4) + (10 + 10 + 5));
}

/// The number of non-empty subsets of size at most k of an n-set.
fn skeleton_size(n: usize, k: usize) -> usize {
    (1..1_usize << n).filter(|set| set.count_ones() as usize <= k).count()
}

/// Brouwer and Christensen 2017, section 2.2: the value of P_{n,k}, which for k > n is P_{n,n}.
fn published(n: usize, k: usize) -> Grundy {
    let table: [&[u32]; 5] = [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1]];
    Grundy(table[n][k.min(n)])
}

#[test]
fn complements_of_faces_of_larger_boundaries() {
    // Theorem 6 of the exposition covers faces of 1, 2, n - 2 and n - 1 vertices.
    let replies = [("boundary(6)", "012", None), ("boundary(7)", "0123", None), ("boundary(7)", "12456", Some("03"))];
    let replies = replies.into_iter().chain([
        ("boundary(7)", "3", Some("012456")),
        ("boundary(8)", "27", Some("013456")),
        ("boundary(8)", "0134567", Some("2")),
    ]);
    for (start, played, reply) in replies {
        let start = position(start);
        let position = start.play(start.find(played).unwrap()).unwrap();
        let moves = complement::moves(&Shape::new(position.poset(), position.remaining()));
        assert_eq!(moves.first().map(|&x| position.name(x)), reply, "{played}");
    }
}

#[test]
fn suggestions_find_nothing_elsewhere() {
    let positions = [
        "path(4)",
        "petersen",
        "complex[0123 345]",
        "chain(3)",
        "antichain(3) + chain(2)",
        "product(chain(2),chain(3))",
        "suspension(cycle(4))",
        "boolean(3)",
        "chomp(3,3,3)",
        "nim(3,4)",
        // As many elements as subsets(3,2), with one edge twice; as many as simplex(3), with the
        // triangle above no edge.
        "hypergraph[ab ab bc]",
        "hypergraph[ab ac bc abc]",
    ];
    for expression in positions {
        let position = position(expression);
        let shape = Shape::new(position.poset(), position.remaining());
        for suggestion in SUGGESTIONS {
            assert_eq!((suggestion.moves)(&shape), [], "{expression}: {}", suggestion.card.rule.id());
        }
    }
}

#[test]
fn known_families_are_recognised() {
    let expected = [
        ("chain", "chain(1000)", 1000),
        ("complete-graph", "complete(100)", 1),
        ("complete-graph", "subsets(50,2)", 2),
        ("complete-multipartite", "multipartite(9,8,7,6,5)", 0),
        ("complete-multipartite", "multipartite(1,1,1,1,1,1,1,2,2,3,3)", 0),
        ("complete-multipartite", "join(antichain(3),antichain(5))", 2),
        ("bipartite", "path(1001)", 1),
        ("bipartite", "star(11)", 2),
        ("bipartite", "gridgraph(50,50)", 0),
        ("bipartite", "gridgraph(3,3) + path(2) + antichain(3)", 2),
        ("cycle", "cycle(1001)", 0),
        ("even-wheel", "wheel(100)", 1),
        ("odd-cycle-pseudotree", "graph[01 12 20 03 34 35 56 57 38]", 3),
        ("gmk", "gmk(101,1000,2000)", 3938),
        ("hairball", "hairball(5; 1,2; 3; ; 4)", 3),
        ("hairball", "hairball(1001; 100,101)", 4),
        ("hairball", "hairball(3; 1; 2)", 0),
        ("zigzag", "zigzag-m(101)", 2),
        ("zigzag", "zigzag-n(100)", 134),
        ("zigzag", "zigzag-w(100)", 1),
        ("zigzag", "dual(zigzag-m(7))", 1),
        ("parity-uniform", "hypergraph[abc ade abcde ; f g]", 2),
        ("parity-uniform", "hypergraph[abcd ae ae ce]", 1),
        ("published-table", "subsets(7,3)", 0),
        ("published-table", "subsets(7,4)", 3),
        ("published-table", "subsets(7,5)", 1),
        ("published-table", "boundary(7)", 5),
        ("published-table", "simplex(7)", 6),
        ("published-table", "complex[012456, 013456, 023456, 123456]", 0),
    ];
    for (id, expression, value) in expected {
        let claims = claims(&position(expression));
        assert_eq!(claims.get(id), Some(&Claim::Value(Grundy(value))), "{id}: {expression}: {claims:?}");
    }
    for expression in ["simplex(9)", "chomp(4,5)", "divisors(60)", "product(chain(2),chain(3))"] {
        // The bar without its poisoned corner still has a greatest cell.
        assert_eq!(
            claims(&position(expression)).get("strategy-stealing"),
            Some(&Claim::Above(Grundy(0))),
            "{expression}"
        );
    }
}

#[test]
fn near_misses_are_not_recognised() {
    let misses = [
        "petersen",
        "wheel(5)",
        "subsets(8,3)",
        "young(5,3,1)",
        "boundary(5)",
        "suspension(cycle(4))",
        // Two triangles joined by an edge; a hub over two triangles.
        "graph[01 12 20 03 34 45 53]",
        "graph[01 12 20 34 45 53 60 61 62 63 64 65]",
        // The right numbers and degrees, in two parts.
        "graph[01 12 20 03 34 40] + cycle(3)",
        "graph[01 12 23 30 02] + cycle(3)",
        "graph[01 12 23 30 02] + path(2)",
        "cycle(3) + cycle(3)",
        // Equal tails at a vertex of an odd cycle.
        "hairball(3; 1,1)",
        // Even degrees without a set that meets each top in an odd number of bottoms.
        "hypergraph[abcd ab cd]",
        // As many faces as subsets(7,3).
        &one_face_moved(),
    ];
    for expression in misses {
        assert_eq!(claims(&position(expression)), BTreeMap::new(), "{expression}");
    }
    // As many faces as after a winning move, but different ones.
    let play = |position: Position, face| position.play(position.find(face).unwrap()).unwrap();
    let other = ["01234", "01256", "123456"].into_iter().fold(position("simplex(7)"), play);
    assert_eq!(other.len(), 119);
    for not_there in [position("simplex(6)"), other] {
        assert!(!claims(&not_there).contains_key("published-table"));
    }
}

/// All triples of seven vertices but 456, and 0123.
fn one_face_moved() -> String {
    let triples = (0..7).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| format!("{c}{b}{a}"))));
    let facets: Vec<String> = triples.filter(|triple| triple != "456").chain(["0123".to_owned()]).collect();
    format!("complex[{}]", facets.join(" "))
}

#[test]
fn the_card_of_each_theorem_shows_an_example_of_it() {
    for theorem in THEOREMS {
        let claims = claims(&position(theorem.card.example));
        assert!(claims.contains_key(theorem.card.rule.id()), "{}: {claims:?}", theorem.card.rule.id());
    }
    for suggestion in SUGGESTIONS {
        let position = position(suggestion.card.example);
        let moves = (suggestion.moves)(&Shape::new(position.poset(), position.remaining()));
        assert!(!moves.is_empty(), "{}", suggestion.card.rule.id());
    }
}

#[test]
fn tables_of_forks() {
    // Khandhawit and Ye 2011, Table 4: the values of G_{m,k} for m, k = 1, …, 12.
    const TABLE_4: [[u32; 12]; 12] = [
        [4, 6, 4, 8, 10, 8, 12, 14, 12, 16, 18, 16],
        [6, 4, 6, 10, 8, 10, 14, 12, 14, 18, 16, 18],
        [4, 6, 4, 8, 10, 8, 12, 14, 12, 16, 18, 16],
        [8, 10, 8, 4, 6, 4, 16, 18, 16, 12, 14, 12],
        [10, 8, 10, 6, 4, 6, 18, 16, 18, 14, 12, 14],
        [8, 10, 8, 4, 6, 4, 16, 18, 16, 12, 14, 12],
        [12, 14, 12, 16, 18, 16, 4, 6, 4, 8, 10, 8],
        [14, 12, 14, 18, 16, 18, 6, 4, 6, 10, 8, 10],
        [12, 14, 12, 16, 18, 16, 4, 6, 4, 8, 10, 8],
        [16, 18, 16, 12, 14, 12, 8, 10, 8, 4, 6, 4],
        [18, 16, 18, 14, 12, 14, 10, 8, 10, 6, 4, 6],
        [16, 18, 16, 12, 14, 12, 8, 10, 8, 4, 6, 4],
    ];
    // Table 5: the values of G_{3a+1,3b+1} for a, b = 0, …, 7.
    const TABLE_5: [[u32; 8]; 8] = [
        [4, 8, 12, 16, 20, 24, 28, 32],
        [8, 4, 16, 12, 24, 20, 32, 28],
        [12, 16, 4, 8, 28, 32, 20, 24],
        [16, 12, 8, 4, 32, 28, 24, 20],
        [20, 24, 28, 32, 4, 8, 12, 16],
        [24, 20, 32, 28, 8, 4, 16, 12],
        [28, 32, 20, 24, 12, 16, 4, 8],
        [32, 28, 24, 20, 16, 12, 8, 4],
    ];
    let by_theorem = |c: usize, m: usize, k: usize| claims(&position(&format!("gmk({c},{m},{k})")))["gmk"];
    for (m, row) in (1..).zip(TABLE_4) {
        for (k, value) in (1..).zip(row) {
            assert_eq!(by_theorem(3 + 2 * (m % 3), m, k), Claim::Value(Grundy(value)), "G_{m},{k}");
        }
    }
    for (a, row) in TABLE_5.iter().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            assert_eq!(by_theorem(3, 3 * a + 1, 3 * b + 1), Claim::Value(Grundy(value)), "{a} {b}");
        }
    }
    for (m, k) in (1..=3).flat_map(|m| (1..=m).map(move |k| (m, k))) {
        let position = position(&format!("gmk(3,{m},{k})"));
        let value = naive::grundy(position.poset(), position.remaining());
        assert_eq!(by_theorem(3, m, k), Claim::Value(value), "G_{m},{k}");
    }
}

#[test]
fn larger_members_of_the_families() {
    let mut tally = Tally::default();
    let zigzags = (4..=9).flat_map(|i| ["m", "n", "w"].map(|kind| format!("zigzag-{kind}({i})")));
    let graphs = ["wheel(6)", "multipartite(1,2,4)", "multipartite(1,1,2,2)", "cycle(9)", "gridgraph(3,3)"];
    for expression in zigzags.chain(graphs.map(str::to_owned)) {
        let position = position(&expression);
        let mut known = Known::new();
        let value = naive::grundy_with(position.poset(), position.remaining(), &mut known);
        tally.check(position.poset(), position.remaining(), value, &mut known);
    }
    println!("{:?}", tally.0);
    assert_eq!((tally.0["zigzag"], tally.0["even-wheel"], tally.0["complete-multipartite"]), (18, 1, 2));
}

#[test]
fn random_two_level_posets_of_one_parity() {
    let mut random = Random(7);
    let mut tally = Tally::default();
    let mut uniform = 0;
    for round in 0..200 {
        let (bottoms, tops) = (4 + random.below(3), 3 + random.below(5));
        let sets = std::iter::repeat_with(|| 1 + random.below((1 << bottoms) - 1));
        let sets: Vec<usize> = sets.filter(|set| set.count_ones() % 2 == round % 2).take(tops).collect();
        let relations =
            (0..bottoms).flat_map(|x| (0..tops).map(move |y| (x, y))).filter(|&(x, y)| sets[y] >> x & 1 == 1);
        let draft = Draft { size: bottoms + tops, relations: relations.map(|(x, y)| (x, bottoms + y)).collect() };
        let (poset, _) = draft.check().unwrap();
        uniform += usize::from(is_parity_uniform(&poset));
        let (all, mut known) = (ElementSet::full(poset.len()), Known::new());
        let value = naive::grundy_with(&poset, &all, &mut known);
        tally.check(&poset, &all, value, &mut known);
    }
    println!("{uniform}");
    assert_eq!(tally.0["parity-uniform"], uniform);
    // All with odd degrees, and some with even ones.
    assert!(uniform > 110 && uniform < 190, "{uniform}");
}

#[test]
fn large_systems_are_solved() {
    let mut random = Random(5);
    for (bottoms, tops) in [(300, 500), (2000, 5000)] {
        // Each top over an odd number of bottoms from either half; then one more top over two from
        // the same half.
        let mut relations = BTreeSet::new();
        for top in bottoms..bottoms + tops {
            for half in [0, bottoms / 2] {
                let size = [1, 1, 3, 5][random.below(4)];
                let chosen = std::iter::repeat_with(|| half + random.below(bottoms / 2));
                let mut distinct = BTreeSet::new();
                chosen
                    .take_while(|&x| {
                        distinct.insert(x);
                        distinct.len() < size
                    })
                    .for_each(drop);
                relations.extend(distinct.iter().map(|&x| (x, top)));
            }
        }
        let solvable = Draft { size: bottoms + tops, relations: relations.iter().copied().collect() };
        relations.extend([(0, bottoms + tops), (1, bottoms + tops)]);
        let unsolvable = Draft { size: bottoms + tops + 1, relations: relations.into_iter().collect() };
        for (draft, answer) in [(solvable, Some(Claim::Value(Grundy(0)))), (unsolvable, None)] {
            let position = support::position(&draft);
            let started = std::time::Instant::now();
            assert_eq!(claims(&position).get("parity-uniform").copied(), answer);
            println!("{bottoms} bottoms, {tops} tops: {:?}", started.elapsed());
        }
    }
}
