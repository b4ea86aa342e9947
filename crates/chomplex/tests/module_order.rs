//! A module uses only modules that `lib.rs` lists above it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The code of a file without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The modules in the order of `lib.rs`.
fn modules(lib: &str) -> HashMap<&str, usize> {
    let declared = lib.lines().filter_map(|line| line.strip_suffix(';')?.split_once("mod "));
    declared.filter(|(before, _)| !before.contains("//")).enumerate().map(|(i, (_, name))| (name, i)).collect()
}

#[test]
fn modules_use_only_those_above_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(source.join("lib.rs")).unwrap();
    let place = modules(&lib);
    assert!(place.len() > 25, "only {} modules were found", place.len());
    let (mut upward, mut imports) = (Vec::new(), 0);
    for file in rust_files(&source) {
        let inside = file.strip_prefix(&source).unwrap();
        let is_test = inside.iter().any(|part| part == "tests" || part == "tests.rs");
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let Some(&own) = place.get(module).filter(|_| !is_test) else { continue };
        let code = code(&fs::read_to_string(&file).unwrap());
        for used in code.split("crate::").skip(1) {
            let end = used.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(used.len());
            let used = &used[..end];
            imports += 1;
            if place.get(used).is_some_and(|&used| used > own) {
                upward.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(imports > 500, "only {imports} imports were found");
    assert_eq!(upward, Vec::<String>::new());
}
