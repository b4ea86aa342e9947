//! Laws of the notations, on every family and after random play.

use std::collections::BTreeSet;

use chomplex::family::FAMILIES;
use chomplex::family::error::BuildError;
use chomplex::family::vertex::is_quoted_name;
use chomplex::format::{self, Notation};
use chomplex::position::Position;
use proptest::prelude::*;

/// The remaining poset without its history: names, and covers by name. A down-set has the covers of
/// the whole.
fn shape(position: &Position) -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let name = |x| position.names().label(x).to_owned();
    let left = position.remaining();
    let covers = position.poset().covers().filter(|&(x, y)| left.contains(x) && left.contains(y));
    (position.moves().map(name).collect(), covers.map(|(x, y)| (name(x), name(y))).collect())
}

/// Plays moves, each chosen by a number.
fn play(mut position: Position, choices: &[usize]) -> Position {
    for choice in choices {
        let Some(x) = position.moves().nth(choice % position.len().max(1)) else { break };
        position = position.play(x).unwrap();
    }
    position
}

/// Expressions beyond the examples of the table.
const MORE: &[&str] = &[
    "simplex(0)",
    "subsets(12,2)",
    "subsets(3,5)",
    "path(0)",
    "path(12)",
    "wheel(10)",
    "complex[abc,v1 abd v1,v2,v10 é]",
    "complex[]",
    "graph[a,b c,d10 {10,} 5]",
    "graph[a,b 10,]",
    "complex[01, 02, 03]",
    "complex[{0,1,2} {1,3}]",
    "complex[[0,1,2],[1,3]]",
    "graph6[?]",
    "graph6[~??K??w????????]",
    "graph6[C]]",
    "graph6[D]_] + graph6[C]]",
    "hypergraph[; a b 10,]",
    "hypergraph[0,10 10,11 11, ; {12,} 3]",
    "gridgraph(2,2,3)",
    "gridgraph(4)",
    "gridgraph(0,5)",
    "hypercube(0)",
    "hypercube(4)",
    "zigzag-m(0)",
    "zigzag-n(0)",
    "zigzag-w(0)",
    "zigzag-m(12)",
    "zigzag-w(0) + zigzag-w(0)",
    "chain(12)",
    "antichain(12)",
    "antichain(0)",
    "nim(0,3,0,2)",
    "nim(0)",
    "chomp(7)",
    "chomp(1,1)",
    "chomp(2,3,2)",
    "chomp(11,3)",
    "young(4,4,1,0)",
    "young(1,1,1)",
    "divisors(1)",
    "divisors(900)",
    "boolean(0)",
    "boolean(4)",
    "poset[\"2,3\"<\"a b\", \" <\"<\"\\\"\\\\\", ^1<{}<x*y]",
    "poset[]",
    "path(3) + nim(2,1) + antichain(0)",
    "(path(2) + chain(2)) + (chomp(2,2) + (antichain(2) + cycle(3)))",
    "suspension(path(2) + antichain(2))",
    "cone(complex[ab bc])",
    "join(path(3),complex[ab])",
    "skeleton(join(cycle(3),cycle(3)),3)",
    "ordinal(path(2) + chain(2),nim(2,2))",
    "ordinal(antichain(0),chain(2))",
    "ordinal(ordinal(antichain(2),chain(1)),antichain(2))",
    "product(product(chain(2),chain(2)),path(2))",
    "dual(complex[abc bd])",
    "dual(chomp(3,3)) + dual(nim(2,2))",
];

fn expressions() -> impl Strategy<Value = &'static str> {
    let examples = FAMILIES.iter().map(|family| family.example);
    prop::sample::select(examples.chain(MORE.iter().copied()).collect::<Vec<_>>())
}

fn positions() -> impl Strategy<Value = Position> {
    (expressions(), prop::collection::vec(any::<usize>(), 0..8))
        .prop_map(|(text, choices)| play(text.parse().unwrap(), &choices))
}

