//! What transcripts cannot show: signals, closed pipes, input that is not text, files.

mod patience;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use chomplex::format::MAX_TEXT;

fn chomplex(arguments: &[&str]) -> Command {
    let mut command = patience::interruptible();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = chomplex(arguments).spawn().unwrap();
    // A reader that has enough closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    patience::output(child)
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn input_that_is_no_text() {
    let message = complaint(&feed(&["solve", "-"], b"cycle(\xff)"));
    assert_eq!(message, "chomplex: in standard input: this is not text: byte 6 is 0xff\n");
    let message = complaint(&feed(&["check", "-"], b"chomplex-certificate 1\n\xff\xfe\n"));
    assert!(message.starts_with("chomplex: cannot read -: line 2: "), "{message}");
}

#[test]
fn input_without_end() {
    let message = complaint(&feed(&["moves", "-"], &vec![b'0'; MAX_TEXT + 9]));
    assert!(message.contains(&format!("the limit is {MAX_TEXT}")), "{message}");
    let message = complaint(&feed(&["moves", "-"], "(".repeat(1 << 20).as_bytes()));
    assert!(message.len() < 1000, "{message}");
}

#[test]
fn a_reader_that_goes_away() {
    for arguments in [&["man"][..], &["--help"], &["moves", "subsets(6,2)", "--json"], &["play", "chain(3)"]] {
        let mut child = chomplex(arguments).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let output = patience::output(child);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn a_certificate_replaces_a_file_whole_or_not_at_all() {
    let directory = directory("certificates");
    let file = directory.join("proof.cert");
    std::fs::write(&file, "precious").unwrap();
    let path = file.to_str().unwrap();

    let output = chomplex(&["solve", "subsets(7,3)", "--time", "0s", "--certificate", path])
        .spawn()
        .map(patience::output)
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");

    let output = chomplex(&["solve", "petersen", "--certificate", path]).spawn().map(patience::output).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let output = chomplex(&["check", path, "--position", "petersen"]).spawn().map(patience::output).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1, "nothing else is left behind");
}

/// A replaced file keeps its permissions. Writing through a symbolic link writes the file it points
/// to, even if that does not exist yet. Leftovers of a sudden end are removed.
#[cfg(unix)]
#[test]
fn files_stay_what_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = directory("files");
    let draw = |name: &str| {
        let path = directory.join(name);
        let output = chomplex(&["draw", "chain(3)", "-o", path.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    };
    let secret = directory.join("secret.svg");
    std::fs::write(&secret, "old").unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    draw("secret.svg");
    assert_eq!(std::fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(std::fs::read_to_string(&secret).unwrap().starts_with("<svg"));
    symlink("elsewhere.svg", directory.join("link.svg")).unwrap();
    std::fs::write(directory.join(".link.svg.12ab.part"), "not of this file").unwrap();
    std::fs::write(directory.join(".elsewhere.svg.12ab.part"), "left").unwrap();
    draw("link.svg");
    assert!(std::fs::symlink_metadata(directory.join("link.svg")).unwrap().is_symlink());
    let mut names: Vec<String> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, [".link.svg.12ab.part", "elsewhere.svg", "link.svg", "secret.svg"]);
}

/// Searching a path without rules takes a moment; writing its proof takes seconds.
#[test]
fn a_certificate_that_takes_too_long_is_not_there() {
    let directory = directory("too-long");
    let file = directory.join("proof.cert");
    std::fs::write(&file, "precious").unwrap();
    let rules = ["bipartite", "zigzag", "parity-uniform", "involution-fold", "twin-tops", "twin-bottoms"];
    let without = rules.iter().flat_map(|rule| ["--no-rule", rule]);
    let arguments = ["solve", "path(120)", "--json", "--time", "1500ms", "--certificate", file.to_str().unwrap()];
    let output =
        chomplex(&arguments.into_iter().chain(without).collect::<Vec<_>>()).spawn().map(patience::output).unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let why = match answer["grundy"].as_u64() {
        Some(2) => "the time limit came before the end of the proof",
        // On a slow machine not even the search finishes.
        _ => "the",
    };
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("chomplex: no certificate was written, since {why}")), "{message}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1, "nothing else is left behind");
}

#[cfg(target_os = "linux")]
mod signals {
    use super::*;
    use crate::patience::signal;
    use std::process::Child;
    use std::time::{Duration, Instant};

    /// Starts a search that would last for hours, and waits until it listens for signals: it has
    /// blocked them, so that one thread can fetch them.
    fn long_search(arguments: &[&str]) -> Child {
        let child = chomplex(arguments).spawn().unwrap();
        let begun = Instant::now();
        let status = || std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        while !status().lines().any(|line| line.starts_with("SigBlk:") && line.ends_with("4003")) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?} does not listen");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(700));
        child
    }

    #[test]
    fn an_interruption_prints_what_is_known() {
        let directory = directory("interrupted");
        let file = directory.join("proof.cert");
        for (name, code) in [("-INT", 130), ("-TERM", 143)] {
            let arguments = ["solve", "boundary(8)", "--json", "--certificate", file.to_str().unwrap()];
            let child = long_search(&arguments);
            signal(&child, name);
            let output = patience::output(child);
            assert_eq!(output.status.code(), Some(code));
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["stopped_by"], "interrupt");
            assert_eq!(answer["position"], "boundary(8)");
        }
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "nothing is left behind");
    }

    /// The winner is known long before the value, and so is its proof.
    #[test]
    fn an_interruption_certifies_what_is_known() {
        let file = directory("partly").join("proof.cert");
        let child = long_search(&["solve", "subsets(9,3)", "--certificate", file.to_str().unwrap()]);
        signal(&child, "-INT");
        assert_eq!(patience::output(child).status.code(), Some(130));
        let verified = chomplex_check::check(&std::fs::read(&file).unwrap()[..]).unwrap();
        assert_eq!((verified.claim.outcome, verified.claim.grundy), (chomplex_check::Outcome::First, None));
        assert_eq!(verified.assumed, ["published-table"]);
    }

    #[test]
    fn a_second_interruption_ends_at_once() {
        let mut child = long_search(&["count", "classes", "subsets(8,3)"]);
        signal(&child, "-INT");
        std::thread::sleep(Duration::from_millis(50));
        // If the first signal was enough, the process is gone.
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        assert_eq!(patience::wait(&mut child).code(), Some(130));
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
    }
}
