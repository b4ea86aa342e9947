//! The assumed theorems: valid steps, and each of their conditions violated alone.

mod common;

use common::{Lower, all, graph, header, rejected, unreadable, verified};

/// A certificate of one step about the whole poset.
fn step(lower: &Lower, says: &str, words: &str) -> String {
    let claim = says.strip_prefix("= ").map_or("outcome first".to_owned(), |value| format!("grundy {value}"));
    format!("{}s {:x} {says} {words}\nqed 1\n", header(lower, &claim), all(lower))
}

#[track_caller]
fn holds(lower: &Lower, says: &str, words: &str) {
    let id = words.split(' ').next().unwrap();
    assert_eq!(verified(&step(lower, says, words)).assumed, [id]);
}

#[track_caller]
fn fails(lower: &Lower, says: &str, words: &str) -> String {
    rejected(&step(lower, says, words), Some(1))
}

fn cycle(length: u32) -> Vec<(u32, u32)> {
    (0..length).map(|i| (i, (i + 1) % length)).collect()
}

/// A cycle with additional edges.
fn with(length: u32, more: &[(u32, u32)]) -> Lower {
    let edges = [&cycle(length)[..], more].concat();
    graph(edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap() + 1, &edges)
}

#[test]
fn graphs() {
    let not = "this is not a graph: ";
    let above_an_edge: Lower = vec![vec![], vec![], vec![0, 1], vec![2, 0]];
    assert_eq!(fails(&above_an_edge, "= 0", "cycle"), format!("{not}`d` is neither a vertex nor an edge"));
    let three_ends: Lower = vec![vec![], vec![], vec![], vec![0, 1, 2]];
    assert_eq!(fails(&three_ends, "= 0", "cycle"), format!("{not}`d` is neither a vertex nor an edge"));
    let one_end: Lower = vec![vec![], vec![0]];
    assert_eq!(fails(&one_end, "= 0", "bipartite 1"), format!("{not}`b` is neither a vertex nor an edge"));
    let double = graph(2, &[(0, 1), (1, 0)]);
    assert_eq!(fails(&double, "= 0", "bipartite 1"), format!("{not}`a` and `b` are joined by two edges"));
    // The induced poset counts: without a, the edge above a and b has only one end.
    let text = header(&graph(2, &[(0, 1)]), "grundy 0") + "s 6 = 0 bipartite 2\nqed 1\n";
    assert_eq!(rejected(&text, Some(1)), format!("{not}`c` is neither a vertex nor an edge"));
    // Vertices above a least element.
    let raised: Lower = vec![vec![], vec![0], vec![0], vec![1, 2]];
    let text = header(&raised, "grundy 3") + "s e = 2 bipartite 2\ns f = 3 ordinal-sum\nqed 2\n";
    assert_eq!(verified(&text).assumed, ["bipartite"]);
}

