//! Every command that prints an answer can print it as JSON, and every field is documented.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn here() -> PathBuf {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json");
    fs::create_dir_all(&here).unwrap();
    here
}

/// The output of a command with this standard input.
fn run(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    let mut child = command
        .args(arguments)
        .current_dir(here())
        .env("XDG_DATA_HOME", here().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    // A command that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

const COMMANDS: [&[&str]; 24] = [
    &["solve", "cycle(5) + nim(3)", "--json"],
    &["explain", "chomp(3,3)", "--json"],
    &["explain", "multipartite(3,2,2)", "--json"],
    &["reduce", "multipartite(3,2,2)", "--json"],
    &["moves", "simplex(4)", "--json"],
    &["canon", "cycle(4)", "graph[01 12 23 30]", "--json"],
    &["convert", "petersen", "--to", "graph6", "--json"],
    &["count", "linear-extensions", "boolean(3)", "--explain", "--json"],
    &["count", "linear-extensions", "boolean(3)", "--probabilities", "--balance", "--json"],
    &["count", "linear-extensions", "boolean(4)", "--approximate", "0.5", "--seed", "1", "--json"],
    &["count", "classes", "boolean(3)", "--json"],
    &["draw", "cycle(3)", "--json"],
    &["draw", "cycle(3)", "-o", "triangle.svg", "--json"],
    &[
        "survey",
        "cycle(n)",
        "--for",
        "n=3..12",
        "--expect",
        "n < 9",
        "--period",
        "--summary",
        "--by",
        "faces",
        "--json",
    ],
    &["table", "subsets", "--max-n", "3", "--json"],
    &["tablebase", "build", "4", "--json"],
    &["tablebase", "verify", "4", "--json"],
    &["tablebase", "stats", "4", "--json"],
    &["tablebase", "probe", "boundary(4)", "--json"],
    &["solve", "petersen", "--certificate", "petersen.cert", "--json"],
    &["check", "petersen.cert", "--json"],
    &["check", "petersen.cert", "--position", "path(3)", "--json"],
    &["rules", "cycle", "--json"],
    &["play", "path(3)", "--json"],
];

/// The names of all fields, except in objects whose keys are names of elements, rules or values.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    const KEYED_BY_DATA: [&str; 6] = ["map", "maps", "outcomes", "decided_by", "by", "parameters"];
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                found.insert(key.clone());
                let is_keyed_by_data = KEYED_BY_DATA.contains(&key.as_str()) || key == "values" && value.is_object();
                if !is_keyed_by_data {
                    fields(value, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented_and_every_answer_names_the_version() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |page: &str| fs::read_to_string(docs.join(page)).unwrap();
    let pages = ["formats/answers-json.md", "formats/probabilities.md"].map(read).concat();
    for command in COMMANDS {
        let text = run(command, "1\nquit\n");
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{command:?}: {error}\n{text}"));
        assert!(answer.is_object(), "{command:?} prints an object");
        assert_eq!(answer["version"]["chomplex"], env!("CARGO_PKG_VERSION"), "{command:?}");
        assert!(answer["version"]["format"].is_u64(), "{command:?}");
        let mut found = BTreeSet::new();
        fields(&answer, &mut found);
        for field in found {
            let documented = [format!("`{field}`"), format!("\"{field}\""), format!(".{field}`")];
            assert!(documented.iter().any(|form| pages.contains(form)), "{command:?} prints `{field}`");
        }
    }
}

/// Each line of JSON lines is a value.
#[test]
fn streams_are_lines() {
    let rows = run(&["survey", "cycle(n)", "--for", "n=3..5", "--json"], "");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["grundy"] == 0), "{rows:?}");
    let samples = run(&["sample", "linear-extension", "chain(3)", "-n", "2", "--seed", "1", "--json"], "");
    assert!(samples.lines().all(|line| serde_json::from_str::<Vec<String>>(line).is_ok_and(|row| row.len() == 3)));
}
