//! One word for one thing: `docs/vocabulary.md` has the words of every surface, and every surface
//! uses the words of that page.
//!
//! The page has tables with a column for each surface. A row is a concept. Its words are the same
//! except for the spelling that each surface requires, unless the table says that it has
//! exceptions. This test fails for a word of a surface that is not on the page, and for a word on
//! the page that the surface does not have. The Python tests compare the words of Python.

mod patience;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

type Words = BTreeSet<String>;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(home().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The standard output of a command, run in an empty directory of its own.
fn print(arguments: &[&str]) -> String {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vocabulary");
    std::fs::create_dir_all(&directory).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    command.args(arguments).current_dir(directory).env("COLUMNS", "100");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = patience::output(command.spawn().unwrap());
    assert!(output.status.code().is_some_and(|code| code != 2), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

// The page.

/// A table of the page: the heading above it, the names of its columns, and for each row the words
/// of each column.
struct Table {
    heading: String,
    columns: Vec<String>,
    rows: Vec<Vec<Vec<String>>>,
}

fn tables() -> Vec<Table> {
    let (mut tables, mut heading): (Vec<Table>, String) = (Vec::new(), String::new());
    let mut is_inside = false;
    for line in read("docs/vocabulary.md").lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.to_owned();
        }
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            is_inside = false;
            continue;
        };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        if !is_inside {
            is_inside = true;
            let columns = cells.iter().map(|&name| name.to_owned()).collect();
            tables.push(Table { heading: heading.clone(), columns, rows: Vec::new() });
        } else if !cells[0].starts_with("--") || cells[0].contains('`') {
            let words = |cell: &&str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            tables.last_mut().unwrap().rows.push(cells.iter().map(words).collect());
        }
    }
    tables
}

/// The words of a surface on the page.
fn on_the_page(surface: &str) -> Words {
    let mut words = Words::new();
    for table in tables() {
        if let Some(column) = table.columns.iter().position(|name| name == surface) {
            words.extend(table.rows.iter().flat_map(|row| row[column].iter().cloned()));
        }
    }
    assert!(!words.is_empty(), "there is no column {surface}");
    words
}

#[track_caller]
fn compare(surface: &str, found: &Words) {
    let page = on_the_page(surface);
    let missing: Vec<&String> = found.difference(&page).collect();
    let too_much: Vec<&String> = page.difference(found).collect();
    let message = format!("{surface}: not in docs/vocabulary.md: {missing:?}; only there: {too_much:?}");
    assert!(missing.is_empty() && too_much.is_empty(), "{message}");
}

/// In a row each surface has the same word, in its own spelling.
#[test]
fn a_concept_has_one_word() {
    let plain =
        |word: &String| word.trim_start_matches('-').trim_end_matches("()").trim_end_matches('_').replace('-', "_");
    let mut rows = 0;
    for table in tables().iter().filter(|table| table.heading == "The same word everywhere") {
        for row in &table.rows {
            let words: BTreeSet<String> = row[1..].iter().flatten().map(plain).collect();
            assert_eq!(words.len(), 1, "{row:?}: one word is expected; what cannot be has a table of its own");
            rows += 1;
        }
    }
    assert!(rows > 20);
}

// The surfaces.

/// The options in the help of a command, and the values they take.
#[test]
fn the_command_line() {
    let mut words = Words::new();
    let commands = |help: &str| -> Vec<String> {
        let list = help.split("Commands:\n").nth(1).unwrap_or_default();
        let names = list.lines().take_while(|line| line.starts_with("  ")).filter_map(|line| {
            let name = line.strip_prefix("  ")?.split(' ').next()?;
            (!name.is_empty() && name != "help").then(|| name.to_owned())
        });
        names.collect()
    };
    let mut seen = 0;
    for command in commands(&print(&["--help"])) {
        let help = print(&[&command, "--help"]);
        let below: Vec<String> =
            commands(&help).iter().map(|name| print(&[&command, name, "--help"])).chain([help]).collect();
        for help in below {
            seen += 1;
            // Options start their line; elsewhere they are only mentioned.
            let is_option = |line: &&str| line.trim_start().starts_with('-') && line.starts_with("  ");
            for line in help.lines().filter(is_option) {
                let options = line.trim_start().split("  ").next().unwrap_or_default().split([' ', ',']);
                words.extend(options.filter(|word| word.starts_with("--")).map(str::to_owned));
            }
        }
    }
    assert!(seen > 20, "{seen}");
    compare("CLI", &words);
}

