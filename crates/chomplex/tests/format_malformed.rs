//! Snapshots of the messages for malformed input.

use std::fmt::Write;
use std::time::{Duration, Instant};

use chomplex::format::{self, Notation};
use chomplex::position::Position;

fn messages(inputs: &[&str]) -> String {
    let mut all = String::new();
    for input in inputs {
        let error = input.parse::<Position>().map(|p| p.to_string()).expect_err(input);
        writeln!(all, "{error}\n").unwrap();
    }
    all
}

#[test]
fn names_and_brackets() {
    let messages = messages(&[
        "",
        "   \n ",
        "# only a comment",
        "boundry(6)",
        "Path(3)",
        "zigzagm(3)",
        "qwertyuiop",
        "grid(3,4)",
        "P_5",
        "3x4",
        "path",
        "path + nim(3)",
        "complex",
        "path[3]",
        "complex(012)",
        "petersen[3]",
        "petersen(3)",
        "path(3",
        "(path(3)",
        "((path(3) + nim(2)",
        "path(3))",
        "path(3)]",
        ")",
        "path(3]",
        "complex[012",
        "complex[012 + path(3)",
        "poset[a<b",
        "join(path(3),",
        "path(3) path(4)",
        "path(3) +",
        "+ path(3)",
        "path(3) + + path(4)",
        "3",
        "path(3) + 4",
        "@file.txt",
        "path(3) + @file.txt",
        "-",
        "()",
        "path(3) §",
        "жук(3) + path(3)",
        "path(3) + \u{1b}[31mpath(4)",
        "path(3) +\n  nim(3,4) +\n  boundry(5)",
    ]);
    insta::assert_snapshot!(messages);
}

#[test]
fn arguments() {
    let messages = messages(&[
        "path()",
        "path(3,4)",
        "subsets(4)",
        "subsets(4 2)",
        "subsets(4;2)",
        "subsets(4,)",
        "subsets(,4)",
        "path(-1)",
        "path(2.5)",
        "path(2+3)",
        "path(n)",
        "path(path(3))",
        "nim()",
        "cone(3)",
        "cone()",
        "cone(path(2),path(3))",
        "join(path(2))",
        "join(path(2) path(3))",
        "skeleton(path(3))",
        "skeleton(path(3),path(2))",
        "skeleton(2,path(3))",
        "skeleton(path(3),1,2)",
        "skeleton()",
        "hairball()",
        "hairball(3,4)",
        "hairball(3;1;1;1;1)",
        "hairball(2;1)",
        "hairball(5;1 2)",
        "cycle(2)",
        "wheel(2)",
        "gmk(2,1,1)",
        "boundary(0)",
        "divisors(0)",
        "divisors(340282366920938463463374607431768211507)",
        "chomp(3,0)",
        "young(1,3,2)",
        "cone(chain(3))",
        "join(path(3),nim(2))",
        "suspension(path(3) + chain(2))",
        "skeleton(poset[a<b],1)",
    ]);
    insta::assert_snapshot!(messages);
}

#[test]
fn bodies() {
    let messages = messages(&[
        "complex[012 0113]",
        "complex[v1,v2,v1]",
        "complex[01 0^2]",
        "complex[a,,b]",
        "complex[,]",
        "graph[1,2 10, 3,4]",
        "complex[01, 02,]",
        "complex[{012} {013}]",
        "graph[1-2]",
        "complex[01, 02, ...]",
        "complex[0(12]",
        "graph[12 23 21]",
        "graph[11]",
        "graph[12 345]",
        "hypergraph[ab aa]",
        "hypergraph[ab ; a c]",
        "hypergraph[ab ; c c]",
        "hypergraph[ab ; c ; d]",
        "poset[a<b b<c]",
        "poset[a<a]",
        "poset[a<b<c, a<d, c<a]",
        "poset[a<b, c<d, b<a, d<c]",
        "poset[a>b]",
        "poset[a<=b]",
        "poset[a⊂b]",
        "poset[(a,b)]",
        "poset[a<]",
        "poset[<a]",
        "poset[a,,b]",
        "poset[a,]",
        "poset[\"a]",
        "poset[\"\\x\"<b]",
        "poset[a+b]",
        "graph6[]",
        "graph6[DQ]",
        "graph6[DQcc]",
        "graph6[D c]",
        "graph6[D1c]",
        "graph6[AB]",
        "graph6[~~~~~~~~]",
        "graph6[~?]",
    ]);
    insta::assert_snapshot!(messages);
}

#[test]
fn sizes() {
    let messages = messages(&[
        "simplex(16)",
        "simplex(40)",
        "simplex(4000)",
        "nim(99999999999999999999)",
        "nim(99999999999999999999999999999999999999999999)",
        "path(3) + simplex(40)",
        "path(20000) + chain(3)",
        "chain(20000) + antichain(20000)",
        "product(simplex(14),simplex(14))",
        "product(simplex(40),path(3))",
        "cone(simplex(15))",
        "suspension(suspension(simplex(13)))",
        "join(simplex(8),simplex(8))",
        "dual(boolean(100))",
        "ordinal(antichain(16000),antichain(16000))",
        "complete(300)",
        "complex[0123456789abcdefghijklmnopqrstuvwxyzABCD]",
        "complex[0123456789abcdefghij zyxwvutsrqponmlkjihg]",
        "skeleton(complex[0123456789abcdefghij],9)",
        "chomp(1000000,1000000)",
        "young(99999999999,5)",
        "zigzag-m(20000)",
        "multipartite(1000,1000)",
        "gridgraph(1000,1000)",
        "divisors(1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000)",
    ]);
    insta::assert_snapshot!(messages);
}

