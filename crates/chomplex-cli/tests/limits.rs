//! Every command keeps its limits on any input, and stops when asked to.

#![cfg(target_os = "linux")]

mod child;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use self::child::{run, start};

/// Commands that once ran for minutes, or held gigabytes.
const NASTY: [&[&str]; 20] = [
    &["solve", "star(1023)"],
    &["solve", "ordinal(antichain(1024),antichain(1024))"],
    &["solve", "antichain(32768)"],
    &["solve", "boolean(15)"],
    &["solve", "gridgraph(30,30)", "--outcome"],
    &["explain", "star(1023)"],
    &["moves", "antichain(20000)"],
    &["moves", "boolean(13)"],
    &["reduce", "gridgraph(30,30)"],
    &["canon", "star(1023)"],
    &["canon", "ordinal(antichain(1024),antichain(1024))"],
    &["count", "linear-extensions", "zigzag-n(4000)"],
    &["count", "linear-extensions", "zigzag-n(16000)"],
    &["count", "linear-extensions", "gridgraph(6,6)", "--probabilities"],
    &["count", "linear-extensions", "chomp(7,7,7)", "--probabilities"],
    &["count", "positions", "boolean(8)"],
    &["count", "classes", "boolean(8)"],
    &["sample", "linear-extension", "zigzag-n(2000)"],
    &["survey", "--two-level", "5"],
    &["survey", "--graphs", "9", "--summary"],
];

const MEBIBYTE: u64 = 1 << 20;

/// A second for the work, a second to stop, and some for reading, starting and an unoptimised
/// build.
const MOST_WORK: Duration = Duration::from_millis(2500);

#[test]
fn time_and_memory_are_kept() {
    for arguments in NASTY {
        let ended = run(&[arguments, &["--time", "1s", "--memory", "64MiB"]].concat());
        assert!(matches!(ended.code, Some(0 | 3)), "{arguments:?}: {ended:?}");
        // The guard and the signal handler have threads of their own, so some work is done on two
        // threads.
        let threads = if arguments[0] == "survey" { 2 } else { 1 };
        assert!(ended.worked < threads * MOST_WORK, "{arguments:?} worked {:?}", ended.worked);
        assert!(ended.peak < 128 * MEBIBYTE, "{arguments:?} held {} MiB", ended.peak / MEBIBYTE);
        assert!(ended.code == Some(0) || !ended.stderr.is_empty() || ended.stdout.contains("stopped by"), "{ended:?}");
    }
}

/// A position decided by a theorem needs no labelling.
#[test]
fn theorems_come_before_symmetries() {
    for (position, value) in [("star(1023)", 2), ("ordinal(antichain(1024),antichain(1024))", 0)] {
        let ended = run(&["solve", position, "--time", "20s", "--json"]);
        let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!((&answer["grundy"], ended.code), (&Value::from(value), Some(0)), "{position}");
    }
}

#[test]
fn what_will_not_fit_is_refused_at_once() {
    let ended = run(&["count", "positions", "boolean(8)", "--memory", "3GiB"]);
    assert_eq!(ended.code, Some(3));
    // Two seconds in an optimised build.
    assert!(ended.worked < Duration::from_secs(20), "{:?}", ended.worked);
    let ended = run(&["count", "linear-extensions", "gridgraph(6,6)", "--probabilities", "--memory", "200MiB"]);
    assert!(ended.code == Some(3) && ended.peak < 264 * MEBIBYTE, "{ended:?}");
    let picture = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wide.png");
    let arguments = ["draw", "petersen", "--width", "10000", "-o", picture.to_str().unwrap(), "--memory", "32MiB"];
    let ended = run(&arguments);
    assert!(ended.code == Some(3) && ended.peak < 96 * MEBIBYTE, "{ended:?}");
    assert!(ended.stderr.contains("--width") && !picture.exists(), "{}", ended.stderr);
}

/// The first signal stops a command within a second, with what is known.
#[test]
fn signals_end_commands() {
    let long: [&[&str]; 8] = [
        &["solve", "boundary(8)", "--json"],
        &["moves", "simplex(8)", "--json"],
        &["canon", "star(1023)"],
        &["count", "linear-extensions", "chomp(7,7,7)", "--probabilities"],
        &["count", "positions", "boolean(7)"],
        &["count", "classes", "subsets(8,3)"],
        &["survey", "--graphs", "9", "--summary"],
        &["table", "subsets", "--max-n", "9", "--time-per-entry", "1h"],
    ];
    for arguments in long {
        for (signal, code) in [(libc::SIGINT, 130), (libc::SIGTERM, 143)] {
            let child = start(arguments);
            child.until_it_listens();
            std::thread::sleep(Duration::from_millis(500));
            let before = child.worked();
            child.signal(signal);
            let ended = child.wait();
            // On a fast machine some of these finish.
            assert!(ended.code == Some(code) || ended.code == Some(0), "{arguments:?}: {ended:?}");
            let after = ended.worked.saturating_sub(before);
            assert!(after < Duration::from_millis(3000), "{arguments:?} worked {after:?} after the signal");
            if ended.code == Some(code) && arguments.contains(&"solve") {
                let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
                assert_eq!(answer["stopped_by"], "interrupt");
            }
            let is_told = ended.stderr.contains("stopping; press Ctrl-C again to quit now");
            assert!(is_told || signal != libc::SIGINT || ended.code == Some(0), "{}", ended.stderr);
        }
    }
}

/// Checking a certificate stops too.
#[test]
fn a_check_keeps_its_time() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("boundary.cert");
    let path = file.to_str().unwrap();
    assert_eq!(run(&["solve", "boundary(6)", "--certificate", path]).code, Some(0));
    let ended = run(&["check", path, "--time", "0s"]);
    assert_eq!((ended.code, &*ended.stdout), (Some(3), ""));
    assert!(ended.stderr.contains("not checked: stopped by the time limit"), "{}", ended.stderr);
    assert_eq!(run(&["check", path, "--time", "5m", "--memory", "1GiB"]).code, Some(0));
}

#[test]
fn a_table_has_a_time_for_all_and_one_for_each() {
    let ended = run(&["table", "subsets", "--max-n", "9", "--time", "0s"]);
    assert_eq!(ended.code, Some(3));
    assert!(ended.stdout.contains('?'), "{}", ended.stdout);
    assert_eq!(run(&["table", "subsets", "--max-n", "5", "--time-per-entry", "1m"]).code, Some(0));
}
