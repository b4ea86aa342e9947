//! Elements, covers and names of every family.

use chomplex::family::FAMILIES;
use chomplex::position::Position;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn counts(text: &str) -> (usize, usize) {
    let position = position(text);
    (position.len(), position.poset().covers().count())
}

/// The names of the elements, sorted by level and then in the order of the family.
fn names(text: &str) -> String {
    let position = position(text);
    position.moves().map(|x| position.name(x)).collect::<Vec<_>>().join(" ")
}

#[test]
fn elements_and_covers() {
    // Faces of a simplex: 2^n - 1 of them; a face of size s > 1 covers s others.
    assert_eq!(counts("simplex(5)"), (31, 5 * 16 - 5));
    assert_eq!(counts("boundary(5)"), (30, 5 * 16 - 5 - 5));
    assert_eq!(counts("subsets(5,2)"), (15, 20));
    assert_eq!(counts("subsets(5,0)"), (0, 0));
    assert_eq!(counts("subsets(3,5)"), counts("simplex(3)"));
    assert_eq!(counts("simplex(15)"), (32767, 15 * (1 << 14) - 15));
    assert_eq!(counts("complex[012 013 14]"), (5 + 6 + 2, 2 * 6 + 3 * 2));
    assert_eq!(counts("complex[012 01 0 012]"), counts("simplex(3)"));
    // A join has (1+f)(1+g) - 1 faces, a cone 2f + 1, a suspension 3f + 2.
    assert_eq!(counts("join(cycle(4),antichain(3))").0, 9 * 4 - 1);
    assert_eq!(counts("cone(path(4))").0, 15);
    assert_eq!(counts("suspension(cycle(5))").0, 32);
    assert_eq!(counts("suspension(antichain(2))"), counts("cycle(4)"));
    assert_eq!(counts("skeleton(simplex(6),2)"), counts("complete(6)"));
    assert_eq!(counts("skeleton(simplex(1000000),0)"), (0, 0));
    assert_eq!(counts("skeleton(join(simplex(60),simplex(60)),1)"), (120, 0));
    assert_eq!(counts("skeleton(complex[0123456789abcdefghij],2)"), counts("complete(20)"));
    // Graphs: vertices and edges; two covers for each edge.
    for (text, vertices, edges) in [
        ("path(7)", 7, 6),
        ("path(0)", 0, 0),
        ("cycle(5)", 5, 5),
        ("star(4)", 5, 4),
        ("complete(5)", 5, 10),
        ("multipartite(2,3)", 5, 6),
        ("multipartite(2,2,2)", 6, 12),
        ("wheel(5)", 6, 10),
        ("gridgraph(2,4)", 8, 10),
        ("gridgraph(3,0)", 0, 0),
        ("gridgraph(5)", 5, 4),
        ("gridgraph(2,3,2)", 12, 20),
        ("gridgraph(2,2,2,2)", 16, 32),
        ("hypercube(0)", 1, 0),
        ("hypercube(1)", 2, 1),
        ("hypercube(4)", 16, 32),
        ("petersen", 10, 15),
        ("gmk(5,1,2)", 9, 9),
        ("hairball(5; 1,2; ; 3)", 11, 11),
        ("hairball(3)", 3, 3),
        ("graph[12 23 31 4]", 4, 3),
        ("graph6[DQc]", 5, 4),
    ] {
        assert_eq!(counts(text), (vertices + edges, 2 * edges), "{text}");
    }
    assert_eq!(counts("hypergraph[abc ad ad ; e f]"), (9, 7));
    assert_eq!(counts("zigzag-m(3)"), (7, 6));
    assert_eq!(counts("zigzag-n(3)"), (6, 5));
    assert_eq!(counts("zigzag-w(3)"), (7, 6));
    assert_eq!([counts("zigzag-m(0)"), counts("zigzag-n(0)"), counts("zigzag-w(0)")], [(1, 0), (0, 0), (1, 0)]);
    assert_eq!(counts("chain(5)"), (5, 4));
    assert_eq!(counts("antichain(5)"), (5, 0));
    assert_eq!(counts("nim(3,0,5)"), (8, 6));
    assert_eq!(counts("boolean(4)"), (16, 32));
    // A bar of a rows and b columns has a(b-1) + b(a-1) covers, two of them at the poisoned corner.
    assert_eq!(counts("chomp(3,4)"), (11, 9 + 8 - 2));
    assert_eq!(counts("chomp(2,2,2)"), (7, 12 - 3));
    assert_eq!(counts("chomp(5)"), counts("chain(4)"));
    assert_eq!(counts("young(4,4,4)"), counts("chomp(3,4)"));
    assert_eq!(counts("young(5,3,1)"), (8, 4 + 2 + 3 + 1 - 2));
    assert_eq!(counts("divisors(72)"), counts("chomp(4,3)"));
    assert_eq!(counts("divisors(30)"), counts("chomp(2,2,2)"));
    assert_eq!(counts("divisors(1267650600228229401496703205376)"), counts("chain(100)"));
    assert_eq!(counts("poset[a<b<c, a<d, e, a<c]"), (5, 3));
    assert_eq!(counts("product(chain(2),chain(3))"), (6, 3 + 4));
    assert_eq!(counts("ordinal(antichain(2),antichain(3))"), (5, 6));
    assert_eq!(counts("dual(path(3))"), (5, 4));
    assert_eq!(counts("path(3) + nim(2,1)"), (8, 5));
}