#[test]
fn complete_graphs() {
    let four = graph(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    holds(&four, "= 1", "complete-graph");
    holds(&vec![], "= 0", "complete-graph");
    assert_eq!(fails(&four, "= 2", "complete-graph"), "the rule `complete-graph` allows = 1 here, and not = 2");
    assert_eq!(fails(&four, "! 0", "complete-graph"), "the rule `complete-graph` allows = 1 here, and not ! 0");
    assert_eq!(fails(&four, "> 0", "complete-graph"), "the rule `complete-graph` allows = 1 here, and not > 0");
    assert_eq!(fails(&with(4, &[(0, 2)]), "= 1", "complete-graph"), "the graph has 5 edges, not 6");
}

#[test]
fn complete_multipartite_graphs() {
    let octahedron: Vec<(u32, u32)> =
        (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).filter(|(a, b)| a + 3 != *b).collect();
    let octahedron = graph(6, &octahedron);
    holds(&octahedron, "= 0", "complete-multipartite 9 12 24");
    assert_eq!(
        fails(&octahedron, "= 1", "complete-multipartite 9 12 24"),
        "the rule `complete-multipartite` allows = 0 here, and not = 1"
    );
    let fails = |words: &str| fails(&octahedron, "= 0", &format!("complete-multipartite {words}"));
    assert_eq!(fails("9 12"), "the vertex `c` is in no part");
    assert_eq!(fails("9 12 24 1"), "the vertex `a` is in two parts");
    assert_eq!(fails("9 12 24 0"), "part 4 of the vertices is empty");
    assert_eq!(fails("9 12 64"), "`g` is not a vertex");
    assert_eq!(fails("9 36"), "`b` and `c` are joined, but in the same part");
    assert_eq!(fails("9 12 4 20"), "the graph has 12 edges, not 13");
}

#[test]
fn bipartite_graphs() {
    let square = with(4, &[]);
    holds(&square, "= 0", "bipartite 5");
    holds(&square, "= 0", "bipartite a");
    holds(&graph(3, &[]), "= 1", "bipartite 0");
    holds(&graph(3, &[(0, 1)]), "= 3", "bipartite 5");
    holds(&graph(2, &[(0, 1)]), "= 2", "bipartite 1");
    assert_eq!(fails(&square, "= 0", "bipartite 1"), "`b` and `c` are joined, but on the same side");
    assert_eq!(fails(&square, "= 0", "bipartite 7"), "`a` and `b` are joined, but on the same side");
    assert_eq!(fails(&square, "= 0", "bipartite 15"), "`e` is not a vertex");
    assert_eq!(fails(&square, "= 2", "bipartite 5"), "the rule `bipartite` allows = 0 here, and not = 2");
}

#[test]
fn cycles() {
    holds(&with(3, &[]), "= 0", "cycle");
    holds(&with(6, &[]), "= 0", "cycle");
    assert_eq!(fails(&with(3, &[(0, 3)]), "= 0", "cycle"), "the vertex `a` has degree 3, not 2");
    assert_eq!(fails(&vec![], "= 0", "cycle"), "the graph has no vertices");
    let two = graph(6, &[(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]);
    assert_eq!(fails(&two, "= 0", "cycle"), "the graph is not connected: no path leads from `a` to `d`");
}

#[test]
fn even_wheels() {
    let spokes = |rim: u32| (0..rim).map(|i| (i, rim)).collect::<Vec<_>>();
    holds(&with(4, &spokes(4)), "= 1", "even-wheel 10");
    assert_eq!(fails(&with(4, &spokes(4)), "= 1", "even-wheel 11"), "the hub is not one vertex");
    assert_eq!(fails(&with(4, &spokes(4)), "= 1", "even-wheel 20"), "the hub is not one vertex");
    assert_eq!(fails(&with(4, &spokes(4)), "= 1", "even-wheel 1"), "the vertex `a` has degree 3, not 4");
    assert_eq!(
        fails(&with(5, &spokes(5)), "= 1", "even-wheel 20"),
        "there are 5 vertices besides the hub, not 4, 6, 8, …"
    );
    let two: Vec<(u32, u32)> = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)].into_iter().chain(spokes(6)).collect();
    assert_eq!(fails(&graph(7, &two), "= 1", "even-wheel 40"), "the vertices besides the hub are not one cycle");
    let chord = [&spokes(4)[..], &[(0, 2)]].concat();
    assert_eq!(fails(&with(4, &chord), "= 1", "even-wheel 10"), "the vertex `a` has degree 4, not 3");
}

