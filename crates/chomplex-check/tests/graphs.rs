//! The theorems about graphs against an oracle: everything accepted is true, and each theorem is
//! accepted often.

mod common;

use std::collections::HashMap;
use std::fmt::Write;

use common::{
    Lower, NEVER, Random, accepted, all, elements, graph, grundy, grundy_of_sum, header, sayings, up_sets, verified,
};

/// The theorems about graphs without witnesses.
const PLAIN: [&str; 8] =
    ["complete-graph", "cycle", "odd-cycle-pseudotree", "gmk", "hairball", "two-cycles", "cycle-with-path", "zigzag"];

/// The number of times each rule was accepted.
type Counts = HashMap<&'static str, usize>;

/// Tries a rule with every possible claim about a position; whatever is accepted has to be true.
fn try_all(head: &str, set: u64, value: u32, rule: &'static str, words: &str, counts: &mut Counts) {
    for (says, is_true) in sayings(value.max(3) + 1, value) {
        let line = format!("s {set:x} {says} {rule}{words}\n");
        if accepted(&format!("{head}{line}"), 1) {
            assert!(is_true, "accepted but false, the value is {value}:\n{head}{line}");
            *counts.entry(rule).or_default() += 1;
        }
    }
}

/// Tries everything on every subgraph of the complete graph.
fn all_graphs(vertices: u32, witnesses: usize) -> Counts {
    let pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))).collect();
    let lower = graph(vertices, &pairs);
    let up = up_sets(&lower);
    let mut values = HashMap::new();
    grundy(&up, all(&lower), &mut values);
    let head = header(&lower, NEVER);
    let mut counts = Counts::new();
    let mut random = Random(11);
    for (&set, &value) in &values {
        for rule in PLAIN {
            try_all(&head, set, value, rule, "", &mut counts);
        }
        let vertices_left = set & ((1 << vertices) - 1);
        for _ in 0..witnesses {
            let side = random.below(1 << vertices) as u64;
            try_all(&head, set, value, "bipartite", &format!(" {:x}", side & vertices_left), &mut counts);
            try_all(&head, set, value, "parity-uniform", &format!(" {:x}", side & vertices_left), &mut counts);
        }
        for hub in elements(vertices_left) {
            try_all(&head, set, value, "even-wheel", &format!(" {:x}", 1u64 << hub), &mut counts);
        }
        // The parts of a complete multipartite graph: the vertices with the same neighbours.
        let joined = |a: usize| {
            let pair = |b: usize| pairs.iter().position(|&(x, y)| [(x, y), (y, x)].contains(&(a as u32, b as u32)));
            let edge = |b: &usize| pair(*b).is_some_and(|i| set >> (vertices as usize + i) & 1 == 1);
            elements(vertices_left).filter(edge).fold(0u64, |joined, b| joined | 1 << b)
        };
        let mut parts: HashMap<u64, u64> = HashMap::new();
        elements(vertices_left).for_each(|a| *parts.entry(joined(a)).or_default() |= 1 << a);
        let words = parts.values().fold(String::new(), |words, part| format!("{words} {part:x}"));
        try_all(&head, set, value, "complete-multipartite", &words, &mut counts);
    }
    println!("{vertices} vertices, {} graphs: {counts:?}", values.len());
    counts
}

#[test]
fn all_graphs_on_up_to_five_vertices() {
    let counts = all_graphs(5, 2);
    // One triangle and no other edge, and so on: the numbers of labelled graphs, on some of the
    // vertices.
    assert_eq!(counts["complete-graph"], 32);
    assert_eq!(counts["cycle"], 10 + 15 + 12, "triangles, squares, pentagons");
    assert_eq!(counts["even-wheel"], 15, "a hub and a square");
    assert_eq!(counts["two-cycles"], 15, "two triangles");
    assert_eq!(counts["cycle-with-path"], 5 * 6 + 60 + 10, "paths of 1, 2, 2 or 1, 2, 3 or 2, 2, 2 edges");
    assert_eq!(counts["hairball"], 5 * 12 + 10 * (2 * 3 + 6), "triangles with 1 or 2 vertices more");
    assert_eq!(counts["odd-cycle-pseudotree"], 8 * 5 * 12 + 10 * 6, "with one vertex more; with a path of two");
    assert_eq!(counts["zigzag"], 5 + 10 + 30 + 60 + 60, "paths");
    assert!(counts["complete-multipartite"] > 100, "{counts:?}");
    assert!(counts["bipartite"] > 200 && counts["parity-uniform"] > 200, "{counts:?}");
    assert!(!counts.contains_key("gmk"), "the smallest has six vertices");
}