/// The names of the fields of all objects, except keys that are names of elements, parameters or
/// rules.
fn fields(value: &Value, words: &mut Words) {
    const FREE: [&str; 4] = ["map", "maps", "parameters", "decided_by"];
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                words.insert(name.clone());
                if !FREE.contains(&name.as_str()) {
                    fields(value, words);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, words)),
        _ => {}
    }
}

#[test]
fn json() {
    let columns = "n,position,outcome,grundy,grundy_candidates,grundy_at_least,winning_move_count,elements,faces,\
group_order,decided_by,stopped_by";
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vocabulary-tables");
    let directory = directory.to_str().unwrap();
    let (proof, wrong) = ("proof.cert", "wrong.cert");
    print(&["solve", "wheel(5)", "--certificate", proof]);
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vocabulary");
    let text = std::fs::read_to_string(here.join(proof)).unwrap();
    std::fs::write(here.join(wrong), text.replace("claim grundy 1", "claim grundy 2")).unwrap();
    let asked: &[&[&str]] = &[
        &["solve", "wheel(5) + nim(3)"],
        &["explain", "wheel(5) + nim(3)"],
        &["explain", "hypergraph[abc ad ad ; e f]"],
        &["explain", "simplex(4)"],
        &["explain", "suspension(cycle(5))"],
        &["explain", "graph[01 12 20 03 34 35 56 57]", "--outcome"],
        &["explain", "subsets(5,3)", "--no-rule", "involution-fold"],
        &["explain", "boundary(7)", "--time", "300ms", "--outcome", "--no-rule", "published-table"],
        &["reduce", "suspension(cycle(5))"],
        &["moves", "path(3)"],
        &["canon", "cycle(3)", "boundary(3)"],
        &["convert", "path(3)", "--to", "graph6"],
        &["draw", "path(3)"],
        &["count", "classes", "path(3)"],
        &["count", "linear-extensions", "path(3)", "--explain"],
        &["count", "linear-extensions", "poset[a<b, c]", "--probabilities", "--balance"],
        &["count", "linear-extensions", "boolean(6)", "--approximate", "0.5", "--seed", "1"],
        &["table", "subsets", "--max-n", "2"],
        &["tablebase", "build", "3", "--tablebase", directory],
        &["tablebase", "verify", "3", "--tablebase", directory],
        &["tablebase", "stats", "3", "--tablebase", directory],
        &["tablebase", "probe", "path(3)", "--tablebase", directory],
        &["check", proof],
        &["check", wrong],
        &["rules"],
        &["survey", "path(n)", "--for", "n=3..9", "--columns", columns],
        &[
            "survey",
            "path(n)",
            "--for",
            "n=3..30",
            "--expect",
            "grundy == 1",
            "--period",
            "--summary",
            "--by",
            "elements",
        ],
    ];
    let mut words = Words::new();
    for arguments in asked {
        let printed = print(&[*arguments, &["--json"]].concat());
        let values = serde_json::Deserializer::from_str(&printed).into_iter::<Value>();
        values.for_each(|value| fields(&value.unwrap(), &mut words));
        assert!(!printed.is_empty(), "{arguments:?}");
    }
    // Fields that only long searches print.
    words.extend(["proof_steps_above", "grundy_not"].map(str::to_owned));
    // The outcomes that a summary counts.
    for name in ["first", "second"] {
        words.remove(name);
    }
    // Grundy values and `null`, which are keys of the summary.
    words.retain(|word| word.parse::<u32>().is_err() && word != "null");
    compare("JSON", &words);
}

/// The properties in the description of the API.
#[test]
fn api() {
    let description: Value = serde_json::from_str(&read("crates/chomplex-api/openapi.json")).unwrap();
    let mut words = Words::new();
    properties(&description["components"]["schemas"], &mut words);
    compare("API", &words);
    // The web page uses no other fields.
    let page = read("web/src/api.ts");
    for line in
        page.split("export interface ").skip(1).flat_map(|part| part.split("\n}").next().unwrap().lines().skip(1))
    {
        for piece in line.split(['{', ';']) {
            let Some((name, _)) = piece.split_once(':') else { continue };
            let name = name.trim().trim_end_matches('?');
            let is_field = name.chars().all(|c| c.is_ascii_lowercase() || c == '_') && !name.is_empty();
            // Steps of a derivation are described as objects; the page on JSON has their fields.
            assert!(
                !is_field || words.contains(name) || on_the_page("JSON").contains(name),
                "{name} in web/src/api.ts"
            );
        }
    }
}

fn properties(value: &Value, words: &mut Words) {
    if let Value::Object(object) = value {
        if let Some(Value::Object(named)) = object.get("properties") {
            words.extend(named.keys().cloned());
        }
        object.values().for_each(|value| properties(value, words));
    }
}
