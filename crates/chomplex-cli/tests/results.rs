//! The results of surveys are reproducible: every console block of RESULTS.md prints what it shows,
//! and its tables and certificates agree with the files in `results/`.

mod figures;
mod prepare;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use chomplex::report::words::thousands;
use figures::{assert_figures, paragraph, read, repository};
use prepare::prepare;

/// `TRYCMD=overwrite cargo test --release --test results -- --ignored` records the current output.
#[test]
#[ignore = "takes a quarter of an hour: every command of RESULTS.md"]
fn results() {
    prepare("results").case(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../RESULTS.md"));
}

/// The rows of a results file, without the header.
fn rows(file: &str) -> Vec<Vec<String>> {
    read(&format!("results/{file}")).lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The cells of the table in RESULTS.md that begins with these cells, row by row.
fn table(beginning: &str) -> Vec<Vec<String>> {
    let text = read("RESULTS.md");
    let lines = text.lines().skip_while(|line| !line.starts_with(beginning)).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().trim_matches(['*', '`']).to_owned()).collect::<Vec<_>>()
    };
    let rows: Vec<_> = lines.filter(|line| !line.starts_with("|--")).map(cells).collect();
    assert!(!rows.is_empty(), "RESULTS.md has no table {beginning}");
    rows
}

/// The count as a cell; zero is an empty cell.
fn cell(count: u64) -> String {
    if count == 0 { String::new() } else { thousands(count) }
}

/// The table of tails agrees with `results/tails.csv`, with the rows of Table 4 combined.
#[test]
fn sequences_of_tails() {
    let column = |vertices: usize| vertices.max(10) - 10;
    let mut counts: BTreeMap<String, [u64; 5]> = BTreeMap::new();
    for row in rows("tails.csv") {
        let [vertices, pattern, count] = &row[..] else { panic!("three cells") };
        let pattern = match pattern.split_once("row") {
            Some(("", _)) => "a row of Table 4".to_owned(),
            Some((more, _)) => format!("a row of Table 4 and {} more", more.split(' ').next().unwrap()),
            None => pattern.clone(),
        };
        let count: u64 = count.parse().unwrap();
        for pattern in [pattern, "all".to_owned()] {
            counts.entry(pattern).or_default()[column(vertices.parse().unwrap())] += count;
        }
    }
    let told: BTreeMap<String, Vec<String>> = table("| the values are eventually |")
        .into_iter()
        .skip(1)
        .map(|row| (row[0].clone(), row[1..].to_vec()))
        .collect();
    let counted: BTreeMap<String, Vec<String>> =
        counts.into_iter().map(|(pattern, counts)| (pattern, counts.map(cell).to_vec())).collect();
    assert_eq!(told, counted);
    // On up to 10 vertices longer cycles count too, each with the trees that fit.
    let up_to = |most: usize, wanted: fn(&str) -> bool| -> u64 {
        let rows = rows("tails.csv");
        let fits = rows.iter().filter(|row| row[0].parse::<usize>().unwrap() <= most && wanted(&row[1]));
        fits.map(|row| row[2].parse::<u64>().unwrap()).sum()
    };
    let all = |wanted| [10, 8, 6, 4].map(|most| up_to(most, wanted)).iter().sum::<u64>();
    let (turns, rows) = (all(|pattern| pattern.ends_with("in turn")), all(|pattern| pattern.starts_with("row")));
    let sentence = "of {} sequences, {} alternate (with n = 0, 1, 2) and {} follow a row";
    assert_figures("RESULTS.md", sentence, &[turns + rows, turns, rows].map(thousands));
}

/// The numbers of posets by value on five bottoms, and the largest value by the number of elements.
#[test]
fn two_level_posets() {
    let mut values = [0; 13];
    let mut largest: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut see = |bottoms: u32, elements: u32, value: u32| {
        let most = largest.entry((bottoms, elements)).or_default();
        *most = (*most).max(value);
    };
    for row in rows("two-level-5.csv") {
        let tops: u32 = row[0].parse().unwrap();
        for (value, count) in (0..).zip(&row[1..]) {
            let count: u64 = count.parse().unwrap();
            values[value as usize] += count;
            if count > 0 {
                see(5, 5 + tops, value);
            }
        }
    }
    for row in rows("two-level-4.csv") {
        see(4, row[2].parse().unwrap(), row[1].parse().unwrap());
    }
    assert_eq!(values.iter().sum::<u64>(), 18_666_624);
    let told = table("| value | 0 | 1 |");
    assert_eq!(told[1][1..], values.map(thousands));
    let told = table("| elements | 3 |");
    for (bottoms, row) in [(4, 2), (5, 3)] {
        for (elements, value) in told[0].iter().zip(&told[row]).skip(1) {
            let (first, last) = elements.split_once(" to ").unwrap_or((elements, elements));
            for elements in first.parse::<u32>().unwrap()..=last.parse().unwrap() {
                let found = largest.get(&(bottoms, elements)).map(u32::to_string).unwrap_or_default();
                assert_eq!(*value, found, "{bottoms} bottoms, {elements} elements");
            }
        }
    }
}

/// The command that writes `two-level-4.csv` names its columns.
#[test]
fn columns_of_two_level_posets() {
    let file = read("results/two-level-4.csv");
    let columns = file.lines().next().unwrap();
    let command = format!("chomplex survey --two-level 4 --columns {columns} -o two-level-4.csv");
    assert!(read("RESULTS.md").lines().any(|line| line == command), "{command}");
}

/// Conjecture 2: the numbers of graphs are those that the test asserts.
#[test]
fn graphs_of_conjecture_2() {
    let test = read("crates/chomplex/tests/conjectures.rs");
    let (_, counts) = test.split_once("const BRANCHING: [usize; 12] = [").unwrap();
    let counts = counts.split(']').next().unwrap().replace('_', ",").replace(", ", " ");
    let (last, others) = counts.rsplit_once(' ').map(|(others, last)| (last, others)).unwrap();
    let sentence = format!("{} and {last} graphs on 5, 6, …, 16 vertices", others.replace(' ', ", "));
    assert!(paragraph(&read("RESULTS.md")).contains(&sentence), "{sentence}");
}

/// The certificates in `results/` prove what RESULTS.md says, and assume nothing.
#[test]
fn certificates_of_results() {
    let text = paragraph(&read("RESULTS.md"));
    let files = fs::read_dir(repository().join("results")).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "cert")) {
        let mut check = Command::new(env!("CARGO_BIN_EXE_chomplex"));
        let output = check.args(["check", file.to_str().unwrap(), "--json"]).output().unwrap();
        let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        assert_eq!(
            (verdict["verdict"].as_str(), verdict["assumed"].as_array().map(Vec::len)),
            (Some("verified"), Some(0)),
            "{name}"
        );
        let link = format!("](results/{name})");
        let (_, after) = text.split_once(&link).unwrap_or_else(|| panic!("RESULTS.md does not name {name}"));
        if let Some(value) = after.strip_prefix(" of its value ") {
            let value: u64 = value.split([')', ' ']).next().unwrap().parse().unwrap();
            assert_eq!(verdict["claim"]["grundy"].as_u64(), Some(value), "{name}");
        }
    }
}