#[test]
#[ignore = "some millions of certificates"]
fn all_graphs_on_six_vertices() {
    let counts = all_graphs(6, 2);
    assert!(counts.values().all(|&count| count > 50), "{counts:?}");
    assert_eq!(counts["gmk"], 20 * 3 * 3, "a triangle, A in it, B beside it and two vertices joined to B");
}

/// A random graph with one cycle: each further vertex is joined to an earlier one.
fn pseudotree(random: &mut Random, cycle: u32, more: u32, thin: bool) -> Lower {
    let mut edges: Vec<(u32, u32)> = (0..cycle).map(|i| (i, (i + 1) % cycle)).collect();
    for vertex in cycle..cycle + more {
        // Long tails are more interesting than bushes.
        let from = if thin && vertex > cycle && random.below(3) > 0 {
            vertex - 1
        } else {
            random.below(vertex as usize) as u32
        };
        edges.push((from, vertex));
    }
    graph(cycle + more, &edges)
}

#[test]
fn pseudotrees() {
    let mut random = Random(3);
    let mut counts = Counts::new();
    for round in 0..500 {
        let cycle = [3, 5, 4, 7][random.below(4)];
        let more = random.below(8) as u32 + 1;
        let lower = pseudotree(&mut random, cycle, more, round % 3 > 0);
        let value = grundy_of_sum(&up_sets(&lower), all(&lower), &mut HashMap::new());
        let head = header(&lower, NEVER);
        for rule in ["odd-cycle-pseudotree", "gmk", "hairball", "cycle", "two-cycles", "cycle-with-path"] {
            try_all(&head, all(&lower), value, rule, "", &mut counts);
        }
    }
    println!("{counts:?}");
    assert!(counts["odd-cycle-pseudotree"] > 300 && counts["hairball"] > 100 && counts["gmk"] > 2, "{counts:?}");
    assert_eq!(counts.len(), 3, "the others have other numbers of edges, or are only a cycle");
}

#[test]
fn two_tails() {
    let mut counts = Counts::new();
    for (cycle, m, k) in (0..2).flat_map(|i| (1..=7).flat_map(move |m| (1..=7).map(move |k| (3 + 2 * i, m, k)))) {
        let b = cycle;
        let mut edges: Vec<(u32, u32)> = (0..cycle).map(|i| (i, (i + 1) % cycle)).collect();
        edges.push((0, b));
        (0..m).for_each(|i| edges.push((if i == 0 { b } else { b + i }, b + i + 1)));
        (0..k).for_each(|i| edges.push((if i == 0 { b } else { b + m + i }, b + m + i + 1)));
        let lower = graph(cycle + 1 + m + k, &edges);
        let value = grundy_of_sum(&up_sets(&lower), all(&lower), &mut HashMap::new());
        assert!(accepted(&format!("{}s {:x} = {value} gmk\n", header(&lower, NEVER), all(&lower)), 1), "{m} {k}");
        try_all(&header(&lower, NEVER), all(&lower), value, "odd-cycle-pseudotree", "", &mut counts);
    }
    assert_eq!(counts["odd-cycle-pseudotree"], 98 * 8);
}