#[test]
fn files() {
    let mut all = String::new();
    let mut refuse = |content: &[u8], notation: Option<Notation>| {
        let error = format::read(content, notation).map(|p| p.to_string()).expect_err("refused");
        writeln!(all, "{error}\n").unwrap();
    };
    refuse(b"", None);
    refuse(b" \n\n", None);
    refuse(b"path(3)\0", None);
    refuse(b"\x7fELF\x02\x01\x01\0", None);
    refuse(b"path(\xff)", None);
    refuse(&vec![b' '; (64 << 20) + 1], None);
    refuse(b"graph {}", Some(Notation::Dot));
    refuse(b"# a sum\npath(3) +\nboundry(4)\n", None);
    // JSON
    refuse(b"{\"elements\": [\"a\"", None);
    refuse(b"[1, 2]", None);
    refuse(b"[[1, 2], [2, 3]]", None);
    refuse(b"a b\nb c\n", None);
    refuse(b"{}", None);
    refuse(b"{\"format\": \"something\", \"elements\": []}", None);
    refuse(b"{\"version\": 2, \"elements\": []}", None);
    refuse(b"{\"elements\": [1]}", None);
    refuse(b"{\"elements\": [\"a\", \"a\"]}", None);
    refuse(b"{\"elements\": [\"a\"], \"covers\": [[\"a\", \"b\"]]}", None);
    refuse(b"{\"elements\": [\"a\"], \"covers\": [[\"a\"]]}", None);
    refuse(b"{\"elements\": [\"a\", \"b\"], \"covers\": [[\"a\", \"b\"], [\"b\", \"a\"]]}", None);
    refuse(b"{\"expression\": \"pth(3)\"}", None);
    // a matrix
    refuse(b"0 1\n0 0\n0 0\n", None);
    refuse(b"0 1 0\n0 0\n0 0 0\n", None);
    refuse(b"0 1\n0 1\n", None);
    refuse(b"0 1 0\n0 0 1\n1 0 0\n", None);
    refuse(b"0 2\n0 0\n", Some(Notation::Matrix));
    // facet lines
    refuse(b"abc\nabb\n", None);
    refuse(b"v1 v2 v3\nv1 v1\n", None);
    refuse(b"abc\nab^\n", None);
    refuse(b"0123456789abcdefghij\n", None);
    // graph6
    refuse(b">>graph6<<DQ\n", None);
    refuse(b"DQc\nDQc\n", None);
    refuse(b":Fa@x^\n", None);
    refuse(b"DQ c\n", Some(Notation::Graph6));
    insta::assert_snapshot!(all);
}

/// Large or deeply nested input is refused at once.
#[test]
fn refusals_are_quick() {
    let deep = |open: &str, n: usize| open.repeat(n);
    let inputs = [
        deep("(", 10_000),
        deep("cone(", 10_000),
        deep("cone(", 1_000_000),
        format!("{}path(3){}", deep("(", 199), deep(")", 199)),
        format!("{}path(3){}", deep("suspension(", 150), deep(")", 150)),
        format!("simplex({})", "9".repeat(1_000_000)),
        format!("divisors({})", "9".repeat(1_000_000)),
        format!("divisors({})", "7".repeat(999)),
        format!("skeleton(simplex({}),3)", "9".repeat(100)),
        format!("chomp({}2)", "2,".repeat(100_000)),
        format!("{}path(3)", "nim(30000) + ".repeat(100_000)),
        format!("{}chain(3)", "product(antichain(0),simplex(15)) + ".repeat(100_000)),
        format!("{}chain(3)", "skeleton(simplex(15),0) + ".repeat(100_000)),
        format!("complex[{}]", "x".repeat(1 << 20)),
        format!("complex[{}]", (0..300_000).map(|i| format!("{i},{},{} ", i + 1, i + 2)).collect::<String>()),
        format!("poset[{}a]", "a<b, ".repeat(1 << 20)),
        format!("poset[{}0]", (0..30_000).map(|i| format!("{i}<")).collect::<String>()),
        format!("poset[{}0]", (0..1_000_000).map(|i| format!("{i}, ")).collect::<String>()),
        "]".repeat(1 << 20),
        "\"".repeat(1 << 20),
        "#".repeat(1 << 20),
        "é".repeat(1 << 20),
        "path(3) ".repeat(1 << 20),
    ];
    for input in inputs {
        let start = Instant::now();
        let answer = input.parse::<Position>().map(|position| position.len()).map_err(|error| error.to_string());
        let (took, beginning) = (start.elapsed(), &input.chars().take(30).collect::<String>());
        // A second or so; the machine may be busy.
        assert!(took < Duration::from_secs(40), "{beginning}… took {took:?}");
        if let Err(message) = answer {
            assert!(message.chars().count() < 400, "{beginning}…: {message}");
        }
    }
}
