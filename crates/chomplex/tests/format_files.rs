//! Files in every notation, and how notations are detected.

use chomplex::format::{self, Notation};
use chomplex::position::Position;

fn read(content: &str) -> String {
    format::read(content.as_bytes(), None).unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn written(expression: &str, notation: Notation) -> String {
    format::write(&expression.parse().unwrap(), notation).unwrap_or_else(|error| error.to_string())
}

#[test]
fn notations_are_told_apart() {
    for (content, notation) in [
        ("path(3)", Notation::Expression),
        ("# a comment\npath(3) + # and another\n  nim(2)\n", Notation::Expression),
        ("petersen\n", Notation::Expression),
        ("(path(3))", Notation::Expression),
        ("complex[012\n 013]", Notation::Expression),
        ("{\"elements\": []}", Notation::Json),
        ("\n  {\"expression\": \"path(3)\"}", Notation::Json),
        (">>graph6<<DQc", Notation::Graph6),
        ("DQc\n", Notation::Graph6),
        ("0 1\n0 0\n", Notation::Matrix),
        ("# order\n01\n00\n", Notation::Matrix),
        ("0\n", Notation::Matrix),
        ("012\n013\n14\n", Notation::Facets),
        ("abc\nbd\n", Notation::Facets),
        ("v1 v2 v3\nv3 v4\n", Notation::Facets),
        ("1,2,3\n4\n", Notation::Facets),
        ("# edges\na b\nb c\n", Notation::Edges),
        ("a<b\nb<c\n", Notation::Pairs),
        ("lower,upper\na,b\n", Notation::Pairs),
        (",a,b\na,0,1\nb,0,0\n", Notation::Matrix),
        ("[[0,1,2],[1,3]]", Notation::Facets),
        ("Poset({1: [2, 3]})", Notation::Sage),
        ("p edge 3 2\ne 1 2\ne 2 3\n", Notation::Edges),
    ] {
        let reading =
            format::read_noting(content.as_bytes(), None).unwrap_or_else(|error| panic!("{content}: {error}"));
        assert_eq!(reading.notation, notation, "{content}");
    }
    for notation in Notation::ALL {
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
    let message = |name: &str| name.parse::<Notation>().unwrap_err().to_string();
    assert_eq!(message("graph"), "there is no notation `graph`; did you mean `graph6`?");
    assert_eq!(
        message("xml"),
        "there is no notation `xml`; choose one of expression, json, graph6, matrix, facets, edges, adjacency, pairs, chains, sage, dot"
    );
    let readable = Notation::parse_readable("csv").unwrap_err().to_string();
    assert!(readable.ends_with("pairs, chains, sage"), "{readable}");
    let writable = Notation::parse_writable("csv").unwrap_err().to_string();
    assert!(writable.ends_with("matrix, facets, sage, dot"), "{writable}");
}

#[test]
fn files_are_read() {
    assert_eq!(read("\u{feff}path(3) # three vertices\r\n + nim( 2 , 1 )"), "path(3) + nim(2,1)");
    assert_eq!(
        read("{\"elements\": [\"a\", \"b\", \"ab\"], \"covers\": [[\"a\", \"ab\"], [\"b\", \"ab\"]]}"),
        "graph[ab]"
    );
    assert_eq!(read("{\"elements\": [\"x\", \"y\"], \"covers\": [[\"y\", \"x\"]]}"), "poset[y<x]");
    assert_eq!(read("{\"expression\": \"path( 3 )\"}"), "path(3)");
    assert_eq!(read(">>graph6<<DQc\n"), "graph6[DQc]");
    assert_eq!(read("# a square\n0 1 1 1\n0 0 0 1\n0 0 0 1\n0 0 0 0\n"), "poset[1<2<4, 1<3<4]");
    assert_eq!(read("010\n001\n000"), "chain(3)");
    assert_eq!(read("# two triangles\nabc\nbcd # glued\n"), "complex[abc bcd]");
    assert_eq!(read("1 2\n2 10\n5\n10 11 12\n"), "complex[10,11,12 12 2,10 5]");
    assert_eq!(read("# edges\nv1,v2\nv2, v10\n"), "graph[v1,v2 v2,v10]");
}

#[test]
fn positions_are_written() {
    assert_eq!(written("path( 3 )+nim(2)", Notation::Expression), "path(3) + nim(2)\n");
    assert_eq!(written("path(2)", Notation::Matrix), "0 0 1\n0 0 1\n0 0 0\n");
    assert_eq!(written("complex[012 10,2]", Notation::Facets), "# facets\n012\n2,10\n");
    assert_eq!(written("path(2) + path(2)", Notation::Facets), "01\n23\n");
    assert_eq!(written("path(2) + path(2)", Notation::Graph6), "C`\n");
    assert_eq!(
        written("cone(path(2))", Notation::Graph6),
        "graph6 describes graphs only, and `012` has more than two vertices"
    );
    assert_eq!(written("nim(3)", Notation::Graph6), "graph6 describes graphs only, and this position is not a graph");
    assert_eq!(
        written("poset[a<b, a<\"\\\"\"]", Notation::Json),
        "{\n  \"format\": \"chomplex-position\",\n  \"version\": 1,\n  \"program\": \"chomplex 0.2.0\",\n  \"elements\": [\"a\",\"b\",\"\\\"\"],\n  \"covers\": [[\"a\",\"b\"],[\"a\",\"\\\"\"]]\n}\n"
    );
    assert_eq!(
        written("poset[a<b]", Notation::Sage),
        "Poset(([\"a\", \"b\"], [[\"a\", \"b\"]]), cover_relations=True)\n"
    );
    assert_eq!(
        written("poset[a<\"\\\"\\\\\"]", Notation::Dot),
        "// chomplex 0.2.0\ndigraph position {\n  rankdir=BT;\n  node [shape=plaintext];\n  edge [arrowhead=none];\n  0 [label=\"a\"];\n  1 [label=\"\\\"\\\\\"];\n  0 -> 1;\n}\n"
    );
    assert_eq!(
        written("chain(5000)", Notation::Matrix),
        "a matrix of 5000 elements would be too large; the limit is 4096"
    );
}

/// Spacing becomes canonical; everything else stays as written.
#[test]
fn expressions_are_normalised() {
    for (text, normal) in [
        (" subsets( 4 ,2 ) ", "subsets(4,2)"),
        ("complex[ 012\n013 ]", "complex[012 013]"),
        ("nim(03,4)+path(3)", "nim(3,4) + path(3)"),
        ("((path(3)))", "path(3)"),
        ("((path(3) + chain(2)))", "path(3) + chain(2)"),
        ("(path(3)+chain(2))+nim(1)", "(path(3) + chain(2)) + nim(1)"),
        ("petersen()", "petersen"),
        ("hairball(5; 1, 2 ;; 3 ;)", "hairball(5;1,2;;3)"),
        ("hypergraph[abc  ad;e f]", "hypergraph[abc ad ; e f]"),
        ("poset[ a < b<c,\"d\" ,\"e f\"]", "poset[a<b<c, d, \"e f\"]"),
        ("graph6[ DQc ]", "graph6[DQc]"),
        ("join(path(2) , path(2)+path(1))", "join(path(2),path(2) + path(1))"),
        ("skeleton( simplex(4) , 2)", "skeleton(simplex(4),2)"),
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), normal);
        assert_eq!(normal.parse::<Position>().unwrap().to_string(), normal);
    }
}