#[test]
fn hairballs() {
    // Tails of all lengths up to 4 at up to two vertices of a triangle or pentagon.
    let mut counts = Counts::new();
    for code in 0..512 {
        let cycle = [3, 5][code % 2];
        let mut edges: Vec<(u32, u32)> = (0..cycle).map(|i| (i, (i + 1) % cycle)).collect();
        let mut vertices = cycle;
        for length in 1..=4 {
            for (vertex, bits) in [(0, code / 2 % 16), (1, code / 32)] {
                if bits >> (length - 1) & 1 == 1 {
                    (0..length)
                        .for_each(|i| edges.push((if i == 0 { vertex } else { vertices + i - 1 }, vertices + i)));
                    vertices += length;
                }
            }
        }
        let lower = graph(vertices, &edges);
        // The oracle takes too long for the largest.
        if lower.len() <= 24 {
            let value = grundy_of_sum(&up_sets(&lower), all(&lower), &mut HashMap::new());
            try_all(&header(&lower, NEVER), all(&lower), value, "hairball", "", &mut counts);
        }
    }
    assert!(counts["hairball"] > 150, "{counts:?}");
}

#[test]
fn thetas_and_eights() {
    let mut counts = Counts::new();
    for code in 0..64 {
        // Three paths between two vertices, with these numbers of inner vertices; and two cycles at
        // a vertex.
        let lengths = [code % 4, code / 4 % 4, code / 16];
        let mut edges = Vec::new();
        let mut vertices = 2;
        for length in lengths {
            let path: Vec<u32> = [0].into_iter().chain(vertices..vertices + length).chain([1]).collect();
            edges.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
            vertices += length;
        }
        let theta = graph(vertices, &edges);
        let value = grundy_of_sum(&up_sets(&theta), all(&theta), &mut HashMap::new());
        let head = header(&theta, NEVER);
        if lengths.iter().filter(|&&length| length == 0).count() < 2 {
            try_all(&head, all(&theta), value, "cycle-with-path", "", &mut counts);
        } else {
            assert!(!accepted(&format!("{head}s {:x} = {value} cycle-with-path\n", all(&theta)), 1), "a double edge");
        }

        let (first, second) = (code % 8 + 2, code / 8 + 2);
        let mut edges = Vec::new();
        for path in [(1..=first).collect::<Vec<u32>>(), (first + 1..=first + second).collect()] {
            edges.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
            edges.extend([(0, path[0]), (0, path[path.len() - 1])]);
        }
        let eight = graph(first + second + 1, &edges);
        if eight.len() <= 30 {
            let value = grundy_of_sum(&up_sets(&eight), all(&eight), &mut HashMap::new());
            try_all(&header(&eight, NEVER), all(&eight), value, "two-cycles", "", &mut counts);
        }
        // A dumbbell: the same degrees as a theta, but the paths from one end lead back to it.
        let shift = |&(a, b): &(u32, u32)| (if a == 0 && b > first { first + second + 1 } else { a }, b);
        let mut edges: Vec<(u32, u32)> = edges.iter().map(shift).collect();
        edges.push((0, first + second + 1));
        let dumbbell = graph(first + second + 2, &edges);
        let mut text = header(&dumbbell, NEVER);
        writeln!(text, "s {:x} = {} cycle-with-path", all(&dumbbell), 1 + (first + second) % 2).unwrap();
        assert!(!accepted(&text, 1), "a dumbbell is no theta");
    }
    assert_eq!(counts["cycle-with-path"], 64 - 10);
    assert!(counts["two-cycles"] > 40, "{counts:?}");
}

#[test]
fn wheels() {
    for rim in 3..=8u32 {
        let mut edges: Vec<(u32, u32)> = (0..rim).map(|i| (i, (i + 1) % rim)).collect();
        edges.extend((0..rim).map(|i| (i, rim)));
        let lower = graph(rim + 1, &edges);
        let text =
            |hub: u32| format!("{}s {:x} = 1 even-wheel {:x}\n", header(&lower, "grundy 1"), all(&lower), 1 << hub);
        if rim % 2 == 1 {
            assert!(!accepted(&text(rim).replace("grundy 1", NEVER), 1), "an odd wheel");
        } else if rim <= 6 {
            assert_eq!(verified(&(text(rim) + "qed 1\n")).assumed, ["even-wheel"]);
        }
        assert!(!accepted(&text(0).replace("grundy 1", NEVER), 1), "a vertex of the rim is no hub");
    }
}
