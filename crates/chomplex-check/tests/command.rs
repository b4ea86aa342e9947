//! The command `chomplex-check`: what it prints and how it exits.

mod common;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::{another_example, example};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chomplex-check")).args(arguments).output().unwrap()
}

fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path
}

/// The exit code, standard output and standard error.
fn answer(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn verified() {
    let path = file("good.cert", example().as_bytes());
    let (code, out, err) = answer(&run(&[path.to_str().unwrap()]));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        concat!(
            "verified: the poset in this file, labelled `boundary(3)`, ",
            "has Grundy value 0: the second player wins (3 steps)\n"
        )
    );
    assert!(include_str!("../README.md").contains(&out));
}

#[test]
fn verified_under_an_assumption() {
    let path = file("assuming.cert", another_example().as_bytes());
    let (code, out, err) = answer(&run(&[path.to_str().unwrap()]));
    assert_eq!((code, err.as_str()), (0, ""));
    let claim = "the poset in this file, labelled `gmk(3,1,1)`, has Grundy value 4: the first player wins";
    assert_eq!(out, format!("verified: {claim} (2 steps)\nassumed: hairball\n"));
    assert!(include_str!("../README.md").contains(&out));
}

#[test]
fn verified_from_standard_input() {
    let text = example().replace("claim grundy 0", "claim outcome second");
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex-check"));
    let mut child =
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let (code, out, err) = answer(&child.wait_with_output().unwrap());
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "verified: the second player wins the poset in this file, labelled `boundary(3)` (3 steps)\n");
}

#[test]
fn rejected() {
    let path = file("wrong.cert", example().replace(" 3/2:2", "").as_bytes());
    let (code, out, err) = answer(&run(&[path.to_str().unwrap()]));
    assert_eq!((code, err.as_str()), (1, ""));
    let claim = "the poset in this file, labelled `boundary(3)`, has Grundy value 0: the second player wins";
    let why = "line 16, step 3: the move `01` is missing";
    assert_eq!(out, format!("rejected: it does not prove that {claim}: {why}\n"));
    assert!(include_str!("../README.md").contains(&out));
}

#[test]
fn unreadable() {
    let path = file("future.cert", b"chomplex-certificate 7\n");
    let (code, out, err) = answer(&run(&[path.to_str().unwrap()]));
    assert_eq!((code, out.as_str()), (2, ""));
    let message = "line 1: version 7; this checker reads versions 1 to 3: use a newer chomplex-check";
    assert_eq!(err, format!("chomplex-check: cannot read {}: {message}\n", path.display()));

    let (code, out, err) = answer(&run(&["no such file"]));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("chomplex-check: cannot read no such file: "), "{err}");

    let (code, out, _) = answer(&run(&[env!("CARGO_TARGET_TMPDIR")]));
    assert_eq!((code, out.as_str()), (2, ""), "a directory");
}

#[test]
fn usage() {
    for arguments in [&[][..], &["a", "b"], &["--json"], &["-x"], &["--help", "--help"]] {
        let (code, out, err) = answer(&run(arguments));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.starts_with("chomplex-check: "), "{err}");
    }
    for option in ["-h", "--help"] {
        let (code, out, _) = answer(&run(&[option]));
        assert_eq!(code, 0);
        assert!(out.contains("Usage: chomplex-check FILE"), "{out}");
    }
    for option in ["-V", "--version"] {
        let (code, out, _) = answer(&run(&[option]));
        assert_eq!((code, out), (0, format!("chomplex-check {}\n", env!("CARGO_PKG_VERSION"))));
    }
}