/// The pages on the notations explain every family, and the files they show can be read.
#[test]
fn the_page_on_expressions_shows_every_family() {
    let page = include_str!("../../../docs/formats/expression.md");
    for family in chomplex::family::FAMILIES {
        assert!(page.contains(&format!("`{}", family.name)), "{family:?} is not explained");
    }
    for (page, content) in [
        (include_str!("../../../docs/formats/position-json.md"), "    {\n"),
        (include_str!("../../../docs/formats/matrix.md"), "    # a diamond\n"),
        (include_str!("../../../docs/formats/facets.md"), "    # two triangles"),
    ] {
        let start = page.find(content).unwrap();
        let block: String =
            page[start..].lines().take_while(|line| line.starts_with("    ")).map(|l| format!("{l}\n")).collect();
        format::read(block.as_bytes(), None).unwrap();
    }
}

/// Names must be visible: escape sequences and zero-width characters are refused.
#[test]
fn names_show() {
    for name in [r"\u001b[31mred", r"\n", "", " ", r"\u200b"] {
        let json = format!(r#"{{"elements":["{name}"],"covers":[]}}"#);
        assert!(format::read(json.as_bytes(), Some(Notation::Json)).is_err(), "{json}");
        assert!(format!(r#"poset["{name}"]"#).parse::<Position>().is_err(), "{name}");
    }
}

/// Output in the facets notation is read back as facets, even if it looks like a matrix or a graph6
/// code.
#[test]
fn facets_say_what_they_are() {
    for expression in ["path(2)", "complex[0 1]", "simplex(1)", "graph[ab cd]", "complex[DQc]", "boundary(4)"] {
        let position: Position = expression.parse().unwrap();
        let facets = format::write(&position, Notation::Facets).unwrap();
        let again = format::read(facets.as_bytes(), None).unwrap();
        let names = |position: &Position| position.moves().map(|x| position.name(x).to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&again), names(&position), "{facets}");
    }
}
