//! Every written file names the program, and a survey's files also name the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PROGRAM: &str = concat!("chomplex ", env!("CARGO_PKG_VERSION"));

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("provenance").join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn chomplex(here: &Path, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(arguments).current_dir(here).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn pictures_certificates_and_positions_name_the_program() {
    let here = directory("files");
    let written: [(&str, &[&str]); 8] = [
        ("a.svg", &["draw", "cycle(5)", "-o", "a.svg"]),
        ("a.png", &["draw", "cycle(5)", "-o", "a.png"]),
        ("a.tex", &["draw", "cycle(5)", "-o", "a.tex"]),
        ("a.dot", &["convert", "cycle(5)", "--to", "dot", "-o", "a.dot"]),
        ("a.json", &["convert", "cycle(5)", "--to", "json", "-o", "a.json"]),
        ("b.svg", &["count", "linear-extensions", "chomp(2,3)", "--plot", "b.svg"]),
        ("b.png", &["count", "linear-extensions", "chomp(2,3)", "--plot", "b.png"]),
        ("a.cert", &["solve", "petersen", "--certificate", "a.cert"]),
    ];
    for (file, arguments) in written {
        chomplex(&here, arguments);
        let bytes = fs::read(here.join(file)).unwrap();
        assert!(contains(&bytes, PROGRAM), "{file}");
    }
    chomplex(&here, &["check", "a.cert"]);
    let png = fs::read(here.join("b.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && contains(&png, "tEXtSoftware\0"), "a picture, not another format");
    // The written file is read back.
    chomplex(&here, &["solve", "@a.json"]);
}

#[test]
fn rows_come_with_their_command() {
    let here = directory("rows");
    for file in ["rows.csv", "rows.jsonl", "rows.txt"] {
        chomplex(&here, &["survey", "wheel(n)", "--for", "n=3..5", "-o", file]);
        let about = fs::read_to_string(here.join(format!("{file}.metadata.json"))).unwrap();
        let about: Value = serde_json::from_str(&about).unwrap();
        assert_eq!(about["file"], file);
        assert_eq!(about["command"], format!("chomplex survey 'wheel(n)' --for n=3..5 -o {file}"));
        assert_eq!(about["rows"], 3);
        assert_eq!(about["version"]["chomplex"], env!("CARGO_PKG_VERSION"));
        assert!(about["version"]["format"].is_u64() && about.get("seed").is_some());
        assert!(about["columns"].as_array().unwrap().contains(&"grundy".into()));
    }
    // The rows themselves stay as programs expect them.
    assert!(fs::read_to_string(here.join("rows.csv")).unwrap().starts_with("position,n,outcome,"));
}

/// An unfinished survey leaves a journal, which also names the command.
#[test]
fn journals_name_the_command() {
    let here = directory("journal");
    fs::write(here.join("games.txt"), "petersen\nboundry(4)\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    let output = command.args(["survey", "games.txt", "-o", "rows.csv"]).current_dir(&here).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let journal = fs::read_to_string(here.join("rows.csv.journal")).unwrap();
    let title: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    assert_eq!(title["command"], "chomplex survey games.txt -o rows.csv");
    assert!(title.get("seed").is_some());
    assert_eq!(title["version"]["chomplex"], env!("CARGO_PKG_VERSION"));
}
