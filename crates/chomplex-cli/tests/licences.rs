//! `THIRD-PARTY.md` lists every linked crate with its version and licence.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
    let output = Command::new(cargo).args(arguments).current_dir(repository()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of the list for all direct and indirect dependencies of the workspace, except those for
/// building or testing.
fn linked(arguments: &[&str]) -> BTreeSet<String> {
    let common = ["metadata", "--locked", "--all-features", "--format-version", "1"];
    let metadata: Value = serde_json::from_str(&cargo(&[&common, arguments].concat())).unwrap();
    let array = |value: &Value| value.as_array().unwrap().clone();
    let id = |value: &Value| value.as_str().unwrap().to_owned();
    let dependencies: BTreeMap<String, Vec<Value>> =
        array(&metadata["resolve"]["nodes"]).iter().map(|node| (id(&node["id"]), array(&node["deps"]))).collect();
    let own: BTreeSet<String> = array(&metadata["workspace_members"]).iter().map(id).collect();
    let mut found = BTreeSet::new();
    let mut pending: Vec<String> = own.iter().cloned().collect();
    while let Some(package) = pending.pop() {
        let normal = dependencies[&package]
            .iter()
            .filter(|dependency| array(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()));
        pending.extend(normal.map(|dependency| id(&dependency["pkg"])).filter(|package| !found.contains(package)));
        found.insert(package);
    }
    let text = |value: &Value| value.as_str().unwrap_or("not stated").to_owned();
    let packages = array(&metadata["packages"]);
    let rows =
        packages.iter().filter(|package| found.contains(&id(&package["id"])) && !own.contains(&id(&package["id"])));
    rows.map(|package| {
        format!("| {} | {} | {} |", text(&package["name"]), text(&package["version"]), text(&package["license"]))
    })
    .collect()
}

const BEGINNING: &str = "| crate | version | licence |\n|---|---|---|\n";

/// Without a network only the crates of this platform are available, so only these are compared.
/// The list has those of all platforms; none of them may be out of date.
#[test]
fn every_crate_that_is_linked_is_named() {
    let file = repository().join("THIRD-PARTY.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, list) = text.split_once(BEGINNING).expect("there is a list");
    if std::env::var_os("UPDATE").is_some() {
        let rows: Vec<String> = linked(&[]).into_iter().collect();
        fs::write(&file, format!("{before}{BEGINNING}{}\n", rows.join("\n"))).unwrap();
        return;
    }
    let listed: BTreeSet<String> = list.lines().map(str::to_owned).collect();
    let version = cargo(&["--version", "--verbose"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo knows its host");
    let missing: Vec<String> =
        linked(&["--offline", "--filter-platform", host]).into_iter().filter(|row| !listed.contains(row)).collect();
    assert!(missing.is_empty(), "THIRD-PARTY.md lacks {missing:#?} (UPDATE=1 writes the list)");
    let locked = fs::read_to_string(repository().join("Cargo.lock")).unwrap();
    for row in &listed {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let entry = format!("name = \"{}\"\nversion = \"{}\"\n", cells[1], cells[2]);
        assert!(
            locked.contains(&entry),
            "THIRD-PARTY.md has {row}, which is no longer used (UPDATE=1 writes the list)"
        );
    }
}

/// A licence that is neither permissive nor explained above the list needs a human look.
#[test]
fn licences_with_conditions_are_explained() {
    let permissive = [
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "0BSD",
        "ISC",
        "Zlib",
        "BSL-1.0",
        "CC0-1.0",
        "Unlicense",
        "Unicode-3.0",
    ];
    let text = fs::read_to_string(repository().join("THIRD-PARTY.md")).unwrap();
    let (before, list) = text.split_once(BEGINNING).expect("there is a list");
    for row in list.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let licence = cells[3].replace(['(', ')'], "").replace('/', " OR ").replace(" WITH LLVM-exception", "");
        let free = |licence: &str| licence.split(" OR ").any(|choice| permissive.contains(&choice));
        if !licence.split(" AND ").all(free) {
            assert!(before.contains(&format!("**{}**", cells[1])), "{row}: explain this licence in THIRD-PARTY.md");
        }
    }
}
