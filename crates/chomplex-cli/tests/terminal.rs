//! Text is highlighted on a terminal, and plain in a pipe.

use std::process::Command;

fn chomplex(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    let output = command.args(arguments).envs(environment.iter().copied()).output().expect("the program runs");
    String::from_utf8(output.stdout).unwrap()
}

const COMMANDS: [&[&str]; 10] = [
    &["solve", "cycle(5) + nim(3)"],
    &["solve", "gridgraph(5,6)"],
    &["explain", "chomp(3,3)"],
    &["reduce", "multipartite(3,2,2)"],
    &["moves", "simplex(4)"],
    &["canon", "cycle(4)"],
    &["rules"],
    &["table", "subsets", "--max-n", "4"],
    &["survey", "wheel(n)", "--for", "n=3..5"],
    &["tablebase", "probe", "boundary(4)"],
];

#[test]
fn values_and_winning_moves_stand_out() {
    let text = chomplex(&["solve", "path(3)", "--color", "always"], &[]);
    assert!(text.contains("\u{1b}[1m\u{1b}[32mthe first player wins\u{1b}[0m"), "{text:?}");
    assert!(text.contains("\u{1b}[1m1\u{1b}[0m"), "{text:?}");
    let text = chomplex(&["moves", "simplex(4)", "--color", "always"], &[]);
    assert!(
        text.contains("\u{1b}[1m\u{1b}[32m    0  wins\u{1b}[0m      1  \u{1b}[1m\u{1b}[32m0123\u{1b}[0m"),
        "{text:?}"
    );
    for command in COMMANDS {
        let text = chomplex(&[command, &["--color", "always"]].concat(), &[]);
        assert!(text.contains("\u{1b}["), "{command:?} has colours");
    }
}

/// The text is the same with and without colours, and has none in a pipe.
#[test]
fn plain_when_piped() {
    for command in COMMANDS {
        let plain = chomplex(command, &[]);
        assert!(!plain.contains('\u{1b}'), "{command:?}: {plain:?}");
        let coloured = chomplex(&[command, &["--color", "always"]].concat(), &[]);
        assert_eq!(without_escapes(&coloured), plain, "{command:?}");
        assert_eq!(chomplex(&[command, &["--color", "never"]].concat(), &[("CLICOLOR_FORCE", "1")]), plain);
        assert_eq!(chomplex(command, &[("COLUMNS", "50")]), plain, "a pipe has no width of its own");
        assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    }
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
}

/// An explanation stopped by a budget is laid out like an answer of `solve`.
#[test]
fn a_stopped_explanation_begins_like_an_answer() {
    for position in ["subsets(7,3)", "simplex(7)"] {
        let options = [position, "--no-rule", "published-table", "--no-tablebase", "--time", "0s"];
        let answer = chomplex(&[&["solve"], &options[..]].concat(), &[]);
        let explanation = chomplex(&[&["explain"], &options[..]].concat(), &[]);
        assert!(answer.contains("\nstopped by     ") && answer.contains("\nhint           "), "{answer}");
        assert!(explanation.starts_with(&answer), "{explanation}");
    }
}

/// Very long expressions are cut in text only, not in JSON.
#[test]
fn only_text_is_cut() {
    for command in ["solve", "explain", "reduce", "moves"] {
        let arguments = [command, "zigzag-n(300)", "--after", "298"];
        let text = chomplex(&arguments, &[]);
        let heading = text.split_once("`chomplex convert --to expression`").expect("the expression is cut").0;
        assert!(heading.lines().count() <= 6, "{text}");
        let json = chomplex(&[&arguments[..], &["--json"]].concat(), &[]);
        assert!(json.contains("<^300]") && !json.contains("chomplex convert"), "{command}");
    }
}