/// Names that look like those of one family or another.
fn tricky_names() -> impl Strategy<Value = Vec<String>> {
    let all = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "3",
        "10",
        "10,",
        "01",
        "12",
        "02",
        "012",
        "0,10",
        "1,10",
        "10,1",
        "1,1",
        "1,2",
        "2,1",
        "2,2",
        "3,1",
        "^1",
        "^2",
        "^3",
        "^01",
        "^",
        "{}",
        "a",
        "b",
        "ab",
        "ba",
        "a,b",
        "1:a",
        "1:1",
        "1:01",
        "2:1",
        "2:a",
        "2:2",
        "1:1:a",
        "1:2:a",
        "2:1:1",
        "3:x",
        "01:x",
        "0:x",
        ":x",
        "1:",
        "a b",
        " a ",
        "x*y",
        "(x*y)*z",
        "\"",
        "\\",
        "#",
        "[",
        "]",
        "poset[a]",
        "é",
        "1000000:x",
        "1000000,1",
        "99999999999999999999:x",
    ]);
    let any_names = prop_oneof![8 => all.prop_map(str::to_owned), 1 => any::<String>().prop_filter("a name shows", |name| is_quoted_name(name))];
    let some = |names: &'static [&'static str]| {
        prop::sample::subsequence(names, 1..=names.len())
            .prop_map(|names| names.iter().map(ToString::to_string).collect())
    };
    prop_oneof![
        prop::collection::btree_set(any_names, 1..9).prop_map(|names| names.into_iter().collect()),
        some(&["0", "1", "2", "01", "02", "12", "012"]),
        some(&["0", "10,", "a", "0,10", "0a", "10,a", "0,10,a", "10"]),
        some(&["1", "2", "3", "4"]),
        some(&["2", "3", "4"]),
        some(&["1,1", "1,2", "2,1", "2,2", "3,1"]),
        some(&["1,2", "1,3", "2,1", "2,2", "3,1"]),
        some(&["a", "b", "10,", "^1", "^2", "^3"]),
        some(&["1:0", "1:1", "1:01", "2:a", "3:a"]),
        some(&["1:0", "1:1", "2:0", "2:1", "2:01"]),
        some(&["1:1:a", "1:2:a", "1:1", "2:1:a", "2:2:1", "2:2:2"]),
    ]
}

/// Any small poset with tricky names.
fn tricky_posets() -> impl Strategy<Value = Position> {
    let relation = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (tricky_names(), prop::collection::vec(relation, 0..14)).prop_map(|(names, relations)| {
        let pairs = relations.iter().map(|(a, b)| (a.index(names.len()), b.index(names.len())));
        let covers: Vec<[&str; 2]> = pairs.filter(|(a, b)| a < b).map(|(a, b)| [&*names[a], &*names[b]]).collect();
        let json = serde_json::json!({ "elements": names, "covers": covers });
        format::read(json.to_string().as_bytes(), Some(Notation::Json)).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    // A position prints as an expression that parses back to it, whatever has been played.
    #[test]
    fn printing_loses_nothing(position in positions()) {
        let text = position.to_string();
        let again: Position = text.parse().unwrap_or_else(|error| panic!("{text}\n{error}"));
        prop_assert_eq!(shape(&again), shape(&position), "{}", text);
        // Canonical spacing is a fixed point.
        prop_assert_eq!(again.to_string(), text);
    }

    // The same for posets that only look like members of a family.
    #[test]
    fn nothing_is_mistaken_for_a_family(position in tricky_posets(), choices in prop::collection::vec(any::<usize>(), 0..4)) {
        for position in [play(position.clone(), &choices), position] {
            let text = position.to_string();
            let again: Position = text.parse().unwrap_or_else(|error| panic!("{text}\n{error}"));
            prop_assert_eq!(shape(&again), shape(&position), "{}", text);
        }
    }

    // JSON keeps names and order.
    #[test]
    fn json_loses_nothing(position in prop_oneof![positions(), tricky_posets()]) {
        let text = format::write(&position, Notation::Json).unwrap();
        prop_assert_eq!(format::read_noting(text.as_bytes(), None).unwrap().notation, Notation::Json);
        prop_assert_eq!(shape(&format::read(text.as_bytes(), None).unwrap()), shape(&position));
    }

    // A matrix keeps the order; elements are renamed to numbers in their order.
    #[test]
    fn a_matrix_keeps_the_order(position in positions()) {
        let text = format::write(&position, Notation::Matrix).unwrap();
        if position.is_empty() {
            prop_assert_eq!(text, "");
            return Ok(());
        }
        let again = format::read(text.as_bytes(), None).unwrap();
        let old: Vec<_> = position.moves().collect();
        prop_assert_eq!(again.len(), old.len());
        for (i, &x) in old.iter().enumerate() {
            for (j, &y) in old.iter().enumerate() {
                let [a, b] = [i, j].map(|i| again.find(&(i + 1).to_string()).unwrap());
                prop_assert_eq!(again.poset().less(a, b), position.poset().less(x, y));
            }
        }
    }

    // graph6 keeps vertices and edges; it refuses what it cannot represent.
    #[test]
    fn graph6_keeps_a_graph(position in positions()) {
        if let Ok(text) = format::write(&position, Notation::Graph6) {
            let again = format::read(text.as_bytes(), Some(Notation::Graph6)).unwrap();
            prop_assert_eq!(again.len(), position.len());
            prop_assert_eq!(format::write(&again, Notation::Graph6).unwrap(), text);
            let covers = |p: &Position| shape(p).1.len();
            prop_assert_eq!(covers(&again), covers(&position));
        }
    }

    // Facet lines keep a complex with its names, unless it is a sum whose parts are renamed.
    #[test]
    fn facets_keep_a_complex(position in positions()) {
        if let Ok(text) = format::write(&position, Notation::Facets) {
            if position.is_empty() {
                prop_assert_eq!(text, "");
            } else {
                let again = format::read(text.as_bytes(), Some(Notation::Facets)).unwrap();
                prop_assert_eq!(again.len(), position.len());
                if !position.to_string().contains(" + ") {
                    prop_assert_eq!(shape(&again), shape(&position));
                }
            }
        }
    }

    // The write-only formats work for every position.
    #[test]
    fn everything_is_drawn(position in prop_oneof![positions(), tricky_posets()]) {
        for notation in [Notation::Dot, Notation::Sage] {
            prop_assert!(format::write(&position, notation).unwrap().ends_with('\n'));
        }
    }

    // No text makes the parser panic, and accepted text is printed back.
    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(shape(&position.to_string().parse().unwrap()), shape(&position));
        }
    }

    #[test]
    fn any_file_is_answered(content in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = format::read(&content, None).map_err(|error| error.to_string());
    }

    #[test]
    fn any_text_file_is_answered(content in "[01 \n,#{}a-c?-~:&\\[\\]\"é]{0,40}") {
        for notation in Notation::ALL.map(Some).into_iter().chain([None]) {
            if let Ok(position) = format::read(content.as_bytes(), notation) {
                prop_assert_eq!(shape(&position.to_string().parse().unwrap()), shape(&position));
            }
        }
    }

    // A valid expression with a few characters changed, moved or doubled.
    #[test]
    fn mutated_expressions_are_answered(
        text in expressions(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4, any::<prop::sample::Index>(), any::<char>()), 1..4),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, kind, other, c) in edits {
            if letters.is_empty() {
                break;
            }
            let (i, j) = (place.index(letters.len()), other.index(letters.len()));
            match kind {
                0 => letters[i] = c,
                1 => { letters.remove(i); }
                2 => letters.insert(i, letters[j]),
                _ => letters.swap(i, j),
            }
        }
        let text: String = letters.into_iter().collect();
        match text.parse::<Position>() {
            Ok(position) => prop_assert_eq!(shape(&position.to_string().parse().unwrap()), shape(&position)),
            Err(error) => {
                let shown = error.to_string();
                prop_assert_eq!(shown.lines().count(), 3, "{}", shown);
                prop_assert!(shown.ends_with('^'), "{}", shown);
            }
        }
    }
}

