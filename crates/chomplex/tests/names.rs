//! Every printed element name is accepted back and finds that element.

use std::fs;
use std::path::Path;

use chomplex::family::FAMILIES;
use chomplex::position::Position;
use proptest::prelude::*;

/// Positions with more elements are only sampled.
const MANY: usize = 300;

fn check(position: &Position) {
    let step = 1 + position.len() / MANY;
    for x in position.moves().step_by(step) {
        let (name, label) = (position.name(x), position.names().label(x));
        assert_eq!(position.find(name), Ok(x), "{position}: `{name}`");
        assert_eq!(position.find(label), Ok(x), "{position}: `{label}`");
        assert_eq!(position.find(&format!(" {name} ")).as_ref(), Ok(&x), "{position}: `{name}` with blanks");
    }
}

#[test]
fn names_in_the_corpus_are_accepted_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/answers");
    let mut checked = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for (expression, _) in text.lines().filter(|line| !line.starts_with('#')).filter_map(|l| l.split_once(" => ")) {
            check(&expression.parse().unwrap());
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked} positions");
    for family in FAMILIES {
        check(&family.example.parse().unwrap());
    }
}

#[test]
fn longer_names_are_shown_without_a_comma() {
    let names = |text: &str| {
        let position: Position = text.parse().unwrap();
        position.moves().map(|x| position.name(x).to_owned()).collect::<Vec<_>>()
    };
    let zigzag: Position = "zigzag-n(10000)".parse().unwrap();
    assert_eq!(zigzag.name(zigzag.find("9998").unwrap()), "9998");
    assert_eq!(zigzag.find("9998,"), zigzag.find("9998"));
    assert!(names("path(12)").contains(&"10".to_owned()));
    // The vertex 01 keeps its comma beside the edge of 0 and 1.
    assert_eq!(names("graph[01 {01,}]"), ["0", "01,", "1", "01"]);
    assert_eq!(names("path(11) + path(11)")[10], "1:10");
    assert_eq!(names("product(path(11),chain(1))")[10], "10*1");
    let path: Position = "path(12)".parse().unwrap();
    assert_eq!(path.poset().level(path.find("10").unwrap()), 0);
    assert_eq!(path.name(path.find("1,0").unwrap()), "01");
}

/// Names that can be mistaken for one another.
fn names() -> impl Strategy<Value = Vec<String>> {
    let all = [
        "0", "1", "10", "10,", "01", "0,1", "1,0", "ab", "ba", "a", "b", "a,b", "1:0", "1:10,", "1:10", "(0)", "{}",
        "1,1", "2,1", " x", "0 1",
    ];
    prop::sample::subsequence(all.to_vec(), 1..all.len())
        .prop_map(|names| names.into_iter().map(str::to_owned).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_of_any_order_are_accepted_back(names in names(), pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12)) {
        let pairs = pairs.iter().map(|(a, b)| (a.index(names.len()), b.index(names.len())));
        let covers: Vec<[&str; 2]> = pairs.filter(|(a, b)| a < b).map(|(a, b)| [&*names[a], &*names[b]]).collect();
        let json = serde_json::json!({ "elements": names, "covers": covers }).to_string();
        let position = chomplex::format::read(json.as_bytes(), None).unwrap();
        for x in position.moves() {
            prop_assert_eq!(position.find(position.name(x)), Ok(x));
            prop_assert_eq!(position.find(position.names().label(x)), Ok(x));
        }
    }

    // A face is found under its vertices in any order.
    #[test]
    fn faces_are_found_in_any_order(facets in prop::collection::vec(prop::collection::btree_set(0..14_usize, 1..4), 1..6), shuffle in any::<prop::sample::Index>()) {
        let tokens: Vec<String> = facets.iter().map(|facet| {
            let vertices: Vec<String> = facet.iter().map(ToString::to_string).collect();
            format!("{{{},}}", vertices.join(","))
        }).collect();
        let position: Position = format!("complex[{}]", tokens.join(" ")).parse().unwrap();
        for facet in facets {
            let mut vertices: Vec<String> = facet.iter().map(ToString::to_string).collect();
            let sorted = vertices.join(",");
            let n = vertices.len();
            vertices.rotate_left(shuffle.index(n));
            let x = position.find(&sorted).unwrap();
            prop_assert_eq!(position.find(&vertices.join(",")), Ok(x));
            prop_assert_eq!(position.find(&format!("{{{}}}", vertices.join(", "))), Ok(x));
        }
    }
}