#[test]
fn names_of_elements() {
    assert_eq!(names("simplex(3)"), "0 1 2 01 02 12 012");
    assert_eq!(names("graph[10,9 a9]"), "9 10 a 9,10 9a");
    assert_eq!(names("hypergraph[ba a ; 10,]"), "10 a b ^1 ^2");
    assert_eq!(names("zigzag-m(2)"), "0 1 2 ^1 ^2");
    assert_eq!(names("zigzag-w(0)"), "^1");
    assert_eq!(names("chain(3)"), "1 2 3");
    assert_eq!(names("nim(1,0,2)"), "1,1 3,1 3,2");
    assert_eq!(names("chomp(4)"), "2 3 4");
    assert_eq!(names("chomp(2,2)"), "1,2 2,1 2,2");
    assert_eq!(names("young(3,1)"), "1,2 2,1 1,3");
    assert_eq!(names("divisors(12)"), "2 3 4 6 12");
    assert_eq!(names("boolean(2)"), "{} 0 1 01");
    assert_eq!(names("path(1) + chain(1) + nim(1)"), "1:0 2:1 3:1,1");
    assert_eq!(names("(path(1) + chain(1)) + nim(1)"), "1:1:0 1:2:1 2:1,1");
    assert_eq!(names("ordinal(chain(1),path(1))"), "1:1 2:0");
    assert_eq!(names("product(product(chain(1),chain(1)),chain(2))"), "(1*1)*1 (1*1)*2");
    assert_eq!(names("dual(path(2))"), "01 0 1");
    // New vertices take the smallest numbers that are free; clashing ones are renumbered.
    assert_eq!(names("cone(graph[0 2])"), "0 1 2 01 12");
    assert_eq!(names("suspension(complex[a])"), "0 1 a 0a 1a");
    assert_eq!(names("join(graph[1],graph[a])"), "1 a 1a");
    assert_eq!(names("join(graph[1],graph[1 5])"), "0 1 2 01 12");
    assert_eq!(names("cone(graph[a] + graph[a] + antichain(1))"), "0 1 2 a 02 12 2a");
}

#[test]
fn edges_of_graphs() {
    let edges = |text: &str| names(text).split(' ').filter(|name| name.len() == 2).collect::<Vec<_>>().join(" ");
    assert_eq!(edges("star(3)"), "01 02 03");
    assert_eq!(edges("wheel(3)"), "01 02 03 12 13 23");
    assert_eq!(edges("multipartite(1,2)"), "01 02");
    assert_eq!(edges("gridgraph(2,2)"), "01 02 13 23");
    assert_eq!(edges("gridgraph(1,3,2)"), "01 02 13 23 24 35 45");
    assert_eq!(edges("hypercube(3)"), edges("gridgraph(2,2,2)"));
    assert_eq!(edges("petersen"), "01 04 05 12 16 23 27 34 38 49 57 58 68 69 79");
    // A = 0 on the triangle, B = 3, the 1-tail 4, the 2-tail 5, 6.
    assert_eq!(edges("gmk(3,1,2)"), "01 02 03 12 34 35 56");
    // Vertex 0 carries 3 and 4-5, vertex 2 carries 6.
    assert_eq!(edges("hairball(3; 1,2; ; 1)"), "01 02 03 04 12 26 45");
    assert_eq!(edges("graph6[DQc]"), "02 04 13 34");
}

