//! Answers report what is known: winning moves, "not 0", and how to find out more.

use std::process::Command;

use serde_json::Value;

/// The output of a command.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(arguments).arg("--no-tablebase").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bars_have_winning_moves() {
    for (bar, wins) in [("chomp(3,100)", "2,59"), ("chomp(4,30)", "3,19")] {
        let text = printed(&["solve", bar, "--outcome"]);
        assert!(text.contains(&format!("winning moves  {wins}\n")), "{text}");
    }
}

/// The winning moves of `simplex(7)` are published, so the other moves do not lead to 0.
#[test]
fn moves_that_do_not_win_are_told() {
    let text = printed(&["moves", "simplex(7)", "--time", "5s"]);
    assert!(text.contains("    0  wins     35  0123"), "{text}");
    assert!(text.contains("not 0"), "{text}");
    assert!(!text.contains("    ?"), "{text}");
    let answer: Value = serde_json::from_str(&printed(&["moves", "simplex(7)", "--time", "5s", "--json"])).unwrap();
    let moves = answer["moves"].as_array().unwrap();
    for entry in moves {
        let wins = entry["move"].as_str().unwrap().len() == 4;
        assert_eq!(entry["outcome"], if wins { "second" } else { "first" }, "{entry}");
        assert!(!entry["grundy"].is_null() || entry["grundy_at_least"] == 1 || entry["grundy_candidates"].is_array());
    }
}

/// Published values are not computed here; a hint says how to compute them.
#[test]
fn a_hint_says_how_to_know_more() {
    for (position, has_hint) in [("simplex(7)", true), ("subsets(7,3)", true), ("boundary(6)", false)] {
        let text = printed(&["solve", position]);
        assert_eq!(text.contains("chomplex tablebase build 7"), has_hint, "{text}");
        let answer: Value = serde_json::from_str(&printed(&["solve", position, "--json"])).unwrap();
        assert_eq!(answer["hint"].is_string(), has_hint);
    }
}
