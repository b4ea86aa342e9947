//! Input is read as it was meant, or refused: the program with files, standard input and moves.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn chomplex(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chomplex"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The answer; standard error must contain `note`.
fn answered(arguments: &[&str], input: &str, note: &str) -> String {
    let output = chomplex(arguments, input);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    if note.is_empty() {
        assert_eq!(error, "", "{arguments:?}");
    }
    assert!(error.contains(note), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str], input: &str) -> String {
    let output = chomplex(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints nothing but the message");
    String::from_utf8(output.stderr).unwrap()
}

fn expression(arguments: &[&str], input: &str) -> String {
    answered(&[&["convert"], arguments, &["--to", "expression"]].concat(), input, "").trim_end().to_owned()
}

#[test]
fn facets_are_read_with_commas_between_them() {
    for text in ["complex[012, 013, 14]", "complex[{0,1,2} {0,1,3} {1,4}]", "complex[[0,1,2],[0,1,3],[1,4]]"] {
        assert_eq!(expression(&[text], ""), "complex[012 013 14]");
    }
    for text in ["012 013 14\n", "012\n013\n14\n", "012, 013, 14\n", "{0,1,2} {0,1,3} {1,4}\n"] {
        assert_eq!(expression(&["-", "--from", "facets"], text), "complex[012 013 14]", "{text}");
        if text.lines().count() == 1 {
            let rows = answered(&["survey", "--facets", "-", "--format", "csv", "--columns", "position"], text, "");
            assert_eq!(rows.lines().next_back(), Some("complex[012 013 14]"), "{text}");
        }
    }
}

#[test]
fn pairs_are_never_guessed_in_silence() {
    let count = ["count", "linear-extensions", "-"];
    let message = refused(&count, "a b\nb c\n");
    assert!(message.contains("`--from edges`") && message.contains("`--from pairs`"), "{message}");
    assert!(answered(&[&count[..], &["--from", "pairs"]].concat(), "a b\nb c\n", "").contains('1'));
    assert_eq!(expression(&["-", "--from", "pairs"], "a b\nb c\n"), "poset[a<b<c]");
    assert_eq!(expression(&["-", "--from", "edges"], "a b\nb c\n"), "graph[ab bc]");
    assert_eq!(expression(&["-"], "a<b\nb<c\n"), "poset[a<b<c]");
    let csv = answered(&["convert", "-", "--to", "expression"], "lower,upper\na,b\nb,c\n", "read as an order");
    assert_eq!(csv, "poset[a<b<c]\n");
}

#[test]
fn names_that_are_printed_can_be_typed() {
    let text = answered(&["moves", "path(12)", "--json"], "", "");
    assert!(text.contains("\"10\"") && !text.contains("\"10,\""), "{text}");
    for (position, name) in [("path(12)", "10"), ("path(12)", "1,0"), ("chomp(3,4)", "(2,3)"), ("zigzag-n(40)", "38")] {
        answered(&["solve", position, "--after", name], "", "");
    }
    let message = refused(&["solve", "chomp(3,4)", "--after", "1,1"], "");
    assert!(message.contains("poisoned corner"), "{message}");
}

#[test]
fn notations_that_can_be_read_are_offered() {
    let message = refused(&["solve", "-", "--from", "csv"], "");
    assert!(message.contains("pairs, chains, sage") && !message.contains("dot"), "{message}");
    let message = refused(&["convert", "path(3)", "--to", "csv"], "");
    assert!(message.contains("sage, dot") && !message.contains("pairs"), "{message}");
    let message = refused(&["convert", "chomp(2,3)", "--to", "graph6"], "");
    assert!(message.contains("graphs only"), "{message}");
}
