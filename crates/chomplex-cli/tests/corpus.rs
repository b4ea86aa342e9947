//! Runs the corpus: valid parts hold, wrong parts fail, and malformed parts are refused with the
//! frozen messages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Question, solve};
use chomplex::{certify, extensions, layers};

fn corpus(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "the corpus is not empty");
    files
}

/// A line `EXPRESSION => KEY VALUE, …` of a file.
struct Line {
    number: usize,
    expression: String,
    expected: Vec<(String, String)>,
}

fn lines(file: &Path) -> Vec<Line> {
    let text = fs::read_to_string(file).unwrap();
    let mut numbered = text.lines().enumerate();
    assert_eq!(numbered.next(), Some((0, "corpus 1")), "{} begins with its version", file.display());
    numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let (expression, expected) = line.split_once(" => ").expect("a line has an arrow");
            let pair = |pair: &str| {
                let (key, value) = pair.split_once(' ').expect("a key and a value");
                (key.to_owned(), value.to_owned())
            };
            let expected = expected.split(", ").map(pair).collect();
            Line { number: number + 1, expression: expression.to_owned(), expected }
        })
        .collect()
}

/// Positions with at most this many elements are also solved by search.
const MOST_SEARCHED: usize = 40;

/// The first expectation that is not met, if any. Every solved position is also certified and
/// verified.
fn failure(expression: &str, expected: &[(String, String)]) -> Option<String> {
    let position: Position = expression.parse().unwrap_or_else(|error| panic!("{error}"));
    let budget = Budget::default();
    let solved = std::cell::OnceCell::new();
    let solution = || {
        solved.get_or_init(|| {
            let answer = solve(&position, &Question { proof: true, ..Question::default() }, &budget);
            verify(&position, &answer);
            if position.len() <= MOST_SEARCHED {
                // Answers that rest on a theorem are compared with a search that uses none.
                let rules = Rules::none().with(RuleId::Components);
                let searched = solve(&position, &Question { proof: true, rules, ..Question::default() }, &budget);
                verify(&position, &searched);
                assert_eq!((searched.grundy, searched.assumed), (answer.grundy, vec![]), "{expression}");
            }
            answer
        })
    };
    for (key, value) in expected {
        let found = match key.as_str() {
            "grundy" => solution().grundy.expect("corpus positions are solved").to_string(),
            "outcome" => solution().outcome.expect("corpus positions are solved").to_string(),
            "linear-extensions" => extensions::count(&position, &budget).unwrap().to_string(),
            "positions" => layers::positions(&position, &budget).unwrap().to_string(),
            "classes" => layers::classes(&position, &budget).unwrap().to_string(),
            "elements" => position.len().to_string(),
            other => panic!("unknown key {other}"),
        };
        if found != *value {
            return Some(format!("{expression}: {key} is {found}, not {value}"));
        }
    }
    None
}

fn verify(position: &Position, answer: &chomplex::answer::Answer) {
    let mut certificate = Vec::new();
    certify::write(position, &answer.reason, &Budget::default(), &mut certificate).unwrap();
    let verified = chomplex_check::check(&certificate[..]).unwrap_or_else(|failure| panic!("{position}: {failure}"));
    assert_eq!(verified.claim.grundy, answer.grundy.map(|value| value.0));
}

fn chomplex(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chomplex")).args(arguments).output().expect("the program runs")
}

#[test]
fn answers_hold() {
    let mut checked = 0;
    for file in corpus("answers", "corpus") {
        for Line { number, expression, expected } in lines(&file) {
            if let Some(failure) = failure(&expression, &expected) {
                panic!("{}:{number}: {failure}", file.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked} lines");
}

#[test]
fn wrong_answers_fail() {
    for file in corpus("wrong", "corpus") {
        for Line { number, expression, expected } in lines(&file) {
            assert!(failure(&expression, &expected).is_some(), "{}:{number} should fail", file.display());
        }
    }
}

#[test]
fn wrong_certificates_are_rejected() {
    for file in corpus("wrong", "cert") {
        let output = chomplex(&["check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{}: {output:?}", file.display());
    }
}

/// Position files are passed to `solve`, certificates to `check`; `UPDATE=1` updates the frozen
/// messages.
#[test]
fn malformed_input_is_refused_in_the_frozen_words() {
    for extension in ["cert", "txt", "json", "bin"] {
        for file in corpus("malformed", extension) {
            let path = file.to_str().unwrap();
            let output = match extension {
                "cert" => chomplex(&["check", path]),
                _ => chomplex(&["solve", &format!("@{path}")]),
            };
            assert_eq!(output.status.code(), Some(2), "{path}: {output:?}");
            assert!(output.stdout.is_empty(), "{path} prints nothing but the message");
            let message = String::from_utf8(output.stderr).unwrap().replace(path, "FILE");
            let frozen = PathBuf::from(format!("{path}.message"));
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&frozen, &message).unwrap();
            }
            let expected = fs::read_to_string(&frozen).unwrap_or_else(|_| panic!("{} is missing", frozen.display()));
            assert_eq!(message, expected, "{path}");
        }
    }
}