#[test]
fn odd_cycle_pseudotrees() {
    for says in ["! 0", "> 0", "> 3"] {
        holds(&with(3, &[(0, 3)]), says, "odd-cycle-pseudotree");
    }
    holds(&with(3, &[(0, 3), (3, 4)]), "= 3", "odd-cycle-pseudotree");
    holds(&with(3, &[(0, 3), (3, 4), (4, 5)]), "= 0", "odd-cycle-pseudotree");
    // Not in simplest form: the two vertices beside d can be folded away.
    holds(&with(3, &[(0, 3), (3, 4), (3, 5)]), "> 3", "odd-cycle-pseudotree");
    let fails = |lower: &Lower| fails(lower, "= 3", "odd-cycle-pseudotree");
    let claw = "the rule `odd-cycle-pseudotree` allows ! V and > V, V at most 3, here, and not = 3";
    assert_eq!(fails(&with(3, &[(0, 3)])), claw);
    assert_eq!(fails(&with(3, &[])), "the graph is only a cycle");
    assert_eq!(fails(&with(4, &[(0, 4)])), "the cycle has an even length, 4");
    assert_eq!(fails(&with(4, &[(0, 2)])), "the graph has 4 vertices and 5 edges, so it has not one cycle");
    assert_eq!(fails(&with(3, &[(0, 3), (1, 4)])), "more than one edge leaves the cycle, at `a` and at `b`");
    assert_eq!(fails(&with(3, &[(0, 3), (0, 4)])), "more than one edge leaves the cycle, at `a` and at `a`");
    let square_and_vertex = graph(6, &[(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]);
    assert_eq!(fails(&square_and_vertex), "the graph is not connected: no path leads from `a` to `d`");
}

#[test]
fn two_tails_beside_a_cycle() {
    holds(&with(3, &[(0, 3), (3, 4), (3, 5)]), "= 4", "gmk");
    holds(&with(3, &[(0, 3), (3, 4), (3, 5), (5, 6)]), "= 6", "gmk");
    holds(&with(5, &[(0, 5), (5, 6), (5, 7), (7, 8), (8, 9)]), "= 4", "gmk");
    let fails = |lower: &Lower| fails(lower, "= 4", "gmk");
    assert_eq!(fails(&with(3, &[(0, 3)])), "the vertex `d` has degree 1, not 3");
    assert_eq!(fails(&with(3, &[(0, 3), (3, 4), (3, 5), (3, 6)])), "the vertex `d` has degree 4, not 3");
    let forked = with(3, &[(0, 3), (3, 4), (3, 5), (5, 6), (5, 7)]);
    assert_eq!(fails(&forked), "the vertex `f` outside the cycle has degree 3, more than 2");
    assert_eq!(fails(&with(3, &[(0, 3), (3, 4), (3, 5), (5, 6)])), "the rule `gmk` allows = 6 here, and not = 4");
}

#[test]
fn hairballs() {
    holds(&with(3, &[(0, 3)]), "= 4", "hairball");
    holds(&with(3, &[(0, 3), (3, 4)]), "= 3", "hairball");
    holds(&with(3, &[(0, 3), (0, 4), (4, 5)]), "= 4", "hairball");
    holds(&with(3, &[(0, 3), (1, 4), (2, 5)]), "= 0", "hairball");
    holds(&with(3, &[(0, 3), (3, 4), (4, 5)]), "= 0", "hairball");
    let fails = |lower: &Lower| fails(lower, "= 3", "hairball");
    assert_eq!(fails(&with(3, &[])), "the graph is only a cycle");
    assert_eq!(fails(&with(3, &[(0, 3), (0, 4)])), "two tails at `a` have the same length, 1");
    let forked = with(3, &[(0, 3), (3, 4), (3, 5)]);
    assert_eq!(fails(&forked), "the vertex `d` outside the cycle has degree 3, more than 2");
    assert_eq!(fails(&with(4, &[(0, 4)])), "the cycle has an even length, 4");
}

#[test]
fn more_than_one_cycle() {
    holds(&with(3, &[(0, 3), (3, 4), (4, 0)]), "= 1", "two-cycles");
    holds(&with(4, &[(0, 4), (4, 5), (5, 0)]), "= 1", "two-cycles");
    assert_eq!(fails(&with(4, &[(0, 2)]), "= 1", "two-cycles"), "no vertex has degree 4");
    let tail = with(3, &[(0, 3), (3, 4), (4, 0), (4, 5)]);
    assert_eq!(fails(&tail, "= 1", "two-cycles"), "the vertex `e` has degree 3, not 2");
    let three = with(3, &[(0, 3), (3, 4), (4, 1), (1, 5), (5, 0)]);
    assert_eq!(fails(&three, "= 1", "two-cycles"), "the vertex `b` has degree 4, not 2");

    holds(&with(4, &[(0, 2)]), "= 2", "cycle-with-path");
    holds(&with(5, &[(0, 2)]), "= 1", "cycle-with-path");
    holds(&with(4, &[(0, 4), (4, 2)]), "= 1", "cycle-with-path");
    let fails = |lower: &Lower| fails(lower, "= 1", "cycle-with-path");
    assert_eq!(fails(&with(4, &[])), "there are not two vertices of degree 3");
    assert_eq!(fails(&with(4, &[(0, 2), (1, 3)])), "there are not two vertices of degree 3");
    let dumbbell = with(3, &[(0, 3), (3, 4), (4, 5), (5, 3)]);
    assert_eq!(fails(&dumbbell), "not all three ways out of `a` lead to `d`");
    assert_eq!(fails(&with(4, &[(0, 2), (1, 4), (4, 3), (3, 1)])), "the vertex `b` has degree 4, not 2");
}

#[test]
fn zigzags() {
    holds(&vec![vec![]], "= 1", "zigzag");
    holds(&vec![vec![], vec![0]], "= 2", "zigzag");
    holds(&vec![vec![], vec![0], vec![0]], "= 1", "zigzag");
    holds(&vec![vec![], vec![], vec![0, 1]], "= 2", "zigzag");
    holds(&vec![vec![], vec![], vec![0], vec![0, 1]], "= 0", "zigzag");
    let fails = |lower: &Lower| fails(lower, "= 0", "zigzag");
    assert_eq!(fails(&vec![]), "the elements are not in one row");
    assert_eq!(fails(&vec![vec![], vec![]]), "the elements are not in one row");
    assert_eq!(fails(&vec![vec![], vec![0], vec![1]]), "`b` is neither minimal nor maximal");
    assert_eq!(fails(&vec![vec![], vec![0], vec![0], vec![0]]), "`a` is comparable with more than two others");
    assert_eq!(fails(&vec![vec![], vec![], vec![0, 1], vec![0, 1]]), "the elements are not in one row");
    // As many relations as in one row, but in two parts: a ring and a single element.
    assert_eq!(fails(&vec![vec![], vec![], vec![0, 1], vec![0, 1], vec![]]), "the elements are not in one row");
    assert_eq!(fails(&vec![vec![], vec![0]]), "the rule `zigzag` allows = 2 here, and not = 0");
}

#[test]
fn parity_uniform_posets() {
    let lower: Lower = vec![vec![], vec![], vec![], vec![0, 1, 2], vec![0], vec![0, 1, 2]];
    holds(&lower, "= 2", "parity-uniform 7");
    holds(&lower, "= 2", "parity-uniform 1");
    holds(&vec![vec![]], "= 1", "parity-uniform 0");
    holds(&graph(2, &[(0, 1)]), "= 2", "parity-uniform 1");
    let says = |words: &str| fails(&lower, "= 2", &format!("parity-uniform {words}"));
    assert_eq!(says("9"), "`d` is not minimal");
    assert_eq!(says("3"), "`d` has an even number of elements of the side below it");
    assert_eq!(says("6"), "`d` has an even number of elements of the side below it");
    let mixed: Lower = vec![vec![], vec![], vec![0, 1], vec![0]];
    let message = "the number of elements below `d`, 1, has another parity than for others";
    assert_eq!(fails(&mixed, "= 2", "parity-uniform 1"), message);
    let three: Lower = vec![vec![], vec![0], vec![1]];
    assert_eq!(fails(&three, "= 2", "parity-uniform 1"), "`c` is neither minimal nor above minimal elements alone");
}

#[test]
fn strategy_stealing() {
    let lower: Lower = vec![vec![], vec![], vec![0], vec![1, 2]];
    holds(&lower, "! 0", "strategy-stealing");
    holds(&lower, "> 0", "strategy-stealing");
    let allows = "the rule `strategy-stealing` allows ! V and > V, V at most 0, here, and not";
    assert_eq!(fails(&lower, "! 1", "strategy-stealing"), format!("{allows} ! 1"));
    assert_eq!(fails(&lower, "> 1", "strategy-stealing"), format!("{allows} > 1"));
    assert_eq!(fails(&lower, "= 3", "strategy-stealing"), format!("{allows} = 3"));
    let two = "there is no greatest element: `a` and `b` are maximal";
    assert_eq!(fails(&vec![vec![], vec![]], "! 0", "strategy-stealing"), two);
    let none = "the set is empty, so it has no greatest element";
    assert_eq!(fails(&vec![], "! 0", "strategy-stealing"), none);
}

/// A certificate about all non-empty subsets of at most k of n points, which is too large for the
/// oracle.
fn subsets(n: u32, k: u32, value: u32) -> String {
    complex(n, |set| set.count_ones() <= k, value)
}

/// The same for the chosen subsets.
fn complex(n: u32, is_face: impl Fn(u32) -> bool, value: u32) -> String {
    let mut sets: Vec<u32> = (1..1u32 << n).filter(|&set| is_face(set)).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let mut text = format!("chomplex-certificate 3\nposition \"\"\nclaim grundy {value}\nelements {}\n", sets.len());
    for set in &sets {
        text += &format!("e \"{set:b}\"");
        for (place, other) in sets.iter().enumerate() {
            if other & set == *other && other.count_ones() + 1 == set.count_ones() {
                text += &format!(" {place}");
            }
        }
        text += "\n";
    }
    let all = (1u128 << (sets.len() - 1)) | ((1u128 << (sets.len() - 1)) - 1);
    text + &format!("s {all:x} = {value} published-table\nqed 1\n")
}

#[test]
fn the_published_table() {
    // Brouwer and Christensen 2017, 2.2, the row of n = 7.
    for (k, value) in [(3, 0), (4, 3), (5, 1), (6, 5), (7, 6)] {
        let answer = chomplex_check::check(subsets(7, k, value).as_bytes()).unwrap();
        assert_eq!(answer.assumed, ["published-table"]);
        let message = rejected(&subsets(7, k, value + 1), Some(1));
        assert_eq!(message, format!("the rule `published-table` allows = {value} here, and not = {}", value + 1));
    }
    assert_eq!(rejected(&subsets(7, 2, 1), Some(1)), "the table has no entry with 28 elements");
    let neither = "these are not all subsets of at most k points, nor all that do not contain four given points";
    assert_eq!(rejected(&subsets(6, 6, 3), Some(1)), neither);
    // After a winning move, section 2.1: no set that contains four given points is left.
    let lacks = |points: u32| move |set: u32| set & points != points;
    for points in [0b1111, 0b101_0101] {
        let answer = chomplex_check::check(complex(7, lacks(points), 0).as_bytes()).unwrap();
        assert_eq!(answer.assumed, ["published-table"]);
        assert!(rejected(&complex(7, lacks(points), 1), Some(1)).contains("allows = 0 here"));
    }
    // As many subsets, but different ones.
    let others = [0b001_1111, 0b110_0111, 0b111_1110].map(lacks);
    assert_eq!(rejected(&complex(7, |set| others.iter().all(|lacks| lacks(set)), 0), Some(1)), neither);
    let good = subsets(7, 3, 0);
    let not = "is not above all its subsets of one point less, or there twice";
    let line = good.lines().find(|line| line.starts_with("e \"1101\"")).unwrap();
    let (short, _) = line.rsplit_once(' ').unwrap();
    assert_eq!(rejected(&good.replace(line, short), Some(1)), format!("`1101` {not}"));
    let twice = good.lines().find(|line| line.starts_with("e \"1011\"")).unwrap();
    let again = line.replace("1101", "1011");
    assert_eq!(rejected(&good.replace(twice, &again), Some(1)), format!("`1101` {not}"));
    let point = good.lines().find(|line| line.starts_with("e \"11\"")).unwrap();
    assert_eq!(rejected(&good.replace(point, "e \"11\""), Some(1)), "there are more than seven minimal elements");
}

#[test]
fn the_form_of_a_step_by_a_theorem() {
    let form = |words: &str| unreadable(step(&graph(2, &[(0, 1)]), "= 2", words).as_bytes());
    assert_eq!(form("bipartite"), "line 8: expected a set, found the end of the line");
    assert_eq!(form("bipartite 1 2"), "line 8: expected the end of the line, found a space");
    assert_eq!(form("even-wheel"), "line 8: expected a set, found the end of the line");
    assert_eq!(form("parity-uniform"), "line 8: expected a set, found the end of the line");
    assert_eq!(form("cycle 1"), "line 8: expected the end of the line, found a space");
    assert_eq!(form("complete-multipartite x"), "line 8: expected a set in hexadecimal digits, found `x`");
    let message = "line 8: the set is out of range: it has element 3, but there are 3 elements";
    assert_eq!(form("complete-multipartite 1 8"), message);
    assert!(form("bipartite-graph 1").starts_with("line 8: expected a rule: mex, "));
}

#[test]
fn assumptions_are_listed_once_and_in_order() {
    let lower = graph(3, &[(0, 1), (1, 2), (0, 2)]);
    let text = header(&lower, "grundy 0")
        + "s 1 = 1 zigzag\ns 3f = 0 cycle\ns 1 = 1 bipartite 0\ns 2 = 1 zigzag\ns 2 = 1 chain\ns 3f = 0 complete-graph\nqed 6\n";
    assert_eq!(verified(&text).assumed, ["bipartite", "complete-graph", "cycle", "zigzag"]);
}