#[test]
fn zigzags_go_up_and_down() {
    let under = |text: &str, top: &str| {
        let position = position(text);
        let below = position.poset().lower_covers(position.find(top).unwrap());
        below.iter().map(|&x| position.name(x)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([under("zigzag-m(2)", "^1"), under("zigzag-m(2)", "^2")], ["0 1", "1 2"]);
    assert_eq!([under("zigzag-n(2)", "^1"), under("zigzag-n(2)", "^2")], ["0 1", "1"]);
    assert_eq!([under("zigzag-w(2)", "^1"), under("zigzag-w(2)", "^2"), under("zigzag-w(2)", "^3")], ["0", "0 1", "1"]);
}

#[test]
fn the_table_of_families_holds() {
    for family in FAMILIES {
        assert!(family.signature.starts_with(family.name) && family.example.starts_with(family.name), "{family:?}");
        assert!(!position(family.example).is_empty(), "{family:?}");
        assert!(!family.about.ends_with('.'), "{family:?}");
    }
}

#[test]
fn played_out_positions_are_recognised() {
    let after = |text: &str, moves: &[&str]| {
        let mut position = position(text);
        for name in moves {
            position = position.play(position.find(name).unwrap()).unwrap();
        }
        position.to_string()
    };
    assert_eq!(after("path(3)", &["01"]), "graph[12 0]");
    assert_eq!(after("simplex(4)", &["012"]), "complex[013 023 123]");
    assert_eq!(after("simplex(4)", &["01", "23"]), "graph[02 03 12 13]");
    assert_eq!(after("complete(12)", &["10,"]).split(' ').count(), 55);
    assert_eq!(after("hypergraph[abc ad ad ; e f]", &["^3", "e"]), "hypergraph[abc ad ; f]");
    assert_eq!(after("hypergraph[abc ad ; e]", &["^1"]), "poset[a<^2, d<^2, b, c, e]");
    assert_eq!(after("nim(3,4,5)", &["2,1", "3,3"]), "nim(3,0,2)");
    assert_eq!(after("chain(5)", &["3"]), "chain(2)");
    assert_eq!(after("antichain(3)", &["3"]), "antichain(2)");
    assert_eq!(after("chomp(3,4)", &["2,2"]), "young(4,1,1)");
    assert_eq!(after("chomp(3,4)", &["1,2"]), "young(1,1,1)");
    assert_eq!(
        after("chomp(2,2,2)", &["2,2,1"]),
        "poset[\"1,1,2\"<\"1,2,2\", \"1,1,2\"<\"2,1,2\", \"1,2,1\"<\"1,2,2\", \"2,1,1\"<\"2,1,2\"]"
    );
    assert_eq!(after("divisors(12)", &["4"]), "poset[2<6, 3<6]");
    assert_eq!(
        after("path(3) + nim(3,4) + cycle(3)", &["2:1,1", "2:2,1", "3:01"]),
        "graph[01 12] + antichain(0) + graph[02 12]"
    );
    assert_eq!(after("(path(2) + chain(2)) + nim(2)", &["2:1,2"]), "(graph[01] + chain(2)) + nim(1)");
    assert_eq!(after("ordinal(antichain(2),chain(3))", &["2:2"]), "ordinal(antichain(2),chain(1))");
    assert_eq!(after("ordinal(antichain(2),chain(3))", &["2:1"]), "antichain(2) + antichain(0)");
    assert_eq!(after("simplex(3)", &["0", "1", "2"]), "antichain(0)");
}