/// Positions made from data are those of the expressions, whatever the type of the names.
#[test]
fn positions_from_data() {
    let parsed = |text: &str| text.parse::<Position>().unwrap();
    assert_eq!(Position::from_edges([(0, 1), (1, 2)]).unwrap(), parsed("graph[01 12]"));
    assert_eq!(Position::from_facets([vec!["v1", "v2"], vec!["v10"]]).unwrap(), parsed("complex[v1,v2 {v10,}]"));
    assert_eq!(Position::from_facets(Vec::<Vec<u32>>::new()).unwrap().len(), 0);
    assert_eq!(Position::from_relations([('a', 'b'), ('a', 'c')]).unwrap(), parsed("poset[a<b, a<c]"));
    let refused = |made: Result<Position, BuildError>| made.unwrap_err().to_string();
    assert_eq!(refused(Position::from_edges([(7, 7)])), "`7` is twice in the face 7,7");
    assert_eq!(refused(Position::from_facets([["a b"]])), "\"a b\" cannot be a name here");
    assert_eq!(refused(Position::from_facets([Vec::<u8>::new()])), "\"\" cannot be a name here");
    assert_eq!(refused(Position::from_relations([("", "b")])), "\"\" cannot be a name here");
    assert_eq!(
        refused(Position::from_relations([(1, 2), (2, 3), (3, 1)])),
        "the relations form a cycle through 3 elements"
    );
}

/// The covers of a position, by name, make the same order.
#[test]
fn relations_make_the_order_again() {
    for example in FAMILIES.iter().map(|family| family.example).chain(MORE.iter().copied()) {
        let (_, covers) = shape(&example.parse().unwrap());
        if covers.len() < 2000 {
            let again = Position::from_relations(covers.clone()).unwrap();
            assert_eq!(shape(&again).1, covers, "{example}");
        }
    }
}
